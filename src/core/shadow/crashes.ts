/** What becomes of the sessions of a worker that has died. */
import type { Millis } from '../clock.ts'
import { crashesMax, crashWindowMs } from './limits.ts'

export class Crashes {
  #recent: Millis[] = []

  /** Its sessions begin again with all that is kept; or, since that may have been what it died of, with nothing; or not at all. */
  died(now: Millis): 'whole' | 'blank' | 'never' {
    this.#recent = [...this.#recent.filter((at) => now - at < crashWindowMs), now]
    return this.over ? 'never' : this.#recent.length === 1 ? 'whole' : 'blank'
  }

  /** It is given up, for good. */
  get over(): boolean {
    return this.#recent.length >= crashesMax
  }
}
