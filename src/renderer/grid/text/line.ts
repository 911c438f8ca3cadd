/**
 * Lines as people mean them: rows that wrapped are one line. Search, links and copies read these,
 * and what they find is put back into rows and columns of the grid, wide and combining characters
 * included. Pure: the rows come from a source.
 */

/** A character cell: the UTF-16 units of its text, and the columns that it takes (1 or 2). */
export interface CellText {
  readonly length: number
  readonly columns: number
}

/**
 * Rows of a grid. They are numbered from the beginning of time: rows that have left the history
 * keep their numbers, so that a place stays true while output comes.
 */
export interface RowSource {
  /** The oldest row that is still there. */
  readonly first: number
  /** Behind the last row. */
  readonly end: number
  /** The row goes on from the one before. */
  isWrapped(row: number): boolean
  /** `whole`: with the blanks at its end, since the line goes on in the next row. */
  text(row: number, whole: boolean): string
  /** The cells of the row, in order; the second column of a wide character is none. */
  cells(row: number): readonly CellText[]
}

export interface TextLine {
  readonly row: number
  readonly rows: number
  readonly text: string
  /** Offset in `text` at which each row begins. */
  readonly starts: readonly number[]
}

/** A cell. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** A run of cells within one row. */
export interface TextSpan {
  readonly row: number
  readonly column: number
  readonly columns: number
}

/**
 * A line of more rows is read in pieces of so many: a program may print a mebibyte without a line
 * end, and 512 rows are 40 KiB. What lies across two pieces is not found.
 */
export const lineRowsMax = 512

/** First row of the line, or of the piece of a very long line, that holds `row`. */
export function lineStart(source: RowSource, row: number): number {
  let start = row
  while (start > source.first && row - start < lineRowsMax - 1 && source.isWrapped(start))
    start -= 1
  return start
}

/** How many rows the line has that begins at `row`. */
export function lineRowCount(source: RowSource, row: number): number {
  let rows = 1
  while (rows < lineRowsMax && row + rows < source.end && source.isWrapped(row + rows)) rows += 1
  return rows
}

/** The line that begins at `row`. */
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

/**
 * Where `line.text` from `start` to `end` (exclusive) stands in the grid: a span for each row that
 * it touches.
 */
export function spansOf(source: RowSource, line: TextLine, start: number, end: number): TextSpan[] {
  const spans: TextSpan[] = []
  for (let index = 0; index < line.rows; index += 1) {
    const from = line.starts[index] ?? 0
    const to = line.starts[index + 1] ?? line.text.length
    if (end <= from || start >= to) continue
    const row = line.row + index
    const first = Math.max(start, from)
    const last = Math.min(end, to)
    // Where only ASCII stands, which is nearly everywhere, a unit is a cell.
    const plain = /^[\x20-\x7e]*$/.test(line.text.slice(from, last))
    const cells = plain ? [] : source.cells(row)
    const column = plain ? first - from : columnAt(cells, first - from, false)
    const behind = plain ? last - from : columnAt(cells, last - from, true)
    if (behind > column) spans.push({ row, column, columns: behind - column })
  }
  return spans
}

/** Offset in `line.text` of the cell at this row and column; behind the text: its length. */
export function offsetAt(source: RowSource, line: TextLine, row: number, column: number): number {
  const from = line.starts[row - line.row]
  if (from === undefined) return line.text.length
  const to = line.starts[row - line.row + 1] ?? line.text.length
  let offset = from
  let at = 0
  for (const cell of source.cells(row)) {
    if (at + cell.columns > column) return Math.min(offset, to)
    offset += cell.length
    at += cell.columns
  }
  return to
}

/**
 * Column of the cell that holds the unit at `offset`; `behind`: the column behind the cell that
 * ends there or holds it.
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
