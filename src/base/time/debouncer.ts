/**
 * Calls when changes have stopped for a while, or when the first of them is long ago. A change is
 * cheap: a timer that is set stays.
 */
import type { Clock, Millis } from '../clock.ts'

export class Debouncer {
  readonly #clock: Clock
  readonly #settled: () => void
  readonly #quietMs: Millis
  readonly #longestMs: Millis
  #firstAt: Millis = 0
  #lastAt: Millis = 0
  #cancel: (() => void) | null = null

  /**
   * @param quietMs how long no change must have come
   * @param longestMs how long after the first change it calls at the latest
   */
  constructor(
    clock: Clock,
    quietMs: Millis,
    settled: () => void,
    longestMs: Millis = Number.POSITIVE_INFINITY,
  ) {
    this.#clock = clock
    this.#quietMs = quietMs
    this.#settled = settled
    this.#longestMs = longestMs
  }

  changed(): void {
    this.#lastAt = this.#clock.now()
    if (this.#cancel !== null) return
    this.#firstAt = this.#lastAt
    this.#wait(this.#quietMs)
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #wait(ms: Millis): void {
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = null
      const dueAt = Math.min(this.#lastAt + this.#quietMs, this.#firstAt + this.#longestMs)
      const leftMs = dueAt - this.#clock.now()
      if (leftMs > 0) this.#wait(leftMs)
      else this.#settled()
    })
  }
}
