/**
 * The way of a tab's output into its terminal. Keeps bytes and sizes in order, since the repeat guard is exact only while the
 * size stays the same until its bytes are parsed: a new size waits for what has been written, later bytes wait behind it.
 */
import { assert } from '../../core/assert.ts'
import { acknowledgeBytes } from '../../core/flow/limits.ts'
import { RepeatGuard } from '../../core/guard/repeat-guard.ts'
import type { Size } from './fit.ts'
import { unparsedBytesMax } from './limits.ts'

export interface IntakePorts {
  /** Hands bytes to the terminal; `parsed` is called when it has taken them in, perhaps before this returns, always in order. */
  readonly write: (bytes: Uint8Array, parsed: () => void) => void
  readonly resize: (size: Size) => void
  /** Everything before `upTo` has been parsed. */
  readonly acknowledge: (upTo: number) => void
  /** Everything that came has been parsed. */
  readonly idle: () => void
}

/** One message's bytes. `end`: offset behind them; null for bytes of ours that count for nothing. */
export interface Chunk {
  readonly bytes: Uint8Array
  readonly end: number | null
  /** Parsed by an earlier page: nothing in it is answered again. */
  readonly replayed: boolean
  /** Called when it has been parsed. */
  readonly done?: () => void
}

export class Intake {
  readonly #ports: IntakePorts
  readonly #guard: RepeatGuard
  /** What the terminal has and has not parsed, the one in work first. */
  readonly #writing: Chunk[] = []
  /** What came after a size that still waits. */
  #held: Chunk[] = []
  #wantedSize: Size | null = null
  #size: Size
  #expected = 0
  #acknowledged = 0
  /** A snapshot is coming in. */
  #restoring = false
  #unparsed = 0
  /** The chunk before the one in work; a sequence may have begun there. */
  #before: Chunk | null = null
  /** Offset behind the last parsed byte. */
  parsed = 0
  /** Bytes received, replay included. */
  received = 0
  /** Messages whose offset was not the expected one. */
  gaps = 0
  /** Nothing has come yet: the terminal is as it was made. */
  fresh = true

  constructor(size: Size, scrollback: number, ports: IntakePorts) {
    this.#size = size
    this.#ports = ports
    this.#guard = new RepeatGuard(() => ({ ...this.#size, scrollback }))
  }

  /** The chunk that the terminal is parsing at this moment, as seen from its parser's handlers. */
  get current(): Chunk | null {
    return this.#writing[0] ?? null
  }

  get before(): Chunk | null {
    return this.#before
  }

  get idle(): boolean {
    return this.#writing.length === 0 && this.#held.length === 0
  }

  /** Counting begins at `at`; `bytes` of ours set the modes in force there. `restores`: a snapshot follows, and only then everything before `at` counts as parsed. */
  begin(at: number, bytes: Uint8Array, restores = false): void {
    this.#expected = at
    this.#acknowledged = restores ? Number.NEGATIVE_INFINITY : at
    this.#restoring = restores
    this.parsed = at
    if (bytes.length > 0) this.#take({ bytes, end: null, replayed: true })
  }

  /** Bytes of ours that bring back what an earlier terminal showed. The last, which have `done`, stand behind all history: with them everything before counts as parsed. */
  restore(bytes: Uint8Array, done?: () => void): void {
    this.#take({ bytes, end: done === undefined ? null : this.#expected, replayed: true, ...(done === undefined ? {} : { done }) })
  }

  push(at: number, bytes: Uint8Array, replayed: boolean): void {
    if (at !== this.#expected) this.gaps += 1
    this.#expected = at + bytes.length
    this.received += bytes.length
    this.#take({ bytes, end: this.#expected, replayed })
  }

  /** Gives the terminal another size once everything before has been parsed: at once when it is idle. */
  resize(size: Size): void {
    this.#wantedSize = size
    if (this.#writing.length === 0) this.#applySize()
  }

  #take(chunk: Chunk): void {
    this.fresh = false
    this.#unparsed += chunk.bytes.length
    assert(this.#unparsed <= unparsedBytesMax, 'flow control keeps the unparsed bytes of a tab small')
    if (this.#wantedSize !== null) this.#held.push(chunk)
    else this.#write(chunk)
  }

  #write(chunk: Chunk): void {
    this.#writing.push(chunk)
    const pieces = this.#guard.feed(chunk.bytes)
    const last = pieces.at(-1) ?? chunk.bytes.subarray(0, 0) // all held back by the guard: still one callback, in its turn
    for (const piece of pieces) if (piece !== last) this.#ports.write(piece, nothing)
    this.#ports.write(last, this.#written)
  }

  readonly #written = (): void => {
    const chunk = this.#writing.shift()
    assert(chunk !== undefined, 'each write is called back once')
    this.#before = chunk
    this.#unparsed -= chunk.bytes.length
    chunk.done?.()
    if (chunk.end !== null) { this.parsed = chunk.end; this.#restoring = false }
    const idle = this.#writing.length === 0
    if (!this.#restoring && this.parsed > this.#acknowledged && (idle || this.parsed - this.#acknowledged >= acknowledgeBytes)) {
      this.#acknowledged = this.parsed
      this.#ports.acknowledge(this.parsed)
    }
    if (idle && this.#wantedSize !== null) this.#applySize()
    if (this.idle) this.#ports.idle()
  }

  #applySize(): void {
    const size = this.#wantedSize
    if (size === null) return
    this.#wantedSize = null
    if (size.cols !== this.#size.cols || size.rows !== this.#size.rows) {
      this.#size = size
      this.#ports.resize(size)
    }
    const held = this.#held
    this.#held = []
    for (const chunk of held) this.#write(chunk)
  }
}

function nothing(): void {
  // A piece that is not the last of its message.
}
