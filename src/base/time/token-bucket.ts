/** Holds something to an average rate, with bursts: a bucket that fills again over time. */
import type { Millis } from '../clock.ts'

export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #left: number
  #at: Millis

  /** @param burst what a full bucket holds; it begins full */
  constructor(now: Millis, perSecond: number, burst = perSecond) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#left = burst
    this.#at = now
  }

  /** Returns whether the bucket holds so much. A clock that goes back adds nothing. */
  holds(amount: number, now: Millis): boolean {
    const seconds = Math.max(0, now - this.#at) / 1_000
    this.#at = Math.max(this.#at, now)
    this.#left = Math.min(this.#burst, this.#left + seconds * this.#perSecond)
    return this.#left >= amount
  }

  /** Takes the amount in any case, and returns whether the bucket held it. It can owe some then. */
  spend(amount: number, now: Millis): boolean {
    const held = this.holds(amount, now)
    this.#left -= amount
    return held
  }

  /** Takes the amount if the bucket holds it, and returns whether it did. */
  admit(amount: number, now: Millis): boolean {
    return this.holds(amount, now) && this.spend(amount, now)
  }

  fill(): void {
    this.#left = this.#burst
  }
}
