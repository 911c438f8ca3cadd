/** Widths and clusters of the generated table, and what variation selectors change. */
import { expect, test } from 'vitest'
import { toAnsi } from '../../src/terminal/index.ts'
import { clusterState, joinsCluster } from '../../src/terminal/screen/graphemes.ts'
import { unicodeVersion } from '../../src/terminal/screen/unicode-data.ts'
import { hasVariations, widthOf } from '../../src/terminal/screen/width.ts'
import { seeded } from '../support/random.ts'
import { bytes, shown, snapshot, terminal } from './terminals.ts'

// Two tests compare with the Unicode data of the project's Node, which has the same version.

test('the table has the widths that Unicode 17 changes', () => {
  expect(unicodeVersion).toBe('17.0.0')
  // All of them had one column in Unicode 16.
  const changed: readonly (readonly [from: number, to: number, width: number])[] = [
    [0x1acf, 0x1add, 0],
    [0x1ae0, 0x1aeb, 0],
    [0x10efa, 0x10efb, 0],
    [0x11b60, 0x11b60, 0],
    [0x11b62, 0x11b64, 0],
    [0x11b66, 0x11b66, 0],
    [0x16ff2, 0x16ff6, 2],
    [0x187f8, 0x187ff, 2],
    [0x18d09, 0x18d1e, 2],
    [0x18d80, 0x18df2, 2],
    [0x1e6e3, 0x1e6e3, 0],
    [0x1e6e6, 0x1e6e6, 0],
    [0x1e6ee, 0x1e6ef, 0],
    [0x1e6f5, 0x1e6f5, 0],
    [0x1f6d8, 0x1f6d8, 2],
    [0x1fa8a, 0x1fa8a, 2],
    [0x1fa8e, 0x1fa8e, 2],
    [0x1fac8, 0x1fac8, 2],
    [0x1facd, 0x1facd, 2],
    [0x1faea, 0x1faea, 2],
    [0x1faef, 0x1faef, 2],
  ]
  for (const [from, to, width] of changed) {
    for (let code = from; code <= to; code += 1) expect(widthOf(code)).toBe(width)
  }
})

test('the table has all the variation sequences', () => {
  const bases = Array.from({ length: 0x20000 }, (_, code) => code).filter(hasVariations)
  expect(bases.length).toBe(371)
  expect(bases.filter((code) => widthOf(code) === 2).length).toBe(158)
})

/** Returns the widths that a character may have by Node's properties. */
function widthsByNode(code: number): readonly number[] {
  const character = String.fromCodePoint(code)
  const isJamo = (code >= 0x1160 && code < 0x1200) || (code >= 0xd7b0 && code < 0xd800)
  if (code === 0xad) return [1]
  if (isJamo || /[\p{Mn}\p{Me}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) return [0]
  if (/\p{Regional_Indicator}/u.test(character)) return [1]
  return /\p{Emoji_Presentation}/u.test(character) ? [2] : [1, 2]
}

test("the table agrees with Node's properties of each character", () => {
  const wrong: number[] = []
  for (let code = 0x20; code < 0x110000; code += 1) {
    const isSurrogate = code >= 0xd800 && code < 0xe000
    if (!isSurrogate && !widthsByNode(code).includes(widthOf(code))) wrong.push(code)
  }
  expect(wrong.map((code) => [code.toString(16), widthOf(code)])).toEqual([])
})

test("clusters end where Node's segmenter ends them", () => {
  const random = seeded(2027)
  const kinds = [
    'a',
    '\u0301',
    '\u200d',
    '\u0903',
    '\u0600',
    '🇩',
    '\u1100',
    '\u1161',
    '\u11a8',
  ].concat([
    '가',
    '각',
    '👩',
    '❤',
    '\ufe0f',
    '\ufe0e',
    '🏽',
    '\u0915',
    '\u094d',
    '\u200c',
    '\u1780',
    '\u17d2',
    '世',
  ])
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (let turn = 0; turn < 1_000; turn += 1) {
    const text = Array.from({ length: 8 }, () => kinds[Math.floor(random() * kinds.length)]!).join(
      '',
    )
    const clusters: string[] = []
    let state = 0
    for (const character of text) {
      const code = character.codePointAt(0)!
      const joins = joinsCluster(state, code)
      state = clusterState(joins ? state : 0, code)
      if (joins) clusters.push((clusters.pop() ?? '') + character)
      else clusters.push(character)
    }
    expect(clusters).toEqual([...segmenter.segment(text)].map(({ segment }) => segment))
  }
})

test.each([
  ['an emoji becomes one column', '⌚\ufe0ex', '⌚\ufe0ex @2,0'],
  ['an ideograph with sequences does too', '㊗\ufe0ex', '㊗\ufe0ex @2,0'],
  ['an emoji without sequences stays wide', '😀\ufe0ex', '😀\ufe0ex @3,0'],
  ['a mark between keeps it wide', '⌚\u0301\ufe0ex', '⌚\u0301\ufe0ex @3,0'],
  ['it stays on the row to which it wrapped', 'abcdefghi⌚\ufe0ex', 'abcdefghi|⌚\ufe0ex @2,1'],
  ['a wrap is no longer pending', 'abcdefgh⌚\ufe0exy', 'abcdefgh⌚\ufe0ex|y @1,1'],
  ['a mark joins it', '⌚\ufe0e\u20e3x', '⌚\ufe0e\u20e3x @2,0'],
  ['the second column is blank', 'abc\r⌚\ufe0e', '⌚\ufe0e c @1,0'],
  ['a move between changes nothing', '⌚\x1b[C\x1b[D\ufe0ex', '⌚\ufe0ex @2,0'],
])('U+FE0E with mode 2027: %s', (_, text, screen) => {
  expect(shown(`\x1b[?2027h${text}`)).toBe(screen)
})

test('U+FE0E without mode 2027 keeps an emoji wide', () => {
  expect(shown('⌚\ufe0ex')).toBe('⌚\ufe0ex @3,0')
})

test('with mode 2027, emoji that U+200D joins are wide, even if each is narrow', () => {
  expect(shown('\x1b[?2027h🕵\u200d♂x')).toBe('🕵\u200d♂x @3,0')
  expect(shown('🕵\u200d♂x')).toBe('🕵\u200d♂x @3,0')
})

test('toAnsi brings back an emoji that U+FE0E made narrow', () => {
  const size = { cols: 6, rows: 2, scrollback: 10 }
  for (const text of [
    'ab⌚\ufe0ecd',
    'abcd⌚\ufe0e',
    '\x1b[4habc\r⌚\ufe0e',
    '\x1b[44m⌚\ufe0e⌚\ufe0e',
    '🕵\u200d♂',
    '\x1b[?7l\x1b[6G🕵\u200d♂',
  ]) {
    const made = terminal(`\x1b[?2027h${text}`, size)
    const again = terminal('', size)
    again.write(bytes(toAnsi(snapshot(made, 10))), 0)
    expect({ ...snapshot(again, 10), at: made.at }).toEqual(snapshot(made, 10))
  }
  // Cells that move put it into the last column, where nothing can print it.
  const moved = terminal('\x1b[?2027habcd⌚\ufe0e\x1b[1G\x1b[@', size)
  const again = terminal('', size)
  again.write(bytes(toAnsi(snapshot(moved))), 0)
  expect(shown('')).toBe(' @0,0')
  expect(
    snapshot(again)
      .lines[0]?.cells.map((cell) => cell?.c ?? '')
      .join(''),
  ).toBe('abcd ')
})
