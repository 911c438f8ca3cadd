/**
 * Writes bytes to a file descriptor in order without blocking the caller. A paused terminal
 * (Ctrl+S, a slow connection) blocks a thread of Node's, whereas process.stdout would block the
 * process.
 */
import { write } from 'node:fs'
import type { Clock } from '../../../base/clock.ts'
import { fullRetryMs, waitingOutputLow, waitingOutputMax, writeBytesMax } from './limits.ts'

interface ByteWriterEvents {
  /** Called when too much output waits, and when there is space again. */
  readonly full: () => void
  readonly drained: () => void
  /** Called when writing has failed permanently. Waiting and later bytes are dropped. */
  readonly failed: (code: string) => void
}

export class ByteWriter {
  readonly #fd: number
  readonly #clock: Clock
  readonly #events: ByteWriterEvents
  #waiting: Uint8Array[] = []
  #bytes = 0
  #busy = false
  #full = false
  #failed = false
  #empty: (() => void)[] = []

  constructor(fd: number, clock: Clock, events: ByteWriterEvents) {
    this.#fd = fd
    this.#clock = clock
    this.#events = events
  }

  get waitingBytes(): number {
    return this.#bytes
  }

  /** @param bytes copied: they may change after the call */
  push(bytes: Uint8Array): void {
    if (this.#failed || bytes.length === 0) return
    this.#waiting.push(Uint8Array.from(bytes))
    this.#bytes += bytes.length
    if (!this.#full && this.#bytes > waitingOutputMax) {
      this.#full = true
      this.#events.full()
    }
    this.#next()
  }

  /** Resolves when all bytes are written or dropped. */
  flushed(): Promise<void> {
    return this.#bytes === 0 || this.#failed
      ? Promise.resolve()
      : new Promise((resolve) => this.#empty.push(resolve))
  }

  #next(): void {
    const [first] = this.#waiting
    if (this.#busy || first === undefined) return
    this.#busy = true
    const length = Math.min(first.length, writeBytesMax)
    write(this.#fd, first, 0, length, null, (error, written) => {
      this.#busy = false
      if (error === null) this.#wrote(first, written)
      else if (error.code === 'EAGAIN') this.#clock.after(fullRetryMs, () => this.#next())
      else if (error.code === 'EINTR') this.#next()
      else this.#fail(error.code ?? error.message)
    })
  }

  #wrote(first: Uint8Array, written: number): void {
    if (written === first.length) this.#waiting.shift()
    else this.#waiting[0] = first.subarray(written)
    this.#bytes -= written
    if (this.#full && this.#bytes < waitingOutputLow) {
      this.#full = false
      this.#events.drained()
    }
    if (this.#bytes === 0) this.#settle()
    this.#next()
  }

  #fail(code: string): void {
    this.#failed = true
    this.#waiting = []
    this.#bytes = 0
    this.#settle()
    if (this.#full) this.#events.drained()
    this.#full = false
    this.#events.failed(code)
  }

  #settle(): void {
    for (const resolve of this.#empty.splice(0)) resolve()
  }
}
