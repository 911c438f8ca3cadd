/**
 * Bytes on their way to a worker, in memory that both threads share: a buffer for each message
 * would be 64 KiB of garbage in either thread, and collecting it cost as much as half of the
 * parsing. One writer, one reader, bytes are freed in the order in which they were put, and may be
 * read in another; which bytes are meant, and when, is said by messages, so that sizes and
 * questions keep their place among them.
 *
 * The reader also notes there for which session it works, and on which of its output: that can be
 * read while it hangs, and when it is gone.
 */
import type { Stretch } from '../../core/worker/worker-replay.ts'

/**
 * Twice what one session may be behind (`unparsedBytesHigh`). What does not fit goes as a message
 * of its own.
 */
const ringBytes = 1_048_576

/**
 * In front of the bytes: how far the reader is, for which session it works (its number + 1; 0: for
 * none), on how many bytes of its output (0: on something else) and from which offset on. Positions
 * count on without end, as signed numbers of 32 bits, and begin shortly before these come round: so
 * that is nothing rare.
 */
const headBytes = 64
const readAt = 0
const worksAt = 1
const workBytes = 2
const headNumbers = 3
const workOffsetAt = 16
const firstPosition = 0x80000000 - 4 * ringBytes

export class RingWriter {
  readonly shared = new SharedArrayBuffer(headBytes + ringBytes)
  readonly #head = new Int32Array(this.shared, 0, headNumbers)
  readonly #workOffset = new Float64Array(this.shared, workOffsetAt, 1)
  readonly #bytes = new Uint8Array(this.shared, headBytes)
  #written = firstPosition

  constructor() {
    this.#head[readAt] = firstPosition
  }

  /** Where the bytes begin, all of them side by side; null: there is no room now. */
  put(bytes: Uint8Array): number | null {
    const left = ringBytes - (this.#written & (ringBytes - 1))
    // they begin anew at the start
    const position = bytes.length <= left ? this.#written : (this.#written + left) | 0
    const behind = (position + bytes.length - Atomics.load(this.#head, readAt)) | 0
    if (behind > ringBytes) return null
    this.#bytes.set(bytes, position & (ringBytes - 1))
    this.#written = (position + bytes.length) | 0
    return position
  }

  /**
   * The session that the reader works for, or was at work for when its thread ended; null: none.
   */
  get worksFor(): number | null {
    const noted = Atomics.load(this.#head, worksAt)
    return noted === 0 ? null : noted - 1
  }

  /** The output of that session that it works on, or died of; null: something else. */
  get worksOn(): Stretch | null {
    const bytes = Atomics.load(this.#head, workBytes)
    const from = this.#workOffset[0]!
    return bytes === 0 ? null : { from, to: from + bytes }
  }
}

export class RingReader {
  readonly #head: Int32Array
  readonly #workOffset: Float64Array
  readonly #shared: SharedArrayBuffer
  /** What is still to be read, in the order in which it was put, and whether it was. */
  readonly #expected: { readonly end: number; read: boolean }[] = []

  constructor(shared: SharedArrayBuffer) {
    this.#shared = shared
    this.#head = new Int32Array(shared, 0, headNumbers)
    this.#workOffset = new Float64Array(shared, workOffsetAt, 1)
  }

  /** What was put there: to be read until `done`. */
  view(position: number, length: number): Uint8Array {
    return new Uint8Array(this.#shared, headBytes + (position & (ringBytes - 1)), length)
  }

  /** The writer has put bytes there: announced in order, before they are read. */
  expect(position: number, length: number): void {
    this.#expected.push({ end: (position + length) | 0, read: false })
  }

  /**
   * Those that were expected up to this end have been read. The writer may use the places of all
   * that were read up to the first that was not.
   */
  done(end: number): void {
    const read = this.#expected.find((one) => !one.read && one.end === end)
    if (read !== undefined) read.read = true
    for (let first = this.#expected[0]; first?.read === true; first = this.#expected[0]) {
      this.#expected.shift()
      Atomics.store(this.#head, readAt, first.end)
    }
  }

  /**
   * Does `work` for a session, by number. Where that throws or never ends, the note stays: it is
   * whom the other side blames.
   */
  workFor(session: number, work: () => void): void {
    Atomics.store(this.#head, worksAt, session + 1)
    work()
    Atomics.store(this.#head, worksAt, 0)
  }

  /** The same of `work` on so many bytes of its output from an offset on. */
  workOn(from: number, bytes: number, work: () => void): void {
    this.#workOffset[0] = from
    Atomics.store(this.#head, workBytes, bytes)
    work()
    this.survived()
  }

  /** What it dies of from here on is not that output. */
  survived(): void {
    Atomics.store(this.#head, workBytes, 0)
  }
}
