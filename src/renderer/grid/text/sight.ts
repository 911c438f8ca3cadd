/**
 * Decides whether an address or path is completely visible: all its rows are on the screen, nothing
 * covers it, and nothing hidden or in an image may belong to it. Pure.
 */
import type { CellPlace } from './line.ts'

/** `unsure`: the text is not drawn or under an image, or an image shows, which may show text. */
export type CellSight = 'text' | 'blank' | 'unsure'

export interface Sight {
  /** Rows [top, end) are visible. */
  readonly top: number
  readonly end: number
  readonly columns: number
  /** Returns whether the row continues the one before. */
  isWrapped(row: number): boolean
  cell(place: CellPlace): CellSight
}

/** @param first, last cells of the text, both inclusive */
export function isSeenWhole(sight: Sight, first: CellPlace, last: CellPlace): boolean {
  for (let at = first; !isBefore(last, at); at = next(sight, at))
    if (!isSure(sight, at)) return false
  // Nothing beyond the start or the end of a line belongs to the text.
  const [left, right] = [before(sight, first), next(sight, last)]
  return (
    ((left.row !== first.row && !sight.isWrapped(first.row)) || isSure(sight, left)) &&
    ((right.row !== last.row && !sight.isWrapped(right.row)) || isSure(sight, right))
  )
}

/**
 * Returns whether the text may continue: it ends at the right edge, and the next row starts with
 * text without being wrapped, because a program that wraps by itself may have cut it.
 */
export function mayGoOn(sight: Sight, last: CellPlace): boolean {
  const at = next(sight, last)
  return (
    at.row !== last.row &&
    !sight.isWrapped(at.row) &&
    isInView(sight, at.row) &&
    sight.cell(at) !== 'blank'
  )
}

const isInView = ({ top, end }: Sight, row: number) => row >= top && row < end

const isBefore = (one: CellPlace, other: CellPlace) =>
  one.row < other.row || (one.row === other.row && one.column < other.column)

const isSure = (sight: Sight, at: CellPlace) =>
  isInView(sight, at.row) && sight.cell(at) !== 'unsure'

const before = ({ columns }: Sight, { row, column }: CellPlace): CellPlace =>
  column > 0 ? { row, column: column - 1 } : { row: row - 1, column: columns - 1 }

const next = ({ columns }: Sight, { row, column }: CellPlace): CellPlace =>
  column + 1 < columns ? { row, column: column + 1 } : { row: row + 1, column: 0 }
