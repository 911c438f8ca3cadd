/**
 * Rows that have left the screen, packed (packed-rows.ts). Those that left it at the width that it
 * has now are rows as they are; those before them are laid out at this width when they are read
 * (reflow.ts).
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

/** A cell of history or screen: rows are numbered from the first one that ever left the screen. */
export interface HistoryPlace {
  /** `History.dropped` and the row's index; of row `y` of the screen `dropped + count + y`. */
  readonly number: number
  readonly column: number
}

/** What `History.keep` says of rows that lie elsewhere. */
export interface KeptHistory {
  readonly limit: number
  readonly end: number
  readonly rows: KeptRows
  /** Those of before the newest width: the oldest; null: there are none. */
  readonly laidOut: number | null
}

export class History {
  #limit: number
  /** Rows above the limit that are kept for now, which go back to the screen. */
  #above = 0
  readonly #rows: PackedRows
  /** The rows of before the newest width; null: there are none. */
  #layout: ReflowLayout | null = null
  /** Number of the row that comes next. */
  #end = 0

  /**
   * @param limit rows kept, at the present width; the oldest leave @param shared and compression as
   * PackedRows has them
   */
  constructor(limit: number, shared = false, compression: Compression | undefined = undefined) {
    this.#limit = limit
    this.#rows = new PackedRows(shared, compression)
  }

