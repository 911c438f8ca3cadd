/**
 * What becomes of a session whose worker has died while it worked for it. The other sessions of that worker are not to blame: theirs begin again with all
 * that is kept. A worker has such a count, too, for when it died at nobody's work; that one is for all its sessions.
 */
import type { Millis } from '../clock.ts'
import { crashesMax, crashWindowMs } from './limits.ts'

export class Crashes {
  #recent: Millis[] = []

  /** It begins again with all that is kept; or, since that may have been what it died of, with nothing; or not at all. */
  died(now: Millis): 'whole' | 'blank' | 'never' {
    this.#recent = [...this.#recent.filter((at) => now - at < crashWindowMs), now]
    return this.over ? 'never' : this.#recent.length === 1 ? 'whole' : 'blank'
  }

  /** It is given up, for good. */
  get over(): boolean {
    return this.#recent.length >= crashesMax
  }
}
