/**
 * Cells of one screen: one array in three planes (cell.ts), with rows found through a map, so that
 * scrolling moves only row numbers. Rows are stamped on changes and numbered on arrival, which is
 * all that dirty tracking needs.
 */
import { extraBit, tailBit, textMask, wideBit } from './cell.ts'
import { BROAD, LOST, STYLED, WRAPPED, bidiMask, bidiShift } from '../history/grid-rows.ts'
import { promptMarks, sizeOfMarks, sizeShift } from '../history/grid-rows.ts'
import type { GridRows, RowSize } from '../history/grid-rows.ts'
import type { ClippedRows } from '../history/clipped-rows.ts'
import type { History } from '../history/history.ts'
import { rowsMax } from '../limits.ts'

/** Current stamp for changes, and the next row number; shared by a terminal's screens. */
export interface Changes {
  stamp: number
  nextRow: number
}

/** Length of the map, in screens: scrolls of the complete screen move on in it. */
const mapScreens = 5

/** Rows that leave in a scroll while the others move. */
const leaving = new Uint32Array(rowsMax)

export interface Fill {
  readonly content: number
  readonly foreground: number
  readonly background: number
  readonly extra: number
}

export class CellGrid implements GridRows {
  readonly cols: number
  readonly rows: number
  /** Cells per plane: contents start at 0, foregrounds at `plane`, backgrounds at `2 * plane`. */
  readonly plane: number
  readonly cells: Uint32Array
  /** Rows of the store in the order of the screen, from `#first` on. */
  readonly #map: Uint32Array
  #first = 0
  readonly flags: Uint8Array
  /** Columns after which all cells of a row are default blanks. */
  readonly ends: Uint16Array
  /** Prompt marks (OSC 133) of a row: A 1, B 2, C 4, D 8; its size and order (grid-rows.ts). */
  readonly marks: Uint16Array
  /** `changes.stamp` at the row's last change. */
  readonly stamps: Float64Array
  /** Identity of a row through scrolls; a blank row that scrolls in has a new number. */
  readonly numbers: Float64Array
  /** Entries of Extras for cells with `extraBit`, created on first use. */
  extras: Uint16Array | null = null
  /**
   * Rows below the screen since it became shorter. They return when it becomes taller, unless a
   * program has cleared or scrolled the last row.
   */
  below: History | null = null
  /** Whether a cell may belong to a block (sized/blocks.ts). */
  hasBlocks = false
  /** Complete rows of which the screen shows the start. */
  clipped: ClippedRows | null = null
  /** Counts for `lose` and `found`, created on first use. */
  #lost: Uint8Array | null = null
  readonly #changes: Changes

  constructor(cols: number, rows: number, changes: Changes) {
    this.cols = cols
    this.rows = rows
    this.plane = cols * rows
    this.cells = new Uint32Array(3 * this.plane)
    this.#map = new Uint32Array(mapScreens * rows)
    this.flags = new Uint8Array(rows)
    this.ends = new Uint16Array(rows)
    this.marks = new Uint16Array(rows)
    this.stamps = new Float64Array(rows)
    this.numbers = new Float64Array(rows)
    this.#changes = changes
    for (let y = 0; y < rows; y += 1) {
      this.#map[y] = y
      this.numbers[y] = changes.nextRow++
      this.stamps[y] = changes.stamp
    }
  }

  /** Returns the row of the store of screen row `y`, which must be on the screen. */
  row(y: number): number {
    return this.#map[this.#first + y]!
  }

  /** Returns the entry of `numbers` of screen row `y`, or -1 below the screen. */
  numberOf(y: number): number {
    return y < this.rows ? this.numbers[this.row(y)]! : -1
  }

  /** Returns the index of the first cell of screen row `y` within a plane. */
  at(y: number): number {
    return this.row(y) * this.cols
  }

  isWrapped(y: number): boolean {
    return (this.flags[this.row(y)]! & WRAPPED) !== 0
  }