  get count(): number {
    return Math.min(this.#total, this.#limit + this.#above)
  }

  /** Rows that have left at the old end since the beginning: the number of the oldest one. */
  get dropped(): number {
    return this.#end - this.count
  }

  get limit(): number {
    return this.#limit
  }

  /** Bytes in use, for benches. */
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

  /** As `PackedRows.rest`. */
  rest(): { readonly changed: boolean; readonly more: boolean } {
    return this.#rows.rest()
  }

  /** Takes a copy of screen row `y`. */
  push(grid: GridRows, y: number): void {
    if (this.#limit + this.#above === 0) {
      this.#pass(1)
      return
    }
    const block = this.room(packedWordsMax(grid.cols))
    this.took(packRow(grid, y, block, this.next))
  }

  /** The newest row, which was pushed at the present width, comes so many times more. */
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

  /** Row `index`, 0 the oldest, into `line`, which has room for the present width. */
  read(index: number, line: Line): void {
    const row = this.#hidden + index
    const own = this.#own(row)
    if (own < 0)
      this.#layout!.read(row, line) // own rows are all there are without a layout
    else unpackRow(this.#rows.block(own), this.#rows.offset(own), line)
  }

  /** The parts of row `index` in place, where they are all that there is to it (`runsOf`). */
  runs(index: number, runs: Runs): boolean {
    const row = this.#hidden + index
    const own = this.#own(row)
    return own < 0
      ? this.#layout!.runs(row, runs)
      : runsOf(this.#rows.block(own), this.#rows.offset(own), runs)
  }

  /**
   * Where row `index` lies packed, and how many words it takes: valid until the next row is packed.
   * null: it is laid out when it is read, from rows of another width.
   */
  packed(
    index: number,
  ): { readonly block: Block; readonly at: number; readonly length: number } | null {
    const own = this.#own(this.#hidden + index)
    if (own < 0) return null
    const [block, at] = [this.#rows.block(own), this.#rows.offset(own)]
    return { block, at, length: packedEnd(block, at) - at }
  }

  isWrapped(index: number): boolean {
    const row = this.#hidden + index
    const own = this.#own(row)
    return own < 0 ? this.#layout!.isWrapped(row) : (this.#rows.summary(own) & goesOn) !== 0
  }

  /** Each content word of rows that hold more than bytes: for the sweep of clusters. */
  eachContent(visit: (word: number) => void): void {
    this.#rows.each((block, at) => {
      eachContentOf(block, at, visit)
    })
  }

  /** Puts another number of extras in the place of each: for the sweep of extras. */
  replaceExtras(replace: (index: number) => number): void {
    this.#rows.replaceExtras(replace)
  }

  // ---- for a thread that goes on from here (kept.ts) ----

  /** As `PackedRows.keep`. */
  keep(): { readonly history: KeptHistory; readonly blocks: KeptBlocks } {
    const { rows, blocks } = this.#rows.keep()
    return {
      history: { limit: this.#limit, end: this.#end, rows, laidOut: this.#layout?.sources ?? null },
      blocks,
    }
  }

  /** An empty one becomes as one was that was kept, on a screen of so many columns. */
  adopt(
    { limit, end, rows, laidOut }: KeptHistory,
    memories: readonly SharedArrayBuffer[],
    cols: number,
  ): void {
    this.#rows.adopt(rows, memories)
    this.#limit = limit
    this.#end = end
    const left = laidOut === null ? 0 : laidOut - (rows.count - this.#rows.count)
    this.#layout = left > 0 ? new ReflowLayout(this.#rows, cols, left) : null
  }

  // ---- for a new size (resize.ts) ----

  /** Row `index` has text up to this column: a cursor stands behind it. */
  keepText(index: number, columns: number): void {
    const own = this.#own(this.#hidden + index)
    if (own >= 0)
      this.#rows.change(own, (block, at) => {
        keepText(block, at, columns)
      })
  }

  /**
   * All rows are laid out for so many columns, and the oldest has the number `oldest`. Returns
   * where each place is then; a row that was not kept has the number -Infinity, and rows behind the
   * newest one stay as far behind it.
   */
  reflow(cols: number, oldest: number, places: readonly HistoryPlace[]): HistoryPlace[] {
    const { count, dropped } = this
    const sources = places.map(({ number, column }): SourceCell | number => {
      const index = number - dropped
      return index < 0
        ? -Infinity
        : index >= count
          ? index - count
          : this.#sourceOf(this.#hidden + index, column)
    })
    const layout = new ReflowLayout(this.#rows, cols)
    this.#layout = layout
    this.#end = oldest + layout.count
    return sources.map((source, at) => {
      const column = Math.min(places[at]!.column, cols - 1)
      if (typeof source === 'number') return { number: this.#end + source, column }
      const place = layout.placeOf(source)
      return { number: oldest + place.index, column: place.column }
    })
  }

  /** Rows from `index` on leave: they are on the screen, or below it. */
  truncate(index: number): void {
    const row = this.#hidden + index
    const own = this.#own(row)
    this.#end -= this.count - index
    if (own < 0) this.#layout!.cut(row)
    else this.#rows.truncate(own)
  }

  // ---- for lines that pass (offscreen.ts) ----

  /**
   * So many rows more than the limit may come, which go back to the screen: none is dropped for
   * them. 0: they have gone back.
   */
  lend(rows: number): void {
    this.#above = rows
    this.#settle(this.#limit + rows)
  }

  /**
   * The newest rows, of the present width, leave to fill the screen, and no more than the limit is
   * kept.
   */
  giveBack(grid: GridRows): void {
    const first = this.#rows.count - grid.rows
    for (let y = grid.rows - 1; y >= 0; y -= 1)
      unpackToScreen(this.#rows.block(first + y), this.#rows.offset(first + y), grid, y)
    this.#rows.truncate(first)
    this.#end -= grid.rows
    this.lend(0)
  }

  /** A block with room for so many words from `next` on. */
  room(words: number): Block {
    return this.#rows.room(words)
  }

  /** Where the next row begins in the block that `room` gave. */
  get next(): number {
    return this.#rows.next
  }

  /** A row has been packed there, up to `end`. */
  took(end: number): void {
    const most = this.#limit + this.#above
    if (this.#rows.count >= most) this.#settle(most - 1)
    this.#rows.took(end, most)
    this.#end += 1
  }

  /** Rows come that are not kept: none of before may come back behind them. */
  #pass(rows: number): void {
    this.clear()
    this.#end += rows
  }

  // ---- the present width ----

  /** Rows at the present width, kept beyond the limit or not. */
  get #total(): number {
    const layout = this.#layout
    return layout === null ? this.#rows.count : layout.count + this.#rows.count - layout.sources
  }

  /**
   * The oldest rows, which are more than the limit: kept as long as packed rows are fewer, since
   * they may be seen again at another width.
   */
  get #hidden(): number {
    return Math.max(0, this.#total - this.#limit - this.#above)
  }

  /** Which packed row is this one of all, if it is one as it is; less than 0: it is laid out. */
  #own(row: number): number {
    const layout = this.#layout
    return layout === null ? row : row < layout.count ? -1 : row - layout.count + layout.sources
  }

  #sourceOf(row: number, column: number): SourceCell {
    const own = this.#own(row)
    return own < 0 ? this.#layout!.sourceOf(row, column) : { source: own, column }
  }

  /**
   * The oldest rows leave while there are more packed ones than `most`: of laid out lines whole
   * ones only, when nothing of them is to be seen.
   * @param spare of those so many more are kept: a narrow screen pushes up as many as it has rows,
   * which come back
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
