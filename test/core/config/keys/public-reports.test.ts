/**
 * Keys of public bug reports, one row per report, with the bytes of the kitty keyboard protocol's
 * specification. docs/contributing/reports/public-reports.md lists all reports that were tried.
 */
import { expect, test } from 'vitest'
import { defaultModes } from '../../../../src/base/sequences/modes.ts'
import { programKeys } from '../../../../src/core/config/keys/program-keys.ts'
import { defaults } from '../../../../src/core/config/table.ts'

const C = '\x1b['

test.each([
  ['kitty#8211', 1, '', 'F1', 'F1', `${C}P`],
  ['kitty#8211', 31, '', 'F1', 'F1', `${C}P`],
  ['claude-code#38829', 1, '', 'CapsLock', 'CapsLock', ''],
  ['claude-code#38829', 3, 'release', 'CapsLock', 'CapsLock', ''],
  ['xterm.js#5625', 1, 'shift', 'A', 'KeyA', 'A'],
  ['xterm.js#5625', 1, 'shift', '?', 'Slash', '?'],
  ['xterm.js#5752', 1, '', ' ', 'Space', ' '],
  ['xterm.js#5752', 1, '', 'Enter', 'Enter', '\r'],
  ['xterm.js#5752', 1, '', 'Tab', 'Tab', '\t'],
  ['xterm.js#5752', 1, '', 'Backspace', 'Backspace', '\x7f'],
  ['xterm.js#5752', 1, 'ctrl', ' ', 'Space', `${C}32;5u`],
  ['xterm.js#5752', 1, 'shift', 'Enter', 'Enter', `${C}13;2u`],
  ['xterm.js#5819', 1, 'alt', '.', 'Period', `${C}46;3u`],
  ['xterm.js#5819', 1, 'alt shift', '>', 'Period', `${C}46;4u`],
  ['claude-code#92021', 5, 'shift', '!', 'Digit1', '!'],
  ['claude-code#92021', 13, 'shift', '!', 'Digit1', `${C}49:33;2u`],
  ['alacritty#8385', 3, 'repeat', 'Enter', 'Enter', '\r'],
  ['alacritty#8385', 3, 'release', 'Enter', 'Enter', ''],
  ['alacritty#8385', 3, 'release', 'Tab', 'Tab', ''],
  ['alacritty#8385', 3, 'release', 'Backspace', 'Backspace', ''],
  ['alacritty#8385', 11, 'release', 'Enter', 'Enter', `${C}13;1:3u`],
  ['ghostty#4965', 10, 'ctrl', 'Control', 'ControlLeft', `${C}57442;5u`],
  ['ghostty#4965', 10, 'release', 'Control', 'ControlLeft', `${C}57442;1:3u`],
  ['ghostty#7000', 1, 'ctrl', 'Escape', 'Escape', `${C}27;5u`],
  ['microsoft/terminal#20361', 1, 'altgr', '@', 'KeyQ', '@'],
  ['microsoft/terminal#20361', 9, 'altgr', '{', 'Digit7', `${C}123u`],
  ['claude-code#38743', 1, 'num', '5', 'Numpad5', '5'],
  ['claude-code#38743', 1, '', 'Enter', 'NumpadEnter', `${C}57414u`],
  ['claude-code#17101', 0, '', 'Enter', 'NumpadEnter', '\r'],
  ['wezterm#6994', 1, 'ctrl', ',', 'Comma', `${C}44;5u`],
  ['wezterm#6994', 1, 'ctrl shift', '<', 'Comma', `${C}44;6u`],
  ['wezterm#7787', 0, '', 'Escape', 'Escape', '\x1b'],
  ['wezterm#7787', 1, '', 'Escape', 'Escape', `${C}27u`],
  ['wezterm#6872', 3, 'release', 'Escape', 'Escape', `${C}27;1:3u`],
  ['wezterm#6872', 7, 'num', 'Escape', 'Escape', `${C}27u`],
  ['wezterm#6872', 7, 'release num', 'Escape', 'Escape', `${C}27;1:3u`],
  ['wezterm#7312', 0, '', 'ArrowUp', 'ArrowUp', `${C}A`],
  ['wezterm#7312', 0, 'ctrl', ' ', 'Space', '\0'],
  ['codex#3092', 0, 'altgr', '{', 'Digit7', '{'],
  ['codex#3092', 7, 'altgr', '}', 'Digit0', '}'],
  ['codex#7829', 1, 'release', 'i', 'KeyI', ''],
  ['codex#7829', 3, 'release', 'i', 'KeyI', `${C}105;1:3u`],
] as const)('%s: flags %i, %s %s (%s) sends %j', (_, flags, words, key, code, sent) => {
  const has = (word: string) => words.split(' ').includes(word)
  const event = {
    ...{ key, code, ctrl: has('ctrl'), shift: has('shift'), alt: has('alt'), meta: false },
    ...{ altGraph: has('altgr'), capsLock: false, numLock: has('num'), unshifted: null },
    type: has('release') ? 'release' : has('repeat') ? 'repeat' : 'press',
  } as const
  const side = { ...defaultModes(), flags, options: defaults.keyboard }
  expect(programKeys(event, side)).toBe(sent)
})

test.each([
  ['gemini-cli#13431', 'shift', '\x1b[27;2;13~'],
  ['codex#30989', 'alt', '\x1b[27;3;13~'],
  ['codex#30989', 'alt shift', '\x1b[27;4;13~'],
  ['codex#30989', 'ctrl', '\x1b[27;5;13~'],
] as const)('%s: %s+Enter is distinct with modifyOtherKeys 2', (_, words, sent) => {
  const has = (word: string) => words.split(' ').includes(word)
  const event = {
    ...{ key: 'Enter', code: 'Enter', meta: false },
    ...{ ctrl: has('ctrl'), shift: has('shift'), alt: has('alt') },
    ...{ altGraph: false, capsLock: false, numLock: false, unshifted: null },
    type: 'press',
  } as const
  const side = {
    ...defaultModes(),
    modifyOtherKeys: 2,
    flags: 0,
    options: defaults.keyboard,
  } as const
  expect(programKeys(event, side)).toBe(sent)
})