  setWrapped(y: number, wrapped: boolean): void {
    const row = this.row(y)
    const flags = this.flags[row]!
    if (((flags & WRAPPED) !== 0) === wrapped) return
    this.flags[row] = flags ^ WRAPPED
    this.stamps[row] = this.#changes.stamp
  }

  mark(y: number, bit: number): void {
    const row = this.row(y)
    this.marks[row] = this.marks[row]! | bit
    this.stamps[row] = this.#changes.stamp
  }

  sizeOf(y: number): RowSize {
    return sizeOfMarks(this.marks[this.row(y)]!)
  }

  /** Returns the visible columns: half in double width, where xterm keeps the other cells too. */
  columnsOf(y: number): number {
    return this.sizeOf(y) === 0 ? this.cols : Math.max(1, this.cols >> 1)
  }

  /** Sets the order of a row's text (bidi.ts). */
  setBidi(y: number, bits: number): void {
    const row = this.row(y)
    const marks = (this.marks[row]! & ~bidiMask) | (bits << bidiShift)
    if (marks === this.marks[row]) return
    this.marks[row] = marks
    this.stamps[row] = this.#changes.stamp
  }

  /** Sets a row's size. A row that is not single neither continues another nor is continued. */
  setSize(y: number, size: RowSize): void {
    const row = this.row(y)
    this.marks[row] = (this.marks[row]! & (promptMarks | bidiMask)) | (size << sizeShift)
    this.setWrapped(y, false)
    if (y + 1 < this.rows) this.setWrapped(y + 1, false)
    else this.below = null
    this.stamps[row] = this.#changes.stamp
  }

  touch(y: number): void {
    this.stamps[this.row(y)] = this.#changes.stamp
  }

  /** Records that text at this cell or after it is lost until `found` is called `times` times. */
  lose(y: number, x: number, times = 1): void {
    const row = this.row(y)
    this.#lostOf(row)[row * this.cols + x] = times
    this.touch(y)
  }

