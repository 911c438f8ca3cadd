/**
 * The size of a character that occupies a block of cells (OSC 66), and a cell's place in the block,
 * in one word. 0 is a cell of single size.
 *
 *   bits 0-2 scale, 3-5 width in scaled cells, 6-9 numerator and 10-13 denominator of the fraction,
 *   14-15 vertical and 16-17 horizontal alignment; 18-23 column and 24-26 row of the cell
 */

import { widthOf } from '../width.ts'

/** Alignments: 0 top or left, 1 bottom or right, 2 centered. Without a fraction: 0/0. */
export interface Sizing {
  /** 1 to 7. */
  readonly scale: number
  /** 1 to 7. */
  readonly width: number
  readonly numerator: number
  readonly denominator: number
  readonly vertical: number
  readonly horizontal: number
}

/** Largest word: 27 bits. */
export const sizingMax = 0x7ff_ffff
const placeShift = 18
const rowShift = 24
/** Difference between the words of neighbors in a row. */
export const columnStep = 1 << placeShift

export function sizingWord(sizing: Sizing): number {
  return (
    sizing.scale |
    (sizing.width << 3) |
    (sizing.numerator << 6) |
    (sizing.denominator << 10) |
    (sizing.vertical << 14) |
    (sizing.horizontal << 16)
  )
}

export const sizingOf = (word: number): Sizing => ({
  scale: word & 7,
  width: (word >> 3) & 7,
  numerator: (word >> 6) & 15,
  denominator: (word >> 10) & 15,
  vertical: (word >> 14) & 3,
  horizontal: (word >> 16) & 3,
})

/** Returns the word of a cell of the block whose first cell has this word. */
export const cellWord = (first: number, column: number, row: number): number =>
  first | (column << placeShift) | (row << rowShift)

/** Returns the word of the block's first cell. */
export const firstWord = (word: number): number => word & ((1 << placeShift) - 1)
export const columnInBlock = (word: number): number => (word >> placeShift) & 63
export const rowInBlock = (word: number): number => (word >> rowShift) & 7
/** Returns the rows of a block. */
export const rowsOfBlock = (word: number): number => word & 7
/** Returns the columns of a block. */
export const columnsOfBlock = (word: number): number => (word & 7) * ((word >> 3) & 7)

/** Returns the metadata of an OSC 66 that makes such a block. */
export function sizingText(word: number): string {
  const { scale, width, numerator, denominator, vertical, horizontal } = sizingOf(word)
  return [
    scale === 1 ? '' : `s=${scale}`,
    `w=${width}`,
    numerator === 0 ? '' : `n=${numerator}:d=${denominator}`,
    vertical === 0 ? '' : `v=${vertical}`,
    horizontal === 0 ? '' : `h=${horizontal}`,
  ]
    .filter((part) => part !== '')
    .join(':')
}

/** Parts of the free space before the text, by alignment. */
const shares = [0, 1, 0.5]

/**
 * Returns where text is drawn in blocks of `columns` columns: its columns at single size, its
 * scale, and its offset in cells. Text that does not fit is drawn smaller.
 */
export function placeOfText(
  word: number,
  columns: number,
  text: string,
): {
  readonly columns: number
  readonly factor: number
  readonly left: number
  readonly top: number
} {
  const { scale, numerator, denominator, vertical, horizontal } = sizingOf(word)
  const single = Math.max(
    1,
    [...text].reduce((sum, one) => sum + widthOf(one.codePointAt(0) ?? 0), 0),
  )
  const wanted = denominator === 0 ? scale : (scale * numerator) / denominator
  const factor = Math.min(wanted, columns / single)
  return {
    columns: single,
    factor,
    left: (columns - single * factor) * (shares[horizontal] ?? 0),
    top: (scale - factor) * (shares[vertical] ?? 0),
  }
}
