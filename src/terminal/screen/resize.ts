/**
 * A new size. On the primary screen lines are laid out anew, the cursor's too: its rows go to
 * history, which lays all of them out at the new width, and the newest come back. The alternate
 * screen is cut, or has blanks. Nothing is lost that there is a place for: rows that leave at the
 * top are history, and those that leave at the bottom wait below the screen (`CellGrid.below`).
 * Margins are gone.
 */
import { CellGrid, type Changes } from './cell-grid.ts'
import { History, type HistoryPlace } from '../history/history.ts'
import { belowRowsMax, rowsMax } from '../limits.ts'
import { emptyLine, readLine, writeLine } from '../history/line.ts'
import type { ImagePlacement } from '../images/picture.ts'
import type { Buffer, SavedCursor, Screen } from './screen.ts'
import { settleColumn } from './scroll.ts'

/** Returns where each place is afterwards. */
export function resizeScreen(
  screen: Screen,
  cols: number,
  rows: number,
  places: readonly HistoryPlace[],
): readonly HistoryPlace[] {
  if (cols === screen.cols && rows === screen.rows) return places
  // another character may stand before the cursor then, which no mark is meant for
  if (cols !== screen.cols) screen.joinWidth = 0
  Object.assign(screen.buffer, { x: screen.x, y: screen.y })
  const buffers = screen.holdsAlternate ? [screen.primary, screen.alternate] : [screen.primary]
  const lossy = buffers.filter(({ grid }) => grid.holdsLost)
  const marks = cols === screen.cols ? [] : (screen.events.marks?.rows() ?? [])
  const standing =
    cols === screen.cols
      ? []
      : screen.pictures.placements.filter(
          ({ alternate, virtual, parent }) => !alternate && !virtual && parent === null,
        )
  const moved = resizePrimary(screen, cols, rows, [
    ...marks.map((number) => ({ number, column: 0 })),
    ...standing.map(({ row, column }) => ({ number: row, column })),
    ...places,
  ])
  resizeAlternate(screen, cols, rows)
  for (const buffer of [screen.primary, screen.alternate]) settle(buffer, cols, rows)
  restoreTabs(screen, cols)
  if (cols !== screen.cols) renumber(screen, marks, moved)
  movePictures(screen, standing, moved.slice(marks.length))
  screen.cols = cols
  screen.rows = rows
  screen.resetMargins()
  screen.grid = screen.buffer.grid
  screen.x = screen.buffer.x
  screen.y = screen.buffer.y
  settleColumn(screen)
  // Lines have moved: until they are printed again, any of them may be the one that lacks text.
  for (const { grid } of lossy) for (let y = 0; y < rows; y += 1) grid.lose(y, cols - 1)
  for (const one of buffers) one.x = Math.min(one.x, one.grid.columnsOf(one.y) - 1)
  screen.refreshAll()
  return moved.slice(marks.length + standing.length)
}

/** Lines have been laid out anew: pictures are where the cell of their upper left corner is. */
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

/** Lines have been laid out anew: rows with marks are where their text is. */
function renumber(screen: Screen, marks: readonly number[], moved: readonly HistoryPlace[]): void {
  screen.numbering += 1
  const numbers = new Map(marks.map((row, index) => [row, moved[index]?.number]))
  screen.events.marks?.renumber((row) => numbers.get(row) ?? null)
}

function settle(buffer: Buffer, cols: number, rows: number): void {
  Object.assign(buffer, { top: 0, bottom: rows - 1, left: 0, right: cols - 1 })
  if (buffer.saved === null) return
  buffer.saved.x = Math.min(buffer.saved.x, cols - 1)
  buffer.saved.y = Math.max(0, Math.min(buffer.saved.y, rows - 1))
}

/** A cursor as it is saved, and the screen's. */
type Cursor = Pick<SavedCursor, 'x' | 'y' | 'pending'>

/**
 * The cell of the primary screen that a cursor goes with: the last one of a text that it stands
 * behind, whose row it keeps to.
 */
interface Anchor {
  readonly place: HistoryPlace
  readonly behind: boolean
}

