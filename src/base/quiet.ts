/** Calls when something has been quiet for a while, once for each time that it was not. */
import type { Clock, Millis } from './clock.ts'

export class Quiet {
  readonly #clock: Clock
  readonly #ms: Millis
  readonly #call: () => void
  #stirredAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  /** @param ms how long it must be quiet */
  constructor(clock: Clock, ms: Millis, call: () => void) {
    this.#clock = clock
    this.#ms = ms
    this.#call = call
  }

  /** It is not quiet now: cheap, since a timer that is set is left. */
  stirred(): void {
    this.#stirredAt = this.#clock.now()
    if (this.#cancel === null) this.#wait(this.#ms)
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #wait(ms: Millis): void {
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = null
      const left = this.#stirredAt + this.#ms - this.#clock.now()
      if (left > 0) this.#wait(left)
      else this.#call()
    })
  }
}
