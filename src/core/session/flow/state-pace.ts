/** How often a page is sent what its tab shows. */
import type { Clock } from '../../../base/clock.ts'
import { Throttle } from '../../../base/time/throttle.ts'
import { stateIntervalMs } from './limits.ts'

export class StatePace {
  readonly #throttle: Throttle
  /** A chunk of output is being read; and it has changed what the tab shows. */
  #together = false
  #changed = false

  constructor(clock: Clock, send: () => void) {
    this.#throttle = new Throttle(clock, stateIntervalMs, send)
  }

  changed(): void {
    if (this.#together) this.#changed = true
    else this.#throttle.push()
  }

  /** Sends the changes that `read` makes, a chunk of output, as one. */
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

  /** Sends now what waits. */
  flush(): void {
    this.#throttle.flush()
  }

  /** Drops what waits. */
  dispose(): void {
    this.#throttle.dispose()
  }
}
