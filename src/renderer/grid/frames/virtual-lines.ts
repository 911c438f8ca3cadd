/**
 * Replaces the line list of an xterm.js buffer. Rows of the screen are lines. Rows of the history
 * stay packed as in the core and become lines when they are read. An index is xterm.js's (0 is the
 * oldest row), a number is the core's (terminal/frames/frame.ts).
 */
import type { HistoryRows, UpdateRows } from '../../../terminal/frames/frame.ts'
import { RowRanges, type RowRange } from '../../../terminal/frames/row-ranges.ts'
import { continuesAt, latinOf, packedEnd } from '../../../terminal/history/packed-row.ts'
import type { LineMaker, XtermLine } from './line-maker.ts'
import { linesCachedMax, partWordsMax } from './limits.ts'

interface Emitter<Value> {
  readonly event: unknown
  fire(value: Value): void
}

/** The replaced list. Its events move markers and the selection. */
export interface XtermLineList {
  readonly onDelete: unknown
  readonly onInsert: unknown
  readonly onTrim: unknown
  readonly onTrimEmitter: Emitter<number>
}

/** Facts for a search, read from packed rows without making a line. Indexes are xterm.js's. */
export interface PackedLines {
  readonly cols: number
  /** Returns whether the row continues the one before. */
  isWrapped(index: number): boolean
  /** Returns the cells of a row with only Latin-1 (terminal/history/packed-row.ts), or null. */
  latin(index: number): Uint8Array | null
}

interface Part {
  readonly first: number
  readonly rows: UpdateRows
}

export class VirtualLines implements PackedLines {
  /** Rows of the screen, from the top. */
  screen: XtermLine[] = []
  readonly onDelete: unknown
  readonly onInsert: unknown
  readonly onTrim: unknown
  readonly #onTrim: Emitter<number>
  readonly #maker: LineMaker
  readonly #missing: (number: number) => void
  #cols: number
  #dropped = 0
  #count = 0
  /** By number, without overlaps. */
  #parts: Part[] = []
  /** Rows that are as in the core. Others are drawn until they arrive again. */
  readonly #certain = new RowRanges()
  /** Lines by number, least recently read first. */
  readonly #cache = new Map<number, XtermLine>()
  /** Lines shown in place of missing rows, by their number. */
  #standIns = new Map<number, XtermLine>()

  /** @param missing called when a missing row of the history is read, which is blank */
  constructor(
    before: XtermLineList,
    cols: number,
    maker: LineMaker,
    missing: (number: number) => void,
  ) {
    this.onDelete = before.onDelete
    this.onInsert = before.onInsert
    this.onTrim = before.onTrim
    this.#onTrim = before.onTrimEmitter
    this.#cols = cols
    this.#maker = maker
    this.#missing = missing
  }

  get length(): number {
    return this.#count + this.screen.length
  }

  /** Never full, because the core reports what leaves. */
  get maxLength(): number {
    return Number.MAX_SAFE_INTEGER
  }

  get isFull(): boolean {
    return false
  }

  /** Number of the row at index 0. */
  get first(): number {
    return this.#dropped
  }

  get count(): number {
    return this.#count
  }

  get packedWords(): number {
    return this.#parts.reduce((sum, { rows }) => sum + rows.words.length, 0)
  }

