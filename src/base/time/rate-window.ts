/** Admits up to `max` events in any window of time. */
import type { Millis } from '../clock.ts'

export class RateWindow {
  readonly #max: number
  readonly #windowMs: Millis
  /** Ring of the times at which the newest `max` were admitted. */
  readonly #times: Millis[] = []
  #oldest = 0
  /** Number of events that were not admitted. */
  dropped = 0

  constructor(max: number, windowMs: Millis) {
    this.#max = max
    this.#windowMs = windowMs
  }

  /** Returns whether an event would be admitted now. */
  hasRoom(now: Millis): boolean {
    const oldest = this.#times.length < this.#max ? undefined : this.#times[this.#oldest]
    return oldest === undefined || now - oldest >= this.#windowMs
  }

  admit(now: Millis): boolean {
    if (!this.hasRoom(now)) {
      this.dropped += 1
      return false
    }
    this.#times[this.#oldest] = now
    this.#oldest = (this.#oldest + 1) % this.#max
    return true
  }
}
