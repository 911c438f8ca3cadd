/** Limits a tab's OSC 52 writes, since clipboard managers copy each one (SECURITY.md). */
import type { Clock, Millis } from '../../base/clock.ts'
import { TokenBucket } from '../../base/time/token-bucket.ts'
import type { EvidenceOf } from '../../agents/dispatch/evidence.ts'

/** Writes per second, and the largest burst. Further writes are dropped, with one notice. */
const clipboardWritesPerSecond = 10

/** Average bytes per second. The burst is one write of the largest text to both selections. */
const clipboardBytesPerSecond = 65_536
const clipboardBurstBytes = 262_144

/** After this time without a refusal, the next refusal is reported again. */
const quietMs: Millis = 10_000

export type ClipboardRefusal = 'too-long' | 'too-often'

const encoder = new TextEncoder()

export class ClipboardWrites {
  readonly #clock: Clock
  readonly #write: (selection: 'clipboard' | 'primary', text: string) => void
  readonly #refused: (reason: ClipboardRefusal) => void
  readonly #writes: TokenBucket
  readonly #bytes: TokenBucket
  readonly #refusedAt = new Map<ClipboardRefusal, Millis>()

  /** @param refused called at the first refusal for this reason after a quiet period */
  constructor(
    clock: Clock,
    write: (selection: 'clipboard' | 'primary', text: string) => void,
    refused: (reason: ClipboardRefusal) => void,
  ) {
    this.#clock = clock
    this.#write = write
    this.#refused = refused
    this.#writes = new TokenBucket(clock.now(), clipboardWritesPerSecond)
    this.#bytes = new TokenBucket(clock.now(), clipboardBytesPerSecond, clipboardBurstBytes)
  }

  /** Passes a program's write on while the rate allows it. */
  take({ selection, text, truncated }: EvidenceOf<'clipboard_write'>): void {
    if (truncated) {
      this.tooLong()
      return
    }
    const now = this.#clock.now()
    // a flood is refused before its text is measured
    if (!this.#writes.holds(1, now)) {
      this.#refuse('too-often', now)
      return
    }
    const bytes = encoder.encode(text).length * (selection === 'both' ? 2 : 1)
    if (!this.#bytes.admit(bytes, now)) {
      this.#refuse('too-often', now)
      return
    }
    this.#writes.spend(1, now)
    for (const one of selection === 'both' ? (['clipboard', 'primary'] as const) : [selection])
      this.#write(one, text)
  }

  /** Refuses a text that exceeds `clipboardBytesMax`: a part of it would look complete. */
  tooLong(): void {
    this.#refuse('too-long', this.#clock.now())
  }

  #refuse(reason: ClipboardRefusal, now: Millis): void {
    const isFirst = now - (this.#refusedAt.get(reason) ?? Number.NEGATIVE_INFINITY) > quietMs
    this.#refusedAt.set(reason, now)
    if (isFirst) this.#refused(reason)
  }
}
