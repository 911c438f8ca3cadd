/** Sizes on their way to the pty: the first at once, then 20 a second, of several the latest; and a key never overtakes a size. */
import type { Clock, Millis } from '../clock.ts'
import type { Size } from './ports.ts'

/** Shortest time between two sizes that reach the pty: 20 a second. The first goes at once, of several the latest. */
export const resizeIntervalMs = 50

export class SizePace {
  readonly #clock: Clock
  readonly #send: (size: Size) => void
  #sentAt: Millis = Number.NEGATIVE_INFINITY
  #waiting: Size | null = null
  #cancel: (() => void) | null = null

  constructor(clock: Clock, send: (size: Size) => void) {
    this.#clock = clock
    this.#send = send
  }

  /** A program has been started with its size. */
  begun(): void {
    this.#sentAt = this.#clock.now()
  }

  set(size: Size): void {
    this.#waiting = size
    if (this.#cancel !== null) return
    const dueMs = this.#sentAt + resizeIntervalMs - this.#clock.now()
    if (dueMs <= 0) this.flush()
    else this.#cancel = this.#clock.after(dueMs, () => this.flush())
  }

  /** What waits is sent now. */
  flush(): void {
    const size = this.#waiting
    this.stop()
    if (size === null) return
    this.#sentAt = this.#clock.now()
    this.#send(size)
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting = null
  }
}
