/**
 * Decides when a pty must pause: the VT core has too much to parse. Offsets are bytes of output
 * since the tab began.
 */
import { assert } from '../../../base/assert.ts'
import { unparsedBytesHigh, unparsedBytesLow } from './limits.ts'

export class Meter {
  #produced = 0
  /** Offset up to which the core has parsed; null: there is none, and nothing is held back. */
  #parsed: number | null = null
  #paused = false
  readonly #onPause: () => void
  readonly #onResume: () => void

  constructor(flow: { readonly pause: () => void; readonly resume: () => void }) {
    this.#onPause = flow.pause
    this.#onResume = flow.resume
  }

  get paused(): boolean {
    return this.#paused
  }

  /**
   * From now on a core counts, which goes on at offset `at`: the pty is paused at once where it is
   * that far behind.
   */
  join(at: number): void {
    this.#parsed = Math.min(at, this.#produced)
    this.#checkHigh()
  }

  /** The core is gone and holds nothing back any more. */
  leave(): void {
    this.#parsed = null
    this.#settle()
  }

  add(bytes: number): void {
    this.#produced += bytes
    this.#checkHigh()
  }

  #checkHigh(): void {
    if (this.#paused || this.#unparsed <= unparsedBytesHigh) return
    this.#paused = true
    this.#onPause()
  }

  /**
   * The core has parsed everything before `upTo`. A report from the future or the past is refused
   * (false): it comes from a worker that was replaced.
   */
  acknowledge(upTo: number): boolean {
    if (this.#parsed === null || upTo < this.#parsed || upTo > this.#produced) return false
    this.#parsed = upTo
    this.#settle()
    return true
  }

  #settle(): void {
    if (!this.#paused || this.#unparsed >= unparsedBytesLow) return
    this.#paused = false
    this.#onResume()
  }

  get #unparsed(): number {
    const unparsed = this.#produced - (this.#parsed ?? this.#produced)
    assert(unparsed >= 0, 'nobody has parsed more than there is')
    return unparsed
  }
}
