/**
 * The rows of the history that the page has, packed as in the core. A number is the core's
 * (terminal/frames/frame.ts).
 */
import type { HistoryRows, UpdateRows } from '../../../terminal/frames/frame.ts'
import { RowRanges, type RowRange } from '../../../terminal/frames/row-ranges.ts'
import { packedEnd } from '../../../terminal/history/packed-row.ts'
import { partWordsMax } from './limits.ts'

interface Part {
  readonly first: number
  readonly rows: UpdateRows
}

export class PackedHistory {
  #first = 0
  #count = 0
  /** By number, without overlaps. */
  #parts: Part[] = []
  /** Rows that are as in the core. Others are drawn until they arrive again. */
  readonly #certain = new RowRanges()

  /** Number of the oldest row. */
  get first(): number {
    return this.#first
  }

  /** Rows of the history, present and missing. */
  get count(): number {
    return this.#count
  }

  get words(): number {
    return this.#parts.reduce((sum, { rows }) => sum + rows.words.length, 0)
  }

  has(number: number): boolean {
    return this.partOf(number) !== undefined
  }

  partOf(number: number): Part | undefined {
    let [low, high] = [0, this.#parts.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const part = this.#parts[middle]
      if (part === undefined) return
      if (number < part.first) high = middle - 1
      else if (number >= endOf(part)) low = middle + 1
      else return part
    }
    return undefined
  }

  /** Returns the newest missing rows in a range. */
  gapIn({ from, end }: RowRange): RowRange | null {
    return this.#certain.newestGap(
      Math.max(from, this.#first),
      Math.min(end, this.#first + this.#count),
    )
  }

  /** Returns the number of missing rows in a range. */
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

  /** Marks all rows as possibly outdated: they are drawn, but requested again. */
  doubt(): void {
    this.#certain.clear()
  }

  /** Keeps only these rows. */
  clip({ from, end }: RowRange): void {
    this.#certain.clip(from, end)
    this.#parts = this.#parts
      .map((part) => within(part, from, end))
      .filter(({ rows }) => rows.starts.length > 0)
      .map(compact)
  }

  /** Renumbers the history. The oldest `kept` rows stay. */
  renumber(first: number, count: number, kept: number): void {
    const before = this.#first
    const by = first - before
    this.#parts = this.#parts
      .map((part) => within(part, before, before + kept))
      .filter(({ rows }) => rows.starts.length > 0)
      .map((part) => ({ ...part, first: part.first + by }))
    this.#certain.clip(before, before + kept)
    const { all } = this.#certain
    this.#certain.clear()
    for (const { from, end } of all) this.#certain.add(from + by, end + by)
    this.#first = first
    this.#count = count
  }

  /** Moves the range of the history. Returns whether rows left it, at one end or the other. */
  move(first: number, count: number): boolean {
    const before = { first: this.#first, end: this.#first + this.#count }
    const end = first + count
    const trims = this.#count > 0 && first > before.first
    this.#first = first
    this.#count = count
    if (!trims && end >= before.end) return false
    // A row that is back on the screen may change there.
    this.#certain.clip(first, end)
    while (this.#parts[0] !== undefined && endOf(this.#parts[0]) <= first) this.#parts.shift()
    if (end < before.end)
      this.#parts = this.#parts
        .filter((part) => part.first < end)
        .map((part) => within(part, part.first, end))
    return true
  }

  add({ first, rows }: HistoryRows): void {
    const end = first + rows.starts.length
    this.#certain.add(first, end)
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
    if (before === undefined || joined === null) this.#parts.splice(place, 0, { first, rows })
    else this.#parts[place - 1] = { first: before.first, rows: joined }
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
  const [from, last] = [rows.starts[0] ?? 0, rows.starts.at(-1) ?? 0]
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
