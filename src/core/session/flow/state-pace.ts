/** Paces the messages about a tab's state. */
import type { Clock } from '../../../base/clock.ts'
import { Throttle } from '../../../base/time/throttle.ts'
import { stateIntervalMs } from './limits.ts'

export class StatePace {
  readonly #throttle: Throttle
  /** A chunk of output is being read; and whether it has changed what the tab shows. */
  #together = false
  #changed = false

  constructor(clock: Clock, send: () => void) {
    this.#throttle = new Throttle(clock, stateIntervalMs, send)
  }

  changed(): void {
    if (this.#together) this.#changed = true
    else this.#throttle.push()
  }

  /** Runs `read` on a chunk of output and sends its changes as one message. */
  together(read: () => void): void {
    this.#together = true
    try {
      read()
    } finally {
      this.#together = false
      if (this.#changed) this.changed()
      this.#changed = false
    }
  }

  /** Sends a pending change now. */
  flush(): void {
    this.#throttle.flush()
  }

  /** Drops a pending change. */
  dispose(): void {
    this.#throttle.dispose()
  }
}
