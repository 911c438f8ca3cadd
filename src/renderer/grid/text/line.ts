/**
 * Lines of text, made of wrapped rows. Search, links and copies read them and map results back to
 * rows and columns, with wide and combining characters. Pure.
 */

/** A character cell: UTF-16 units of its text, and its columns (1 or 2). */
export interface CellText {
  readonly length: number
  readonly columns: number
}

/** Rows of a grid. A row keeps its number when the oldest leave, so that positions stay valid. */
export interface RowSource {
  readonly first: number
  /** The row after the last one. */
  readonly end: number
  /** Returns whether the row continues the one before. */
  isWrapped(row: number): boolean
  /** @param whole whether to keep blanks at the end, because the line continues */
  text(row: number, whole: boolean): string
  /** Returns the cells of a row in order. The second column of a wide character is not a cell. */
  cells(row: number): readonly CellText[]
}

export interface TextLine {
  readonly row: number
  readonly rows: number
  readonly text: string
  /** Offset in `text` where each row starts. */
  readonly starts: readonly number[]
}

export interface CellPlace {
  readonly row: number
  readonly column: number
}

export interface TextSpan {
  readonly row: number
  readonly column: number
  readonly columns: number
}

/**
 * A longer line is read in pieces of this many rows, because a program may print a mebibyte without
 * a line end. 512 rows are 40 KiB. Text across two pieces is not found.
 */
export const lineRowsMax = 512

/** Returns the first row of the line, or of the piece of a very long line, that contains `row`. */
export function lineStart(source: RowSource, row: number): number {
  let start = row
  while (start > source.first && row - start < lineRowsMax - 1 && source.isWrapped(start))
    start -= 1
  return start
}

/** Returns the number of rows of the line that starts at `row`. */
export function lineRowCount(source: RowSource, row: number): number {
  let rows = 1
  while (rows < lineRowsMax && row + rows < source.end && source.isWrapped(row + rows)) rows += 1
  return rows
}

/** Returns the line that starts at `row`. */
export function readTextLine(source: RowSource, row: number): TextLine {
  const rows = lineRowCount(source, row)
  if (rows === 1) return { row, rows, text: source.text(row, false), starts: [0] }
  const starts: number[] = []
  let text = ''
  for (let index = 0; index < rows; index += 1) {
    starts.push(text.length)
    text += source.text(row + index, index < rows - 1)
  }
  return { row, rows, text, starts }
}

/** Returns the cells of `line.text` from `start` to `end` (exclusive): a span for each row. */
export function spansOf(source: RowSource, line: TextLine, start: number, end: number): TextSpan[] {
  const spans: TextSpan[] = []
  for (let index = 0; index < line.rows; index += 1) {
    const from = line.starts[index] ?? 0
    const to = line.starts[index + 1] ?? line.text.length
    if (end <= from || start >= to) continue
    const row = line.row + index
    const first = Math.max(start, from)
    const last = Math.min(end, to)
    // In ASCII text, which is most, a unit is a cell.
    const plain = /^[\x20-\x7e]*$/.test(line.text.slice(from, last))
    const cells = plain ? [] : source.cells(row)
    const column = plain ? first - from : columnAt(cells, first - from, false)
    const behind = plain ? last - from : columnAt(cells, last - from, true)
    if (behind > column) spans.push({ row, column, columns: behind - column })
  }
  return spans
}

/**
 * Returns the column of the cell that contains the unit at `offset`. With `behind`, the column
 * after the cell that ends there or contains it.
 */
function columnAt(cells: readonly CellText[], offset: number, behind: boolean): number {
  let column = 0
  let units = 0
  for (const cell of cells) {
    if (behind ? units >= offset : units + cell.length > offset) return column
    units += cell.length
    column += cell.columns
  }
  return column
}