  /** Prepares a row of the store for counts, which are valid only while it has LOST. */
  #lostOf(row: number): Uint8Array {
    this.#lost ??= new Uint8Array(this.plane)
    if ((this.flags[row]! & LOST) === 0) {
      this.#lost.fill(0, row * this.cols, (row + 1) * this.cols)
      this.flags[row] = this.flags[row]! | LOST
    }
    return this.#lost
  }

  /** Records that the row is printed up to this cell and nothing after it is lost. */
  found(y: number, x: number): void {
    const row = this.row(y)
    if (this.#lost === null || (this.flags[row]! & LOST) === 0) return
    const at = row * this.cols + x
    this.#lost[at] = Math.max(0, this.#lost[at]! - 1)
  }

  /** Whether any row lacks printed text. */
  get holdsLost(): boolean {
    for (let row = 0; row < this.rows; row += 1) {
      if (this.#lost === null || (this.flags[row]! & LOST) === 0) continue
      const start = row * this.cols
      for (let at = start; at < start + this.cols; at += 1) if (this.#lost[at] !== 0) return true
    }
    return false
  }

  /** Returns whether a row lacks text: half a wide character, or a line's end at the edge. */
  hasLost(y: number): boolean {
    if (this.#lost === null || (this.flags[this.row(y)]! & LOST) === 0) return false
    const start = this.at(y)
    for (let x = 0; x < this.cols; x += 1)
      if (
        this.#lost[start + x] !== 0 &&
        (x === this.cols - 1 || (this.cells[start + x]! & (textMask | tailBit)) === 0)
      )
        return true
    return false
  }

  touchAll(): void {
    this.clipped?.settle(this, this.#changes.stamp)
    this.stamps.fill(this.#changes.stamp)
    if (this.clipped !== null) this.#changes.stamp += 1
  }

  /** Fills columns `from` to `to` of a row; callers handle halves of wide cells. */
  fill(y: number, from: number, to: number, fill: Fill): void {
    if (to <= from) return
    if (fill.content === 0 && fill.foreground === 0 && fill.extra === 0) {
      this.blank(y, from, to, fill.background)
      return
    }
    const row = this.row(y)
    const start = row * this.cols
    this.stamps[row] = this.#changes.stamp
    this.reach(row, to)
    set(this.cells, fill.content, start + from, start + to)
    if (fill.content > 0xff) this.flags[row] = this.flags[row]! | BROAD
    const styled = fill.foreground !== 0 || fill.background !== 0
    if (styled || (this.flags[row]! & STYLED) !== 0) {
      set(this.cells, fill.foreground, this.plane + start + from, this.plane + start + to)
      set(this.cells, fill.background, 2 * this.plane + start + from, 2 * this.plane + start + to)
      if (styled) this.flags[row] = this.flags[row]! | STYLED
    }
    if (fill.extra !== 0) this.#extras().fill(fill.extra, start + from, start + to)
    if ((this.flags[row]! & LOST) !== 0) this.#lost?.fill(0, start + from, start + to)
  }

  /** Records that cells of a row of the store before column `end` may not be blank. */
  reach(row: number, end: number): void {
    if (this.ends[row]! < end) this.ends[row] = end
  }

  blank(y: number, from: number, to: number, background: number): void {
    const row = this.row(y)
    const flags = this.flags[row]!
    const first = row * this.cols + from
    let last = row * this.cols + to
    const { cells, plane, ends } = this
    this.stamps[row] = this.#changes.stamp
    if ((flags & LOST) !== 0) this.#lost?.fill(0, first, last)
    if (background === 0) {
      const end = ends[row]!
      if (from >= end) return
      if (to >= end) {
        last = row * this.cols + end
        ends[row] = from
      }
    } else this.reach(row, to)
    set(cells, 0, first, last)
    if (background === 0 && (flags & STYLED) === 0) return
    set(cells, 0, plane + first, plane + last)
    set(cells, background, 2 * plane + first, 2 * plane + last)
    if (background !== 0) this.flags[row] = flags | STYLED
  }

  /** Blanks a complete row, which then continues no other. */
  clearRow(y: number, background: number): void {
    const row = this.row(y)
    const start = row * this.cols
    const end = start + this.ends[row]!
    const { cells, plane } = this
    set(cells, 0, start, end)
    if ((this.flags[row]! & STYLED) !== 0) {
      set(cells, 0, plane + start, plane + end)
      set(cells, 0, 2 * plane + start, 2 * plane + end)
    }
    if (background !== 0) set(cells, background, 2 * plane + start, 2 * plane + start + this.cols)
    this.ends[row] = background !== 0 ? this.cols : 0
    this.flags[row] = background !== 0 ? STYLED : 0
    this.marks[row] = 0
    this.stamps[row] = this.#changes.stamp
    if (y === this.rows - 1) this.below = null
  }

  setCell(
    y: number,
    x: number,
    content: number,
    foreground: number,
    background: number,
    extra: number,
  ): void {
    const row = this.row(y)
    const at = row * this.cols + x
    this.stamps[row] = this.#changes.stamp
    this.cells[at] = content
    this.cells[this.plane + at] = foreground
    this.cells[2 * this.plane + at] = background
    this.reach(row, x + 1)
    let flags = this.flags[row]!
    if (content > 0xff) flags |= BROAD
    if (foreground !== 0 || background !== 0) flags |= STYLED
    this.flags[row] = flags
    if (extra !== 0) this.#extras()[at] = extra
  }

  extra(index: number): number {
    return (this.cells[index]! & extraBit) !== 0 && this.extras !== null ? this.extras[index]! : 0
  }

  /** Returns the columns of a cell: 0 for the right half of a wide one. */
  width(y: number, x: number): number {
    const content = this.cells[this.at(y) + x]!
    return (content & tailBit) !== 0 ? 0 : (content & wideBit) !== 0 ? 2 : 1
  }

  /** Copies cells within or between rows, which may overlap. */
  copy(fromY: number, fromX: number, toY: number, toX: number, count: number): void {
    if (count <= 0) return
    const from = this.at(fromY) + fromX
    const to = this.at(toY) + toX
    const row = this.row(toY)
    const fromRow = this.row(fromY)
    const flags = this.flags[row]! | (this.flags[fromRow]! & (STYLED | BROAD | LOST))
    this.reach(row, toX + Math.max(0, Math.min(count, this.ends[fromRow]! - fromX)))
    const planes = (flags & STYLED) !== 0 ? 3 : 1
    for (let plane = 0; plane < planes; plane += 1)
      this.cells.copyWithin(
        plane * this.plane + to,
        plane * this.plane + from,
        plane * this.plane + from + count,
      )
    if ((flags & BROAD) !== 0) this.extras?.copyWithin(to, from, from + count)
    if ((flags & LOST) !== 0) {
      this.#lostOf(fromRow)
      this.#lostOf(row).copyWithin(to, from, from + count)
    }
    this.flags[row] = flags
    this.stamps[row] = this.#changes.stamp
  }

  /** Moves rows `top` to `bottom` up by `count` (down if negative); new rows are blank. */
  scroll(top: number, bottom: number, count: number, background: number): void {
    const height = bottom - top + 1
    const steps = Math.min(Math.abs(count), height)
    if (steps === 0) return
    if (bottom === this.rows - 1) this.below = null
    if (height === this.rows) this.#turn(count > 0 ? steps : -steps)
    else this.#move(top, bottom, count > 0 ? steps : -steps)
    const first = count > 0 ? bottom - steps + 1 : top
    for (let y = first; y < first + steps; y += 1) {
      this.numbers[this.row(y)] = this.#changes.nextRow++
      this.clearRow(y, background)
    }
  }

  /** Moves all rows up by `steps` (down if negative), which takes no longer for more rows. */
  #turn(steps: number): void {
    const map = this.#map
    const { rows } = this
    if (this.#first + steps < 0 || this.#first + steps + rows > map.length) {
      const middle = (map.length - rows) >> 1
      map.copyWithin(middle, this.#first, this.#first + rows)
      this.#first = middle
    }
    const end = this.#first + rows
    for (let step = 0; step < steps; step += 1) map[end + step] = map[end + step - rows]!
    this.#first += steps
    for (let y = 0; y < -steps; y += 1) map[this.#first + y] = map[this.#first + y + rows]!
  }

  /** Moves rows `top` to `bottom` up by `steps` (down if negative); the others follow them. */
  #move(top: number, bottom: number, steps: number): void {
    const map = this.#map
    const count = Math.abs(steps)
    const first = this.#first + top
    const kept = this.#first + bottom + 1 - count
    const leaves = steps > 0 ? first : kept
    for (let index = 0; index < count; index += 1) leaving[index] = map[leaves + index]!
    if (steps > 0) for (let at = first; at < kept; at += 1) map[at] = map[at + count]!
    else for (let at = kept - 1; at >= first; at -= 1) map[at + count] = map[at]!
    const enters = steps > 0 ? kept : first
    for (let index = 0; index < count; index += 1) map[enters + index] = leaving[index]!
  }

  /** Returns the columns up to the last cell with text, not counting colored blanks, for reflow. */
  textLength(y: number): number {
    const start = this.at(y)
    for (let x = this.ends[this.row(y)]! - 1; x >= 0; x -= 1) {
      const content = this.cells[start + x]!
      if ((content & textMask) !== 0) return x + ((content & wideBit) !== 0 ? 2 : 1)
    }
    return 0
  }

  #extras(): Uint16Array {
    this.extras ??= new Uint16Array(this.plane)
    return this.extras
  }

  setExtra(index: number, extra: number): void {
    this.#extras()[index] = extra
  }
}

/** A call of `fill` costs as much as thirty cells, so short ranges use a loop. */
function set(cells: Uint32Array, value: number, from: number, to: number): void {
  if (to - from < 32) for (let cell = from; cell < to; cell += 1) cells[cell] = value
  else cells.fill(value, from, to)
}
