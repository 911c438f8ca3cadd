/**
 * Queues input for a pty, in order. When the program does not read, mouse motion is dropped first,
 * then the terminal's replies. Keys are dropped only after the user is notified (SECURITY.md).
 */
import type { Clock } from '../../../base/clock.ts'
import { bracketEnd, pasteBytesMax } from '../../consent/paste.ts'

/** Queued bytes without pastes. Further keys are refused, and the user is notified. */
export const queuedBytesMax = 1_048_576

/** Bytes of a paste per write, as many as a pty takes; a cancel comes between two. */
export const pasteChunkBytes = 4_096

/** Delays between writes to a full pty: short at first, since most programs read soon. */
export const retryDelayMinMs = 1
export const retryDelayMaxMs = 50

/** Bytes that the two paste brackets add. */
const bracketsBytes = 2 * bracketEnd.length

/** `socket`: from a client, never dropped, since its connection pauses instead. */
export type InputKind = 'keys' | 'mouse' | 'reply' | 'paste' | 'socket'

interface Entry {
  readonly kind: InputKind
  readonly bytes: Uint8Array
  written: number
}

export interface InputSink {
  /** Writes what fits without blocking and returns its byte count; 0 if the pty is full. */
  readonly write: (bytes: Uint8Array) => number
  /** Keys were refused since the program does not read. Called once until something is written. */
  readonly refused: () => void
  /** Paste progress in bytes over all queued pastes. */
  readonly pasteProgress: (done: number, total: number) => void
  /** Some queued input was written. */
  readonly taken?: () => void
}

export class InputQueue {
  readonly #clock: Clock
  readonly #sink: InputSink
  #entries: Entry[] = []
  #waiting = 0
  /** Bytes of socket clients, which don't reduce the space for the user's keys. */
  #socketWaiting = 0
  #pasteDone = 0
  #pasteTotal = 0
  /** Bytes of the current paste that the page has yet to send; `null` if none is being sent. */
  #pasteExpected: number | null = null
  #refusalSent = false
  #retryMs = retryDelayMinMs
  #cancelRetry: (() => void) | null = null

  constructor(clock: Clock, sink: InputSink) {
    this.#clock = clock
    this.#sink = sink
  }

  get waitingBytes(): number {
    return this.#waiting + this.#socketWaiting + this.#pasteTotal - this.#pasteDone
  }

  push(kind: Exclude<InputKind, 'paste'>, bytes: Uint8Array): void {
    if (bytes.length === 0 || (kind !== 'socket' && !this.#makeRoom(kind, bytes.length))) return
    if (kind === 'socket') this.#socketWaiting += bytes.length
    else this.#waiting += bytes.length
    this.#add({ kind, bytes, written: 0 })
  }

  /**
   * Queues a part of a paste of `total` bytes; `last` ends it. Returns `false` if refused: another
   * paste is in progress, or this one exceeds the limit or its own total.
   */
  paste(
    bytes: Uint8Array,
    { total, last }: { readonly total: number; readonly last: boolean },
  ): boolean {
    const expected =
      this.#pasteExpected ??
      (this.#pasteTotal === 0 && total <= pasteBytesMax + bracketsBytes ? total : -1)
    if (bytes.length > expected) return false
    this.#pasteExpected = last ? null : expected - bytes.length
    if (bytes.length === 0) return true
    this.#pasteTotal += bytes.length
    this.#add({ kind: 'paste', bytes, written: 0 })
    return true
  }

  /**
   * Drops the rest of the paste; later keys are kept. A program that got the opening bracket also
   * gets the closing one, since it would take all later keys for pasted text.
   */
  cancelPaste(): void {
    const rest = this.#entries.filter((entry) => entry.kind === 'paste')
    const total = this.#pasteTotal
    this.#pasteExpected = null
    if (total === 0) return
    const begun = this.#pasteDone > 0
    const end = new TextEncoder().encode(bracketEnd)
    const tail = rest.at(-1)?.bytes.subarray(-end.length)
    const at = this.#entries.findIndex((entry) => entry.kind === 'paste')
    this.#entries = this.#entries.filter((entry) => entry.kind !== 'paste')
    this.#pasteDone = this.#pasteTotal = 0
    if (
      begun &&
      tail !== undefined &&
      tail.length === end.length &&
      tail.every((byte, index) => byte === end[index])
    ) {
      this.#waiting += end.length
      this.#entries.splice(at, 0, { kind: 'keys', bytes: end, written: 0 })
      if (this.#cancelRetry === null) this.#write()
    }
    this.#sink.pasteProgress(total, total)
  }

  dispose(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#entries = []
    this.#waiting = this.#socketWaiting = this.#pasteDone = this.#pasteTotal = 0
    this.#pasteExpected = null
  }

  #add(entry: Entry): void {
    this.#entries.push(entry)
    if (this.#cancelRetry === null) this.#write()
  }

  /** Drops less important input until `length` more bytes fit. */
  #makeRoom(kind: 'keys' | 'mouse' | 'reply', length: number): boolean {
    for (const lesser of ['mouse', 'reply'] as const) {
      if (this.#waiting + length <= queuedBytesMax) break
      this.#entries = this.#entries.filter((entry) => {
        if (entry.kind !== lesser || entry.written > 0) return true
        this.#waiting -= entry.bytes.length
        return false
      })
    }
    if (this.#waiting + length <= queuedBytesMax) return true
    if (kind === 'keys' && !this.#refusalSent) {
      this.#refusalSent = true
      this.#sink.refused()
    }
    return false
  }

  #write(): void {
    let progressed = false
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      const rest = entry.bytes.subarray(entry.written)
      const part = entry.kind === 'paste' ? rest.subarray(0, pasteChunkBytes) : rest
      const written = this.#sink.write(part)
      if (written > 0) {
        progressed = true
        this.#count(entry, written)
      }
      if (entry.written === entry.bytes.length) this.#entries.shift()
      if (written < part.length) {
        this.#retry(progressed)
        break
      }
    }
    if (this.#entries.length === 0) this.#retryMs = retryDelayMinMs
    if (progressed) this.#sink.taken?.()
  }

  #count(entry: Entry, written: number): void {
    entry.written += written
    this.#refusalSent = false
    if (entry.kind === 'socket') {
      this.#socketWaiting -= written
      return
    }
    if (entry.kind !== 'paste') {
      this.#waiting -= written
      return
    }
    this.#pasteDone += written
    this.#sink.pasteProgress(this.#pasteDone, this.#pasteTotal)
    if (this.#pasteDone === this.#pasteTotal) this.#pasteDone = this.#pasteTotal = 0
  }

  #retry(progressed: boolean): void {
    this.#retryMs = progressed ? retryDelayMinMs : Math.min(retryDelayMaxMs, this.#retryMs * 2)
    this.#cancelRetry = this.#clock.after(this.#retryMs, () => {
      this.#cancelRetry = null
      this.#write()
    })
  }
}
