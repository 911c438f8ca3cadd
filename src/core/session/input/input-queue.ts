/**
 * What waits to be written to a pty, in order. When the program does not read, mouse motion is
 * dropped first, then the terminal's own answers; keys are never dropped before the user is
 * notified (SECURITY.md).
 */
import type { Clock } from '../../../base/clock.ts'
import { bracketEnd, pasteBytesMax } from '../../consent/paste.ts'

/**
 * Bytes that may wait, pastes aside: a stopped program must not make the terminal grow. Beyond it
 * keys are refused and the user is notified.
 */
export const queuedBytesMax = 1_048_576

/**
 * Bytes of a paste in one write: the most that a pty takes at once. Between two of them a cancel
 * finds its place.
 */
export const pasteChunkBytes = 4_096

/**
 * Waits between two tries to write to a full pty: short at first, since most programs read again
 * soon; then a rare look.
 */
export const retryDelayMinMs = 1
export const retryDelayMaxMs = 50

/** What pasting adds to a text: the two brackets. */
const bracketsBytes = 2 * bracketEnd.length

/**
 * `socket`: from a client of the session's socket, whose own connection is not read while too much
 * waits; never dropped.
 */
export type InputKind = 'keys' | 'mouse' | 'reply' | 'paste' | 'socket'

interface Entry {
  readonly kind: InputKind
  readonly bytes: Uint8Array
  written: number
}

export interface InputSink {
  /** Writes what it can at once and returns how many bytes it took; 0 when the pty is full. */
  readonly write: (bytes: Uint8Array) => number
  /** Keys were refused: the program does not read. Called once until something is written again. */
  readonly refused: () => void
  /** A paste went on; `done` of `total` bytes of everything pasted have been written. */
  readonly pasteProgress: (done: number, total: number) => void
  /** Some of what waited has been written. */
  readonly taken?: () => void
}

export class InputQueue {
  readonly #clock: Clock
  readonly #sink: InputSink
  #entries: Entry[] = []
  #waiting = 0
  /** Of clients, whose bytes take no room from the user's keys. */
  #socketWaiting = 0
  #pasteDone = 0
  #pasteTotal = 0
  /** Bytes of the paste under way that the page has yet to bring; null: none is under way there. */
  #pasteExpected: number | null = null
  #refusalSent = false
  #retryMs = retryDelayMinMs
  #cancelRetry: (() => void) | null = null
  readonly dropped: Record<Exclude<InputKind, 'socket'>, number> = {
    keys: 0,
    mouse: 0,
    reply: 0,
    paste: 0,
  }

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
   * A part of a paste of `total` bytes; `last` ends it. False: refused, since another one is under
   * way, or this one is larger than a paste may be or than it said.
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
   * What is left of the paste is thrown away; the keys behind it go on. A program that has seen the
   * opening bracket gets the closing one, or it would take every later key for pasted text.
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

  /** Drops what matters less until `length` more bytes fit. */
  #makeRoom(kind: 'keys' | 'mouse' | 'reply', length: number): boolean {
    for (const lesser of ['mouse', 'reply'] as const) {
      if (this.#waiting + length <= queuedBytesMax) break
      this.#entries = this.#entries.filter((entry) => {
        if (entry.kind !== lesser || entry.written > 0) return true
        this.#waiting -= entry.bytes.length
        this.dropped[lesser] += 1
        return false
      })
    }
    if (this.#waiting + length <= queuedBytesMax) return true
    this.dropped[kind] += 1
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
