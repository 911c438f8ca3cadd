/** Holds a grid's acknowledgements to a pace: many bytes are reported at once, few ones together. The last report is always made. */
import type { Clock, Millis } from '../../core/clock.ts'
import { acknowledgeBytes } from '../../core/flow/limits.ts'
import { acknowledgeIntervalMs } from './limits.ts'

export class AcknowledgePace {
  readonly #clock: Clock
  readonly #send: (upTo: number) => void
  #parsed = 0
  #reported = 0
  #reportedAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(clock: Clock, send: (upTo: number) => void) {
    this.#clock = clock
    this.#send = send
  }

  /** Everything before `upTo` has been parsed. */
  parsed(upTo: number): void {
    this.#parsed = upTo
    const dueMs = this.#reportedAt + acknowledgeIntervalMs - this.#clock.now()
    if (dueMs <= 0 || upTo - this.#reported >= acknowledgeBytes) this.#report()
    else this.#cancel ??= this.#clock.after(dueMs, () => this.#report())
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #report(): void {
    this.dispose()
    this.#reported = this.#parsed
    this.#reportedAt = this.#clock.now()
    this.#send(this.#parsed)
  }
}
