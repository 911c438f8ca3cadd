/** Cursor movement, tab stops, saving and restoring. Rows and columns count from 0 here. */
import { movedRows } from '../history/inline-frame.ts'
import { colsMax } from '../limits.ts'
import type { Screen } from './screen.ts'
import { clampToOrigin, edgeAt, index, settleColumn, settlePending } from './scroll.ts'

/** CUP, HVP */
export function position(screen: Screen, x: number, y: number): void {
  const { x: fromX, y: fromY } = screen
  moveTo(screen, x, y)
  movedRows(screen, fromX, fromY)
}

/** Moves to a position; in origin mode counted from the margins. */
export function moveTo(screen: Screen, x: number, y: number): void {
  const { origin } = screen.modes
  place(screen, origin ? screen.left + x : x, origin ? screen.top + y : y)
}

/** Moves to a column; in origin mode counted from the left margin. */
export function moveToColumn(screen: Screen, x: number): void {
  place(screen, screen.modes.origin ? screen.left + x : x, screen.y)
}

/** Moves to a row; in origin mode counted from the top margin. */
export function moveToRow(screen: Screen, y: number): void {
  const { x: fromX, y: fromY } = screen
  place(screen, screen.x, screen.modes.origin ? screen.top + y : y)
  movedRows(screen, fromX, fromY)
}

function place(screen: Screen, x: number, y: number): void {
  screen.pending = false
  screen.x = Math.min(screen.cols - 1, Math.max(0, x))
  screen.y = Math.min(screen.rows - 1, Math.max(0, y))
  clampToOrigin(screen)
  settleColumn(screen)
}

/** CUU: stops at the top margin if it starts below it. */
export function up(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const { x: fromX, y: fromY } = screen
  const limit = screen.y >= screen.top ? screen.top : 0
  place(screen, screen.x, Math.max(limit, screen.y - count))
  movedRows(screen, fromX, fromY)
}

/** Moves down to the last row with text, if it is below: the line of a restart follows it. */
export function toLastText(screen: Screen): void {
  let y = screen.rows - 1
  while (y > screen.y && screen.grid.textLength(y) === 0) y -= 1
  place(screen, screen.x, y)
}

/** CUD */
export function down(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const { x: fromX, y: fromY } = screen
  const limit = screen.y <= screen.bottom ? screen.bottom : screen.rows - 1
  place(screen, screen.x, Math.min(limit, screen.y + count))
  movedRows(screen, fromX, fromY)
}

/** CUF */
export function forward(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const limit = screen.x <= screen.right ? screen.right : screen.cols - 1
  place(screen, Math.min(limit, screen.x + count), screen.y)
}

/**
 * BS, CUB: stops at the left margin if it starts right of it. With reverse wrap and autowrap,
 * continues at the end of the row above, and from the top of the region or screen at the bottom (as
 * in xterm 379, CursorBack). The count is limited to the widest row, after which the movement
 * repeats.
 */
export function backward(screen: Screen, count: number): void {
  clampToOrigin(screen)
  const { x, y, pending } = screen
  const left = x >= screen.left ? screen.left : 0
  if (x - count >= left && !pending) {
    place(screen, x - count, y)
    return
  }
  const { rows, top, bottom, right, modes } = screen
  const reverse = modes.autowrap && (modes.reverseWrap || modes.extendedReverseWrap)
  const to = x - Math.min(count, colsMax) + (reverse && pending ? 1 : 0)
  if (to >= left || !reverse) {
    place(screen, Math.max(left, to), y)
    return
  }
  const width = right - left + 1
  const cells = width * rows
  const wrapsToBottom = y === top && x === left && x <= right
  const offset = wrapsToBottom
    ? width * (bottom + 1) - 1
    : (((width * y + to - left) % cells) + cells) % cells
  place(screen, (offset % width) + left, Math.floor(offset / width))
}

/** HPR and VPR: like CUF and CUD without margins. */
export function by(screen: Screen, x: number, y: number): void {
  clampToOrigin(screen)
  place(screen, screen.x + x, screen.y + y)
}

export function carriageReturn(screen: Screen): void {
  screen.pending = false
  screen.x = screen.x >= screen.left || screen.modes.origin ? screen.left : 0
  settleColumn(screen)
}

/** HT, CHT: stops at the right margin. After a full row only mode 41 starts at the next one. */
export function tabForward(screen: Screen, count: number): void {
  if (screen.pending) {
    if (!screen.modes.moreFix || !screen.modes.autowrap) return
    index(screen)
    carriageReturn(screen)
  }
  const edge = edgeAt(screen, screen.x)
  for (let left = Math.min(count, screen.cols); left > 0 && screen.x < edge; left -= 1) {
    do screen.x += 1
    while (screen.x < edge && screen.tabs[screen.x] === 0)
  }
}

/** CBT */
export function tabBackward(screen: Screen, count: number): void {
  screen.pending = false
  const edge = screen.modes.origin ? screen.left : 0
  for (let left = Math.min(count, screen.cols); left > 0 && screen.x > edge; left -= 1) {
    do screen.x -= 1
    while (screen.x > edge && screen.tabs[screen.x] === 0)
  }
}

/** HTS */
export function setTab(screen: Screen): void {
  screen.tabs[screen.x] = 1
}

/** TBC: 0 clears this column, 3 all. */
export function clearTab(screen: Screen, how: number): void {
  if (how === 0) screen.tabs[screen.x] = 0
  else if (how === 3) screen.tabs.fill(0)
}

/** DECSC */
export function saveCursor(screen: Screen): void {
  screen.buffer.saved = {
    x: screen.x,
    y: screen.y,
    pending: screen.pending,
    foreground: screen.foreground,
    background: screen.background,
    underline: screen.underline,
    charsets: [...screen.charsets],
    level: screen.level,
    origin: screen.modes.origin,
  }
}

/** DECRC; by default the upper left with a fresh pen. An open link stays open. */
export function restoreCursor(screen: Screen): void {
  const { x: fromX, y: fromY } = screen
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
  settleColumn(screen)
  settlePending(screen)
  if (screen.y > fromY) movedRows(screen, fromX, fromY)
}
