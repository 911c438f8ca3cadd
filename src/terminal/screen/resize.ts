/**
 * Resizes the screens. Lines of the primary screen, even the cursor's, move to history, which lays
 * all out at the new width, and the newest return. The alternate screen is cut or padded. Rows that
 * leave at the top become history, and those at the bottom wait below the screen
 * (`CellGrid.below`). Rows that a program redraws in place are clipped instead (inline-frame.ts).
 * Margins are reset.
 */
import { CellGrid, type Changes } from './cell-grid.ts'
import { History, type HistoryPlace } from '../history/history.ts'
import { belowRowsMax, rowsMax } from '../limits.ts'
import { emptyLine, readLine, writeLine } from '../history/line.ts'
import { ClippedRows } from '../history/clipped-rows.ts'
import {
  firstClippedRow,
  isAtLanding,
  lastFrameRow,
  raiseTop,
  settleLanding,
} from '../history/inline-frame.ts'
import type { ImagePlacement } from '../images/picture.ts'
import type { Buffer, SavedCursor, Screen } from './screen.ts'
import { settleColumn, wrapFinished } from './scroll.ts'
import { settleBlocks } from './sized/blocks.ts'

export function resizeScreen(
  screen: Screen,
  cols: number,
  rows: number,
  places: readonly HistoryPlace[],
): readonly HistoryPlace[] {
  if (cols === screen.cols && rows === screen.rows) return places
  screen.extraCursors.keepWithin(cols, rows)
  // the character before the cursor may change, and marks must not join it
  if (cols !== screen.cols) screen.joinWidth = 0
  settleFrame(screen)
  wrapFinished(screen)
  screen.frame.finished = -1
  Object.assign(screen.buffer, { x: screen.x, y: screen.y })
  const { below, clipped } = screen.primary.grid
  // rows below may be wider than the screen
  const reflows = cols !== screen.cols || clipped !== null || below !== null
  const buffers = screen.holdsAlternate ? [screen.primary, screen.alternate] : [screen.primary]
  const lossy = buffers.filter(({ grid }) => grid.holdsLost)
  const marks = reflows ? (screen.events.marks?.rows() ?? []) : []
  const standing = reflows
    ? screen.pictures.placements.filter(
        ({ alternate, virtual, parent }) => !alternate && !virtual && parent === null,
      )
    : []
  const { frame } = screen
  const [top, bottom, landing, erased, ...moved] = resizePrimary(screen, cols, rows, reflows, [
    ...[frame.top, frame.bottom, frame.landing, frame.erased].map((number) => ({
      number: Math.max(0, number),
      column: 0,
    })),
    ...marks.map((number) => ({ number, column: 0 })),
    ...standing.map(({ row, column }) => ({ number: row, column })),
    ...places,
  ])
  for (const [name, place] of Object.entries({ top, bottom, landing, erased }))
    if (place !== undefined && frame[name as 'top'] >= 0) frame[name as 'top'] = place.number
  resizeAlternate(screen, cols, rows)
  for (const buffer of [screen.primary, screen.alternate]) settle(buffer, cols, rows)
  restoreTabs(screen, cols)
  if (reflows) renumber(screen, marks, moved)
  movePictures(screen, standing, moved.slice(marks.length))
  screen.cols = cols
  screen.rows = rows
  screen.resetMargins()
  screen.grid = screen.buffer.grid
  screen.x = screen.buffer.x
  screen.y = screen.buffer.y
  settleColumn(screen)
  // Lines have moved, so any row may be the one that lacks text until it is printed again.
  for (const { grid } of lossy) for (let y = 0; y < rows; y += 1) grid.lose(y, cols - 1)
  for (const one of buffers) one.x = Math.min(one.x, one.grid.columnsOf(one.y) - 1)
  frame.resizedAt = screen.firstRow + screen.primary.y
  screen.refreshAll()
  screen.primary.grid.touchAll() // all that is clipped is so from here on
  // rows of the history may be on the screen again
  settleBlocks(screen, true)
  return moved.slice(marks.length + standing.length)
}

/** Raises the top of a frame whose program has moved up and has not drawn there yet. */
function settleFrame(screen: Screen): void {
  const { frame, isAlternate, x, y } = screen
  if (isAlternate || frame.landing < 0) return
  const isErasing = frame.erased === frame.landing && frame.run > 1
  if (!isAtLanding(screen, x, y)) settleLanding(screen)
  else if (frame.top >= 0 || isErasing) raiseTop(frame)
}

/** After a new layout, moves images to the cell of their upper left corner. */
function movePictures(
  { pictures, primary }: Screen,
  standing: readonly ImagePlacement[],
  moved: readonly HistoryPlace[],
): void {
  if (pictures.placements.length === 0) return
  for (const [index, one] of standing.entries()) {
    const { number, column } = moved[index]!
    Object.assign(one, { row: number, column })
  }
  const top = primary.history?.dropped ?? 0
  pictures.version += 1
  pictures.sweep(top)
}

