/** The encoder that the window and `vibeflow/testing` share, without and with kitty's protocol. */
import { expect, test } from 'vitest'
import { defaultModes } from '../../../../src/base/sequences/modes.ts'
import type { KeyEventFacts } from '../../../../src/core/config/keys/kitty-encode.ts'
import { programKeys, type ProgramSide } from '../../../../src/core/config/keys/program-keys.ts'
import { defaults, type Options } from '../../../../src/core/config/table.ts'

/** `ctrl shift release` and so on, then the key: what it makes, and its code. */
function press(words: string, key: string, code = ''): KeyEventFacts {
  const has = (word: string) => words.split(' ').includes(word)
  return {
    key,
    code,
    ctrl: has('ctrl'),
    shift: has('shift'),
    alt: has('alt'),
    meta: has('super'),
    altGraph: has('altgr'),
    capsLock: false,
    numLock: has('num'),
    type: has('release') ? 'release' : 'press',
    unshifted: null,
  }
}

type Side = Partial<Omit<ProgramSide, 'options'>> & { options?: Partial<Options['keyboard']> }

function sent(event: KeyEventFacts, { options, ...side }: Side = {}): string {
  return programKeys(event, {
    ...defaultModes(),
    flags: 0,
    ...side,
    options: { ...defaults.keyboard, ...options },
  })
}

const asEnter = { shift_enter: 'enter' } as const
const cursor = { applicationCursor: true }
const keypad = { applicationKeypad: true }
const newline = { newline: true }
const backspace = { backspaceSendsBs: true }

