/** Scrolls between the margins. Rows that leave the primary screen at its top move to history. */
import { tailBit, wideBit } from './cell.ts'
import { sizeOfMarks, type RowSize } from '../history/grid-rows.ts'
import { History, type PackedPlace } from '../history/history.ts'
import {
  forgetFrame,
  insertRows,
  isPlainOutput,
  scrolledFrame,
  settleLanding,
} from '../history/inline-frame.ts'
import { removeBlocks, settleBlocks, splitBlocks } from './sized/blocks.ts'
import { emptyLine, writeLine } from '../history/line.ts'
import { colsMax, rowsMax } from '../limits.ts'
import type { Fill } from './cell-grid.ts'
import type { Screen } from './screen.ts'

/** Scrolls up one row at the bottom margin; with `wrapped`, the new row continues. */
export function scrollOne(screen: Screen, wrapped: boolean): void {
  const { grid, top, bottom } = screen
  if (!screen.fullWidth) {
    scrollColumns(screen, top, bottom, 1)
    return
  }
  const { history } = screen.buffer
  const toHistory = top === 0 && history !== null
  if (toHistory) {
    if (grid.clipped !== null) wrapRows(screen, 1)
    history.push(grid, 0)
  }
  if (screen.grid.hasBlocks) splitRegion(screen, toHistory ? bottom + 1 : top, bottom, 1)
  grid.scroll(top, bottom, 1, screen.eraseBackground)
  if (wrapped) grid.setWrapped(bottom, true)
  if (toHistory && bottom < screen.rows - 1) insertRows(screen, screen.firstRow + bottom, 1)
  else if (!toHistory) {
    scrolledFrame(screen, top, bottom, 1)
    if (screen.pictures.placements.length > 0) movePictures(screen, top, bottom, 1)
  }
  // when scrolling from the top, the seam is above the new bottom row
  if (screen.mixedSizes) settleSeams(screen, top > 0 ? top - 1 : bottom, bottom)
}

/**
 * Before a character is printed: where the program has moved up to is the top of its frame. It does
 * not wait for the end of a chunk, so that the result depends on the bytes alone.
 */
export function settleFrame(screen: Screen): void {
  if (screen.isAlternate) return
  const hasMoved = screen.frame.landing >= 0
  settleLanding(screen)
  wrapFinished(screen)
  if (hasMoved) screen.settlePlain()
}

/** Wraps the clipped rows above a frame; without a frame, all above the cursor. */
export function wrapFinished(screen: Screen): void {
  const { grid, rows, firstRow, y } = screen
  const { clipped } = grid
  if (clipped === null || screen.isAlternate) return
  if (isPlainOutput(screen)) forgetFrame(screen)
  const { frame } = screen
  const hasFrame = frame.top >= 0
  const end = hasFrame ? frame.finished : firstRow + y
  if (end < 0 || (!hasFrame && end <= frame.finished)) return
  wrapRows(screen, Math.min(rows, end - firstRow))
  frame.finished = hasFrame ? -1 : screen.firstRow + y
  clipped.settle(grid, screen.changes.stamp)
  screen.changes.stamp += 1
  if (clipped.size > 0) return
  grid.clipped = null
  screen.settlePlain()
}

/** Wraps the clipped rows above row `end`. Rows above them go up, and the others stay. */
function wrapRows(screen: Screen, end: number): void {
  const { grid } = screen
  for (let y = 0; y < end; y += 1) {
    const row = grid.clipped?.at(grid, y) ?? null
    if (row === null) continue
    grid.clipped?.forget(grid, y)
    wrapRow(screen, y, row)
  }
}

function wrapRow(screen: Screen, y: number, row: PackedPlace): void {
  const { grid, cols, top, bottom, left, right, pending } = screen
  const parts = new History(rowsMax)
  parts.pushPacked(row)
  parts.reflow(cols, 0, [])
  const line = emptyLine(cols)
  Object.assign(screen, { top: 0, bottom: y, left: 0, right: cols - 1 })
  for (let part = 1; part < parts.count; part += 1) {
    scrollOne(screen, true)
    parts.read(part, line)
    writeLine(line, grid, y)
  }
  Object.assign(screen, { top, bottom, left, right, pending })
  settleBlocks(screen, true)
}

/**
 * SU. From the top of the primary screen rows go to history, as with line feeds: Codex, ratatui,
 * tmux and fish scroll their transcript with it (kitty, Ghostty and Alacritty do the same).
 */
