/**
 * Fast path for heavy output of plain lines at the bottom of the primary screen, of which only the
 * last screenful stays visible. Lines are packed into history directly from their bytes
 * (line-packer.ts); at the end the newest rows return to the screen. The result equals printing
 * (fuzz target `vt-flood`), at a fraction of the cost. Anything but colored text ends it, and the
 * parser continues.
 */
import {
  passBytesPerRow,
  passLinesPerRow,
  passRetryBytes,
  passRetryBytesMax,
  rowsMax,
} from '../limits.ts'
import { LinePacker } from '../history/line-packer.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from './screen.ts'

/** Numbers of a screen's rows before the fast path. */
const numbersBefore = new Float64Array(rowsMax)

export class OffscreenFastPath {
  readonly #screen: Screen
  readonly #packer: LinePacker
  /** Whether the last attempt reached the end of its chunk; then no look-ahead is needed. */
  #flows = false
  /** Byte offset before which no attempt is made. */
  #notBefore = 0
  #retryBytes = passRetryBytes

  constructor(screen: Screen, parameters: Parameters) {
    this.#screen = screen
    this.#packer = new LinePacker(screen, parameters)
  }

  /**
   * Starts after a line feed that scrolled; `fed` bytes precede the chunk. Returns where it
   * stopped.
   */
  pass(bytes: Uint8Array, start: number, fed: number): number {
    const screen = this.#screen
    const { history, grid } = screen.buffer
    if (
      fed + start < this.#notBefore ||
      bytes.length - start < passBytesPerRow * screen.rows ||
      history === null ||
      history.limit === 0 ||
      !isFresh(screen)
    )
      return start
    const worth = passLinesPerRow * screen.rows
    if (!this.#flows) {
      const odd = firstOdd(bytes, start, worth)
      if (odd !== -1) {
        this.#notBefore = fed + odd
        return start
      }
    }
    const bottom = screen.rows - 1
    for (let y = 0; y <= bottom; y += 1) numbersBefore[y] = grid.numbers[grid.row(y)]!
    history.lend(screen.rows)
    for (let y = 0; y < bottom; y += 1) history.push(grid, y)
    const { at, scrolled } = this.#packer.pack(history, bytes, start)
    history.giveBack(grid)
    this.#number(scrolled)

    this.#flows = at + 64 > bytes.length // or a sequence was cut by the chunk's end
    const paid = scrolled >= worth
    this.#retryBytes = paid ? passRetryBytes : Math.min(this.#retryBytes * 2, passRetryBytesMax)
    if (!paid) this.#notBefore = fed + at + this.#retryBytes
    return at
  }

  /** Gives rows the numbers that scrolling would have given. */
  #number(scrolled: number): void {
    const { grid, changes, rows } = this.#screen
    for (let y = 0; y < rows; y += 1) {
      const came = y + scrolled - rows
      grid.numbers[grid.row(y)] = came < 0 ? numbersBefore[y + scrolled]! : changes.nextRow + came
    }
    changes.nextRow += scrolled
    grid.touchAll()
  }
}

/** Returns whether lines can be packed: cursor at the start of the blank last row, no state. */
function isFresh(screen: Screen): boolean {
  return (
    screen.x === 0 &&
    !screen.pending &&
    screen.y === screen.rows - 1 &&
    screen.top === 0 &&
    screen.bottom === screen.rows - 1 &&
    screen.fullWidth &&
    screen.plain &&
    screen.bits === 0 &&
    screen.opened === null &&
    screen.eraseBackground === 0 &&
    screen.modes.autowrap &&
    screen.grid.clipped === null
  )
}

/** Returns the first byte in these lines beyond colored text; -1 if none, else the end. */
function firstOdd(bytes: Uint8Array, start: number, lines: number): number {
  const { length } = bytes
  let left = lines
  for (let at = start; at < length; at += 1) {
    const byte = bytes[at]!
    if (byte >= 0x20 && byte !== 0x7f) continue
    if (byte === 0x0a) {
      if (bytes[at - 1] !== 0x0d) return at
      left -= 1
      if (left === 0) return -1
    } else if (byte === 0x1b) {
      let end = at + 1
      if (end < length && bytes[end] === 0x5b)
        do end += 1
        while (end < length && bytes[end]! >= 0x30 && bytes[end]! <= 0x3b)
      if (end >= length || (bytes[end] !== 0x6d && bytes[end] !== 0x4b)) return at
      at = end
    } else if (byte !== 0x0d) return at
  }
  return length
}
