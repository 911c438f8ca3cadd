/**
 * Replaces the line list of an xterm.js buffer. Rows of the screen are lines. Rows of the history
 * stay packed as in the core and become lines when they are read. An index is xterm.js's (0 is the
 * oldest row), a number is the core's (terminal/frames/frame.ts).
 */
import type { HistoryRows } from '../../../terminal/frames/frame.ts'
import type { RowRange } from '../../../terminal/frames/row-ranges.ts'
import { continuesAt, latinOf } from '../../../terminal/history/packed-row.ts'
import type { LineMaker, XtermLine } from './line-maker.ts'
import { linesCachedMax } from './limits.ts'
import { PackedHistory } from './packed-history.ts'

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

export class VirtualLines implements PackedLines {
  /** Rows of the screen, from the top. */
  screen: XtermLine[] = []
  /** Rows of the history. */
  readonly packed = new PackedHistory()
  readonly onDelete: unknown
  readonly onInsert: unknown
  readonly onTrim: unknown
  readonly #onTrim: Emitter<number>
  readonly #maker: LineMaker
  readonly #missing: (number: number) => void
  #cols: number
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
    return this.packed.count + this.screen.length
  }

  /** Never full, because the core reports what leaves. */
  get maxLength(): number {
    return Number.MAX_SAFE_INTEGER
  }

  get isFull(): boolean {
    return false
  }

  get(index: number): XtermLine | undefined {
    if (index >= this.packed.count) return this.screen[index - this.packed.count]
    if (index < 0) return undefined
    const number = this.packed.first + index
    let line = this.#cache.get(number)
    if (line === undefined) {
      const part = this.packed.partOf(number)
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
      : continuesAt(part.rows, part.rows.starts[this.packed.first + index - part.first] ?? 0)
  }

  latin(index: number): Uint8Array | null {
    const part = this.#partAt(index)
    return part === undefined
      ? null
      : latinOf(part.rows, part.rows.starts[this.packed.first + index - part.first] ?? 0)
  }

  /** Returns the newest row in a range of which nothing is known, so that it is blank, or null. */
  blankIn({ from, end }: RowRange): number | null {
    const first = Math.max(from, this.packed.first)
    for (
      let number = Math.min(end, this.packed.first + this.packed.count) - 1;
      number >= first;
      number -= 1
    )
      if (!this.#cache.has(number) && !this.packed.has(number) && !this.#standIns.has(number))
        return number
    return null
  }

  /** Returns the line of a row unless it would be blank because the row is missing. */
  #known(index: number): XtermLine | undefined {
    const number = this.packed.first + index
    return index >= this.packed.count || this.#cache.has(number) || this.packed.has(number)
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
        line === undefined || this.packed.has(this.packed.first + y)
          ? []
          : [[this.packed.first + y, line]],
      ),
    )
  }

  /** Keeps only these rows of the history. */
  drop(range: RowRange): void {
    this.packed.clip(range)
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
    const gone = this.packed.count
    this.#cols = cols
    this.packed.renumber(first, count, kept)
    this.#cache.clear()
    this.#standIns.clear()
    if (gone > 0) this.#onTrim.fire(gone)
  }

  /** Sets the range of the history. Lines that leave the screen stay until their rows arrive. */
  history(dropped: number, count: number): void {
    const before = this.packed
    const [top, next] = [before.first + before.count, dropped + count]
    const trimmed = Math.min(before.count, Math.max(0, dropped - before.first))
    const left = Math.max(0, Math.min(this.screen.length, next - top))
    const hasLost = this.packed.move(dropped, count)
    for (const [y, line] of this.screen.slice(0, left).entries())
      if (top + y >= dropped && !this.packed.has(top + y)) this.#keep(top + y, line)
    if (hasLost)
      for (const number of this.#cache.keys())
        if (number < dropped || number >= next) this.#cache.delete(number)
    if (trimmed > 0) this.#onTrim.fire(trimmed)
  }

  add(history: HistoryRows): void {
    this.packed.add(history)
    const end = history.first + history.rows.starts.length
    for (let number = history.first; this.#cache.size > 0 && number < end; number += 1)
      this.#cache.delete(number)
  }

  // xterm.js's own changes come from its parser, reflow and resets, which are not used.

  set(index: number, line: XtermLine): void {
    if (index >= this.packed.count) this.screen[index - this.packed.count] = line
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

  #partAt(index: number): ReturnType<PackedHistory['partOf']> {
    const { packed } = this
    return index < 0 || index >= packed.count ? undefined : packed.partOf(packed.first + index)
  }
}
