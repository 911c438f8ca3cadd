/** Pauses a pty when the VT core is too far behind. Offsets count the tab's output. */
import { assert } from '../../../base/assert.ts'
import { unparsedBytesHigh, unparsedBytesLow } from './limits.ts'

export class Meter {
  #produced = 0
  /** Offset up to which the core has parsed; `null` if there is no core, and no limit. */
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

  /** Counts a core from offset `at` on, and pauses the pty if it is too far behind. */
  join(at: number): void {
    this.#parsed = Math.min(at, this.#produced)
    this.#checkHigh()
  }

  /** Stops counting the core, which is gone. */
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

  /** Notes parsed output. Returns `false` for the impossible offset of a replaced worker. */
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
    assert(unparsed >= 0, 'no more was parsed than there is')
    return unparsed
  }
}
