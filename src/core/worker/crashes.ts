/**
 * Decides what happens after a worker died while working for a session. The worker's other sessions
 * are not affected; they restart with all that was kept. A worker counts deaths outside a session's
 * work separately; these count for all its sessions.
 */
import type { Millis } from '../../base/clock.ts'
import { crashesMax, crashesPerHourMax, crashWindowMs, hourMs } from './limits.ts'

export class Crashes {
  /** Crashes within the last hour. */
  #recent: Millis[] = []
  #givenUpAt: Millis | null = null

  /** Counts a death. Returns how the session restarts: with or without that output, or never. */
  died(now: Millis): 'whole' | 'behind' | 'never' {
    this.#recent = [...this.#recent.filter((at) => now - at < hourMs), now]
    const together = this.#recent.filter((at) => now - at < crashWindowMs).length
    if (together < crashesMax && this.#recent.length < crashesPerHourMax)
      return together === 1 ? 'whole' : 'behind'
    this.#givenUpAt = now
    return 'never'
  }

  /** Whether it was given up within the last hour and not forgiven. */
  over(now: Millis): boolean {
    return this.#givenUpAt !== null && now - this.#givenUpAt < hourMs
  }

  /** Clears the counts for another attempt. */
  forgive(): void {
    this.#recent = []
    this.#givenUpAt = null
  }
}
