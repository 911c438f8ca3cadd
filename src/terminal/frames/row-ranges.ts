/** Rows of history that a page was sent: ascending ranges that neither overlap nor touch. */
import { greatest, least } from '../../base/numbers/extremes.ts'

export interface RowRange {
  readonly from: number
  /** Row after the last one. */
  readonly end: number
}

export class RowRanges {
  #all: readonly RowRange[] = []

  get all(): readonly RowRange[] {
    return this.#all
  }

  add(from: number, end: number): void {
    if (end <= from) return
    const touched = this.#all.filter((range) => range.from <= end && range.end >= from)
    const whole = {
      from: Math.min(from, least(touched.map((range) => range.from))),
      end: Math.max(end, greatest(touched.map((range) => range.end))),
    }
    this.#all = [
      ...this.#all.filter((range) => range.end < from),
      whole,
      ...this.#all.filter((range) => range.from > end),
    ]
  }

  /** Removes everything outside these rows. */
  clip(from: number, end: number): void {
    const inside = this.#all.map((range) => ({
      from: Math.max(from, range.from),
      end: Math.min(end, range.end),
    }))
    this.#all = inside.filter((range) => range.end > range.from)
  }

  clear(): void {
    this.#all = []
  }

  /** Returns the newest rows in `from` to `end` that are in no range, or `null`. */
  newestGap(from: number, end: number): RowRange | null {
    let last = end
    for (const range of this.#all.toReversed()) {
      if (range.end < last)
        return last > from ? { from: Math.max(from, range.end), end: last } : null
      last = Math.min(last, range.from)
    }
    return last > from ? { from, end: last } : null
  }
}
