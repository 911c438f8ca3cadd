/**
 * What waits to be written to a pty whose program does not read. Keys go first out of the terminal's mouth and are never dropped
 * before the user is told; mouse motion is dropped first, then the terminal's own answers (behaviour/security.md 2 and 9).
 */
import type { Clock } from '../clock.ts'

/** Bytes that may wait, pastes aside: a stopped program must not make the terminal grow. Beyond it keys are refused and the user is told. */
export const waitingBytesMax = 1_048_576

/** Bytes of a paste in one write: the most that a pty takes at once, so that ^C can come between two of them. */
export const pasteChunkBytes = 4_096

/** Waits between two tries to write to a full pty: short at first, since most programs read again soon; then a rare look. */
export const retryDelayMinMs = 1
export const retryDelayMaxMs = 50

export type InputKind = 'keys' | 'mouse' | 'reply' | 'paste'

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
}

export class InputQueue {
  readonly #clock: Clock
  readonly #sink: InputSink
  #entries: Entry[] = []
  #waiting = 0
  #pasteDone = 0
  #pasteTotal = 0
  #told = false
  #retryMs = retryDelayMinMs
  #cancelRetry: (() => void) | null = null
  readonly dropped: Record<InputKind, number> = { keys: 0, mouse: 0, reply: 0, paste: 0 }

  constructor(clock: Clock, sink: InputSink) {
    this.#clock = clock
    this.#sink = sink
  }

  /** Bytes that wait, pastes included. */
  get waitingBytes(): number {
    return this.#waiting + this.#pasteTotal - this.#pasteDone
  }

  push(kind: InputKind, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (kind === 'paste') this.#pasteTotal += bytes.length
    else if (!this.#makeRoom(kind, bytes.length)) return
    else this.#waiting += bytes.length
    this.#entries.push({ kind, bytes, written: 0 })
    if (this.#cancelRetry === null) this.#write()
  }

  /** What is left of every paste is thrown away; the keys behind it go on. */
  cancelPaste(): void {
    this.#entries = this.#entries.filter((entry) => entry.kind !== 'paste')
    const total = this.#pasteTotal
    this.#pasteDone = this.#pasteTotal = 0
    if (total > 0) this.#sink.pasteProgress(total, total)
  }

  dispose(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#entries = []
    this.#waiting = this.#pasteDone = this.#pasteTotal = 0
  }

  /** Drops what matters less until `length` more bytes fit. */
  #makeRoom(kind: InputKind, length: number): boolean {
    for (const lesser of ['mouse', 'reply'] as const) {
      if (this.#waiting + length <= waitingBytesMax) break
      this.#entries = this.#entries.filter((entry) => {
        if (entry.kind !== lesser || entry.written > 0) return true
        this.#waiting -= entry.bytes.length
        this.dropped[lesser] += 1
        return false
      })
    }
    if (this.#waiting + length <= waitingBytesMax) return true
    this.dropped[kind] += 1
    if (kind === 'keys' && !this.#told) { this.#told = true; this.#sink.refused() }
    return false
  }

  #write(): void {
    let progressed = false
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      const rest = entry.bytes.subarray(entry.written)
      const part = entry.kind === 'paste' ? rest.subarray(0, pasteChunkBytes) : rest
      const written = this.#sink.write(part)
      if (written > 0) { progressed = true; this.#count(entry, written) }
      if (entry.written === entry.bytes.length) this.#entries.shift()
      if (written < part.length) { this.#retry(progressed); return }
    }
    this.#retryMs = retryDelayMinMs
  }

  #count(entry: Entry, written: number): void {
    entry.written += written
    this.#told = false
    if (entry.kind !== 'paste') { this.#waiting -= written; return }
    this.#pasteDone += written
    this.#sink.pasteProgress(this.#pasteDone, this.#pasteTotal)
    if (this.#pasteDone === this.#pasteTotal) this.#pasteDone = this.#pasteTotal = 0
  }

  #retry(progressed: boolean): void {
    this.#retryMs = progressed ? retryDelayMinMs : Math.min(retryDelayMaxMs, this.#retryMs * 2)
    this.#cancelRetry = this.#clock.after(this.#retryMs, () => { this.#cancelRetry = null; this.#write() })
  }
}
