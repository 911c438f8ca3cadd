/** Tests clean copies of small texts, and of hostile ones. */
import { describe, expect, it } from 'vitest'
import type { CopyRules } from '../../../../src/agents/rules/rules.ts'
import { cleanCopy, generalCopyRules } from '../../../../src/core/session/copy/clean.ts'
import { copyCharactersMax, copyLinesMax } from '../../../../src/core/session/copy/limits.ts'

const rules: CopyRules = { ...generalCopyRules, gutter: 2, right: 0, marks: ['● ', '  ⎿  '] }
const copy = (lines: readonly string[], more: Partial<CopyRules> = {}, columns = 40, before = '') =>
  cleanCopy(lines.join('\n'), { before, columns }, { ...rules, ...more })
const textOf = (...given: Parameters<typeof copy>) => copy(...given).text.split('\n')

const paragraph = ['● The first row is as wide as the window', '  and the second row follows it.']
const reflowed = 'The first row is as wide as the window and the second row follows it.'

describe('a clean copy', () => {
  it('drops the gutter and joins rows that were broken at the width', () => {
    expect(copy(paragraph)).toEqual({ text: reflowed, cleaned: ['gutter', 'line breaks'] })
  })

  it('starts where the selection starts', () => {
    const [first = '', ...rest] = paragraph
    expect(textOf([first.slice(6), ...rest], {}, 40, first.slice(0, 6))).toEqual([
      reflowed.slice(4),
    ])
  })

  it('contains a part of one row as it is', () => {
    expect(copy(['  row is '], {}, 40, '● The first')).toEqual({ text: '  row is ', cleaned: [] })
  })

  it.each([
    ['a row that ends before the width', ['  Short lines stay short.', '  This one too.']],
    ['a list', ['  - The first item is as wide as windows', '  - and the second item is short']],
    [
      'code',
      ['  const first = read(second, third, fou)', '  const second = third + fourth + fifth'],
    ],
    ['a comment', ['  // a comment that is as wide as windows', '  const value = 1']],
    ['a table', ['  name    size    date of the last change', '  one     two     three']],
    ['a ruler', ['  --------------------------------------', '  text below it']],
    [
      'a paragraph whose author broke it',
      [
        '  This text was broken by',
        '  its author, and some of the rows are as',
        '  wide as the window.',
      ],
    ],
  ])('keeps the line breaks of %s', (_, lines) => {
    expect(textOf(lines)).toEqual(lines.map((line) => line.slice(2)))
  })

  it('joins a broken address without a space', () => {
    const address = `https://example.com/${'a-path/'.repeat(8)}end`
    const rows = [`  ${address.slice(0, 38)}`, `  ${address.slice(38)} is the address.`]
    expect(textOf(rows)).toEqual([`${address} is the address.`])
  })

  it('joins a broken command at an option', () => {
    expect(textOf(['  npm test -- --reporter dot --grep once', '  --timeout 5000'])).toEqual([
      'npm test -- --reporter dot --grep once --timeout 5000',
    ])
  })

  it('drops numbers of code that count up, and joins rows without a number', () => {
    const rows = [
      '   9 if a:',
      '  10     call(first, second, third,',
      '     fourth)',
      '  11',
      '  12 b',
    ]
    expect(copy(rows, { numbers: true })).toEqual({
      text: 'if a:\n    call(first, second, third, fourth)\n\nb',
      cleaned: ['line numbers', 'line breaks'],
    })
  })

  it('drops numbers of a diff and keeps its signs', () => {
    const rows = [
      '  10   def handle():',
      '  11 -     old()',
      '  11 +     new()',
      '  12       end()',
    ]
    expect(textOf(rows, { numbers: true })).toEqual([
      '  def handle():',
      '-     old()',
      '+     new()',
      '      end()',
    ])
  })

  it.each([
    ['of a single row', ['  42 is the answer']],
    ['that do not count up', ['  10 apples', '  30 pears']],
    ['of a list', ['  1. first', '  2. second']],
  ])('keeps numbers %s', (_, lines) => {
    expect(textOf(lines, { numbers: true })).toEqual(lines.map((line) => line.slice(2)))
  })

  it('drops a frame as wide as the window', () => {
    const rows = [
      `╭${'─'.repeat(38)}╮`,
      `│ ${'May I run this?'.padEnd(36)} │`,
      `╰${'─'.repeat(38)}╯`,
    ]
    expect(copy(rows)).toEqual({ text: 'May I run this?', cleaned: ['borders', 'gutter'] })
  })

  it.each([
    ['a table', ['┌─────┬─────┐', '│ one │ two │', '└─────┴─────┘']],
    ['a small diagram', ['┌─────┐', '│ API │', '└──┬──┘', '   │', '   ▼']],
    ['a tree', ['src', '├── core', '│   └── copy', '└── host']],
  ])('keeps the lines of %s', (_, lines) => {
    expect(textOf(lines, { bars: true, gutter: null })).toEqual(lines)
  })

  it('drops the bar of a quote', () => {
    expect(textOf(['  ▎ A quote that is as wide as the window', '  ▎ is joined.'])).toEqual([
      'A quote that is as wide as the window is joined.',
    ])
  })

  it('drops the indentation that an agent adds to code', () => {
    const rows = ['  ```sh', '    if true; then', '      ls', '    fi', '  ```', '  Text.']
    expect(textOf(rows, { codeIndent: 2 })).toEqual([
      '```sh',
      'if true; then',
      '  ls',
      'fi',
      '```',
      'Text.',
    ])
  })

  it('measures wide characters in columns', () => {
    expect(
      textOf([`  ${'字'.repeat(4)} and words up to the very edge`, '  follow it here.']),
    ).toEqual([`${'字'.repeat(4)} and words up to the very edge follow it here.`])
  })

  it('changes nothing in text beyond the limits', () => {
    for (const text of ['  a\n'.repeat(copyLinesMax), `  ${'a'.repeat(copyCharactersMax)}`])
      expect(cleanCopy(text, { before: '', columns: 80 }, rules).text).toBe(text)
  })

  it.each([
    ['spaces', `${' '.repeat(160_000)}x`],
    ['bars', '│ '.repeat(80_000)],
    ['quotes', `a ${'"'.repeat(160_000)}`],
    ['words', 'word '.repeat(32_000)],
    ['gaps', 'a   b'.repeat(32_000)],
  ])('takes little time for long lines of %s', (_, line) => {
    const started = performance.now()
    copy([line, line, line], { numbers: true, bars: true, codeIndent: 2 }, 80)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('takes little time for many numbered, nested and framed rows', () => {
    const lines = Array.from(
      { length: 4_900 },
      (_, at) => [`${' '.repeat(at % 60)}${at} a`, '│ a │', '  ▎ x', '```'][at % 4]!,
    )
    const started = performance.now()
    copy(lines, { numbers: true, bars: true, codeIndent: 2 }, 80)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
