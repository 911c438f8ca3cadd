/**
 * Decides when to read a session's screen (docs/reference/screen-rules.md): after 100 ms without
 * output, at the end of a synchronized update, or 250 ms after the first unread byte. It waits 100
 * ms after the last reading, and for the end of an update, which may last a second.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import {
  heldForRulesMs,
  readIntervalMs,
  settledAfterMs,
  settledLatestMs,
} from '../../agents/screen-rules/limits.ts'

export class ReadDebouncer {
  readonly #clock: Clock
  readonly #read: () => void
  #on = false
  /** Time of the first unread byte, and of the last byte. */
  #first: Millis | null = null
  #last: Millis = 0
  #readAt: Millis = Number.NEGATIVE_INFINITY
  /** Start of the open update; `null` if none is open. */
  #updating: Millis | null = null
  /** An update has ended since the last reading. */
  #ended = false
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null

  constructor(clock: Clock, read: () => void) {
    this.#clock = clock
    this.#read = read
  }

  /** Starts reading. `whatIsThere`: read the present screen first, instead of only new output. */
  begin(updating: Millis | null = null, whatIsThere = true): void {
    this.#on = true
    if (whatIsThere) this.printed(updating)
  }

  stop(): void {
    this.#on = false
    this.#first = null
    this.#timer?.cancel()
    this.#timer = null
  }

  /** Notes that a synchronized update ended at this point of the output. */
  updated(): void {
    if (!this.#on) return
    this.#ended = true
    if (this.#clock.now() - this.#readAt >= readIntervalMs) this.#take()
  }

  /** Notes parsed output. `updating`: start of the update it ended inside of. */
  printed(updating: Millis | null = null): void {
    this.#updating = updating
    if (!this.#on) return
    this.#last = this.#clock.now()
    this.#first ??= this.#last
    this.#arm()
  }

  #due(): Millis {
    const first = this.#first ?? this.#last
    const wanted =
      this.#updating !== null
        ? this.#updating + heldForRulesMs
        : this.#ended
          ? this.#last
          : Math.min(this.#last + settledAfterMs, first + settledLatestMs)
    return Math.max(wanted, this.#readAt + readIntervalMs)
  }

  /** Arms the timer. An early timer is kept, since each byte of output postpones the reading. */
  #arm(): void {
    const at = this.#due()
    if (this.#timer !== null && this.#timer.at <= at) return
    this.#timer?.cancel()
    this.#timer = {
      at,
      cancel: this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#ring()),
    }
  }

  #ring(): void {
    this.#timer = null
    if (this.#first === null) return
    if (this.#due() <= this.#clock.now()) this.#take()
    else this.#arm()
  }

  #take(): void {
    this.#first = null
    this.#ended = false
    this.#readAt = this.#clock.now()
    this.#read()
  }
}
