/** The text that copy mode walks in: rows of cells, history and screen together. */
import type { CellPlace } from '../../grid/text/line.ts'

export interface RowReader {
  /** Rows count from 0, the oldest. */
  readonly count: number
  readonly columns: number
  /**
   * One text a column: '' for the right half of a wide character, ' ' for a blank. Shorter or
   * longer rows are as good as blank or cut.
   */
  readonly cells: (row: number) => readonly string[]
  /** One address of a link (OSC 8) a column, undefined: none; absent: no links are known. */
  readonly links?: (row: number) => readonly (string | undefined)[]
  /** The row goes on the one before: no line end between them. */
  readonly isWrapped: (row: number) => boolean
}

/** The first column of the character that a column belongs to. */
export function startOf(rows: RowReader, { row, column }: CellPlace): CellPlace {
  const cells = rows.cells(row)
  let at = Math.max(0, Math.min(column, rows.columns - 1))
  while (at > 0 && cells[at] === '') at -= 1
  return { row, column: at }
}

/** The column behind the character that begins here. */
export function endOf(rows: RowReader, { row, column }: CellPlace): number {
  const cells = rows.cells(row)
  let at = column + 1
  while (at < rows.columns && cells[at] === '') at += 1
  return at
}

/** The column of the last character that is no blank; -1 in an empty row. */
export function lastColumn(rows: RowReader, row: number): number {
  const cells = rows.cells(row)
  for (let at = Math.min(cells.length, rows.columns) - 1; at >= 0; at -= 1)
    if ((cells[at] ?? ' ').trim() !== '') return at
  return -1
}

/** The rows of the line that holds this one, both inclusive. */
export function lineRange(
  rows: RowReader,
  row: number,
): { readonly from: number; readonly to: number } {
  let [from, to] = [row, row]
  while (from > 0 && rows.isWrapped(from)) from -= 1
  while (to + 1 < rows.count && rows.isWrapped(to + 1)) to += 1
  return { from, to }
}