  get(index: number): XtermLine | undefined {
    if (index >= this.#count) return this.screen[index - this.#count]
    if (index < 0) return undefined
    const number = this.#dropped + index
    let line = this.#cache.get(number)
    if (line === undefined) {
      const part = this.#partOf(number)
      if (part === undefined) this.#missing(number)
      line =
        part === undefined
          ? (this.#standIns.get(number) ?? this.#maker.blank(this.#cols))
          : this.#maker.make(part.rows, number - part.first, this.#cols)
      if (part !== undefined) this.#keep(number, line)
    }
    return line
  }

  get cols(): number {
    return this.#cols
  }

  isWrapped(index: number): boolean {
    const part = this.#partAt(index)
    return part === undefined
      ? this.get(index)?.isWrapped === true
      : continuesAt(part.rows, part.rows.starts[this.#dropped + index - part.first]!)
  }

  latin(index: number): Uint8Array | null {
    const part = this.#partAt(index)
    return part === undefined
      ? null
      : latinOf(part.rows, part.rows.starts[this.#dropped + index - part.first]!)
  }

  /** Returns the newest missing rows of the history in a range. */
  gapIn({ from, end }: RowRange): RowRange | null {
    return this.#certain.newestGap(
      Math.max(from, this.#dropped),
      Math.min(end, this.#dropped + this.#count),
    )
  }

  /** Returns the number of missing rows of the history in a range. */
  missingIn({ from, end }: RowRange): number {
    let missing = 0
    for (
      let gap = this.gapIn({ from, end });
      gap !== null;
      gap = this.gapIn({ from, end: gap.from })
    )
      missing += gap.end - gap.from
    return missing
  }

  /** Returns the newest row in a range of which nothing is known, so that it is blank, or null. */
  blankIn({ from, end }: RowRange): number | null {
    const first = Math.max(from, this.#dropped)
    for (let number = Math.min(end, this.#dropped + this.#count) - 1; number >= first; number -= 1)
      if (!this.#cache.has(number) && !this.has(number) && !this.#standIns.has(number))
        return number
    return null
  }

  /** Returns the line of a row unless it would be blank because the row is missing. */
  #known(index: number): XtermLine | undefined {
    const number = this.#dropped + index
    return index >= this.#count || this.#cache.has(number) || this.has(number)
      ? this.get(index)
      : this.#standIns.get(number)
  }

  /** Returns known lines from an index on, for `showInstead` after they have left the history. */
  known(index: number, count: number): (XtermLine | undefined)[] {
    return Array.from({ length: count }, (_, y) => this.#known(index + y))
  }

  /** Shows lines in place of the oldest rows, as far as these are missing. */
  showInstead(lines: readonly (XtermLine | undefined)[]): void {
    this.#standIns = new Map(
      lines.flatMap((line, y) =>
        line === undefined || this.has(this.#dropped + y) ? [] : [[this.#dropped + y, line]],
      ),
    )
  }

  has(number: number): boolean {
    return this.#partOf(number) !== undefined
  }

  /** Marks all rows as possibly outdated: they are drawn, but requested again. */
  doubt(): void {
    this.#certain.clear()
  }

  /** Keeps only these rows of the history. */
  drop({ from, end }: RowRange): void {
    this.#certain.clip(from, end)
    this.#parts = this.#parts
      .map((part) => within(part, from, end))
      .filter(({ rows }) => rows.starts.length > 0)
      .map(compact)
    this.#cache.clear()
  }

  /**
   * Renumbers rows or changes the columns, which discards the history.
   * @param first number of the oldest row from now on
   * @param count rows of the history from now on
   * @param kept oldest rows that keep their layout, because the core no longer has them
   */
  renumber(
    cols: number,
    {
      first,
      count,
      kept,
    }: { readonly first: number; readonly count: number; readonly kept: number },
  ): void {
    const [before, gone] = [this.#dropped, this.#count]
    this.#cols = cols
    const by = first - before
    this.#parts = this.#parts
      .map((part) => within(part, before, before + kept))
      .filter(({ rows }) => rows.starts.length > 0)
      .map((part) => ({ ...part, first: part.first + by }))
    this.#certain.clip(before, before + kept)
    const { all } = this.#certain
    this.#certain.clear()
    for (const { from, end } of all) this.#certain.add(from + by, end + by)
    this.#cache.clear()
    this.#standIns.clear()
    this.#dropped = first
    this.#count = count
    if (gone > 0) this.#onTrim.fire(gone)
  }

  /** Sets the range of the history. Lines that leave the screen stay until their rows arrive. */
  history(dropped: number, count: number): void {
    const [top, next] = [this.#dropped + this.#count, dropped + count]
    const trimmed = Math.min(this.#count, Math.max(0, dropped - this.#dropped))
    const left = Math.max(0, Math.min(this.screen.length, next - top))
    this.#dropped = dropped
    this.#count = count
    for (let y = 0; y < left; y += 1)
      if (top + y >= dropped && !this.has(top + y)) this.#keep(top + y, this.screen[y]!)
    if (trimmed > 0 || next < top) {
      // A row that is back on the screen may change there.
      this.#certain.clip(dropped, next)
      while (this.#parts[0] !== undefined && endOf(this.#parts[0]) <= dropped) this.#parts.shift()
      if (next < top)
        this.#parts = this.#parts
          .filter(({ first }) => first < next)
          .map((part) => within(part, part.first, next))
      for (const number of this.#cache.keys())
        if (number < dropped || number >= next) this.#cache.delete(number)
    }
    if (trimmed > 0) this.#onTrim.fire(trimmed)
  }

  add({ first, rows }: HistoryRows): void {
    const end = first + rows.starts.length
    this.#certain.add(first, end)
    for (let number = first; this.#cache.size > 0 && number < end; number += 1)
      this.#cache.delete(number)
    const at = this.#parts.findIndex((part) => part.first >= first)
    const place = at === -1 ? this.#parts.length : at
    const before = this.#parts[place - 1]
    const after = this.#parts[place]
    if (
      (before !== undefined && endOf(before) > first) ||
      (after !== undefined && after.first < end)
    ) {
      // Rows that arrive again replace the old ones.
      this.#parts = [
        ...this.#parts
          .flatMap((part) => [within(part, part.first, first), within(part, end, endOf(part))])
          .filter((part) => part.rows.starts.length > 0),
        { first, rows },
      ].sort((one, other) => one.first - other.first)
      return
    }
    const joined = before !== undefined && endOf(before) === first ? join(before.rows, rows) : null
    if (joined !== null) this.#parts[place - 1] = { first: before!.first, rows: joined }
    else this.#parts.splice(place, 0, { first, rows })
  }

  // xterm.js's own changes come from its parser, reflow and resets, which are not used.

  set(index: number, line: XtermLine): void {
    if (index >= this.#count) this.screen[index - this.#count] = line
  }

  trimStart(): void {
    // the core reports what leaves the history
  }

  #keep(number: number, line: XtermLine): void {
    this.#cache.set(number, line)
    if (this.#cache.size <= linesCachedMax) return
    for (const oldest of this.#cache.keys()) {
      this.#cache.delete(oldest)
      return
    }
  }

  #partAt(index: number): Part | undefined {
    return index < 0 || index >= this.#count ? undefined : this.#partOf(this.#dropped + index)
  }

  #partOf(number: number): Part | undefined {
    let [low, high] = [0, this.#parts.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const part = this.#parts[middle]!
      if (number < part.first) high = middle - 1
      else if (number >= endOf(part)) low = middle + 1
      else return part
    }
    return undefined
  }
}

function endOf({ first, rows }: Part): number {
  return first + rows.starts.length
}

/** Returns the rows of a part from one number to another. */
function within(part: Part, from: number, to: number): Part {
  const [low, high] = [Math.max(from, part.first), Math.min(to, endOf(part))]
  const starts =
    high <= low
      ? new Uint32Array(0)
      : part.rows.starts.subarray(low - part.first, high - part.first)
  return { first: low, rows: { ...part.rows, starts } }
}

/** Copies the rows, because most of the part that they were cut from is dropped. */
function compact(part: Part): Part {
  const { rows } = part
  const [from, last] = [rows.starts[0]!, rows.starts.at(-1)!]
  const words = rows.words.slice(from, packedEnd(rows, last))
  return {
    ...part,
    rows: {
      ...rows,
      words,
      bytes: new Uint8Array(words.buffer),
      starts: rows.starts.map((start) => start - from),
    },
  }
}

/** Joins two small parts, since a shell adds single rows, or returns null. */
function join(one: UpdateRows, other: UpdateRows): UpdateRows | null {
  if (one.words.length + other.words.length > partWordsMax) return null
  for (const [number, text] of other.clusters)
    if ((one.clusters.get(number) ?? text) !== text) return null
  for (const [number, extra] of other.extras) {
    const known = one.extras.get(number)
    if (
      known !== undefined &&
      (known.color !== extra.color ||
        known.link?.uri !== extra.link?.uri ||
        known.link?.id !== extra.link?.id)
    )
      return null
  }
  const words = new Uint32Array(one.words.length + other.words.length)
  words.set(one.words)
  words.set(other.words, one.words.length)
  const starts = new Uint32Array(one.starts.length + other.starts.length)
  starts.set(one.starts)
  for (const [index, start] of other.starts.entries())
    starts[one.starts.length + index] = start + one.words.length
  return {
    words,
    bytes: new Uint8Array(words.buffer),
    starts,
    clusters: new Map([...one.clusters, ...other.clusters]),
    extras: new Map([...one.extras, ...other.extras]),
  }
}
