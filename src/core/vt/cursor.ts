/** Moving the cursor, tab stops, saving and restoring. Rows and columns count from 0 here. */
import type { Screen } from './screen.ts'
import { clampToOrigin, settlePending } from './scroll.ts'

/** To a place of the screen, in origin mode counted from the margins. */
export function moveTo(screen: Screen, x: number, y: number): void {
  const { origin } = screen.modes
  place(screen, origin ? screen.left + x : x, origin ? screen.top + y : y)
}

/** To a column of the row, in origin mode counted from the left margin. */
export function moveToColumn(screen: Screen, x: number): void {
  place(screen, screen.modes.origin ? screen.left + x : x, screen.y)
}

/** To a row, in origin mode counted from the top margin. */
export function moveToRow(screen: Screen, y: number): void {
  place(screen, screen.x, screen.modes.origin ? screen.top + y : y)
}

function place(screen: Screen, x: number, y: number): void {
  screen.pending = false
  screen.x = Math.min(screen.cols - 1, Math.max(0, x))
  screen.y = Math.min(screen.rows - 1, Math.max(0, y))
  clampToOrigin(screen)
}

/** CUU: not beyond the top margin, if it begins below it. */
export function up(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const limit = screen.y >= screen.top ? screen.top : 0
  place(screen, screen.x, Math.max(limit, screen.y - count))
}

/** CUD */
export function down(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const limit = screen.y <= screen.bottom ? screen.bottom : screen.rows - 1
  place(screen, screen.x, Math.min(limit, screen.y + count))
}

/** CUF */
export function forward(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const limit = screen.x <= screen.right ? screen.right : screen.cols - 1
  place(screen, Math.min(limit, screen.x + count), screen.y)
}

/** CUB */
export function backward(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const limit = screen.x >= screen.left ? screen.left : 0
  place(screen, Math.max(limit, screen.x - count), screen.y)
}

/** HPR and VPR: as CUF and CUD, but no margin stops them. */
export function by(screen: Screen, x: number, y: number): void {
  clampToOrigin(screen)
  place(screen, screen.x + x, screen.y + y)
}

export function carriageReturn(screen: Screen): void {
  screen.pending = false
  screen.x = screen.x >= screen.left || screen.modes.origin ? screen.left : 0
}

export function backspace(screen: Screen): void {
  clampToOrigin(screen)
  if (screen.pending) {
    screen.pending = false
    if (screen.modes.reverseWrap) return
  }
  const { left, grid, y } = screen
  if (screen.x > 0 && screen.x !== left) { screen.x -= 1; return }
  if (!screen.modes.reverseWrap) return
  if (!screen.fullWidth) { // no row is marked as wrapped there: any row does, as in xterm before 383
    if (y > 0 && y !== screen.top && screen.modes.autowrap) place(screen, screen.right, y - 1)
    return
  }
  if (screen.x !== left || y <= screen.top || y > screen.bottom || !grid.isWrapped(y)) return
  // Back over an automatic wrap, and over the cell that a wide character left empty.
  grid.setWrapped(y, false)
  screen.y -= 1
  screen.x = screen.right
  if (grid.width(screen.y, screen.x) > 0 && !grid.hasContent(screen.y, screen.x)) screen.x -= 1
}

/** HT, CHT: stops at the right margin. */
export function tabForward(screen: Screen, count: number): void {
  if (screen.pending) return
  const edge = screen.x <= screen.right ? screen.right : screen.cols - 1
  for (let left = Math.min(count, screen.cols); left > 0 && screen.x < edge; left -= 1) {
    do screen.x += 1; while (screen.x < edge && screen.tabs[screen.x] === 0)
  }
}

/** CBT */
export function tabBackward(screen: Screen, count: number): void {
  if (screen.pending) return
  const edge = screen.modes.origin ? screen.left : 0
  for (let left = Math.min(count, screen.cols); left > 0 && screen.x > edge; left -= 1) {
    do screen.x -= 1; while (screen.x > edge && screen.tabs[screen.x] === 0)
  }
}

/** HTS */
export function setTab(screen: Screen): void {
  if (!screen.pending) screen.tabs[screen.x] = 1
}

/** TBC: 0 here, 3 all. */
export function clearTab(screen: Screen, how: number): void {
  if (how === 0 && !screen.pending) screen.tabs[screen.x] = 0
  else if (how === 3) screen.tabs.fill(0)
}

/** DECSC */
export function saveCursor(screen: Screen): void {
  screen.buffer.saved = {
    x: screen.x, y: screen.y, pending: screen.pending, foreground: screen.foreground, background: screen.background, underline: screen.underline,
    charsets: [...screen.charsets], level: screen.level, origin: screen.modes.origin,
  }
}

/** DECRC; without a DECSC before it, to the upper left with a fresh pen. A link that is open stays open. */
export function restoreCursor(screen: Screen): void {
  const { saved } = screen.buffer
  screen.modes.origin = saved?.origin ?? false
  screen.foreground = saved?.foreground ?? 0
  screen.background = saved?.background ?? 0
  screen.underline = saved?.underline ?? 0
  screen.charsets = saved === null ? ['B', 'B', 'B', 'B'] : [...saved.charsets]
  screen.level = saved?.level ?? 0
  screen.x = Math.min(saved?.x ?? 0, screen.cols - 1)
  screen.y = Math.min(saved?.y ?? 0, screen.rows - 1)
  screen.pending = (saved?.pending ?? false) && screen.x === saved?.x
  screen.settlePen()
  screen.settle()
  clampToOrigin(screen)
  settlePending(screen)
}
