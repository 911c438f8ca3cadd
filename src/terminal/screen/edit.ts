/** Inserts and deletes cells and columns. Halves of cut wide cells become blank. */
import { tailBit, wideBit } from './cell.ts'
import type { Fill } from './cell-grid.ts'
import { clampToOrigin, cutWide, inColumns, settleColumn } from './scroll.ts'
import type { Screen } from './screen.ts'
import { cutBlocks } from './sized/blocks.ts'

type CellShift = (
  ...at: [screen: Screen, y: number, x: number, count: number, edge: number, fill: Fill]
) => void

/** Inserts `count` cells of `fill` at column `x` of row `y`; cells moved past `edge` are lost. */
export const insertCells: CellShift = (screen, y, x, count, edge, fill) => {
  const { grid } = screen
  const steps = Math.min(count, edge - x + 1)
  cutBlocks(screen, y, x, edge, edge + 1 - steps)
  cutWide(screen, y, x, fill)
  cutWide(screen, y, edge + 1, fill)
  grid.copy(y, x, y, x + steps, edge - x + 1 - steps)
  grid.fill(y, x, x + steps, fill)
  if ((grid.cells[grid.at(y) + edge]! & wideBit) !== 0) grid.fill(y, edge, edge + 1, fill)
}

/** Deletes `count` cells at column `x` of row `y`; `fill` enters before `edge`. */
export const deleteCells: CellShift = (screen, y, x, count, edge, fill) => {
  const { grid } = screen
  const steps = Math.min(count, edge - x + 1)
  cutBlocks(screen, y, x, edge, x + steps)
  cutWide(screen, y, x, fill)
  cutWide(screen, y, edge + 1, fill)
  const kept = edge - x + 1 - steps
  grid.copy(y, x + steps, y, x, kept)
  grid.fill(y, x + kept, edge + 1, fill)
  if ((grid.cells[grid.at(y) + x]! & tailBit) !== 0) grid.fill(y, x, x + 1, fill)
}

/** ICH */
export function insertChars(screen: Screen, count: number): void {
  screen.pending = false
  clampToOrigin(screen)
  if (!inColumns(screen)) return
  insertCells(screen, screen.y, screen.x, count, screen.right, screen.eraseFill())
}

/** DCH */
export function deleteChars(screen: Screen, count: number): void {
  screen.pending = false
  clampToOrigin(screen)
  if (!inColumns(screen)) return
  deleteCells(screen, screen.y, screen.x, count, screen.right, screen.eraseFill())
}

/** Inserts (`count` > 0) or deletes columns: DECIC, DECDC, SL, SR, DECBI, DECFI. */
export function shiftColumns(screen: Screen, x: number, count: number): void {
  const fill = screen.eraseFill()
  for (let y = screen.top; y <= screen.bottom; y += 1) {
    if (count > 0) insertCells(screen, y, x, count, screen.right, fill)
    else deleteCells(screen, y, x, -count, screen.right, fill)
    if (screen.fullWidth) screen.grid.setWrapped(y, false)
  }
  // The row below no longer continues the last one, whose end has moved or has left.
  const below = screen.bottom + 1
  if (screen.fullWidth && below < screen.rows) screen.grid.setWrapped(below, false)
}

/** DECFI: moves one column right; at the right margin the region moves left. */
export function forwardIndex(screen: Screen): void {
  screen.pending = false
  if (screen.x !== screen.right) {
    if (screen.x < screen.cols - 1) screen.x += 1
    settleColumn(screen)
  } else if (screen.y >= screen.top && screen.y <= screen.bottom)
    shiftColumns(screen, screen.left, -1)
}

/** DECBI: moves one column left; at the left margin the region moves right. */
export function backIndex(screen: Screen): void {
  screen.pending = false
  if (screen.x !== screen.left) {
    if (screen.x > 0) screen.x -= 1
  } else if (screen.y >= screen.top && screen.y <= screen.bottom)
    shiftColumns(screen, screen.left, 1)
}
