import type { Clock } from '../../../core/clock.ts'
import { glyphBurstMs, glyphMs, glyphShare } from '../limits.ts'

/** The page's time for new glyphs, which all its grids share: a share of all time, saved up. */
export class GlyphBudget {
  readonly #clock: Clock
  #savedMs = glyphBurstMs
  #savedAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#savedAt = clock.now()
  }

  spend(ms: number): void {
    this.#savedMs = Math.min(glyphBurstMs, this.#saved()) - ms
    this.#savedAt = this.#clock.now()
  }

  /** How long it is until there is enough for a frame. */
  get waitMs(): number {
    return Math.max(0, (glyphMs - this.#saved()) / glyphShare)
  }

  #saved(): number {
    return this.#savedMs + (this.#clock.now() - this.#savedAt) * glyphShare
  }
}
