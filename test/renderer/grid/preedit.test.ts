/** Tests where text of an input method is placed in the cells of a grid. */
import { expect, test } from 'vitest'
import { layOutPreedit } from '../../../src/renderer/grid/cursors/preedit.ts'
import { FrameTerminal } from '../../support/frames/frame-terminal.ts'

const family = '👩\u200d👩\u200d👧'

/** Rows as `row:column text`, and the caret as `row:column`. */
function placed(
  text: string,
  { row = 0, column = 0, cols = 10, rows = 5, marked = [text.length, text.length] } = {},
) {
  const [start = 0, end = 0] = marked
  const made = layOutPreedit(text, { start, end }, { row, column }, { cols, rows })
  return [
    ...made.rows.map(
      ({ row: at, cells }) =>
        `${at}:${cells[0]?.column} ` +
        cells.map((one) => (one.marked ? `[${one.text}]` : one.text)).join(''),
    ),
    `${made.caret.row}:${made.caret.column}`,
  ]
}

test('composed text starts at the cursor, in cells of its width, with the caret after it', () => {
  expect(placed('にほ', { row: 2, column: 3 })).toEqual(['2:3 にほ', '2:7'])
  expect(placed(`e\u0301${family}`, { column: 1 })).toEqual([`0:1 e\u0301${family}`, '0:4'])
  expect(placed('')).toEqual(['0:0'])
})

test('composed text wraps at the last column, and before it when a wide cell does not fit', () => {
  expect(placed('abc', { column: 8 })).toEqual(['0:8 ab', '1:0 c', '1:1'])
  expect(placed('にほ', { column: 9 })).toEqual(['1:0 にほ', '1:4'])
  expect(placed('a', { column: 10 })).toEqual(['1:0 a', '1:1'])
  expect(placed('にほ', { cols: 1 })).toEqual(['0:0 に', '1:0 ほ', '1:1'])
})

test('composed text moves up in the last row, and the row of its caret is always visible', () => {
  expect(placed('abcd', { row: 4, column: 8 })).toEqual(['3:8 ab', '4:0 cd', '4:2'])
  const long = 'x'.repeat(100)
  const end = placed(long, { row: 4 })
  expect([end.length, end.at(-1)]).toEqual([6, '4:10'])
  expect(placed(long, { row: 4, marked: [0, 0] }).at(-1)).toBe('0:0')
  expect(placed(long, { row: 4, marked: [55, 55] }).at(-1)).toMatch(/^[0-4]:5$/)
})

test('the marked segment and the caret are at their characters', () => {
  expect(placed('にほん', { marked: [1, 2] })).toEqual(['0:0 に[ほ]ん', '0:4'])
  expect(placed('abc', { marked: [1, 1] })).toEqual(['0:0 abc', '0:1'])
})

test('controls are shown as spaces', () => {
  expect(placed('a\n\x1bb')).toEqual(['0:0 a  b', '0:4'])
})

test('a cursor below the rows that a grid was made with is visible when the grid has grown', () => {
  const page = new FrameTerminal(20, 5)
  page.terminal.resize(20, 40)
  const { buffer } = page.core._bufferService
  buffer.y = 30
  expect(buffer.isCursorInViewport).toBe(true)
})
