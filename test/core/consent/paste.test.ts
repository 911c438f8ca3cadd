/** Tests the text that a paste sends, and the cases in which it asks first. */
import { describe, expect, it } from 'vitest'
import {
  filterPaste,
  joinLines,
  pasteQuestion,
  preparePaste,
  utf8Length,
  type PastePolicy,
} from '../../../src/core/consent/paste.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { inputOf, vectors } from '../../support/vectors.ts'

const sent = (text: string, bracketed: boolean) =>
  new TextDecoder().decode(preparePaste(text, { bracketed }))
const policy = (change: Partial<PastePolicy> = {}): PastePolicy => ({
  bracketed: false,
  confirm_multiline_paste: 'unbracketed',
  confirm_large_paste_kib: 1_024,
  ...change,
})

describe('paste', () => {
  it.each(vectors('paste_sanitise').map((vector) => [vector.id, vector] as const))(
    'filters as vector %s expects',
    (_id, vector) => {
      // The vectors speak of the filter alone; line ends are the next step, see below.
      const expected =
        vector['expect'] ?? (vector['expect_bytes_show'] as string).replace('\\x0a', '\n')
      expect(filterPaste(inputOf(vector))).toBe(expected)
    },
  )

  it('sends line ends as the Enter key does to a program without bracketed paste', () => {
    expect(sent('a\r\nb\nc\rd', false)).toBe('a\rb\rc\rd')
  })

  it('wraps for a program with bracketed paste and keeps its lines', () => {
    expect(sent('a\r\nb\nc', true)).toBe('\x1b[200~a\nb\nc\x1b[201~')
  })

  const korean = '여러 줄의 긴 글입니다 '.repeat(2_000)
  it.each([
    ['xterm.js#5716', 'ls\x1b[201~\nid\n', 'ls\nid\n'],
    ['gemini-cli#12920', 'LINE1\r\nLINE2\r\nLINE3', 'LINE1\nLINE2\nLINE3'],
    ['gemini-cli#20296', `${korean}\n${korean}`, `${korean}\n${korean}`],
  ])('%s: stays in one pair of brackets', (_report, text, inside) => {
    expect(sent(text, true)).toBe(`\x1b[200~${inside}\x1b[201~`)
  })

  it('never lets a text end the brackets by itself', () => {
    const random = seeded(11)
    const parts = [
      ...['\x1b', '[', '2', '0', '1', '~', '\x1b[201~', '\u009b', '\u009b201~', '\u00c2', '\r'],
      ...['\n', '\r\n', 'a'],
    ]
    for (let round = 0; round < 5_000; round += 1) {
      const text = Array.from({ length: below(random, 14) }, () => pick(random, parts)).join('')
      const inside = sent(text, true).slice('\x1b[200~'.length, -'\x1b[201~'.length)
      expect(inside, JSON.stringify(text)).not.toMatch(/(?:\x1b\[|\u009b)201~/u)
      expect(filterPaste(filterPaste(text))).toBe(filterPaste(text))
    }
  })

  it('asks where lines would run immediately', () => {
    expect(pasteQuestion('ls\n', policy())).toEqual({
      lines: 1,
      bytes: 3,
      runs: true,
      controls: false,
      invisible: false,
      endMarks: false,
      text: 'ls\n',
    })
    expect(pasteQuestion('ls\nrm x', policy())).toMatchObject({ lines: 2, runs: true })
    expect(
      pasteQuestion('ls\nrm x', policy({ bracketed: true, confirm_large_paste_kib: 1 / 1_024 })),
    ).toMatchObject({ lines: 2, runs: false })
    expect(pasteQuestion('ls\n', policy({ bracketed: true }))).toBeNull()
    expect(
      pasteQuestion('ls\n', policy({ bracketed: true, confirm_multiline_paste: 'always' })),
    ).not.toBeNull()
    expect(pasteQuestion('ls\n', policy({ confirm_multiline_paste: 'never' }))).toBeNull()
    expect(pasteQuestion('one line', policy())).toBeNull()
  })

  it('asks before much text and before control characters, which the question shows', () => {
    expect(pasteQuestion('xx', policy({ confirm_large_paste_kib: 1 / 1_024 }))?.bytes).toBe(2)
    expect(pasteQuestion('a\tb', policy())).toBeNull()
    expect(pasteQuestion('a\x1b[31m\x03\u200bb', policy({ bracketed: true }))).toEqual({
      lines: 1,
      bytes: 11,
      runs: false,
      controls: true,
      invisible: true,
      endMarks: false,
      text: 'a\x1b[31m\x03\u200bb',
    })
  })

  it('asks about text that would end the brackets, without the marks', () => {
    expect(pasteQuestion('a\x1b[201~b', policy({ bracketed: true }))).toMatchObject({
      text: 'ab',
      endMarks: true,
    })
  })

  it('joins lines to one', () => {
    expect(joinLines('make  \n\n  test\r\n')).toBe('make test')
  })

  it('handles hostile text', () => {
    const nested = '\x1b[201'.repeat(200_000) + '~'.repeat(200_000)
    expect(filterPaste(nested)).toBe('')
    expect(joinLines(`a${' '.repeat(200_000)}b`).length).toBe(200_002)
  })

  it('measures in UTF-8', () => {
    for (const text of ['', 'a', 'é', '中', '👩', 'a👩b'])
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
  })
})
