import type { Clock } from '../../../base/clock.ts'
import { glyphMs } from '../limits.ts'

/** Time for new glyphs: a share of all time, with a limit on saved and owed time. */
export class GlyphBudget {
  readonly #clock: Clock
  readonly #share: number
  readonly #mostMs: number
  #savedMs: number
  #savedAt: number

  constructor(clock: Clock, share: number, mostMs: number) {
    this.#clock = clock
    this.#share = share
    this.#mostMs = this.#savedMs = mostMs
    this.#savedAt = clock.now()
  }

  spend(ms: number): void {
    this.#savedMs = Math.max(-this.#mostMs, Math.min(this.#mostMs, this.#saved()) - ms)
    this.#savedAt = this.#clock.now()
  }

  /** Time until there is enough for a frame, ms. */
  get waitMs(): number {
    return Math.max(0, (glyphMs - this.#saved()) / this.#share)
  }

  #saved(): number {
    return this.#savedMs + (this.#clock.now() - this.#savedAt) * this.#share
  }
}
