/**
 * Time limits for clients: to finish a frame, and to read the data sent to them
 * (docs/reference/session-socket.md).
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import { frameCompleteMs, stuckLookMs, stuckMs } from './limits.ts'

/** Requires a started frame to be finished in time, not counting time without reading. */
export class FramePatience {
  readonly #clock: Clock
  readonly #over: () => void
  #timer: { readonly number: number; readonly since: Millis; readonly cancel: () => void } | null =
    null
  #left = { number: -1, ms: frameCompleteMs }

  constructor(clock: Clock, over: () => void) {
    this.#clock = clock
    this.#over = over
  }

  /** @param runs whether the frame of this number has started and its bytes are being read */
  watch(runs: boolean, number: number): void {
    if (this.#timer !== null && runs && this.#timer.number === number) return
    if (this.#timer !== null) {
      this.#left = {
        number: this.#timer.number,
        ms: this.#left.ms - (this.#clock.now() - this.#timer.since),
      }
      this.dispose()
    }
    if (!runs) return
    if (this.#left.number !== number) this.#left = { number, ms: frameCompleteMs }
    this.#timer = {
      number,
      since: this.#clock.now(),
      cancel: this.#clock.after(this.#left.ms, () => {
        this.#timer = null
        this.#over()
      }),
    }
  }

  dispose(): void {
    this.#timer?.cancel()
    this.#timer = null
  }
}

interface Taking {
  /** Whether too much is unsent. */
  readonly full: () => boolean
  /** Changes whenever the client reads. */
  readonly progress: () => string
}

/** Disconnects a client that reads nothing for a long time while much data is unsent. */
export class StuckPatience {
  readonly #clock: Clock
  readonly #client: Taking
  readonly #over: () => void
  #cancel: (() => void) | null = null

  constructor(clock: Clock, client: Taking, over: () => void) {
    this.#clock = clock
    this.#client = client
    this.#over = over
  }

  /** Starts to watch after a write or a hold. */
  watch(): void {
    if (this.#cancel === null && this.#client.full())
      this.#look(this.#client.progress(), this.#clock.now())
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #look(progress: string, since: Millis): void {
    this.#cancel = this.#clock.after(stuckLookMs, () => {
      this.#cancel = null
      if (!this.#client.full()) return
      const now = this.#client.progress()
      if (now !== progress) this.#look(now, this.#clock.now())
      else if (this.#clock.now() - since < stuckMs) this.#look(progress, since)
      else this.#over()
    })
  }
}
