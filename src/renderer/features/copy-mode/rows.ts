/** The text for copy mode: rows of cells, history and screen together. */
import type { LinkRows } from '../../../core/links/row-links.ts'
import type { CellPlace } from '../../grid/text/line.ts'

export interface RowReader extends LinkRows {
  /** Address of the link (OSC 8) of each column. Absent if links are unknown. */
  readonly links?: (row: number) => readonly (string | undefined)[]
}

/** Returns the first column of the character at a column. */
export function startOf(rows: RowReader, { row, column }: CellPlace): CellPlace {
  const cells = rows.cells(row)
  let at = Math.max(0, Math.min(column, rows.columns - 1))
  while (at > 0 && cells[at] === '') at -= 1
  return { row, column: at }
}

/** Returns the column after the character that starts here. */
export function endOf(rows: RowReader, { row, column }: CellPlace): number {
  const cells = rows.cells(row)
  let at = column + 1
  while (at < rows.columns && cells[at] === '') at += 1
  return at
}

/** Returns the column of the last character that is not blank, or -1. */
export function lastColumn(rows: RowReader, row: number): number {
  const cells = rows.cells(row)
  for (let at = Math.min(cells.length, rows.columns) - 1; at >= 0; at -= 1)
    if ((cells[at] ?? ' ').trim() !== '') return at
  return -1
}

/** Returns the rows of the line that contains a row, both inclusive. */
export function lineRange(
  rows: RowReader,
  row: number,
): { readonly from: number; readonly to: number } {
  let [from, to] = [row, row]
  while (from > 0 && rows.isWrapped(from)) from -= 1
  while (to + 1 < rows.count && rows.isWrapped(to + 1)) to += 1
  return { from, to }
}
