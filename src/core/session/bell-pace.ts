/** Bells that follow one another sooner than `bell.debounce_ms` count as one: the first. */
import type { Clock, Millis } from '../clock.ts'

export class BellPace {
  readonly #clock: Clock
  #rangAt: Millis = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns whether this one counts */
  rings(debounceMs: Millis): boolean {
    const now = this.#clock.now()
    if (now - this.#rangAt < debounceMs) return false
    this.#rangAt = now
    return true
  }
}
