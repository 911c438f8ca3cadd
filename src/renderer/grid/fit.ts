/** Calculates how many whole cells fit in a pane. Pure. */
import { clamp } from '../../base/numbers/clamp.ts'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../core/ipc/limits.ts'

export interface FittedSize {
  readonly cols: number
  readonly rows: number
}

/** Width and height in CSS px. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Distances from the edges of an area, CSS px. */
export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** Space on each side of the grid, px (`window.padding_x`, `padding_y`). */
interface Padding {
  readonly x: number
  readonly y: number
}

/** Height of the bar below a grid without a program, px. */
export const footHeight = 44

/** Returns the size for a pane within limits, or null without a size, as in a hidden window. */
export function fitGrid(pane: PixelSize, cell: PixelSize, padding: Padding): FittedSize | null {
  if (!(pane.width > 0 && pane.height > 0 && cell.width > 0 && cell.height > 0)) return null
  return {
    cols: clamp(Math.floor((pane.width - 2 * padding.x) / cell.width), columnsMin, columnsMax),
    rows: clamp(Math.floor((pane.height - 2 * padding.y) / cell.height), gridRowsMin, gridRowsMax),
  }
}
