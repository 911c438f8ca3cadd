/**
 * What history reads and writes of the cells of a screen (implemented by screen/cell-grid.ts): the
 * dependency points from the screen to its history only.
 */

// Flags of a row.
/** The row goes on the row above. */
export const WRAPPED = 1
/** Foreground or background plane of the row may hold something. */
export const STYLED = 2
/** The row may hold something else than one-byte characters of width 1. */
export const BROAD = 4

/**
 * In the marks of a row, above those of prompts: the size of its characters. 0 single, 1 double
 * width, 2 upper and 3 lower half of double height, which is double width too.
 */
export const sizeShift = 4
export const promptMarks = (1 << sizeShift) - 1
export type RowSize = 0 | 1 | 2 | 3

/** The cells of one screen: one array in three planes (cell.ts), rows found through a map. */
export interface GridRows {
  readonly cols: number
  readonly rows: number
  /** Cells of one plane; content at 0, foreground at `plane`, background at `2 * plane`. */
  readonly plane: number
  readonly cells: Uint32Array
  /** Row of the screen -> row of the store. */
  readonly map: Uint32Array
  /** WRAPPED, STYLED and BROAD, by row of the store. */
  readonly flags: Uint8Array
  /** Prompt marks (OSC 133) of a row of the store: A 1, B 2, C 4, D 8; its size (`sizeShift`). */
  readonly marks: Uint8Array
  /** Index of the first cell of screen row `y` within a plane. */
  at(y: number): number
  isWrapped(y: number): boolean
  setWrapped(y: number, wrapped: boolean): void
  /** A whole row becomes blank, and goes on no other. */
  clearRow(y: number, background: number): void
  setCell(
    y: number,
    x: number,
    content: number,
    foreground: number,
    background: number,
    extra: number,
  ): void
  /** Number of a cell's entry in Extras, by its index in the plane; 0: none. */
  extra(index: number): number
  setExtra(index: number, extra: number): void
}
