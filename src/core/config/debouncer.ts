/**
 * Waits until changes have stopped: 250 ms after the last one, and no longer than 1 s after the
 * first.
 */
import type { Clock, Millis } from '../../base/clock.ts'

export const quietMs: Millis = 250
export const longestWaitMs: Millis = 1_000

export class Debouncer {
  readonly #clock: Clock
  readonly #settled: () => void
  #firstAt: Millis | null = null
  #cancel: (() => void) | null = null

  constructor(clock: Clock, settled: () => void) {
    this.#clock = clock
    this.#settled = settled
  }

  changed(): void {
    const now = this.#clock.now()
    this.#firstAt ??= now
    this.#cancel?.()
    this.#cancel = this.#clock.after(
      Math.max(0, Math.min(quietMs, this.#firstAt + longestWaitMs - now)),
      () => {
        this.dispose()
        this.#settled()
      },
    )
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#firstAt = null
  }
}
