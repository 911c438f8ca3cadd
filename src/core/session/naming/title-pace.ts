/**
 * Holds a tab's titles to a pace, since agents animate theirs: the first is taken at once, of
 * several the latest follows.
 */
import type { Clock, Millis } from '../../../base/clock.ts'

/** Shortest time between two titles of a tab: four a second (SECURITY.md). */
export const titleIntervalMs: Millis = 250

export class TitlePace {
  readonly #clock: Clock
  readonly #take: (title: string) => void
  #waiting: string | null = null
  #cancel: (() => void) | null = null

  constructor(clock: Clock, take: (title: string) => void) {
    this.#clock = clock
    this.#take = take
  }

  title(title: string): void {
    if (this.#cancel !== null) {
      this.#waiting = title
      return
    }
    this.#take(title)
    this.#cancel = this.#clock.after(titleIntervalMs, () => this.#next())
  }

  /** What waits is taken now. */
  flush(): void {
    const title = this.#waiting
    this.dispose()
    if (title !== null) this.#take(title)
  }

  /** What waits is dropped, and no timer is left. */
  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting = null
  }

  #next(): void {
    this.#cancel = null
    const title = this.#waiting
    this.#waiting = null
    if (title !== null) this.title(title)
  }
}
