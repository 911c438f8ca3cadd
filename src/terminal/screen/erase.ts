/** ED, EL, ECH and their selective forms, which keep protected cells. */
import { removeBlocks, settleBlocks, splitBlocks } from './sized/blocks.ts'
import { PROTECTED, tailBit, wideBit } from './cell.ts'
import { positionOf, standsOn } from '../images/relative.ts'
import type { Screen } from './screen.ts'
import { erasedRow, forgetFrame } from '../history/inline-frame.ts'
import { clampToOrigin, scrollUp, settleColumn } from './scroll.ts'

/** Blanks columns `from` to `to` of row `y`, and the other half of a cut wide cell. */
export function eraseCells(
  screen: Screen,
  y: number,
  from: number,
  to: number,
  selective = false,
): void {
  const { grid } = screen
  const end = Math.min(to, screen.cols)
  if (selective) {
    eraseUnprotected(screen, y, from, end)
    return
  }
  if (from >= end) return
  erasePictures(screen, y, from, end)
  removeBlocks(screen, y, from, end)
  const start = grid.at(y)
  const first = from > 0 && (grid.cells[start + from]! & tailBit) !== 0 ? from - 1 : from
  const last = end < screen.cols && (grid.cells[start + end]! & tailBit) !== 0 ? end + 1 : end
  grid.blank(y, first, last, screen.eraseBackground)
}

/** Erases cell by cell; a wide cell is kept or erased completely. */
function eraseUnprotected(screen: Screen, y: number, from: number, end: number): void {
  const { grid } = screen
  const start = grid.at(y)
  const fill = screen.eraseFill()
  let x = from
  if (x > 0 && x < screen.cols && (grid.cells[start + x]! & tailBit) !== 0) x -= 1
  while (x < end) {
    const width = (grid.cells[start + x]! & wideBit) !== 0 ? 2 : 1
    if ((grid.cells[2 * grid.plane + start + x]! & PROTECTED) === 0) {
      removeBlocks(screen, y, x, x + width)
      grid.fill(y, x, x + width, fill)
    }
    x += width
  }
}

/** Erases rows `from` to `end`, exclusive, and the marked commands in them. */
function eraseRows(screen: Screen, from: number, end: number, selective: boolean): void {
  if (from < end) loseEnd(screen, from)
  for (let y = from; y < end; y += 1) {
    if (selective) eraseUnprotected(screen, y, 0, screen.cols)
    else {
      removeBlocks(screen, y, 0, screen.cols)
      screen.grid.clearRow(y, screen.eraseBackground)
      erasePictures(screen, y, 0, screen.cols)
    }
    screen.grid.setWrapped(y, false)
  }
  settleColumn(screen)
  const { firstRow, y } = screen
  if (!screen.isAlternate) screen.events.marks?.erase(firstRow + from, firstRow + end, firstRow + y)
}

/** If row `y` continues the row above, that one loses the end of its line. */
function loseEnd({ grid, cols }: Screen, y: number): void {
  if (y > 0 && grid.isWrapped(y)) grid.lose(y - 1, cols - 1)
}

/** Erases these cells of bound images. */
function erasePictures(screen: Screen, y: number, from: number, end: number): void {
  const { pictures } = screen
  if (pictures.placements.length === 0) return
  const { isAlternate, firstRow } = screen
  pictures.erase(isAlternate, (isAlternate ? 0 : firstRow) + y, from, end)
}

/** Removes all images on the active screen, including those that start in its history. */
export function clearPictures({ pictures, isAlternate, firstRow }: Screen): void {
  const top = isAlternate ? 0 : firstRow
  pictures.takeAway((one) => standsOn(one, isAlternate) && positionOf(one).row + one.end > top)
}

/** ED, DECSED. 0 from the cursor on, 1 up to and including it, 2 all, 3 history. */
export function eraseDisplay(screen: Screen, how: number, selective: boolean): void {
  clampToOrigin(screen)
  const { x, y, rows, cols } = screen
  const keeps = selective || screen.modes.isoProtection
  if (how >= 2) screen.extraCursors.clear()
  switch (how) {
    case 0:
      eraseLine(screen, 0, selective)
      if (x === 0 && !screen.isAlternate) erasedRow(screen, true)
      eraseRows(screen, y + 1, rows, keeps)
      return
    case 1:
      eraseCells(screen, y, 0, x + 1, keeps)
      screen.grid.setWrapped(y, false)
      if (x + 1 >= cols && y + 1 < rows) screen.grid.setWrapped(y + 1, false)
      eraseRows(screen, 0, y, keeps)
      return
    case 2:
      eraseRows(screen, 0, rows, keeps)
      settleBlocks(screen)
      if (!keeps) clearPictures(screen)
      if (!screen.isAlternate) forgetFrame(screen, true)
      return
    case 3:
      if (screen.buffer.history === null) return
      screen.buffer.history.clear()
      splitBlocks(screen, 0)
      screen.pictures.sweep(screen.firstRow)
      screen.erasures += 1
      return
    case 22:
      if (selective) return
      if (screen.top === 0 && screen.bottom === rows - 1) scrollUp(screen, usedRows(screen))
      eraseDisplay(screen, 2, false)
  }
}

/** Returns the number of rows down to the last one with text. */
function usedRows({ grid, rows }: Screen): number {
  let used = rows
  while (used > 0 && grid.textLength(used - 1) === 0) used -= 1
  return used
}

/** EL, DECSEL. Nothing is right of a pending wrap. A row whose end is erased is not continued. */
export function eraseLine(screen: Screen, how: number, selective: boolean): void {
  if (how > 2 || (how === 0 && screen.pending)) return
  clampToOrigin(screen)
  const { x, y, cols, rows, grid } = screen
  const [from, to] = [how === 0 ? x : 0, how === 1 ? x + 1 : cols]
  if (from === 0 && how !== 1) loseEnd(screen, y)
  eraseCells(screen, y, from, to, selective || screen.modes.isoProtection)
  if (from === 0 && how !== 1) grid.setWrapped(y, false)
  if (to === cols && y + 1 < rows) grid.setWrapped(y + 1, false)
  if (from === 0 && how !== 1 && !screen.isAlternate) erasedRow(screen, false)
}

/** ECH */
export function eraseChars(screen: Screen, count: number): void {
  screen.pending = false
  clampToOrigin(screen)
  eraseCells(screen, screen.y, screen.x, screen.x + count, screen.modes.isoProtection)
}
