/** The cells that history reads and writes; screen/cell-grid.ts implements the interface. */

/** The row continues the row above. */
export const WRAPPED = 1
/** The foreground or background plane of the row may be set. */
export const STYLED = 2
/** The row may contain more than one-byte characters of width 1. */
export const BROAD = 4
/** Text of the row may be lost (`CellGrid.lose`). */
export const LOST = 8

/**
 * Character size in the marks of a row, above the prompt marks: 0 single, 1 double width, 2 upper
 * and 3 lower half of double height (also double width).
 */
export const sizeShift = 4
export const promptMarks = (1 << sizeShift) - 1
export type RowSize = 0 | 1 | 2 | 3
// two bits
export const sizeOfMarks = (marks: number): RowSize => ((marks >> sizeShift) & 3) as RowSize

/** Order of the row's text in its marks, above the size (bidi.ts). */
export const bidiShift = 6
export const bidiMask = 15 << bidiShift

/** Cells of one screen: one array in three planes (cell.ts), with rows found through a map. */
export interface GridRows {
  readonly cols: number
  readonly rows: number
  /** Cells per plane: contents start at 0, foregrounds at `plane`, backgrounds at `2 * plane`. */
  readonly plane: number
  readonly cells: Uint32Array
  /** WRAPPED, STYLED, BROAD and LOST, by row of the store. */
  readonly flags: Uint8Array
  /** Columns after which all cells are default blanks, by row of the store. */
  readonly ends: Uint16Array
  /**
   * Prompt marks (OSC 133) by row of the store: A 1, B 2, C 4, D 8; its size (`sizeShift`); and the
   * order of its text (`bidiShift`).
   */
  readonly marks: Uint16Array
  /** Row of the store of screen row `y`. */
  row(y: number): number
  /** Index of the first cell of screen row `y` within a plane. */
  at(y: number): number
  isWrapped(y: number): boolean
  setWrapped(y: number, wrapped: boolean): void
  /** Blanks a complete row, which then continues no other. */
  clearRow(y: number, background: number): void
  setCell(
    y: number,
    x: number,
    content: number,
    foreground: number,
    background: number,
    extra: number,
  ): void
  /** Number of a cell's entry in Extras by its index in the plane, or 0. */
  extra(index: number): number
  setExtra(index: number, extra: number): void
}
