/**
 * What the page has changed by itself and the main process has yet to confirm, such as its active
 * tab. Messages keep their order, so it confirms them one by one; what it says before is older than
 * what the user sees.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { confirmMs } from '../keys/limits.ts'

export class Unconfirmed<Change> {
  readonly #clock: Clock
  #changes: Change[] = []
  #at: Millis = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The page shows it and has notified the main process. */
  made(change: Change): void {
    this.#changes.push(change)
    this.#at = this.#clock.now()
  }

  /**
   * The main process says how things are.
   * @param isSaid it says just this @param stands it can be still: nothing of it is gone
   * @returns what holds all the same, the oldest first
   */
  settle(
    isSaid: (change: Change) => boolean,
    stands: (change: Change) => boolean,
  ): readonly Change[] {
    if (this.#clock.now() - this.#at > confirmMs) this.#changes = [] // a message was lost
    const [first] = this.#changes
    if (first !== undefined && isSaid(first)) this.#changes.shift()
    this.#changes = this.#changes.filter(stands)
    return this.#changes
  }
}
