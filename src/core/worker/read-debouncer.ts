/**
 * When the screen of one session is worth reading (docs/screen-rules.md): output has rested for 100
 * ms, a synchronized update has ended, or 250 ms have gone by since the first unseen byte; never
 * within 100 ms of the last time, and not inside an update, which may last a second.
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
  /** Of the first byte that no reading has seen, and of the last byte. */
  #first: Millis | null = null
  #last: Millis = 0
  #readAt: Millis = Number.NEGATIVE_INFINITY
  /** When the open update began; null: none is open. */
  #updating: Millis | null = null
  /** An update has ended since the last reading. */
  #ended = false
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null

  constructor(clock: Clock, read: () => void) {
    this.#clock = clock
    this.#read = read
  }

  /**
   * Somebody wants to read, from now on. `whatIsThere`: first of all what stands there; else only
   * what comes.
   */
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

  /** A synchronized update ended at this very place in the output. */
  updated(): void {
    if (!this.#on) return
    this.#ended = true
    if (this.#clock.now() - this.#readAt >= readIntervalMs) this.#take()
  }

  /** Output has been parsed. `updating`: it ends inside an update, which began then. */
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

  /** A timer that rings too early is left: output moves the time on with every byte. */
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
