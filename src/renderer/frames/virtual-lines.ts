/**
 * The lines of one buffer of xterm.js, in the place of its own list: the rows of the screen as
 * lines, those of the history packed as the core packs them. A row of the history becomes a line
 * when somebody looks at it. Indexes are xterm.js's (0 the oldest row that is there), numbers the
 * core's (terminal/frames/frame.ts).
 */
import type { HistoryRows, UpdateRows } from '../../terminal/frames/frame.ts'
import { RowRanges, type RowRange } from '../../terminal/frames/row-ranges.ts'
import { continuesAt, latinOf, packedEnd } from '../../terminal/history/packed-row.ts'
import type { LineMaker, XtermLine } from './line-maker.ts'
import { linesCachedMax, partWordsMax } from './limits.ts'

interface Emitter<Value> {
  readonly event: unknown
  fire(value: Value): void
}

/** The list that it takes the place of, and by whose events markers and the selection move. */
export interface XtermLineList {
  readonly onDelete: unknown
  readonly onInsert: unknown
  readonly onTrim: unknown
  readonly onTrimEmitter: Emitter<number>
}

/**
 * What a search asks of every row: answered from packed ones, without a line. Indexes are
 * xterm.js's.
 */
export interface PackedLines {
  readonly cols: number
  /** Does the row go on from the one before? */
  isWrapped(index: number): boolean
  /**
   * Cells of a row of the history that holds nothing beside Latin-1 (vt/history/packed-row.ts);
   * null: only its line says what it holds.
   */
  latin(index: number): Uint8Array | null
}

interface Part {
  readonly first: number
  readonly rows: UpdateRows
}

export class VirtualLines implements PackedLines {
  /** Of the screen, from the top. */
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
  /** Rows of them that are as the core has them: others are drawn until they come again. */
  readonly #certain = new RowRanges()
  /** Lines by number. The one looked at longest ago first. */
  readonly #cache = new Map<number, XtermLine>()
  /** Lines that are shown in the place of rows that have not come, by their number. */
  #standIns = new Map<number, XtermLine>()

  /** `missing`: this row of the history is looked at, and is not there: it is blank. */
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

  /** It is never full: the core reports what leaves. */
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

  /** Rows of the history. */
  get count(): number {
    return this.#count
  }

  /** Words that the packed rows take. */
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

  /** The newest rows of these that are to come, of the history. */
  gapIn({ from, end }: RowRange): RowRange | null {
    return this.#certain.newestGap(
      Math.max(from, this.#dropped),
      Math.min(end, this.#dropped + this.#count),
    )
  }

  /** How many rows of these are to come, of the history. */
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

  /** The newest row of these that would be drawn blank since nothing is known of it; null: none. */
  blankIn({ from, end }: RowRange): number | null {
    const first = Math.max(from, this.#dropped)
    for (let number = Math.min(end, this.#dropped + this.#count) - 1; number >= first; number -= 1)
      if (!this.#cache.has(number) && !this.has(number) && !this.#standIns.has(number))
        return number
    return null
  }

  /** What would be drawn of a row, if that is not blank for want of it. */
  #known(index: number): XtermLine | undefined {
    const number = this.#dropped + index
    return index >= this.#count || this.#cache.has(number) || this.has(number)
      ? this.get(index)
      : this.#standIns.get(number)
  }

  /**
   * Lines from an index on, as far as they are known, to `showInstead` when they have left the
   * history.
   */
  known(index: number, count: number): (XtermLine | undefined)[] {
    return Array.from({ length: count }, (_, y) => this.#known(index + y))
  }

  /** Shows these lines in the place of the oldest rows, as far as those have not come. */
  showInstead(lines: readonly (XtermLine | undefined)[]): void {
    this.#standIns = new Map(
      lines.flatMap((line, y) =>
        line === undefined || this.has(this.#dropped + y) ? [] : [[this.#dropped + y, line]],
      ),
    )
  }

  /** Is this row of the history there? */
  has(number: number): boolean {
    return this.#partOf(number) !== undefined
  }

  /** What is there may be another by now: it is drawn, but comes again. */
  doubt(): void {
    this.#certain.clear()
  }

  /** Keeps these rows of the history only. */
  drop({ from, end }: RowRange): void {
    this.#certain.clip(from, end)
    this.#parts = this.#parts
      .map((part) => within(part, from, end))
      .filter(({ rows }) => rows.starts.length > 0)
      .map(compact)
    this.#cache.clear()
  }

  /**
   * Rows are numbered anew, or have other columns: what was known of the history is worth nothing.
   * @param first number of the oldest row from now on
   * @param count rows of the history from now on
   * @param kept so many of the oldest rows of before are the oldest ones now too, which the core
   * has no more: as they were laid out then
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

  /**
   * So many rows have left the history since the beginning, and so many are there. Lines of the
   * screen that have left it are shown until their rows come.
   */
  history(dropped: number, count: number): void {
    const [top, next] = [this.#dropped + this.#count, dropped + count]
    const trimmed = Math.min(this.#count, Math.max(0, dropped - this.#dropped))
    const left = Math.max(0, Math.min(this.screen.length, next - top))
    this.#dropped = dropped
    this.#count = count
    for (let y = 0; y < left; y += 1)
      if (top + y >= dropped && !this.has(top + y)) this.#keep(top + y, this.screen[y]!)
    if (trimmed > 0 || next < top) {
      // What is back on the screen may change there.
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

  /** Rows of the history have come. */
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
      // Rows that come twice: those that are there stay where the new ones are not.
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

  // What xterm.js does to its list by itself comes from its parser, its reflow and its resets, none
  // of which is used.

  set(index: number, line: XtermLine): void {
    if (index >= this.#count) this.screen[index - this.#count] = line
  }

  trimStart(): void {
    // The core reports what leaves the history.
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

/** Its rows from one number to another, as far as it has them. */
function within(part: Part, from: number, to: number): Part {
  const [low, high] = [Math.max(from, part.first), Math.min(to, endOf(part))]
  const starts =
    high <= low
      ? new Uint32Array(0)
      : part.rows.starts.subarray(low - part.first, high - part.first)
  return { first: low, rows: { ...part.rows, starts } }
}

/** In memory of its own: most of the part that it was cut from goes. */
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

/**
 * Both as one, where that is small: a shell adds a row now and then, and each part takes objects of
 * its own. null: they are large, or a number means something else in each.
 */
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
