/**
 * Reflow in its simplest form: at each new size, all rows are unpacked, joined to lines and cut
 * again. The VT core does this lazily on packed rows (terminal/history/reflow.ts) and must give the
 * same result.
 */
import { extraBit, tailBit, textMask, wideBit } from '../../src/terminal/screen/cell.ts'
import type { CellGrid } from '../../src/terminal/screen/cell-grid.ts'
import { emptyLine, type History, type Line } from '../../src/terminal/history/history.ts'
import { readLine } from '../../src/terminal/history/line.ts'
import type { Screen } from '../../src/terminal/screen/screen.ts'

/** Content, foreground, background, extra. */
export type PlainCell = readonly [number, number, number, number]

export interface PlainRow {
  readonly cells: readonly PlainCell[]
  readonly wrapped: boolean
  readonly marks: number
}

/** A cell by its row and column. */
export interface Position {
  readonly row: number
  readonly column: number
}

const blank: PlainCell = [0, 0, 0, 0]

export const hasText = ([content]: PlainCell): boolean => (content & (textMask | tailBit)) !== 0
const isWide = ([content] = blank): boolean => (content & wideBit) !== 0

/**
 * Returns the lines of rows `cols` wide at another width, and the new position of `keep`.
 * @param keep cell up to which its line counts as having text
 */
export function laidOut(
  rows: readonly PlainRow[],
  cols: number,
  newCols: number,
  keep: Position,
): { readonly rows: PlainRow[]; readonly keep: Position } {
  const result: PlainRow[] = []
  let kept = keep
  for (let first = 0; first < rows.length; ) {
    let stop = first + 1
    while (stop < rows.length && rows[stop]!.wrapped) stop += 1
    const cells: PlainCell[] = []
    let keptAt = -1
    const marked: { readonly at: number; readonly marks: number }[] = []
    for (let row = first; row < stop; row += 1) {
      const whole = Array.from({ length: cols }, (_, x) => rows[row]!.cells[x] ?? blank)
      const isGap = row + 1 < stop && !hasText(whole[cols - 1]!) && isWide(rows[row + 1]!.cells[0])
      marked.push({ at: cells.length, marks: rows[row]!.marks })
      if (row === keep.row) keptAt = cells.length + keep.column
      cells.push(...(isGap ? whole.slice(0, -1) : whole))
    }
    let length = cells.length
    while (length > 0 && length !== keptAt + 1 && !hasText(cells[length - 1]!)) length -= 1
    const base = result.length
    let at = 0
    do {
      let end = Math.min(length, at + newCols)
      if (end < length && (cells[end]![0] & tailBit) !== 0) end -= 1
      const isLast = end === length
      const marks = marked
        .filter((one) => one.at >= at && (one.at < end || isLast))
        .reduce((all, one) => all | one.marks, 0)
      if (keptAt >= at && (keptAt < end || isLast))
        kept = { row: result.length, column: Math.min(newCols - 1, keptAt - at) }
      result.push({
        cells: cells.slice(at, end),
        wrapped: result.length > base || rows[first]!.wrapped,
        marks,
      })
      at = end
    } while (at < length)
    first = stop
  }
  return { rows: result, keep: kept }
}

/** All rows of the primary screen: history, screen down to what holds anything, and below it. */
export function rowsOf({ primary: { history, grid }, cols }: Screen): PlainRow[] {
  const line = emptyLine(cols)
  const kept = (one: History | null) =>
    Array.from({ length: one?.count ?? 0 }, (_, row) => {
      one!.read(row, line)
      return plain(line)
    })
  return [
    ...kept(history),
    ...Array.from({ length: grid.rows }, (_, y) => gridRow(grid, y)),
    ...kept(grid.below),
  ]
}

export function gridRow(grid: CellGrid, y: number): PlainRow {
  const line = emptyLine(grid.cols)
  readLine(grid, y, line)
  return plain(line)
}

export function plain({
  content,
  foreground,
  background,
  extras,
  length,
  wrapped,
  marks,
}: Line): PlainRow {
  return {
    cells: Array.from(
      { length },
      (_, x): PlainCell => [
        content[x]!,
        foreground[x]!,
        background[x]!,
        (content[x]! & extraBit) === 0 ? 0 : extras[x]!,
      ],
    ),
    wrapped,
    marks,
  }
}

/** Removes empty cells after the text, because repeated layouts cut them differently. */
export function withoutBlanks({ cells, ...row }: PlainRow): PlainRow {
  let length = cells.length
  while (length > 0 && !hasText(cells[length - 1]!)) length -= 1
  return { cells: cells.slice(0, length), ...row }
}