/** After a new layout, moves marks to the rows with their text. */
function renumber(screen: Screen, marks: readonly number[], moved: readonly HistoryPlace[]): void {
  screen.numbering += 1
  const numbers = new Map(marks.map((row, index) => [row, moved[index]?.number]))
  screen.events.marks?.renumber((row) => numbers.get(row) ?? null)
}

function settle(buffer: Buffer, cols: number, rows: number): void {
  if (buffer.saved === null) return
  buffer.saved.x = Math.min(buffer.saved.x, cols - 1)
  buffer.saved.y = Math.max(0, Math.min(buffer.saved.y, rows - 1))
}

/** A saved cursor, or the screen's. */
type Cursor = Pick<SavedCursor, 'x' | 'y' | 'pending'>

/** Cell that a cursor follows: the last one of the text before it, whose row it stays on. */
interface Anchor {
  readonly place: HistoryPlace
  readonly behind: boolean
}

function anchorOf(
  grid: CellGrid,
  { x, y, pending }: Cursor,
  top: number,
  reflows: boolean,
  clips: boolean,
): Anchor {
  if (clips) return { place: { number: top + y, column: pending ? x + 1 : x }, behind: false }
  // the cursor follows the text printed last
  const behind = pending || (reflows && x > 0 && x === grid.textLength(y))
  return { place: { number: top + y, column: behind && !pending ? x - 1 : x }, behind }
}

function cursorAt(
  { number, column }: HistoryPlace,
  { behind }: Anchor,
  top: number,
  cols: number,
): Cursor {
  return {
    x: Math.min(cols - 1, behind ? column + 1 : column),
    y: number - top,
    pending: behind && column === cols - 1,
  }
}

function resizePrimary(
  screen: Screen,
  cols: number,
  rows: number,
  reflows: boolean,
  places: readonly HistoryPlace[],
): readonly HistoryPlace[] {
  const buffer = screen.primary
  const { grid, x, y, saved } = buffer
  const history = buffer.history!
  const oldest = history.dropped
  const frame = firstClippedRow(screen)
  const used = usedRows(grid, Math.max(y, lastFrameRow(screen)))
  history.lend(Infinity)
  for (let row = 0; row < used; row += 1) {
    const whole = grid.clipped?.at(grid, row) ?? null
    if (whole === null) history.push(grid, row)
    else history.pushPacked(whole)
  }
  const number = history.end - used
  const inUse = buffer === screen.buffer
  const cursorBefore = { x, y, pending: inUse && screen.pending }
  const split = lineStart(grid, y) < frame ? Infinity : lineStart(grid, y)
  const clips = (row: number) =>
    cols !== grid.cols && row >= frame && (row >= split || isSingle(grid, row))
  const anchor = anchorOf(grid, cursorBefore, number, reflows, clips(y))
  const savedAnchor =
    saved === null ? anchor : anchorOf(grid, saved, number, reflows, clips(saved.y))
  if (reflows && !anchor.behind && !clips(y) && keepsRow(grid, x, y))
    history.keepText(history.count - used + y, x + 1)
  for (let row = 0; row < (grid.below?.count ?? 0); row += 1)
    history.pushPacked(grid.below!.packed(row)!)
  const usedAll = used + (grid.below?.count ?? 0)

  const full = usedAll >= grid.rows
  const edges = [number, number + split].map((row) => ({ number: row, column: 0 }))
  let all = [anchor.place, savedAnchor.place, ...edges, ...places]
  if (reflows) {
    const start = history.count - usedAll
    // a line that is being edited is redrawn by rows, too
    all = history.reflow(cols, oldest, all, start + frame, start + split)
  }
  let first = firstRowOf(history, all, rows, full)
  // a program cannot erase rows that leave the screen
  if (frame < Infinity && reflows && hasClipped(history, all[2]!.number - history.dropped, first)) {
    const lines = Math.max(first, all[3]!.number - history.dropped)
    all = history.reflow(cols, history.dropped, all, first, lines)
    first = firstRowOf(history, all, rows, full)
  }
  // as many as before
  const [cursor, savedCell, , , ...moved] = all as [HistoryPlace, HistoryPlace, ...HistoryPlace[]]
  const { dropped } = history
  buffer.grid = gridOf(history, first, { cols, rows, before: cols }, screen.changes)
  history.truncate(first)
  history.lend(0)

  const now = cursorAt(cursor, anchor, dropped + first, cols)
  Object.assign(buffer, { x: now.x, y: now.y })
  if (inUse) screen.pending = now.pending
  if (saved !== null) Object.assign(saved, cursorAt(savedCell, savedAnchor, dropped + first, cols))
  return moved.map((place) =>
    place.number < history.dropped ? { number: history.dropped, column: 0 } : place,
  )
}

