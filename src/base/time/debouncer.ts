/** Calls after changes stop, or long after the first. A change never resets the timer. */
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
   * @param quietMs time without a change before the call
   * @param longestMs longest time from the first change to the call
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
