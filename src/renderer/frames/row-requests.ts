/**
 * Asks the core for rows of the history that have not come: those in view first, then those around
 * it, then those that somebody waits for. One range is asked for at a time, and again only when it
 * has not come for a while: rows may have left the history meanwhile, or the worker have died.
 */
import type { Clock } from '../../base/clock.ts'
import type { RowRange } from '../../terminal/frames/row-ranges.ts'
import { rowRetryMs, aheadRows, waitMsMax, waitStallMs } from './limits.ts'
import type { VirtualLines } from './virtual-lines.ts'

/** Rows by number, whenever it is asked; null: they are no more; undefined: it is not known yet. */
export type RowsNow = () => RowRange | null | undefined

/** Somebody waits for rows. */
interface Wait {
  readonly range: RowsNow
  readonly done: (there: boolean) => void
  readonly began: number
  /** Rows that had not come when it was looked at last, and when some of them came. */
  missing: number
  cameAt: number
}

export interface RowRequestsPorts {
  readonly clock: Clock
  /** Asks the core. The rows come, as far as it has them, or nothing does. */
  readonly ask: (first: number, count: number) => void
  /** Rows of the history that the core still has begin with this one. */
  readonly oldest: () => number
  /** Rows that the user looks at, by number; null: the grid is out of view. */
  readonly view: () => RowRange | null
}

export class RowRequests {
  readonly #lines: VirtualLines
  readonly #ports: RowRequestsPorts
  readonly #waits = new Set<Wait>()
  #asked: { from: number; end: number; at: number } | null = null
  #cancel: (() => void) | null = null

  constructor(lines: VirtualLines, ports: RowRequestsPorts) {
    this.#lines = lines
    this.#ports = ports
  }

  /** Does anybody wait? */
  get waiting(): boolean {
    return this.#waits.size > 0
  }

  /** Can rows of the view be drawn that are still to come? */
  get viewIsMissing(): boolean {
    const view = this.#ports.view()
    return view !== null && this.#lines.blankIn(this.#within(view)) !== null
  }

  /**
   * Calls once the rows are there as the core has them: at once if they are now.
   * @param done `there` false: they cannot come, or not in time
   */
  when(range: RowsNow, done: (there: boolean) => void): void {
    const now = this.#ports.clock.now()
    const wait: Wait = { range, done, began: now, missing: Number.POSITIVE_INFINITY, cameAt: now }
    const there = this.#outcome(wait)
    if (there !== null) {
      done(there)
      return
    }
    this.#waits.add(wait)
    this.look()
  }

  /** Rows have come, or the view or the history is another one: asks for what is missing now. */
  look(): void {
    this.#cancel?.()
    this.#cancel = null
    for (const wait of [...this.#waits]) {
      const there = this.#outcome(wait)
      if (there === null) continue
      this.#waits.delete(wait)
      wait.done(there)
    }
    const wanted = this.#next()
    if (wanted === null) {
      if (this.#waits.size === 0) return
    } else this.#askFor(wanted)
    this.#cancel = this.#ports.clock.after(rowRetryMs, () => {
      this.#cancel = null
      this.look()
    })
  }

  /** These rows have come. */
  came(from: number, end: number): void {
    const asked = this.#asked
    if (asked !== null && from < asked.end && end > asked.from) {
      this.#asked =
        from <= asked.from ? null : { from: asked.from, end: from, at: this.#ports.clock.now() }
    }
    this.look()
  }

  /** Rows are numbered anew, or the core has forgotten what it was asked for. */
  forget(): void {
    this.#asked = null
  }

  /** Nothing is asked for any more, and requests that wait fail. */
  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    for (const { done } of [...this.#waits]) done(false)
    this.#waits.clear()
  }

  /** What is the most urgent of what is missing? */
  #next(): RowRange | null {
    const view = this.#ports.view()
    if (view !== null) {
      const rows = view.end - view.from
      for (const ahead of [0, rows, Math.max(aheadRows, 2 * rows)]) {
        const gap = this.#lines.gapIn(
          this.#within({ from: view.from - ahead, end: view.end + ahead }),
        )
        if (gap !== null) return gap
      }
    }
    for (const { range } of this.#waits) {
      const rows = range()
      const gap = rows === null || rows === undefined ? null : this.#lines.gapIn(this.#within(rows))
      if (gap !== null) return gap
    }
    return null
  }

  #askFor({ from, end }: RowRange): void {
    const now = this.#ports.clock.now()
    const asked = this.#asked
    if (asked !== null && asked.from <= from && asked.end >= end && now < asked.at + rowRetryMs)
      return
    this.#asked = { from, end, at: now }
    this.#ports.ask(from, end - from)
  }

  /** Are its rows there? null: they may still come. */
  #outcome(wait: Wait): boolean | null {
    const rows = wait.range()
    if (rows === null) return false
    const now = this.#ports.clock.now()
    const inTime = now < wait.cameAt + waitStallMs && now < wait.began + waitMsMax
    if (rows === undefined) return inTime ? null : false
    const missing = this.#lines.missingIn(rows)
    if (missing === 0) return true
    if (missing < wait.missing) wait.cameAt = now
    wait.missing = missing
    const never =
      this.#lines.missingIn({ from: rows.from, end: Math.min(rows.end, this.#ports.oldest()) }) > 0
    return !never && (inTime || wait.cameAt === now) && now < wait.began + waitMsMax ? null : false
  }

  /** What the core may still send of these rows. */
  #within({ from, end }: RowRange): RowRange {
    return { from: Math.max(from, this.#ports.oldest()), end }
  }
}
