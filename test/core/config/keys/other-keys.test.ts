/** modifyOtherKeys, compared with bytes recorded from xterm. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultModes, otherKeysLevel } from '../../../../src/base/sequences/modes.ts'
import type { KeyEventFacts } from '../../../../src/core/config/keys/kitty-encode.ts'
import { programKeys, type ProgramSide } from '../../../../src/core/config/keys/program-keys.ts'
import { defaults } from '../../../../src/core/config/table.ts'

function sent(words: string, key: string, code: string, side: Partial<ProgramSide>): string {
  const has = (word: string) => words.split(' ').includes(word)
  const event: KeyEventFacts = {
    ...{ key, code, type: has('release') ? 'release' : 'press' },
    ...{ ctrl: has('ctrl'), shift: has('shift'), alt: has('alt'), meta: has('super') },
    ...{ altGraph: has('altgr'), capsLock: false, numLock: false, unshifted: null },
  }
  return programKeys(event, { ...defaultModes(), flags: 0, options: defaults.keyboard, ...side })
}

const recorded = readFileSync(
  join(import.meta.dirname, '../../../data/modify-other-keys.txt'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [name: string, keys: string])
const ours = ([words, keys]: readonly [string, string]) =>
  [...keys.matchAll(/(\w+):(.|\w+):([0-9a-f]+)(?: |$)/gu)].map(([, code = '', key = '']) => {
    const side = { modifyOtherKeys: otherKeysLevel(Number(words[0])) }
    const bytes = sent(words, key === 'Space' ? ' ' : key, code, side)
    return `${code}:${key}:${Buffer.from(bytes).toString('hex')}`
  })

test.each(recorded.filter(([name]) => name.startsWith('2') || !name.includes('alt')))(
  'keys with level and modifiers %s send the same bytes as xterm',
  (...line) => {
    expect(ours(line)).toEqual(line[1].split(' '))
  },
)

test('keys with Alt at level 1 send one of the two forms of xterm', () => {
  const level1 = recorded.filter(([name]) => name.startsWith('1') && name.includes('alt'))
  const others = level1.flatMap(([name, keys]) => {
    if (name.endsWith('encoded')) return []
    const other = recorded.find(([one]) => one === name.replace('escape', 'encoded'))!
    const forms = new Set([...keys.split(' '), ...other[1].split(' ')])
    return ours([name, keys]).filter((key) => !forms.has(key))
  })
  // the usual bytes after ESC, where xterm drops Alt, Shift or both
  expect([...new Set(others)]).toEqual([
    ...['Tab:Tab:1b1b5b5a', 'Escape:Escape:1b1b', 'Space:Space:1b00'],
  ])
  // the usual bytes after ESC where there are any; else Alt among the modifiers
  const level = { modifyOtherKeys: 1 } as const
  expect(sent('alt', 'x', 'KeyX', level)).toBe('\x1bx')
  expect(sent('alt', 'Enter', 'Enter', level)).toBe('\x1b\r')
  expect(sent('ctrl alt', 'c', 'KeyC', level)).toBe('\x1b\x03')
  expect(sent('ctrl alt', '1', 'Digit1', level)).toBe('\x1b[27;7;49~')
  expect(sent('ctrl alt', 'Enter', 'Enter', level)).toBe('\x1b[27;7;13~')
})

test.each<[words: string, key: string, code: string, bytes: string, side: Partial<ProgramSide>]>([
  ['', 'é', 'Digit2', 'é', { modifyOtherKeys: 2 }],
  ['shift', 'É', 'Digit2', 'É', { modifyOtherKeys: 2 }],
  ['ctrl', 'é', 'Digit2', '\x1b[27;5;233~', { modifyOtherKeys: 1 }],
  ['ctrl', '€', 'KeyE', '\x1b[27;5;8364~', { modifyOtherKeys: 2 }],
  ['alt', '😀', '', '\x1b[27;3;128512~', { modifyOtherKeys: 2 }],
  // the Latin letter of the key, as without modifyOtherKeys
  ['ctrl', 'с', 'KeyC', '\x03', { modifyOtherKeys: 1 }],
  ['ctrl', 'с', 'KeyC', '\x1b[27;5;99~', { modifyOtherKeys: 2 }],
  ['alt shift', 'С', 'KeyC', '\x1b[27;4;67~', { modifyOtherKeys: 2 }],
  ['shift', 'С', 'KeyC', 'С', { modifyOtherKeys: 2 }],
  ['altgr', '@', 'KeyQ', '@', { modifyOtherKeys: 2 }],
  ['ctrl altgr', ']', 'Digit9', '\x1b[27;5;93~', { modifyOtherKeys: 2 }],
  ['', 'Dead', 'Quote', '', { modifyOtherKeys: 2 }],
  ['shift', 'Shift', 'ShiftLeft', '', { modifyOtherKeys: 2 }],
  ['ctrl super', 'a', 'KeyA', '', { modifyOtherKeys: 2 }],
  ['ctrl', 'Enter', 'NumpadEnter', '\r', { modifyOtherKeys: 2 }],
  ['ctrl release', 'a', 'KeyA', '', { modifyOtherKeys: 2 }],
  // Shift+Enter: a key of its own, unless it shall be Enter
  ['shift', 'Enter', 'Enter', '\n', { modifyOtherKeys: 0 }],
  ['shift', 'Enter', 'Enter', '\x1b[27;2;13~', { modifyOtherKeys: 1 }],
  [
    ...(['shift', 'Enter', 'Enter', '\r'] as const),
    { modifyOtherKeys: 2, options: { shift_enter: 'enter' } },
  ],
  // any flag of the kitty keyboard protocol takes precedence
  ['ctrl', 'Enter', 'Enter', '\x1b[13;5u', { modifyOtherKeys: 2, flags: 1 }],
  ['shift', 'A', 'KeyA', 'A', { modifyOtherKeys: 2, flags: 1 }],
  ['ctrl', 'a', 'KeyA', '\x01', { modifyOtherKeys: 2, flags: 2 }],
])('%s %s (%s) sends %j', (words, key, code, bytes, side) => {
  expect(sent(words, key, code, side)).toBe(bytes)
})
