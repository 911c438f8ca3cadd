/** Properties of cells that decide which sequences restore them. */
import { isPartOfEmoji, widensToEmoji } from '../../screen/graphemes.ts'
import type { FlatRow } from '../delta.ts'
import type { Cell } from '../snapshot.ts'
import { cellWord, columnInBlock, columnsOfBlock, rowsOfBlock } from '../../screen/sized/sizing.ts'
import { widthOf } from '../../screen/width.ts'

/** Returns the attributes of a blank cell as DECCARA numbers. */
export function rectangleNumbers({ a = 0 }: Cell): number[] {
  return rectangleAttributes.filter(([bit]) => (a & bit) !== 0).map(([, number]) => number)
}

const rectangleAttributes = [
  [1, 1],
  [4, 4],
  [128, 5],
  [32, 7],
  [64, 8],
] as const

/** Includes the single underline, which number 4 sets. */
const rectangleMask = 1 | 4 | 128 | 32 | 64 | (1 << 9)

/** Returns whether DECCARA can make the cell from an erased one. */
export function isOfRectangle({ a = 0, fg, ul, l }: Cell): boolean {
  return (a & ~rectangleMask) === 0 && fg === undefined && ul === undefined && l === undefined
}

/** Returns whether the cell is one character with marks, with the same width without mode 2027. */
export function isOrdinary({ c = '', w }: Cell): boolean {
  if (c.length === 1) return (widthOf(c.charCodeAt(0)) === 2) === (w === 2)
  const [first = 0, ...others] = codesOf(c)
  const wide = widthOf(first) === 2 || widensToEmoji(first, others[0] ?? 0)
  return others.every((code) => widthOf(code) === 0) && wide === (w === 2)
}

/** Returns whether a cluster has one column only due to an edge without autowrap. */
export function isNarrowed(cell: Cell): boolean {
  const { c = '', w, s } = cell
  if (w !== undefined || s !== undefined || c.length < 2 || isOrdinary(cell)) return false
  const [first = 0, ...others] = codesOf(c)
  return (
    widensToEmoji(first, others[0] ?? 0) ||
    others.some((code) => widthOf(code) === 2 || isPartOfEmoji(code))
  )
}

/**
 * Returns whether a cell of one column is printed as two: an emoji that U+FE0E makes narrow. It
 * gets into the last column only if cells move there, and no sequence prints it there.
 */
export function isNarrowEmoji({ c = '', w, s }: Cell): boolean {
  return w === undefined && s === undefined && c.length > 1 && widthOf(c.codePointAt(0) ?? 0) === 2
}

function codesOf(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0)
}

/** Returns whether the cell is a blank with more than a background, which erasing cannot make. */
export function isStyledBlank(cell: Cell | null | undefined): boolean {
  return cell?.c === undefined && cell?.s === undefined && cell != null && !onlyBackground(cell)
}

export function onlyBackground({ a, fg, ul, l }: Cell): boolean {
  return a === undefined && fg === undefined && ul === undefined && l === undefined
}

/** Returns the first column of the character in column `x`. */
export function firstCell(cells: FlatRow['cells'], x: number): number {
  let at = x
  while (at > 0 && (cells[at] === null || columnInBlock(cells[at]?.s ?? 0) > 0)) at -= 1
  return at
}

/** Returns row `y` without the blocks (OSC 66) that exceed these rows, which would scroll them. */
export function withoutCutBlocks(rows: readonly FlatRow[], y: number): FlatRow {
  const row = rows[y]!
  const isCut = ({ c, s }: Cell, x: number): boolean =>
    s !== undefined &&
    c !== undefined &&
    (x + columnsOfBlock(s) > row.cells.length ||
      rows[y + rowsOfBlock(s) - 1]?.cells[x]?.s !== cellWord(s, 0, rowsOfBlock(s) - 1))
  const isWhole = row.cells.every((cell, x) => cell === null || !isCut(cell, x))
  if (isWhole) return row
  return {
    ...row,
    cells: row.cells.map((cell, x) => (cell !== null && isCut(cell, x) ? {} : cell)),
  }
}
