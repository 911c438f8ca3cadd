/**
 * When one tab's state is sent to its page: at once, then a frame later at the earliest; of several
 * the latest wins.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import { stateIntervalMs } from './limits.ts'

export class StatePace {
  readonly #clock: Clock
  readonly #send: () => void
  #waits = false
  #sentAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  /** `send`: the present state. */
  constructor(clock: Clock, send: () => void) {
    this.#clock = clock
    this.#send = send
  }

  changed(): void {
    this.#waits = true
    if (this.#cancel !== null) return
    const dueMs = this.#sentAt + stateIntervalMs - this.#clock.now()
    if (dueMs <= 0) {
      this.flush()
      return
    }
    this.#cancel = this.#clock.after(dueMs, () => {
      this.#cancel = null
      this.flush()
    })
  }

  /** What waits is sent now. */
  flush(): void {
    if (!this.#waits) return
    this.dispose()
    this.#sentAt = this.#clock.now()
    this.#send()
  }

  /** What waits is dropped. */
  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waits = false
  }
}
