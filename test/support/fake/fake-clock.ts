/** A clock that tests wind by hand. After a test everything has been taken back: `timers` is 0. */
import type { Clock } from '../../../src/base/clock.ts'

export class FakeClock implements Clock {
  #now = 0
  #next = 0
  readonly #timers = new Map<number, { at: number; call: () => void }>()

  now(): number {
    return this.#now
  }

  get timers(): number {
    return this.#timers.size
  }

  after(delayMs: number, call: () => void): () => void {
    const id = this.#next++
    this.#timers.set(id, { at: this.#now + delayMs, call })
    return () => {
      this.#timers.delete(id)
    }
  }

  /** Advances the time by some milliseconds and calls due timers in order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
      if (due === undefined) break
      this.#timers.delete(due[0])
      this.#now = Math.max(this.#now, due[1].at)
      due[1].call()
    }
    this.#now = end
  }
}