export function scrollUp(screen: Screen, count: number): void {
  const { top, bottom, buffer } = screen
  if (top > 0 || buffer.history === null || !screen.fullWidth) {
    scrollRegion(screen, top, bottom, count, screen.eraseBackground)
    return
  }
  for (let steps = Math.min(count, bottom + 1); steps > 0; steps -= 1) scrollOne(screen, false)
}

/** Scrolls up by `count` (down if negative) without history: SD, RI, IL, DL. */
export function scrollRegion(
  screen: Screen,
  top: number,
  bottom: number,
  count: number,
  background: number,
): void {
  if (!screen.fullWidth) {
    scrollColumns(screen, top, bottom, count, background)
    return
  }
  if (screen.grid.hasBlocks) splitRegion(screen, top, bottom, count)
  screen.grid.scroll(top, bottom, count, background)
  scrolledFrame(screen, top, bottom, count)
  if (screen.pictures.placements.length > 0) movePictures(screen, top, bottom, count)
  if (screen.mixedSizes) settleSeams(screen, top - 1, bottom)
}

/** Removes the blocks of OSC 66 that lose rows when rows `top` to `bottom` move. */
function splitRegion(screen: Screen, top: number, bottom: number, count: number): void {
  splitBlocks(screen, bottom + 1)
  if (top > bottom) return // the top rows move to history
  splitBlocks(screen, top)
  splitBlocks(screen, Math.max(top, count > 0 ? top + count : bottom + 1 + count))
}

function movePictures(screen: Screen, top: number, bottom: number, count: number): void {
  const { isAlternate, firstRow, pictures, rows } = screen
  const first = isAlternate ? 0 : firstRow
  const region = { alternate: isAlternate, top: first + top, bottom: first + bottom }
  pictures.scroll({ ...region, last: bottom === rows - 1 }, count)
}

/** Moves cells instead of rows between left and right margins. */
function scrollColumns(
  screen: Screen,
  top: number,
  bottom: number,
  count: number,
  background = screen.eraseBackground,
): void {
  const { grid, left, right } = screen
  const height = bottom - top + 1
  const steps = Math.min(Math.abs(count), height)
  const width = right - left + 1
  for (let y = top; y <= bottom; y += 1) {
    removeBlocks(screen, y, left, right + 1)
    mendColumns(screen, y, left, right)
  }
  for (let index = 0; index < height - steps; index += 1) {
    const y = count > 0 ? top + index : bottom - index
    grid.copy(count > 0 ? y + steps : y - steps, left, y, left, width)
  }
  const first = count > 0 ? bottom - steps + 1 : top
  for (let y = first; y < first + steps; y += 1)
    grid.fill(y, left, right + 1, { content: 0, foreground: 0, background, extra: 0 })
}

/** Blanks a wide cell across the left edge of column `x`. */
export function cutWide(screen: Screen, y: number, x: number, fill: Fill): void {
  const { grid } = screen
  if (x <= 0 || x >= screen.cols || (grid.cells[grid.at(y) + x]! & tailBit) === 0) return
  grid.fill(y, x - 1, x + 1, fill)
}

/** Blanks wide cells across the margins of a row before the cells between them move. */
function mendColumns(screen: Screen, y: number, left: number, right: number): void {
  const fill = screen.eraseFill()
  cutWide(screen, y, left, fill)
  cutWide(screen, y, right + 1, fill)
}

/** Moves the cursor down; at the bottom margin the region scrolls. */
export function index(screen: Screen): void {
  screen.pending = false
  clampToOrigin(screen)
  if (screen.y === screen.bottom) {
    if (inColumns(screen)) scrollOne(screen, false)
  } else if (screen.y < screen.rows - 1) screen.y += 1
  clampToOrigin(screen)
  settleColumn(screen)
}

/** Moves the cursor up; at the top margin the region scrolls. */
export function reverseIndex(screen: Screen): void {
  screen.pending = false
  clampToOrigin(screen)
  if (screen.y === screen.top) {
    if (inColumns(screen))
      scrollRegion(screen, screen.top, screen.bottom, -1, screen.eraseBackground)
  } else if (screen.y > 0) screen.y -= 1
  clampToOrigin(screen)
  settleColumn(screen)
}

