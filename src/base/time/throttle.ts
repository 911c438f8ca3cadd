/** Calls immediately, then no more than once per interval, with the latest value. */
import type { Clock, Millis } from '../clock.ts'

export class Throttle<Value = void> {
  readonly #clock: Clock
  readonly #intervalMs: Millis
  readonly #call: (value: Value) => void
  #waiting: { readonly value: Value } | null = null
  #calledAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(clock: Clock, intervalMs: Millis, call: (value: Value) => void) {
    this.#clock = clock
    this.#intervalMs = intervalMs
    this.#call = call
  }

  push(value: Value): void {
    this.#waiting = { value }
    if (this.#cancel !== null) return
    const dueMs = this.#calledAt + this.#intervalMs - this.#clock.now()
    if (dueMs <= 0) this.flush()
    else this.#cancel = this.#clock.after(dueMs, () => this.flush())
  }

  /** Calls now if a value is waiting. */
  flush(): void {
    const waiting = this.#waiting
    this.dispose()
    if (waiting === null) return
    this.#calledAt = this.#clock.now()
    this.#call(waiting.value)
  }

  /** Drops the waiting value and cancels the timer. */
  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#waiting = null
  }
}