function anchorOf(
  grid: CellGrid,
  { x, y, pending }: Cursor,
  top: number,
  reflows: boolean,
): Anchor {
  // what was printed last: it stays there
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
  places: readonly HistoryPlace[],
): readonly HistoryPlace[] {
  const buffer = screen.primary
  const { grid, x, y, saved } = buffer
  const history = buffer.history!
  const oldest = history.dropped
  const reflows = cols !== grid.cols
  const used = usedRows(grid, y)
  history.lend(Infinity)
  for (let row = 0; row < used; row += 1) history.push(grid, row)
  const number = history.dropped + history.count - used
  const inUse = buffer === screen.buffer
  const anchor = anchorOf(grid, { x, y, pending: inUse && screen.pending }, number, reflows)
  const savedAnchor = saved === null ? anchor : anchorOf(grid, saved, number, reflows)
  if (reflows && !anchor.behind && keepsRow(grid, x, y))
    history.keepText(history.count - used + y, x + 1)
  if (grid.below !== null) copyRows(grid.below, 0, history, grid.cols)

  const before = [anchor.place, savedAnchor.place, { number, column: 0 }, ...places]
  const [cursor, savedCell, top, ...moved] = (
    reflows ? history.reflow(cols, oldest, before) : before
  ) as [HistoryPlace, HistoryPlace, HistoryPlace, ...HistoryPlace[]] // as many as before
  const { dropped } = history
  const first = firstRow({
    count: history.count,
    rows,
    top: top.number - dropped,
    cursor: cursor.number - dropped,
    full: used + (grid.below?.count ?? 0) >= grid.rows,
  })
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
 * Does the cursor stand on a row that its line has come to without text? It keeps the row then, but
 * not in the last column, which a wide cell has left.
 */
function keepsRow(grid: CellGrid, x: number, y: number): boolean {
  if (!grid.isWrapped(y) || x < grid.textLength(y)) return false
  return (
    x < grid.cols - 1 || y + 1 === grid.rows || !grid.isWrapped(y + 1) || grid.width(y + 1, 0) !== 2
  )
}

/**
 * Which of all rows is the first one of the screen. What does not fit leaves at the top, as long as
 * the cursor stays; where the screen was full to its last row it stays so, and rows come back from
 * history. Otherwise what was at the top is there again, and what comes in below is blank.
 */
function firstRow({
  count,
  rows,
  top,
  cursor,
  full,
}: {
  readonly count: number
  readonly rows: number
  readonly top: number
  readonly cursor: number
  readonly full: boolean
}): number {
  return Math.max(0, Math.min(cursor, full || count - top > rows ? count - rows : top))
}

/**
 * From the upper left, without reflow: what does not fit waits below, and rows above the cursor
 * give way to it.
 */
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

/** The screen from row `first` of these on, and the rows below it. */
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
    if (line.length > cols) grid.lose(row, cols - 1)
  }
  if (first + rows >= all.count) return grid
  grid.below = new History(belowRowsMax)
  copyRows(all, first + rows, grid.below, cols, before)
  return grid
}

/** Rows down to the cursor's, or the last one that holds anything. */
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

/**
 * Rows from `first` on, which are below a screen, at a width of so many columns. @param before
 * theirs
 */
function copyRows(from: History, first: number, to: History, cols: number, before = cols): void {
  const line = emptyLine(Math.max(cols, before))
  const scratch = new CellGrid(cols, 1, { stamp: 0, nextRow: 0 })
  for (let row = first; row < Math.min(from.count, first + belowRowsMax); row += 1) {
    from.read(row, line)
    writeLine(line, scratch, 0)
    to.push(scratch, 0)
  }
}

/**
 * Stops in new columns come as on a fresh terminal, counted from the last stop there is; those
 * beyond the edge are forgotten.
 */
function restoreTabs(screen: Screen, cols: number): void {
  const { tabs } = screen
  let x = cols
  do x -= 1
  while (x > 0 && tabs[x] === 0)
  for (; x < cols; x += 8) tabs[x] = 1
  tabs.fill(0, cols)
}
