/**
 * What becomes of a session whose worker has died while it worked for it. The other sessions of
 * that worker are not to blame: theirs begin again with all that is kept. A worker has such a
 * count, too, for when it died at nobody's work; that one is for all its sessions.
 */
import type { Millis } from '../../base/clock.ts'
import { crashesMax, crashesPerHourMax, crashWindowMs, hourMs } from './limits.ts'

export class Crashes {
  /** Those of an hour. */
  #recent: Millis[] = []
  #givenUpAt: Millis | null = null

  /** It begins again with all that is kept; or without what it died of twice; or not at all. */
  died(now: Millis): 'whole' | 'behind' | 'never' {
    this.#recent = [...this.#recent.filter((at) => now - at < hourMs), now]
    const together = this.#recent.filter((at) => now - at < crashWindowMs).length
    if (together < crashesMax && this.#recent.length < crashesPerHourMax)
      return together === 1 ? 'whole' : 'behind'
    this.#givenUpAt = now
    return 'never'
  }

  /** It is given up, for an hour or until it is forgiven. */
  over(now: Millis): boolean {
    return this.#givenUpAt !== null && now - this.#givenUpAt < hourMs
  }

  /** The user wants another try. */
  forgive(): void {
    this.#recent = []
    this.#givenUpAt = null
  }
}
