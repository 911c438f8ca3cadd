/** Tells when a pty must pause: the slowest consumer rules. Offsets are bytes of output since the tab began. */
import { assert } from '../assert.ts'
import { unparsedBytesHigh, unparsedBytesLow } from './limits.ts'

export class Meter {
  #produced = 0
  #paused = false
  readonly #parsed = new Map<string, number>()
  readonly #onPause: () => void
  readonly #onResume: () => void

  constructor(flow: { readonly pause: () => void; readonly resume: () => void }) {
    this.#onPause = flow.pause
    this.#onResume = flow.resume
  }

  get produced(): number {
    return this.#produced
  }

  get paused(): boolean {
    return this.#paused
  }

  /** From now on this consumer counts; everything so far counts as parsed by it. */
  join(consumer: string): void {
    this.#parsed.set(consumer, this.#produced)
  }

  /** The consumer is gone for good and holds nothing back any more. */
  leave(consumer: string): void {
    this.#parsed.delete(consumer)
    this.#settle()
  }

  add(bytes: number): void {
    this.#produced += bytes
    if (!this.#paused && this.#unparsed() > unparsedBytesHigh) {
      this.#paused = true
      this.#onPause()
    }
  }

  /** Offset up to which the consumer has parsed. */
  parsed(consumer: string): number {
    return this.#parsed.get(consumer) ?? this.#produced
  }

  /**
   * The consumer has parsed everything before `upTo`. A report from the future or the past is refused (false): it comes from a
   * worker that was replaced.
   */
  acknowledge(consumer: string, upTo: number): boolean {
    const before = this.#parsed.get(consumer)
    if (before === undefined || upTo < before || upTo > this.#produced) return false
    this.#parsed.set(consumer, upTo)
    this.#settle()
    return true
  }

  #settle(): void {
    if (!this.#paused || this.#unparsed() >= unparsedBytesLow) return
    this.#paused = false
    this.#onResume()
  }

  #unparsed(): number {
    let slowest = 0
    for (const parsed of this.#parsed.values()) slowest = Math.max(slowest, this.#produced - parsed)
    assert(slowest >= 0, 'nobody has parsed more than there is')
    return slowest
  }
}
