/**
 * Requests missing rows of the history: visible ones first, then those around, then awaited ones.
 * One range at a time, repeated after a while, because rows may leave the history or the worker may
 * die.
 */
import type { Clock } from '../../../base/clock.ts'
import type { RowRange } from '../../../terminal/frames/row-ranges.ts'
import { rowRetryMs, aheadRows, waitMsMax, waitStallMs } from './limits.ts'
import type { VirtualLines } from './virtual-lines.ts'

/** Returns row numbers now, null if they are gone, or undefined if they are not known yet. */
export type RowsNow = () => RowRange | null | undefined

interface Wait {
  readonly range: RowsNow
  readonly done: (there: boolean) => void
  readonly began: number
  /** Missing rows at the last check, and when some of them arrived. */
  missing: number
  cameAt: number
}

interface RowRequestsPorts {
  readonly clock: Clock
  /** Requests rows. Those that the core has arrive, or none. */
  readonly ask: (first: number, count: number) => void
  /** Number of the oldest row in the core. */
  readonly oldest: () => number
  /** The visible rows, or null if the grid is hidden. */
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

  get waiting(): boolean {
    return this.#waits.size > 0
  }

  /** Whether a visible row is blank because it has not arrived. */
  get viewIsMissing(): boolean {
    const view = this.#ports.view()
    return view !== null && this.#lines.blankIn(this.#within(view)) !== null
  }

  /** Calls `done` when the rows are as in the core; with false if they cannot arrive in time. */
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

  /** Requests missing rows after rows have arrived, or the view or the history has changed. */
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

  came(from: number, end: number): void {
    const asked = this.#asked
    if (asked !== null && from < asked.end && end > asked.from) {
      this.#asked =
        from <= asked.from ? null : { from: asked.from, end: from, at: this.#ports.clock.now() }
    }
    this.look()
  }

  /** Forgets the open request, after a renumbering or when the core has dropped it. */
  forget(): void {
    this.#asked = null
  }

  /** Ends all requests; waiting ones fail. */
  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    for (const { done } of [...this.#waits]) done(false)
    this.#waits.clear()
  }

  /** Returns the most urgent missing rows. */
  #next(): RowRange | null {
    const view = this.#ports.view()
    if (view !== null) {
      const rows = view.end - view.from
      for (const ahead of [0, rows, Math.max(aheadRows, 2 * rows)]) {
        const gap = this.#lines.packed.gapIn(
          this.#within({ from: view.from - ahead, end: view.end + ahead }),
        )
        if (gap !== null) return gap
      }
    }
    for (const { range } of this.#waits) {
      const rows = range()
      const gap =
        rows === null || rows === undefined ? null : this.#lines.packed.gapIn(this.#within(rows))
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

  /** Returns whether the rows of a request are there, or null if they may still arrive. */
  #outcome(wait: Wait): boolean | null {
    const rows = wait.range()
    if (rows === null) return false
    const now = this.#ports.clock.now()
    const inTime = now < wait.cameAt + waitStallMs && now < wait.began + waitMsMax
    if (rows === undefined) return inTime ? null : false
    const missing = this.#lines.packed.missingIn(rows)
    if (missing === 0) return true
    if (missing < wait.missing) wait.cameAt = now
    wait.missing = missing
    const never =
      this.#lines.packed.missingIn({
        from: rows.from,
        end: Math.min(rows.end, this.#ports.oldest()),
      }) > 0
    return !never && (inTime || wait.cameAt === now) && now < wait.began + waitMsMax ? null : false
  }

  /** Returns the part of the rows that the core may still send. */
  #within({ from, end }: RowRange): RowRange {
    return { from: Math.max(from, this.#ports.oldest()), end }
  }
}
