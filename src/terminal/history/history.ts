/**
 * Packed rows that have left the screen (packed-rows.ts). Rows of the present width are used as
 * they are; older ones are laid out at this width on reading (reflow.ts).
 */
import type { Compression } from './compression.ts'
import type { GridRows } from './grid-rows.ts'
import type { Line } from './line.ts'
import { rowsMax } from '../limits.ts'
import {
  eachContentOf,
  goesOn,
  keepText,
  packedEnd,
  packedWordsMax,
  packRow,
  runsOf,
  unpackRow,
  unpackToScreen,
  type Block,
  type Runs,
} from './packed-row.ts'
import { PackedRows, type KeptBlocks, type KeptRows } from './packed-rows.ts'
import { ReflowLayout, type SourceCell } from './reflow.ts'

export { emptyLine, type Line } from './line.ts'

/** A cell of history or screen. Rows are numbered from the first one that ever left the screen. */
export interface HistoryPlace {
  /** `History.dropped` plus the row's index; for screen row `y`, `dropped + count + y`. */
  readonly number: number
  readonly column: number
}

/** History as `History.keep` returns it; the rows are stored elsewhere. */
export interface KeptHistory {
  readonly limit: number
  readonly end: number
  readonly rows: KeptRows
  /** Number of the oldest rows, which precede the present width; `null` if none. */
  readonly laidOut: number | null
  /** `ReflowLayout.clipFrom`; `null` if nothing is clipped. */
  readonly clipFrom: number | null
  readonly splitFrom: number | null
}

/** A packed row in its block. */
export interface PackedPlace {
  readonly block: Block
  readonly at: number
  readonly length: number
}

export class History {
  #limit: number
  /** Rows beyond the limit that will return to the screen. */
  #above = 0
  readonly #rows: PackedRows
  /** Layout of rows that precede the present width. */
  #layout: ReflowLayout | null = null
  #end = 0

  /** Keeps `limit` rows at the present width. `shared` and `compression` are for PackedRows. */
  constructor(limit: number, shared = false, compression: Compression | undefined = undefined) {
    this.#limit = limit
    this.#rows = new PackedRows(shared, compression)
  }