/** LF, VT, FF. The column before a move by LNM decides whether the region scrolls. */
export function lineFeed(screen: Screen): void {
  screen.pending = false
  if (screen.y === screen.bottom) {
    if (inColumns(screen)) scrollOne(screen, false)
  } else if (screen.y < screen.rows - 1) {
    screen.y += 1
    screen.grid.setWrapped(screen.y, false)
  }
  if (screen.grid.clipped !== null) wrapFinished(screen)
  if (screen.modes.newline) screen.x = screen.x >= screen.left ? screen.left : 0
  settleColumn(screen)
}

/** IL: inserts `count` rows at the cursor's row, within the margins. */
export function insertLines(screen: Screen, count: number): void {
  deleteLines(screen, -count)
}

/** DL: deletes `count` rows at the cursor's row, within the margins; negative: inserts. */
export function deleteLines(screen: Screen, count: number): void {
  screen.pending = false
  clampToOrigin(screen)
  if (!inRegion(screen)) return
  scrollRegion(screen, screen.y, screen.bottom, count, screen.eraseBackground)
  screen.x = screen.left
  settleColumn(screen)
}

export function inColumns(screen: Screen): boolean {
  return screen.x >= screen.left && screen.x <= screen.right
}

export function inRegion(screen: Screen): boolean {
  return screen.y >= screen.top && screen.y <= screen.bottom && inColumns(screen)
}

/** Clears the pending wrap unless the cursor is at an edge after a complete character. */
export function settlePending(screen: Screen): void {
  if (!screen.pending) return
  const { grid, x, y } = screen
  if (x !== edgeAt(screen, x) || (grid.cells[grid.at(y) + x]! & wideBit) !== 0)
    screen.pending = false
}

/** Keeps the cursor within the margins in origin mode. */
export function clampToOrigin(screen: Screen): void {
  if (!screen.modes.origin) return
  screen.y = Math.min(screen.bottom, Math.max(screen.top, screen.y))
  if (!screen.fullWidth) screen.x = Math.min(screen.right, Math.max(screen.left, screen.x))
  settleColumn(screen)
}

/** Returns the last printable column from column `x` of the cursor's row on. */
export function edgeAt(screen: Screen, x: number): number {
  const edge = x <= screen.right ? screen.right : screen.cols - 1
  return screen.mixedSizes ? Math.min(edge, screen.grid.columnsOf(screen.y) - 1) : edge
}

/** Keeps the cursor and the pending wrap within a double-width row. */
export function settleColumn(screen: Screen): void {
  if (screen.mixedSizes || screen.pending) settleInRow(screen)
}

function settleInRow(screen: Screen): void {
  // all row sizes have the columns of the left half
  if (!screen.pending && screen.x < screen.cols >> 1) return
  const last = screen.grid.columnsOf(screen.y) - 1
  if (screen.x > last) {
    screen.x = last
    screen.pending = false
  } else if (screen.pending && screen.x !== edgeAt(screen, screen.x)) screen.pending = false
}

/** Resets all row sizes when left and right margins are set. */
export function endRowSizes({ grid, rows }: Screen): void {
  for (let y = 0; y < rows; y += 1) if (grid.sizeOf(y) !== 0) grid.setSize(y, 0)
}

/** Ends the continuation of double-width row `y`, or of the newest row of history for -1. */
function mendSeam({ grid, rows, buffer }: Screen, y: number): void {
  const below = y + 1
  if (below === rows || !grid.isWrapped(below)) return
  if ((y < 0 ? newestSize(buffer.history) : grid.sizeOf(y)) !== 0) grid.setWrapped(below, false)
}

/** Checks both seams after rows have moved, and the cursor's column. */
function settleSeams(screen: Screen, above: number, bottom: number): void {
  mendSeam(screen, bottom)
  if (above !== bottom) mendSeam(screen, above)
  settleColumn(screen)
}

/** Returns the size of the row above the screen, or 0. */
function newestSize(history: History | null): number {
  if (history === null || history.count === 0) return 0
  const line = emptyLine(colsMax)
  history.read(history.count - 1, line)
  return sizeOfMarks(line.marks)
}

/** DECSWL, DECDWL, DECDHL: not with left and right margins, as in DEC's terminals. */
export function setRowSize(screen: Screen, size: RowSize): void {
  if (!screen.fullWidth) return
  if (size !== 0) screen.mixedSizes = true
  screen.grid.setSize(screen.y, size)
  settleColumn(screen)
  settlePending(screen)
}