test.each<[words: string, key: string, code: string, bytes: string, side?: Side]>([
  // text
  ['', 'a', 'KeyA', 'a'],
  ['shift', 'A', 'KeyA', 'A'],
  ['', 'é', 'Digit2', 'é'],
  ['', '😀', '', '😀'],
  ['altgr', '@', 'KeyQ', '@'],
  ['super', 'a', 'KeyA', ''],
  ['', 'Dead', 'Quote', ''],
  ['', 'Process', '', ''],
  ['', 'Unidentified', '', ''],
  ['shift', 'Shift', 'ShiftLeft', ''],
  ['', 'CapsLock', 'CapsLock', ''],
  ['release', 'a', 'KeyA', ''],
  // Ctrl with letters
  ['ctrl', 'a', 'KeyA', '\x01'],
  ['ctrl', 'z', 'KeyZ', '\x1a'],
  ['ctrl shift', 'A', 'KeyA', '\x01'],
  ['ctrl', 'C', 'KeyC', '\x03'], // Caps Lock
  ['ctrl alt', 'x', 'KeyX', '\x1b\x18'],
  ['ctrl super', 'a', 'KeyA', ''],
  // Enter, Tab, Esc, Backspace, Space by the table of the kitty documentation
  ...[
    ['Enter', '\r', '\r', '\x1b\r', '\n', '\r', '\x1b\r', '\x1b\r'],
    ['Escape', '\x1b', '\x1b', '\x1b\x1b', '\x1b', '\x1b', '\x1b\x1b', '\x1b\x1b'],
    ['Backspace', '\x7f', '\b', '\x1b\x7f', '\x7f', '\b', '\x1b\x7f', '\x1b\b'],
    ['Tab', '\t', '\t', '\x1b\t', '\x1b[Z', '\x1b[Z', '\x1b\x1b[Z', '\x1b\t'],
    [' ', ' ', '\0', '\x1b ', ' ', '\0', '\x1b ', '\x1b\0'],
  ].flatMap(([key = '', ...bytes]) =>
    ['', 'ctrl', 'alt', 'shift', 'ctrl shift', 'alt shift', 'ctrl alt'].map(
      (words, at): [string, string, string, string] => [words, key, key, bytes[at] ?? ''],
    ),
  ),
  ['super', 'Enter', 'Enter', ''],
  // keys that make no text
  ['', 'ArrowUp', 'ArrowUp', '\x1b[A'],
  ['', 'ArrowUp', 'ArrowUp', '\x1bOA', cursor],
  ['shift', 'ArrowUp', 'ArrowUp', '\x1b[1;2A', cursor],
  ['alt', 'ArrowLeft', 'ArrowLeft', '\x1b[1;3D'],
  ['', 'ArrowLeft', 'ArrowLeft', '\x1b[C', { arrowsSwapped: true }],
  ['ctrl', 'ArrowRight', 'ArrowRight', '\x1b[1;5D', { arrowsSwapped: true }],
  ['release', 'ArrowLeft', 'ArrowLeft', '\x1b[1;1:3C', { arrowsSwapped: true, flags: 3 }],
  ['', 'ArrowUp', 'ArrowUp', '\x1b[A', { arrowsSwapped: true }],
  ['ctrl', 'ArrowRight', 'ArrowRight', '\x1b[1;5C'],
  ['super', 'ArrowDown', 'ArrowDown', '\x1b[1;9B'],
  ['', 'Home', 'Home', '\x1b[H'],
  ['', 'End', 'End', '\x1bOF', cursor],
  ['', 'Insert', 'Insert', '\x1b[2~'],
  ['ctrl', 'Insert', 'Insert', '\x1b[2;5~'],
  ['', 'Delete', 'Delete', '\x1b[3~', cursor],
  ['shift', 'PageUp', 'PageUp', '\x1b[5;2~'],
  ['alt', 'PageDown', 'PageDown', '\x1b[6;3~'],
  ['', 'ContextMenu', 'ContextMenu', ''],
  ['', 'AudioVolumeUp', 'AudioVolumeUp', ''],
  ['', 'F1', 'F1', '\x1bOP'],
  ['', 'F3', 'F3', '\x1bOR', cursor],
  ['ctrl', 'F3', 'F3', '\x1b[1;5R'],
  ['', 'F5', 'F5', '\x1b[15~'],
  ['shift', 'F12', 'F12', '\x1b[24;2~'],
  // keys beyond F12 as in terminfo's xterm-256color: kf13 is Shift+F1, kf25 is Ctrl+F1
  ['', 'F13', 'F13', '\x1b[1;2P'],
  ['', 'F15', 'F15', '\x1b[1;2R'],
  ['', 'F17', 'F17', '\x1b[15;2~'],
  ['', 'F24', 'F24', '\x1b[24;2~'],
  ['ctrl', 'F13', 'F13', '\x1b[1;6P'],
  ['', 'F25', 'F25', '\x1b[1;5P'],
  ['', 'F35', 'F35', '\x1b[23;5~'],
  // the number pad
  ['', 'Clear', 'Numpad5', '\x1b[E'],
  ['', 'Clear', 'Numpad5', '\x1bOE', cursor],
  ['ctrl', 'Clear', 'Numpad5', '\x1b[1;5E'],
  ['', 'Home', 'Numpad7', '\x1b[H'],
  ['', 'ArrowUp', 'Numpad8', '\x1bOA', cursor],
  ['', 'PageDown', 'Numpad3', '\x1b[6~', keypad],
  ['', 'Delete', 'NumpadDecimal', '\x1b[3~'],
  ['num', '5', 'Numpad5', '5'],
  ['num', '5', 'Numpad5', '5', keypad],
  ['num', 'Enter', 'NumpadEnter', '\r', keypad],
  ['num', '+', 'NumpadAdd', '+', keypad],
  ['', '+', 'NumpadAdd', '+'],
  ['', 'Enter', 'NumpadEnter', '\r'],
  ['', 'Enter', 'NumpadEnter', '\x1bOM', keypad],
  ['', '+', 'NumpadAdd', '\x1bOk', keypad],
  ['', '-', 'NumpadSubtract', '\x1bOm', keypad],
  ['', '*', 'NumpadMultiply', '\x1bOj', keypad],
  ['', '/', 'NumpadDivide', '\x1bOo', keypad],
  ['', '=', 'NumpadEqual', '\x1bOX', keypad],
  ['', '+', 'Equal', '+', keypad],
  ['', 'Enter', 'Enter', '\r', keypad],
  // LNM
  ['', 'Backspace', 'Backspace', '\b', backspace],
  ['ctrl', 'Backspace', 'Backspace', '\x7f', backspace],
  ['alt', 'Backspace', 'Backspace', '\x1b\b', backspace],
  ['', 'Enter', 'Enter', '\r\n', newline],
  ['', 'Enter', 'NumpadEnter', '\r\n', newline],
  ['ctrl', 'Enter', 'Enter', '\r\n', newline],
  ['alt', 'Enter', 'Enter', '\x1b\r\n', newline],
  ['shift', 'Enter', 'Enter', '\n', newline],
  ['shift', 'Enter', 'Enter', '\r\n', { ...newline, options: asEnter }],
  ['release', 'Enter', 'Enter', '', newline],
  ['', 'Enter', 'Enter', '\r\n', { ...newline, flags: 1 }],
  ['', 'Enter', 'Enter', '\x1b[13u', { ...newline, flags: 8 }],
  ['', 'Tab', 'Tab', '\t', newline],
  // Alt
  ['alt', 'x', 'KeyX', '\x1bx'],
  ['alt', 'ф', 'KeyA', '\x1ba'],
  ['alt shift', 'Ф', 'KeyA', '\x1bA'],
  ['alt shift', 'Х', 'BracketLeft', '\x1b{'],
  ['alt shift', '/', 'Digit7', '\x1b/'],
  // Shift+Enter
  ['shift', 'Enter', 'Enter', '\x1b[13;2u', { flags: 1 }],
  ['shift', 'Enter', 'Enter', '\n', { flags: 2 }],
  ['shift', 'Enter', 'NumpadEnter', '\r'],
  ['shift', 'Enter', 'Enter', '\r', { options: asEnter }],
  ['shift', 'Enter', 'Enter', '\r', { flags: 1, options: asEnter }],
  ['shift release', 'Enter', 'Enter', '', { flags: 3, options: asEnter }],
  ['shift release', 'Enter', 'Enter', '', { flags: 10, options: asEnter }],
  // the kitty protocol
  ['ctrl', 'Enter', 'Enter', '\x1b[13;5u', { flags: 1 }],
  ['', 'Escape', 'Escape', '\x1b[27u', { flags: 1 }],
  ['', 'ArrowUp', 'ArrowUp', '\x1b[A', { ...cursor, flags: 1 }],
  ['', 'é', 'KeyE', 'é', { flags: 7 }],
  ['altgr', '@', 'KeyQ', '@', { flags: 7 }],
  ['', 'Dead', 'Quote', '', { flags: 31 }],
])('%s %s (%s) sends %j', (words, key, code, bytes, side) => {
  expect(sent(press(words, key, code), side)).toBe(bytes)
})
