/**
 * Inserting and deleting cells and columns. Halves of wide cells that a cut leaves become blank in
 * the style of what comes in.
 */
import { tailBit, wideBit } from './cell.ts'
import type { Fill } from './cell-grid.ts'
import { clampToOrigin, cutWide, inColumns, settleColumn } from './scroll.ts'
import type { Screen } from './screen.ts'

/** `count` cells of `fill` come in at column `x` of row `y`; what passes `edge` is lost. */
export function insertCells(
  screen: Screen,
  y: number,
  x: number,
  count: number,
  edge: number,
  fill: Fill,
): void {
  const { grid } = screen
  cutWide(screen, y, x, fill)
  cutWide(screen, y, edge + 1, fill)
  const steps = Math.min(count, edge - x + 1)
  grid.copy(y, x, y, x + steps, edge - x + 1 - steps)
  grid.fill(y, x, x + steps, fill)
  if ((grid.cells[grid.at(y) + edge]! & wideBit) !== 0) grid.fill(y, edge, edge + 1, fill)
}

/** `count` cells leave at column `x` of row `y`; `fill` comes in before `edge`. */
export function deleteCells(
  screen: Screen,
  y: number,
  x: number,
  count: number,
  edge: number,
  fill: Fill,
): void {
  const { grid } = screen
  cutWide(screen, y, x, fill)
  cutWide(screen, y, edge + 1, fill)
  const steps = Math.min(count, edge - x + 1)
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

/**
 * In all rows between the margins columns come in (`count` > 0) or leave at column `x`: DECIC,
 * DECDC, SL, SR, DECBI, DECFI.
 */
export function shiftColumns(screen: Screen, x: number, count: number): void {
  const fill = screen.eraseFill()
  for (let y = screen.top; y <= screen.bottom; y += 1) {
    if (count > 0) insertCells(screen, y, x, count, screen.right, fill)
    else deleteCells(screen, y, x, -count, screen.right, fill)
    if (screen.fullWidth) screen.grid.setWrapped(y, false)
  }
}

/** DECFI: one column to the right; at the right margin the region moves to the left. */
export function forwardIndex(screen: Screen): void {
  screen.pending = false
  if (screen.x !== screen.right) {
    if (screen.x < screen.cols - 1) screen.x += 1
    settleColumn(screen)
  } else if (screen.y >= screen.top && screen.y <= screen.bottom)
    shiftColumns(screen, screen.left, -1)
}

/** DECBI: one column to the left; at the left margin the region moves to the right. */
export function backIndex(screen: Screen): void {
  screen.pending = false
  if (screen.x !== screen.left) {
    if (screen.x > 0) screen.x -= 1
  } else if (screen.y >= screen.top && screen.y <= screen.bottom)
    shiftColumns(screen, screen.left, 1)
}