  get count(): number {
    return Math.min(this.#total, this.#limit + this.#above)
  }

  /** Number of the oldest row: rows dropped since the start. */
  get dropped(): number {
    return this.#end - this.count
  }

  /** Number of the next row that leaves the screen: `dropped + count`. */
  get end(): number {
    return this.#end
  }

  get limit(): number {
    return this.#limit
  }

  /** Used bytes, for benches. */
  get bytes(): number {
    return this.#rows.bytes
  }

  setLimit(limit: number): void {
    this.#limit = limit
    this.#settle(limit + this.#above, 0)
  }

  clear(): void {
    this.#rows.clear()
    this.#layout = null
  }

  rest(): { readonly changed: boolean; readonly more: boolean } {
    return this.#rows.rest()
  }

  /** Adds a copy of screen row `y`. */
  push(grid: GridRows, y: number): void {
    if (this.#limit + this.#above === 0) {
      this.#pass(1)
      return
    }
    const block = this.room(packedWordsMax(grid.cols))
    this.took(packRow(grid, y, block, this.next))
  }

  /** Adds a copy of a packed row, whose width may be another one if a layout follows. */
  pushPacked({ block, at, length }: PackedPlace): void {
    this.room(length).words.set(block.words.subarray(at, at + length), this.next)
    this.took(this.next + length)
  }

  /** Repeats the newest row, which has the present width. */
  again(times: number): void {
    const { count } = this.#rows
    if (this.#limit + this.#above === 0 || count === 0) {
      this.#pass(times)
      return
    }
    const row = this.#rows.block(count - 1).words.slice(this.#rows.offset(count - 1), this.next)
    for (let time = 0; time < times; time += 1) {
      this.room(row.length).words.set(row, this.next)
      this.took(this.next + row.length)
    }
  }

  /** Reads row `index` (0 is the oldest) into `line`, which has room for the present width. */
  read(index: number, line: Line): void {
    const row = this.#hidden + index
    const own = this.#own(row)
    if (own < 0)
      this.#layout!.read(row, line) // all rows are own rows without a layout
    else unpackRow(this.#rows.block(own), this.#rows.offset(own), line)
  }

  /** Returns the parts of row `index` in place if nothing else is needed (`runsOf`). */
  runs(index: number, runs: Runs): boolean {
    const row = this.#hidden + index
    const own = this.#own(row)
    return own < 0
      ? this.#layout!.runs(row, runs)
      : runsOf(this.#rows.block(own), this.#rows.offset(own), runs)
  }

  /** Returns the packed row until the next one is packed; `null` if laid out on reading. */
  packed(index: number): PackedPlace | null {
    const own = this.#own(this.#hidden + index)
    return own < 0 ? null : this.#packedAt(own)
  }

  /** Returns the complete packed row of which row `index` shows only the start, or `null`. */
  clipped(index: number): PackedPlace | null {
    const row = this.#hidden + index
    const source = this.#own(row) < 0 ? this.#layout!.clippedSource(row) : -1
    return source < 0 ? null : this.#packedAt(source)
  }

  #packedAt(source: number): PackedPlace {
    const [block, at] = [this.#rows.block(source), this.#rows.offset(source)]
    return { block, at, length: packedEnd(block, at) - at }
  }

  isWrapped(index: number): boolean {
    const row = this.#hidden + index
    const own = this.#own(row)
    return own < 0 ? this.#layout!.isWrapped(row) : (this.#rows.summary(own) & goesOn) !== 0
  }

  /** Visits each content word of rows with more than bytes, for sweeping clusters. */
  eachContent(visit: (word: number) => void): void {
    this.#rows.each((block, at) => {
      eachContentOf(block, at, visit)
    })
  }

  replaceExtras(replace: (index: number) => number): void {
    this.#rows.replaceExtras(replace)
  }

  // ---- for a thread that continues from here (kept.ts) ----

  keep(): { readonly history: KeptHistory; readonly blocks: KeptBlocks } {
    const { rows, blocks } = this.#rows.keep()
    const { clipFrom, splitFrom } = this.#layout ?? { clipFrom: Infinity, splitFrom: Infinity }
    return {
      history: {
        limit: this.#limit,
        end: this.#end,
        rows,
        laidOut: this.#layout?.sources ?? null,
        clipFrom: Number.isFinite(clipFrom) ? clipFrom : null,
        splitFrom: Number.isFinite(splitFrom) ? splitFrom : null,
      },
      blocks,
    }
  }

  /** Restores a kept history on a screen of `cols` columns. */
  adopt(
    { limit, end, rows, laidOut, clipFrom, splitFrom }: KeptHistory,
    memories: readonly SharedArrayBuffer[],
    cols: number,
  ): void {
    this.#rows.adopt(rows, memories)
    this.#limit = limit
    this.#end = end
    const gone = rows.count - this.#rows.count
    const left = laidOut === null ? 0 : laidOut - gone
    const from = (source: number | null) =>
      source === null ? Infinity : Math.max(0, source - gone)
    this.#layout =
      left > 0 ? new ReflowLayout(this.#rows, cols, left, from(clipFrom), from(splitFrom)) : null
  }

  // ---- for a new size (resize.ts) ----

  /** Extends the text of row `index` up to this column, because a cursor is after it. */
  keepText(index: number, columns: number): void {
    const own = this.#own(this.#hidden + index)
    if (own >= 0)
      this.#rows.change(own, (block, at) => {
        keepText(block, at, columns)
      })
  }

