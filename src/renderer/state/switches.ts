/**
 * Switches that the page has made by itself and the main process has yet to confirm. Messages keep
 * their order, so it confirms them one by one; an active tab that it names before is older than
 * what the user sees.
 */
import type { Clock, Millis } from '../../core/clock.ts'
import { switchConfirmMs } from '../keys/limits.ts'

export class Switches {
  readonly #clock: Clock
  #unconfirmed: string[] = []
  #at: Millis = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The page shows this tab and has notified the main process. */
  made(tab: string): void {
    this.#unconfirmed.push(tab)
    this.#at = this.#clock.now()
  }

  /** The main process names its active tab. @returns the one to show */
  settle(active: string | null, ids: readonly string[]): string | null {
    if (this.#clock.now() - this.#at > switchConfirmMs) this.#unconfirmed = [] // a message was lost
    if (this.#unconfirmed[0] === active) this.#unconfirmed.shift()
    this.#unconfirmed = this.#unconfirmed.filter((tab) => ids.includes(tab))
    return this.#unconfirmed.at(-1) ?? active
  }
}
