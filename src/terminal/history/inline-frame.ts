/**
 * Recognizes the frame of a program that draws its interface on the primary screen and redraws it
 * in place, as agents do with Ink, log-update and ratatui's inline viewport. Such a program counts
 * rows: it moves up over as many as it has printed and erases them. If a new width wrapped these
 * rows, remains would stay above the next redraw. Therefore they are clipped (resize.ts), and a
 * redraw shows which of them are finished text above the frame, which is then wrapped.
 *
 * Only moves and erasing are watched, so printing costs nothing.
 */
import { noFrame, type InlineFrame, type Screen } from '../screen/screen.ts'

/** The rows on the screen are no longer one program's frame: a prompt, a command's end, a clear. */
export function forgetFrame(screen: Screen, cleared = false): void {
  screen.frame = noFrame() // always of one shape, so that reading it is fast
  screen.frame.cleared = cleared
  screen.settlePlain()
}

/** The cursor's row is the first one that a shell redraws; rows above are finished. */
export function startFrame({ frame, firstRow, y }: Screen): void {
  frame.top = firstRow + y
  frame.finished = frame.top
}

/**
 * Handles a move to another row from this cell. Moves between margins are for text above or below a
 * frame.
 */
export function movedRows(screen: Screen, x: number, y: number): void {
  if (screen.y > y) {
    if (screen.frame.landing >= 0) movedDown(screen, x, y)
  } else if (screen.y < y && !screen.isAlternate && !hasMargins(screen)) movedUp(screen, y)
}

/** Ends a move up that goes down again before anything is printed. */
function movedDown(screen: Screen, x: number, y: number): void {
  const { frame } = screen
  if (frame.top >= 0 || frame.erased === frame.landing || !isAtLanding(screen, x, y)) return
  if (screen.isAlternate || hasMargins(screen)) return
  frame.landing = -1
  screen.settlePlain()
}

function movedUp(screen: Screen, y: number): void {
  const { frame, firstRow } = screen
  if (frame.cleared) {
    frame.cleared = false
    return
  }
  if (frame.landing !== firstRow + y) {
    settleLanding(screen)
    frame.bottom = firstRow + y
  }
  land(screen)
}

function land(screen: Screen): void {
  const { frame, firstRow, x, y } = screen
  frame.landing = firstRow + y
  frame.column = x
  screen.plain = false // printing there ends the move
}

/** Returns whether nothing was printed after a move up to this cell. */
export function isAtLanding({ frame, firstRow }: Screen, x: number, y: number): boolean {
  return frame.landing === firstRow + y && (x === frame.column || x === 0)
}

/** Handles the erasing of the cursor's row, or of all rows from there on. */
export function erasedRow(screen: Screen, isAllBelow: boolean): void {
  const { frame } = screen
  if (frame.landing < 0 && frame.erased < 0 && frame.top < 0) return
  const row = screen.firstRow + screen.y
  // a program that addresses rows need not move up to the first one
  const lands = isAllBelow && frame.draws && frame.landing !== row && !hasMargins(screen)
  if (lands) settleLanding(screen)
  const continues = frame.landing === row && row === frame.erased - 1
  frame.run = isAllBelow ? Number.MAX_SAFE_INTEGER : continues ? frame.run + 1 : 1
  frame.erased = row
  if (lands) land(screen)
}

/** Handles a hidden cursor or the start of a synchronized update, often before the first frame. */
export function drawsFrames(screen: Screen): void {
  const { frame, firstRow } = screen
  if (screen.isAlternate) return
  frame.draws = true
  if (frame.top < 0 && !hasMargins(screen)) frame.top = firstRow + screen.y
}

/** Returns the first row of the primary screen that a new width clips; infinity if none. */
export function firstClippedRow(screen: Screen): number {
  const { frame, firstRow, rows, primary } = screen
  if (frame.top < 0) return Infinity
  const y = frame.top - firstRow
  if (y >= 0) return y
  // its top has scrolled off: by text above a frame, or by a program that has ended meanwhile
  const isNear = (frame.draws || frame.redraws > 1) && -y <= 2 * rows
  return isNear || (frame.draws && !screen.cursorVisible) || primary.grid.clipped !== null
    ? 0
    : Infinity
}

/** Returns the last row of the frame on the screen, blank or not; negative if unknown. */
export function lastFrameRow({ frame, firstRow, rows }: Screen): number {
  const y = frame.bottom - firstRow
  return frame.top < 0 || y >= rows ? -1 : y
}

/** Handles rows inserted at `row`: text between margins that went to history. */
export function insertRows({ frame, events, pictures }: Screen, row: number, count: number): void {
  for (const name of ['top', 'bottom', 'landing', 'erased', 'finished', 'resizedAt'] as const)
    if (frame[name] >= row) frame[name] += count
  events.marks?.insert(row, count)
  if (pictures.placements.length > 0) pictures.shiftBelow(row, count)
}

/** Handles rows that moved up by `count` between margins (down if negative) without history. */
export function scrolledFrame(screen: Screen, top: number, bottom: number, count: number): void {
  const { frame, firstRow } = screen
  if (screen.isAlternate || (frame.top < 0 && frame.bottom < 0)) return
  frame.top = movedRow(frame.top, firstRow + top, firstRow + bottom, count)
  frame.bottom = movedRow(frame.bottom, firstRow + top, firstRow + bottom, count)
}

function movedRow(row: number, first: number, last: number, count: number): number {
  return row < first || row > last ? row : Math.max(first, Math.min(last, row - count))
}

/**
 * Returns whether output since the last new size shows that no frame will be redrawn: it has more
 * rows than a frame, and nothing has moved up.
 */
export function isPlainOutput({ frame, firstRow, y }: Screen): boolean {
  const height = Math.max(1, frame.bottom - frame.top)
  return frame.resizedAt >= 0 && frame.landing < 0 && firstRow + y > frame.resizedAt + height
}

export function raiseTop(frame: InlineFrame): void {
  frame.top = frame.top < 0 ? frame.landing : Math.min(frame.top, frame.landing)
}

/** Ends a move up. Only erasing everything that was drawn shows where a frame starts. */
export function settleLanding(screen: Screen): void {
  const { frame, primary, firstRow } = screen
  const { landing, run } = frame
  if (landing < 0) return
  raiseTop(frame)
  frame.landing = -1
  if (landing !== frame.erased || run < 2) return
  frame.redraws += 1
  // A part of a frame may be redrawn to its end (ED 0), but not after a new width.
  if (run !== Number.MAX_SAFE_INTEGER || frame.top < firstRow) frame.top = landing
  if (primary.grid.clipped === null) return
  frame.top = landing
  frame.finished = landing
  frame.resizedAt = -1
}

function hasMargins({ top, bottom, rows }: Screen): boolean {
  return top > 0 || bottom < rows - 1
}
