/** Keeps the last image on the screen for a short time while rows of the view are missing. */
import type { Clock } from '../../../base/clock.ts'
import { holdPictureMs } from './limits.ts'

export class PictureHold {
  readonly #clock: Clock
  readonly #hold: (on: boolean) => void
  #at = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(clock: Clock, hold: (on: boolean) => void) {
    this.#clock = clock
    this.#hold = hold
  }

  /** Starts a hold if rows are missing, unless one ended just now. Ends it if none are. */
  update(isMissing: boolean): void {
    if (!isMissing) {
      this.end()
      return
    }
    const now = this.#clock.now()
    if (this.#cancel !== null || now < this.#at + 2 * holdPictureMs) return
    this.#at = now
    this.#cancel = this.#clock.after(holdPictureMs, () => this.end())
    this.#hold(true)
  }

  end(): void {
    if (this.#cancel === null) return
    this.#cancel()
    this.#cancel = null
    this.#hold(false)
  }
}
