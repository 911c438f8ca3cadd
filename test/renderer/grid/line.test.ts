/** Wrapped rows as one line, and places in it as cells of the grid. */
import { expect, test } from 'vitest'
import {
  lineRowsMax,
  lineStart,
  readTextLine,
  spansOf,
} from '../../../src/renderer/grid/text/line.ts'
import { rowsOf } from '../../support/frames/rows.ts'

const spansFor = (texts: readonly string[], columns: number, word: string) => {
  const rows = rowsOf(texts, columns, 100)
  const line = readTextLine(rows, lineStart(rows, rows.end - 1))
  const start = line.text.indexOf(word)
  return spansOf(rows, line, start, start + word.length)
}

test('joins the rows of a wrapped line, with the spaces at their ends', () => {
  const rows = rowsOf(['one', 'ab cd ef'], 3)
  expect(readTextLine(rows, lineStart(rows, 3))).toEqual({
    row: 1,
    rows: 3,
    text: 'ab cd ef',
    starts: [0, 3, 6],
  })
})

test('finds a word across a wrap in both of its rows', () => {
  expect(spansFor(['find hello there'], 8, 'hello')).toEqual([
    { row: 100, column: 5, columns: 3 },
    { row: 101, column: 0, columns: 2 },
  ])
})

test('counts wide characters as two columns and marks as none', () => {
  expect(spansFor(['日本 naïve 🚀 end'], 40, 'naïve')).toEqual([
    { row: 100, column: 5, columns: 5 },
  ])
  expect(spansFor(['日本 naïve 🚀 end'], 40, 'end')).toEqual([{ row: 100, column: 14, columns: 3 }])
  expect(spansFor(['日本 naïve 🚀 end'], 40, '本')).toEqual([{ row: 100, column: 2, columns: 2 }])
})

test.each([lineRowsMax - 1, lineRowsMax, lineRowsMax + 1])(
  'reads a line of %d rows in pieces of the limit',
  (count) => {
    const rows = rowsOf(['x'.repeat(count * 4)], 4)
    expect([
      readTextLine(rows, 0).rows,
      readTextLine(rows, lineStart(rows, rows.end - 1)).rows,
    ]).toEqual([Math.min(count, lineRowsMax), Math.min(count, lineRowsMax)])
  },
)