/**
 * Returns the index of the screen's first row. Rows that do not fit leave at the top while the
 * cursor stays visible. A full screen stays full, with rows from history; otherwise its top row
 * stays.
 */
function firstRowOf(
  { count, dropped }: History,
  [cursor, , top]: readonly HistoryPlace[],
  rows: number,
  isFull: boolean,
): number {
  const [from, last] = [top!.number - dropped, count - rows]
  return Math.max(0, Math.min(cursor!.number - dropped, isFull || last > from ? last : from))
}

/** Returns whether any row from `top`, formerly the screen's first one, to `end` is clipped. */
function hasClipped(history: History, top: number, end: number): boolean {
  for (let row = Math.max(0, top); row < end; row += 1)
    if (history.clipped(row) !== null) return true
  return false
}

/** Returns the first row of the line that row `y` is in. */
function lineStart(grid: CellGrid, y: number): number {
  let start = y
  while (start > 0 && grid.isWrapped(start)) start -= 1
  return start
}

/** Returns whether a row is a line of its own. */
function isSingle(grid: CellGrid, y: number): boolean {
  return !grid.isWrapped(y) && (y + 1 === grid.rows || !grid.isWrapped(y + 1))
}

/** Returns whether the cursor is after its line's text on this row, which it then keeps. */
function keepsRow(grid: CellGrid, x: number, y: number): boolean {
  if (!grid.isWrapped(y) || x < grid.textLength(y)) return false
  return (
    x < grid.cols - 1 || y + 1 === grid.rows || !grid.isWrapped(y + 1) || grid.width(y + 1, 0) !== 2
  )
}

/** Resizes without reflow: rows below wait, and rows above the cursor leave first. */
function resizeAlternate(screen: Screen, cols: number, rows: number): void {
  const buffer = screen.alternate
  const before = screen.cols
  const first = Math.max(0, buffer.y - rows + 1)
  if (screen.holdsAlternate) {
    const { grid } = buffer
    const all = new History(rowsMax + belowRowsMax)
    const used = usedRows(grid, buffer.y)
    for (let row = 0; row < used; row += 1) all.push(grid, row)
    if (grid.below !== null) copyRows(grid.below, 0, all, before)
    buffer.grid = gridOf(all, first, { cols, rows, before }, screen.changes)
  } else screen.forgetFresh()
  buffer.y -= first
  if (buffer === screen.buffer && screen.pending && cols !== before) {
    buffer.x += 1
    screen.pending = false
  }
  buffer.x = Math.min(buffer.x, cols - 1)
  if (buffer.saved === null) return
  buffer.saved.y -= first
  if (!buffer.saved.pending || cols === before) return
  buffer.saved.x += 1
  buffer.saved.pending = false
}

/** Returns the screen from row `first` on, and the rows below it. */
function gridOf(
  all: History,
  first: number,
  { cols, rows, before }: { readonly cols: number; readonly rows: number; readonly before: number },
  changes: Changes,
): CellGrid {
  const grid = new CellGrid(cols, rows, changes)
  const line = emptyLine(Math.max(cols, before))
  for (let row = 0; row < rows && first + row < all.count; row += 1) {
    all.read(first + row, line)
    writeLine(line, grid, row)
    const whole = all.clipped(first + row)
    if (whole !== null) (grid.clipped ??= new ClippedRows()).add(grid, row, whole)
    if (whole !== null || line.length > cols) grid.lose(row, cols - 1)
  }
  if (first + rows >= all.count) return grid
  grid.below = new History(belowRowsMax)
  copyRows(all, first + rows, grid.below, cols, before)
  return grid
}

/** Returns the number of rows down to the cursor or to the last row that is not empty. */
function usedRows(grid: CellGrid, cursor: number): number {
  if (grid.below !== null) return grid.rows
  const line = emptyLine(grid.cols)
  let row = grid.rows - 1
  for (; row > cursor; row -= 1) {
    readLine(grid, row, line)
    if (line.length > 0 || line.wrapped || line.marks !== 0) break
  }
  return row + 1
}

/** Copies the rows below a screen from width `before` to `cols`. */
function copyRows(from: History, first: number, to: History, cols: number, before = cols): void {
  const line = emptyLine(Math.max(cols, before))
  const scratch = new CellGrid(cols, 1, { stamp: 0, nextRow: 0 })
  for (let row = first; row < Math.min(from.count, first + belowRowsMax); row += 1) {
    const whole = from.clipped(row)
    if (whole !== null) {
      to.pushPacked(whole)
      continue
    }
    from.read(row, line)
    writeLine(line, scratch, 0)
    to.push(scratch, 0)
  }
}

/** Adds tab stops in new columns, counted from the last stop, and removes those beyond. */
function restoreTabs(screen: Screen, cols: number): void {
  const { tabs } = screen
  let x = cols
  do x -= 1
  while (x > 0 && tabs[x] === 0)
  for (; x < cols; x += 8) tabs[x] = 1
  tabs.fill(0, cols)
}
