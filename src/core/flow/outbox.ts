/**
 * Collects one tab's output and state on their way to the page. The first bytes after quiet go at once, so that an echo never
 * waits; then bytes gather for 8 ms or 64 KiB. State goes behind the bytes it came from; of several the latest wins.
 */
import type { Clock, Millis } from '../clock.ts'
import { outboxBytesMax, outboxDelayMs, stateIntervalMs } from './limits.ts'

export interface OutboxSink {
  /** An array of its own size, 1..64 KiB, valid only during the call: a message to a page is a copy of it. `at` is the offset of its first byte. */
  readonly bytes: (bytes: Uint8Array, at: number) => void
  /** The state changed: send the present one. */
  readonly state: () => void
}

export class Outbox {
  readonly #clock: Clock
  readonly #sink: OutboxSink
  #buffer: Uint8Array | null = null
  #length = 0
  #at: number
  #cancelFlush: (() => void) | null = null
  #stateWaits = false
  #stateSentAt: Millis = Number.NEGATIVE_INFINITY
  #cancelState: (() => void) | null = null

  constructor(clock: Clock, sink: OutboxSink, at = 0) {
    this.#clock = clock
    this.#sink = sink
    this.#at = at
  }

  /** The bytes are copied: the caller may reuse them. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const quiet = this.#cancelFlush === null
    for (let from = 0; from < bytes.length;) {
      this.#buffer ??= new Uint8Array(outboxBytesMax)
      const part = bytes.subarray(from, from + outboxBytesMax - this.#length)
      this.#buffer.set(part, this.#length)
      this.#length += part.length
      from += part.length
      if (this.#length === outboxBytesMax) this.#send()
    }
    if (quiet) {
      this.#send()
      this.#gather()
    }
  }

  /** The tab's state has changed. */
  stateChanged(): void {
    this.#stateWaits = true
    if (this.#cancelState !== null) return
    const dueMs = this.#stateSentAt + stateIntervalMs - this.#clock.now()
    if (dueMs <= 0) { this.#sendState(); return }
    this.#cancelState = this.#clock.after(dueMs, () => { this.#cancelState = null; this.#sendState() })
  }

  /** Sends what waits, now. */
  flush(): void {
    this.#send()
    if (this.#stateWaits) this.#sendState()
  }

  /** Drops what waits and stops every timer. */
  dispose(): void {
    this.#cancelFlush?.()
    this.#cancelFlush = null
    this.#cancelState?.()
    this.#cancelState = null
    this.#buffer = null
    this.#length = 0
    this.#stateWaits = false
  }

  #gather(): void {
    this.#cancelFlush = this.#clock.after(outboxDelayMs, () => {
      this.#cancelFlush = null
      if (this.#length === 0) { this.#buffer = null; return } // quiet again: the next bytes go at once
      this.#send()
      this.#gather()
    })
  }

  #send(): void {
    if (this.#length === 0 || this.#buffer === null) return
    const bytes = this.#length === outboxBytesMax ? this.#buffer : this.#buffer.slice(0, this.#length)
    const at = this.#at
    this.#at += bytes.length
    this.#length = 0
    this.#sink.bytes(bytes, at)
  }

  #sendState(): void {
    this.#send()
    this.#cancelState?.()
    this.#cancelState = null
    this.#stateWaits = false
    this.#stateSentAt = this.#clock.now()
    this.#sink.state()
  }
}