  /**
   * Lays out all rows for a new width; the oldest gets the number `oldest`. Returns the new places:
   * -Infinity for a row that was not kept, and the same distance for rows after the newest.
   * @param clipFrom index of the first row that is clipped instead, if its line has one row
   * @param splitFrom index of the first row from which on each row is a line of its own
   */
  reflow(
    cols: number,
    oldest: number,
    places: readonly HistoryPlace[],
    clipFrom = Number.POSITIVE_INFINITY,
    splitFrom = Number.POSITIVE_INFINITY,
  ): HistoryPlace[] {
    const { count, dropped } = this
    const sourceAt = (row: number) =>
      row < count ? this.#sourceOf(this.#hidden + row, 0).source : Infinity
    const [clips, splits] = [sourceAt(clipFrom), sourceAt(splitFrom)]
    const sources = places.map(({ number, column }): SourceCell | number => {
      const index = number - dropped
      return index < 0
        ? -Infinity
        : index >= count
          ? index - count
          : this.#sourceOf(this.#hidden + index, column)
    })
    const layout = new ReflowLayout(this.#rows, cols, this.#rows.count, clips, splits)
    this.#layout = layout
    this.#end = oldest + layout.count
    return sources.map((source, at) => {
      const column = Math.min(places[at]!.column, cols - 1)
      if (typeof source === 'number') return { number: this.#end + source, column }
      const place = layout.placeOf(source)
      return { number: oldest + place.index, column: place.column }
    })
  }

  /** Removes rows from `index` on, which are on the screen or below it. */
  truncate(index: number): void {
    const row = this.#hidden + index
    const own = this.#own(row)
    this.#end -= this.count - index
    if (own < 0) this.#layout!.cut(row)
    else this.#rows.truncate(own)
  }

  // ---- for bypassed lines (offscreen.ts) ----

  /** Allows rows beyond the limit, which will return to the screen; 0 when they have. */
  lend(rows: number): void {
    this.#above = rows
    this.#settle(this.#limit + rows)
  }

  /** Moves the newest rows, of the present width, to the screen and drops rows beyond the limit. */
  giveBack(grid: GridRows): void {
    const first = this.#rows.count - grid.rows
    for (let y = grid.rows - 1; y >= 0; y -= 1)
      unpackToScreen(this.#rows.block(first + y), this.#rows.offset(first + y), grid, y)
    this.#rows.truncate(first)
    this.#end -= grid.rows
    this.lend(0)
  }

  /** Returns a block with room for this many words from `next` on. */
  room(words: number): Block {
    return this.#rows.room(words)
  }

  /** Start of the next row in the block that `room` returned. */
  get next(): number {
    return this.#rows.next
  }

  /** Adds the row that was packed there, up to `end`. */
  took(end: number): void {
    const most = this.#limit + this.#above
    if (this.#rows.count >= most) this.#settle(most - 1)
    this.#rows.took(end, most)
    this.#end += 1
  }

  /** Counts rows that are not kept. Earlier ones cannot return after them. */
  #pass(rows: number): void {
    this.clear()
    this.#end += rows
  }

  // ---- the present width ----

  /** All rows at the present width, including hidden ones. */
  get #total(): number {
    const layout = this.#layout
    return layout === null ? this.#rows.count : layout.count + this.#rows.count - layout.sources
  }

  /** The oldest rows beyond the limit, kept because another width may show them. */
  get #hidden(): number {
    return Math.max(0, this.#total - this.#limit - this.#above)
  }

  /** Returns the packed row that is this row unchanged; negative if it is laid out. */
  #own(row: number): number {
    const layout = this.#layout
    return layout === null ? row : row < layout.count ? -1 : row - layout.count + layout.sources
  }

  #sourceOf(row: number, column: number): SourceCell {
    const own = this.#own(row)
    return own < 0 ? this.#layout!.sourceOf(row, column) : { source: own, column }
  }

  /**
   * Drops the oldest rows while more than `most` are packed; for laid-out lines, only complete ones
   * without a visible row.
   * @param spare extra packed rows to keep, because a narrow screen pushes up as many rows as it
   *   has, which return
   */
  #settle(most: number, spare = rowsMax): void {
    while (this.#rows.count > most) {
      const layout = this.#layout
      if (layout === null || layout.sources === 0) {
        this.#layout = null
        this.#rows.dropOldest()
        continue
      }
      const line = layout.oldestLine()
      if (this.#rows.count <= most + spare || this.#total - most < line.rows) return
      for (let source = 0; source < line.sources; source += 1) this.#rows.dropOldest()
      layout.dropped(line)
    }
  }
}
