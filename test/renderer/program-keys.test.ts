/**
 * What a key sends to the program where xterm.js would send something else; null is xterm.js's own
 * doing.
 */
import { expect, test } from 'vitest'
import { defaults, type Options } from '../../src/core/config/table.ts'
import type { KeyEventFacts } from '../../src/core/config/keys/kitty-encode.ts'
import { LayoutMemory } from '../../src/renderer/keys/layout-memory.ts'
import { programKeys } from '../../src/core/config/keys/program-keys.ts'

const facts = (key: string, parts: Partial<KeyEventFacts> = {}): KeyEventFacts => ({
  key,
  code: '',
  ctrl: false,
  shift: false,
  alt: false,
  meta: false,
  altGraph: false,
  type: 'press',
  capsLock: false,
  numLock: false,
  unshifted: null,
  ...parts,
})
const shift = { shift: true }
const alt = { alt: true }

interface Side {
  flags?: number
  alternate?: boolean
  newline?: boolean
  afterDead?: boolean
  options?: Partial<Options['keyboard']>
}

test.each<[string, KeyEventFacts, Side, string | null]>([
  ['a letter', facts('a'), {}, null],
  ['Enter', facts('Enter'), {}, null],
  ['Shift+Enter is a line feed', facts('Enter', shift), {}, '\n'],
  ['Shift+Enter in kitty’s form', facts('Enter', shift), { flags: 1 }, '\x1b[13;2u'],
  ['Shift+Enter while only events are asked for', facts('Enter', shift), { flags: 2 }, '\n'],
  ['Shift+Enter as Enter', facts('Enter', shift), { options: { shift_enter: 'enter' } }, '\r'],
  [
    'Shift+Enter as Enter, whatever was asked',
    facts('Enter', shift),
    { flags: 1, options: { shift_enter: 'enter' } },
    '\r',
  ],
  [
    'its release is no second one',
    facts('Enter', { ...shift, type: 'release' }),
    { flags: 3, options: { shift_enter: 'enter' } },
    '',
  ],
  ['Ctrl+Enter in kitty’s form', facts('Enter', { ctrl: true }), { flags: 1 }, '\x1b[13;5u'],
  ['Escape in kitty’s form', facts('Escape'), { flags: 1 }, '\x1b[27u'],
  ['Escape', facts('Escape'), {}, null],
  ['a release that nobody asked for', facts('a', { type: 'release' }), {}, ''],
  ['a dead key', facts('Dead', { code: 'Quote' }), { flags: 31 }, null],
  [
    'what a dead key and a letter make is text',
    facts('é', { code: 'KeyE' }),
    { flags: 31, afterDead: true },
    null,
  ],
  [
    'an arrow after a dead key is an arrow',
    facts('ArrowUp'),
    { flags: 1, afterDead: true },
    '\x1b[A',
  ],
  ['AltGr makes text', facts('@', { code: 'KeyQ', altGraph: true }), {}, null],
  ['AltGr with Alt as well', facts('@', { code: 'KeyQ', altGraph: true, alt: true }), {}, null],
  [
    'Shift+PageUp scrolls, unless there is nothing to scroll',
    facts('PageUp', shift),
    { alternate: true },
    '\x1b[5;2~',
  ],
  ['Shift+PageDown likewise', facts('PageDown', shift), { alternate: true }, '\x1b[6;2~'],
  ['Ctrl+Insert, which xterm.js would lose', facts('Insert', { ctrl: true }), {}, '\x1b[2;5~'],
  ['Alt+letter', facts('x', alt), {}, '\x1bx'],
  [
    'Alt+Shift+7 on a German keyboard',
    facts('/', { ...alt, ...shift, code: 'Digit7' }),
    {},
    '\x1b/',
  ],
  ['Alt with a letter that is not ASCII', facts('ф', { ...alt, code: 'KeyA' }), {}, null],
  ['Alt+Enter', facts('Enter', alt), {}, null],
  ['Alt+Tab', facts('Tab', alt), {}, '\x1b\t'],
  ['Alt+Shift+Tab', facts('Tab', { ...alt, ...shift }), {}, null],
  ['Alt+arrow says Alt in another way', facts('ArrowUp', alt), {}, null],
  ['Ctrl+Alt+letter', facts('x', { ...alt, ctrl: true }), {}, null],
  ['Enter with LNM', facts('Enter'), { newline: true }, '\r\n'],
  ['that of the keypad', facts('Enter', { code: 'NumpadEnter' }), { newline: true }, '\r\n'],
  ['Ctrl+Enter with LNM', facts('Enter', { ctrl: true }), { newline: true }, '\r\n'],
  ['Alt+Enter with LNM', facts('Enter', alt), { newline: true }, '\x1b\r\n'],
  ['Shift+Enter with LNM', facts('Enter', shift), { newline: true }, '\n'],
  [
    'Shift+Enter as Enter with LNM',
    facts('Enter', shift),
    { newline: true, options: { shift_enter: 'enter' } },
    '\r\n',
  ],
  ['Enter let go with LNM', facts('Enter', { type: 'release' }), { newline: true }, ''],
  ['Enter with LNM and flags', facts('Enter'), { newline: true, flags: 1 }, '\r\n'],
  ['Enter as a sequence with LNM', facts('Enter'), { newline: true, flags: 8 }, '\x1b[13u'],
  ['another key with LNM', facts('Tab'), { newline: true }, null],
])(
  '%s',
  (_, event, {
    flags = 0,
    alternate = false,
    newline = false,
    afterDead = false,
    options = {},
  }, sent) => {
    expect(
      programKeys(event, {
        flags,
        alternate,
        newline,
        afterDead,
        options: { ...defaults.keyboard, ...options },
      }),
    ).toBe(sent)
  },
)

test('a layout is learned from keys without Shift and AltGr', () => {
  const layout = new LayoutMemory()
  for (const [key, code, parts] of [
    ['à', 'Digit0', {}],
    ['0', 'Digit0', shift],
    ['A', 'KeyQ', {}],
    ['Enter', 'Enter', {}],
    ['æ', 'KeyA', { altGraph: true }],
  ] as const)
    layout.learn(facts(key, { code, ...parts }))
  expect(['Digit0', 'KeyQ', 'Enter', 'KeyA'].map((code) => layout.unshifted(code))).toEqual([
    'à',
    'a',
    null,
    null,
  ])
})
