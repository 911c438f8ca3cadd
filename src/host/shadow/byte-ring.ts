/**
 * Ring buffer for output on its way to a worker, in shared memory: a buffer per message would be 64
 * KiB of garbage, which costs half as much as parsing. There is one writer and one reader. Bytes
 * are freed in order but may be read out of order. Messages refer to them, so that output, sizes
 * and queries keep their order. The reader also records the session and output that it works on,
 * readable while it hangs and after it dies.
 */
import type { Stretch } from '../../core/worker/worker-replay.ts'

/** Twice what one session may queue (`unparsedBytesHigh`). The rest is sent as messages. */
const ringBytes = 1_048_576

/**
 * Header before the bytes: read position; number of the session in work + 1 (0: none); bytes of its
 * output in work (0: other work), and their offset. Positions are signed 32-bit numbers that wrap
 * around. They start shortly before that, so that wrapping is common.
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

  /** Returns the position of the bytes, which are contiguous, or `null` if they do not fit now. */
  put(bytes: Uint8Array): number | null {
    const left = ringBytes - (this.#written & (ringBytes - 1))
    // they start again at the beginning
    const position = bytes.length <= left ? this.#written : (this.#written + left) | 0
    const behind = (position + bytes.length - Atomics.load(this.#head, readAt)) | 0
    if (behind > ringBytes) return null
    this.#bytes.set(bytes, position & (ringBytes - 1))
    this.#written = (position + bytes.length) | 0
    return position
  }

  /** Session that the reader works for, or worked for when its thread ended, or `null`. */
  get worksFor(): number | null {
    const noted = Atomics.load(this.#head, worksAt)
    return noted === 0 ? null : noted - 1
  }

  /** Output of that session in work, or that the reader died of, or `null` for other work. */
  get worksOn(): Stretch | null {
    const bytes = Atomics.load(this.#head, workBytes)
    const [from = 0] = this.#workOffset
    return bytes === 0 ? null : { from, to: from + bytes }
  }
}

export class RingReader {
  readonly #head: Int32Array
  readonly #workOffset: Float64Array
  readonly #shared: SharedArrayBuffer
  /** Unread bytes in the order they were written, and whether each was read. */
  readonly #expected: { readonly end: number; read: boolean }[] = []

  constructor(shared: SharedArrayBuffer) {
    this.#shared = shared
    this.#head = new Int32Array(shared, 0, headNumbers)
    this.#workOffset = new Float64Array(shared, workOffsetAt, 1)
  }

  /** Returns the bytes at a position, valid until `done`. */
  view(position: number, length: number): Uint8Array {
    return new Uint8Array(this.#shared, headBytes + (position & (ringBytes - 1)), length)
  }

  /** Announces bytes that the writer has put, in order, before they are read. */
  expect(position: number, length: number): void {
    this.#expected.push({ end: (position + length) | 0, read: false })
  }

  /** Marks the bytes up to this end as read. Frees all bytes up to the first unread ones. */
  done(end: number): void {
    const read = this.#expected.find((one) => !one.read && one.end === end)
    if (read !== undefined) read.read = true
    for (let first = this.#expected[0]; first?.read === true; first = this.#expected[0]) {
      this.#expected.shift()
      Atomics.store(this.#head, readAt, first.end)
    }
  }

  /** Does work for a session. If it throws or hangs, the record stays and blames the session. */
  workFor(session: number, work: () => void): void {
    Atomics.store(this.#head, worksAt, session + 1)
    work()
    Atomics.store(this.#head, worksAt, 0)
  }

  /** Does work on some output of the session, recorded in the same way. */
  workOn(from: number, bytes: number, work: () => void): void {
    this.#workOffset[0] = from
    Atomics.store(this.#head, workBytes, bytes)
    work()
    this.survived()
  }

  /** Ends that record: a later crash is not blamed on the output. */
  survived(): void {
    Atomics.store(this.#head, workBytes, 0)
  }
}
