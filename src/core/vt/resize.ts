/** A new size: rows come from history or go there, long lines of the primary screen are laid out anew (reflow.ts), margins are gone. */
import { extraBit, wideBit } from './cell.ts'
import { Grid } from './grid.ts'
import type { History } from './history.ts'
import { emptyLine, readLine, writeLine, type Line } from './line.ts'
import { reflow, type Layout, type Row } from './reflow.ts'
import type { Buffer, Screen } from './screen.ts'

export function resizeScreen(screen: Screen, cols: number, rows: number): void {
  if (cols === screen.cols && rows === screen.rows) return
  if (screen.pending || cols !== screen.cols) screen.joinWidth = 0 // another character may stand before the cursor then, which no mark is meant for
  screen.buffer.x = screen.x + (screen.pending ? 1 : 0)
  screen.buffer.y = screen.y
  const cursorRow = screen.firstRow + screen.primary.y
  for (const buffer of [screen.primary, screen.alternate]) resizeBuffer(screen, buffer, cols, rows)
  restoreTabs(screen, cols)
  if (cols !== screen.cols) renumber(screen, cursorRow)
  screen.cols = cols
  screen.rows = rows
  screen.resetMargins()
  screen.grid = screen.buffer.grid
  screen.x = screen.buffer.x
  screen.y = screen.buffer.y
  screen.pending = false
  screen.refreshAll()
}

/** Lines have been laid out anew. Only the cursor's row is known again, and what stands below. */
function renumber(screen: Screen, cursorRow: number): void {
  screen.numbering += 1
  const moved = screen.firstRow + screen.primary.y - cursorRow
  screen.events.marks?.renumber((row) => row < cursorRow ? null : row + moved)
}

function resizeBuffer(screen: Screen, buffer: Buffer, cols: number, rows: number): void {
  const { history } = buffer
  const layout: Layout = { cols: screen.cols, newCols: cols, newRows: rows, rows: rowsOf(buffer), base: history?.count ?? 0, y: buffer.y, limit: history?.limit ?? 0 }
  if (rows > screen.rows) grow(layout, rows - screen.rows)
  else shrink(layout, screen.rows - rows, screen.rows)
  buffer.x = Math.min(buffer.x, cols - 1)
  layout.y = Math.min(layout.y, rows - 1)
  if (history !== null && cols !== screen.cols) reflow(layout, history)
  // More than the history may hold: the oldest leave.
  const excess = Math.max(0, layout.base - layout.limit)
  layout.rows.splice(0, excess)
  layout.base -= excess
  if (history !== null) history.dropped += excess

  const grid = new Grid(cols, rows, screen.changes)
  const line = emptyLine(Math.max(cols, screen.cols))
  for (let y = 0; y < rows; y += 1) {
    const row = layout.rows[layout.base + y]
    if (row !== undefined) writeLine(take(row, history, line), grid, y)
  }
  if (history !== null) settleHistory(history, layout, cols, line)
  buffer.grid = grid
  buffer.y = layout.y
  buffer.top = 0
  buffer.bottom = rows - 1
  buffer.left = 0
  buffer.right = cols - 1
  if (buffer.saved !== null) {
    buffer.saved.x = Math.min(buffer.saved.x, cols - 1)
    buffer.saved.y = Math.min(buffer.saved.y, rows - 1)
    buffer.saved.pending = false
  }
}

/** Rows of history by their index, rows of the screen as they are. */
function rowsOf({ history, grid }: Buffer): Row[] {
  const rows: Row[] = Array.from({ length: history?.count ?? 0 }, (_, index) => index)
  for (let y = 0; y < grid.rows; y += 1) {
    const line = emptyLine(grid.cols)
    readLine(grid, y, line)
    rows.push(line)
  }
  return rows
}

/** With the cursor on the last row, rows come back from history; otherwise blank ones come in below. */
function grow(layout: Layout, count: number): void {
  const last = layout.base + layout.y + 1 >= layout.rows.length
  const back = last ? Math.min(count, layout.base) : 0
  layout.base -= back
  layout.y += back
  for (let left = count - back; left > 0; left -= 1) layout.rows.push(emptyLine(1))
}

/** Rows below the cursor go; when there are none left, the top ones become history. */
function shrink(layout: Layout, count: number, rows: number): void {
  const below = Math.min(count, rows - 1 - layout.y)
  if (below > 0) layout.rows.length -= below
  layout.base += count - below
  layout.y -= count - below
}

function take(row: Row, history: History | null, line: Line): Line {
  if (typeof row !== 'number') return row
  history?.read(row, line)
  return line
}

/** The history becomes what lies above the screen. Packed rows stay where they are if only the newest have changed. */
function settleHistory(history: History, { rows, base }: Layout, cols: number, line: Line): void {
  let kept = 0
  while (kept < base && rows[kept] === kept && history.length(kept) <= cols) kept += 1
  const changed = rows.slice(kept, base).map((row) => typeof row === 'number' ? copyOf(history, row) : row)
  while (history.count > kept) history.pop()
  const scratch = new Grid(Math.max(cols, line.content.length), 1, { stamp: 0, nextRow: 0 })
  for (const row of changed) history.pushLine(cut(row, cols), scratch)
}

function copyOf(history: History, index: number): Line {
  const line = emptyLine(history.length(index))
  history.read(index, line)
  return line
}

/** A wide cell that loses its right half is blank. */
function cut(line: Line, cols: number): Line {
  if (line.length <= cols) return line
  const content = line.content.slice()
  if ((content[cols - 1]! & wideBit) !== 0) content[cols - 1]! &= extraBit
  return { ...line, content, length: cols }
}

/** Stops in new columns come as on a fresh terminal, counted from the last stop there is; those beyond the edge are forgotten. */
function restoreTabs(screen: Screen, cols: number): void {
  const { tabs } = screen
  let x = cols
  do x -= 1; while (x > 0 && tabs[x] === 0)
  for (; x < cols; x += 8) tabs[x] = 1
  tabs.fill(0, cols)
}
