/**
 * Bytes that form no character: U+FFFD for each maximal part of one, as the Encoding Standard has
 * it, whatever cuts the stream. The engine's own decoder is the oracle.
 */
import { expect, test } from 'vitest'
import { OutputFilter } from '../../src/cli/terminal/output-filter.ts'
import { snapshotOf, Terminal, toText } from '../../src/terminal/index.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { snapshot } from './terminals.ts'

const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The first row as text, of bytes that come in pieces of a size. */
function row(input: Uint8Array, piece = input.length): string {
  const made = new Terminal({ cols: 200, rows: 2, scrollback: 0 })
  for (let at = 0; at < input.length; at += piece) made.write(input.subarray(at, at + piece))
  return toText(snapshotOf(made.screen, { epoch: 0, rev: 0, at: 0 })).split('\n')[0] ?? ''
}

test.each([
  ['a byte that begins nothing', 'a\xffb', 'a\ufffdb'],
  ['raw C1 bytes, which are no controls', 'a\x9b31m\x9d0;b\x90c\x85\x9cd', 'a�31m�0;b�c��d'],
  ['a character of three bytes without its last', 'a\xe4\xb8b', 'a\ufffdb'],
  ['one of four, each time', '\xf0a\xf0\x9fb\xf0\x9f\x98c', '�a�b�c'],
  ['characters that begin in one another', '\xe4\xb8\xe4\xb8\x96', '\ufffd世'],
  ['overlong forms', '\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf', '\ufffd'.repeat(9)],
  ['surrogates', '\xed\xa0\x80\xed\xbf\xbf', '\ufffd'.repeat(6)],
  ['what lies beyond Unicode', '\xf4\x90\x80\x80\xf5\x80', '\ufffd'.repeat(6)],
  ['the table of the Unicode Standard', 'a\xf1\x80\x80\xe1\x80\xc2b\x80c\x80\xbfd', 'a���b�c��d'],
  ['one that ESC cuts', 'a\xe4\xb8\x1b[1mb\xc3\x1b[mc', 'a�b�c'],
  ['one that a control cuts', '\xe4\xb8\x07\xc3\tx', '��      x'],
  ['Latin-1', 'caf\xe9 f\xfcr \xe4\xf6\xfc\xdf.', 'caf� f�r ����.'],
  ['U+FFFD itself', '\xef\xbf\xbd', '\ufffd'],
  ['a byte order mark, which is no text', '\xef\xbb\xbfa\xef\xbb\xbfb', 'ab'],
  ['within a control sequence, which it ends', 'a\x1b[3\xff1mb', 'a1mb'],
  [
    'within strings, which it does not end',
    'a\x1b_\xe9x\x1b\\b\x1bX\xe9\x1b\\c\x1bP\xe9q\x1b\\d',
    'abcd',
  ],
])('%s', (_, input, expected) => {
  expect(row(latin1(input))).toBe(expected)
  for (const piece of [1, 2, 3]) expect(row(latin1(input), piece), `by ${piece}`).toBe(expected)
})

test("any bytes show the same text as the engine's decoder, cut anywhere", () => {
  const random = seeded(11)
  const pick = (values: readonly number[]): number =>
    values[Math.floor(random() * values.length)] ?? 0
  for (let round = 0; round < 400; round += 1) {
    const input = Uint8Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
      random() < 0.3
        ? 0x21 + Math.floor(random() * 0x5e)
        : pick([
            0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc3, 0xe0, 0xe4, 0xed, 0xf0, 0xf4, 0xff,
          ]),
    )
    const expected = new TextDecoder().decode(input)
    // These are shown otherwise: controls, marks, and vowels and finals of Hangul, which join.
    const controls = /[\x80-\x9f\p{M}\p{Cf}\p{Cn}\u1160-\u11ff\ud7b0-\ud7ff]/u
    if (controls.test(expected)) continue
    // the last character may still be unfinished
    const whole = Uint8Array.of(...input, 0x2e)
    expect(row(whole)).toBe(`${expected}.`)
    expect(row(whole, 1 + Math.floor(random() * 4))).toBe(`${expected}.`)
  }
})

test("a title's bytes decode as the dispatcher reads them", () => {
  const made = new Terminal({ cols: 10, rows: 2, scrollback: 0 })
  made.write(latin1('\x1b]0;caf\xe9\x07\x1b]8;;http://a/\xe9\x07x'))
  expect([snapshot(made).title, snapshot(made).links]).toEqual(['caf\ufffd', expect.anything()])
})

test('an unfinished character is a clean cut', () => {
  const made = new Terminal({ cols: 10, rows: 2, scrollback: 0 })
  made.write(latin1('\xff\xe4\xb8'))
  expect([made.cleanCut, made.screen.x]).toEqual([1, 1])
})

test.each([
  ['zeroes', () => 0],
  ['FF', () => 0xff],
  ['lead bytes', () => 0xf0],
  ['chance', seeded(5)],
])('a flood of %s is the same in one piece and in many', (_, next) => {
  const flood = Uint8Array.from({ length: 100_000 }, () => {
    const one = next()
    return one < 1 && one > 0 ? Math.floor(one * 256) : one
  })
  const shown = (piece: number) => {
    const made = new Terminal({ cols: 80, rows: 24, scrollback: 100 })
    for (let at = 0; at < flood.length; at += piece) made.write(flood.subarray(at, at + piece))
    return { ...snapshot(made, 100), at: 0 }
  }
  expect(shown(flood.length)).toEqual(shown(997))
})

test("`vibeflow attach` shows an invalid byte's replacement, and passes no such byte", () => {
  const passed = new OutputFilter().feed(latin1('a\xff\x9b31m\xe4\xb8\x1b[1mb'))
  expect(new TextDecoder('utf-8', { fatal: true }).decode(passed)).toBe('a��31m�\x1b[1mb')
})
