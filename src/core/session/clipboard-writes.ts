/** Holds a tab's OSC 52 writes to a rate, since clipboard managers copy each (SECURITY.md). */
import type { Clock, Millis } from '../../base/clock.ts'
import { TokenBucket } from '../../base/time/token-bucket.ts'
import type { EvidenceOf } from '../../agents/dispatch/evidence.ts'

/** Writes a second, and the most at once. Beyond it: dropped, one notice. */
export const clipboardWritesPerSecond = 10

/**
 * Bytes a second on average; the most at once is one write of the largest text to both selections.
 */
export const clipboardBytesPerSecond = 65_536
export const clipboardBurstBytes = 262_144

/** After this long without a refusal the next one is reported again. */
const quietMs: Millis = 10_000

const encoder = new TextEncoder()

export class ClipboardWrites {
  readonly #clock: Clock
  readonly #write: (selection: 'clipboard' | 'primary', text: string) => void
  readonly #refused: () => void
  readonly #writes: TokenBucket
  readonly #bytes: TokenBucket
  #refusedAt: Millis = Number.NEGATIVE_INFINITY

  /** `refused`: called once, until it has been quiet for a while. */
  constructor(
    clock: Clock,
    write: (selection: 'clipboard' | 'primary', text: string) => void = () => undefined,
    refused: () => void = () => undefined,
  ) {
    this.#clock = clock
    this.#write = write
    this.#refused = refused
    this.#writes = new TokenBucket(clock.now(), clipboardWritesPerSecond)
    this.#bytes = new TokenBucket(clock.now(), clipboardBytesPerSecond, clipboardBurstBytes)
  }

  /** A program wants this on a clipboard: passed on as long as the rate holds. */
  take({ selection, text }: EvidenceOf<'clipboard_write'>): void {
    const now = this.#clock.now()
    if (!this.#writes.holds(1, now)) {
      this.#refuse(now)
      return
    } // in a flood no text is measured
    const bytes = encoder.encode(text).length * (selection === 'both' ? 2 : 1)
    if (!this.#bytes.admit(bytes, now)) {
      this.#refuse(now)
      return
    }
    this.#writes.spend(1, now)
    for (const one of selection === 'both' ? (['clipboard', 'primary'] as const) : [selection])
      this.#write(one, text)
  }

  #refuse(now: Millis): void {
    const isFirst = now - this.#refusedAt > quietMs
    this.#refusedAt = now
    if (isFirst) this.#refused()
  }
}
