/** At most so many in any window of time: heartbeats that are echoed, errors that are sent. */
import type { Millis } from '../../../base/clock.ts'
import { rateWindowMs } from './limits.ts'

export class Rate {
  readonly #max: number
  #times: Millis[] = []
  /** Not admitted so far. */
  dropped = 0

  constructor(max: number) {
    this.#max = max
  }

  admit(now: Millis): boolean {
    this.#times = this.#times.filter((time) => now - time < rateWindowMs)
    if (this.#times.length >= this.#max) {
      this.dropped += 1
      return false
    }
    this.#times.push(now)
    return true
  }
}
