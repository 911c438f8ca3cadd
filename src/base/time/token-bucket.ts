/** Limits an average rate and allows bursts: a bucket that refills over time. */
import type { Millis } from '../clock.ts'

export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #left: number
  #at: Millis

  /** @param burst capacity of the bucket, which starts full */
  constructor(now: Millis, perSecond: number, burst = perSecond) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#left = burst
    this.#at = now
  }

  /** Returns whether the bucket holds the amount. A clock that goes back adds nothing. */
  holds(amount: number, now: Millis): boolean {
    const seconds = Math.max(0, now - this.#at) / 1_000
    this.#at = Math.max(this.#at, now)
    this.#left = Math.min(this.#burst, this.#left + seconds * this.#perSecond)
    return this.#left >= amount
  }

  /** Takes the amount even if the bucket then owes some, and returns whether it held the amount. */
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
