/**
 * Changes that the page has made and the main process has yet to confirm, such as its active tab.
 * Messages keep their order, so changes are confirmed one by one. Until then, reports of the main
 * process are older than the page.
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

  /** Records a change that the page shows and has sent. */
  made(change: Change): void {
    this.#changes.push(change)
    this.#at = this.#clock.now()
  }

  /**
   * Compares with a report of the main process.
   * @param isSaid whether the report is this change
   * @param stands whether the change is still possible
   * @returns the changes that still apply, oldest first
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
