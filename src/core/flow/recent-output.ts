/**
 * A tab's newest output, and the private modes that were set by what has left: enough for a VT core
 * that begins anew, or a new tab that goes on from this one.
 */
import type { Clock } from '../clock.ts'
import type { Compression } from '../vt/compression.ts'
import { Quiet } from '../quiet.ts'
import { messageBytesMax, outputRestMs, outputRingBytesMax } from './limits.ts'
import { ModeMemory } from './mode-memory.ts'
import { OutputRing } from './output-ring.ts'

/**
 * How far behind the start of the ring a line end is looked for, so that what is kept begins with a
 * whole line.
 */
const cleanStartBytesMax = 4_096

export interface Beginning {
  /** Offset of the byte at which a fresh terminal begins. */
  readonly at: number
  /** What brings a fresh terminal to the modes in force there. */
  readonly modes: Uint8Array
}

export class RecentOutput {
  readonly #evicted = new ModeMemory()
  /** From here on all is plain: no mode is set there. Infinite: not known of any. */
  #plainFrom = Number.POSITIVE_INFINITY
  /** Output before is in no tab that goes on from here. */
  #forgotten = 0
  #forgets = 0
  readonly #ring: OutputRing
  readonly #quiet: Quiet | null

  /** @param rest how it becomes smaller when nothing comes; absent: it does not */
  constructor(rest?: { readonly clock: Clock; readonly compression: Compression }) {
    this.#ring = new OutputRing(
      outputRingBytesMax,
      (bytes, at) => {
        if (at < this.#plainFrom) this.#evicted.feed(bytes.subarray(0, this.#plainFrom - at))
        if (at + bytes.length > this.#plainFrom) this.#evicted.pass()
      },
      rest?.compression,
    )
    this.#quiet =
      rest === undefined ? null : new Quiet(rest.clock, outputRestMs, () => this.#ring.rest())
  }

  /** Offset of the oldest byte that is kept. */
  get start(): number {
    return this.#ring.start
  }

  /** Offset of the next byte to come. */
  get end(): number {
    return this.#ring.end
  }

  /** Another number whenever `whole` may be another. */
  get version(): number {
    return this.#ring.end + this.#forgets
  }

  /** What came so far is not to come back. */
  forget(): void {
    this.#forgotten = this.#ring.end
    this.#forgets += 1
  }

  push(bytes: Uint8Array): void {
    this.#ring.push(bytes)
    this.#quiet?.stirred()
  }

  /**
   * What was pushed last is plain, as the scanner has it, or is not: then it need not be read again
   * when it leaves.
   */
  scanned(plain: boolean): void {
    if (!plain || this.#plainFrom === Number.POSITIVE_INFINITY) this.#plainFrom = this.#ring.end
  }

  dispose(): void {
    this.#quiet?.dispose()
  }

  /**
   * Where a fresh terminal begins: at the oldest byte, or behind the first line end after it when
   * older ones have left.
   */
  beginning(): Beginning {
    const modes = this.#evicted.copy()
    const { start } = this.#ring
    const at = start === 0 ? 0 : (this.lineAfter(start, cleanStartBytesMax) ?? start)
    for (const { bytes } of this.views(start, at)) modes.feed(bytes)
    return { at, modes: modes.bytes() }
  }

  /** Where the next line begins behind an offset, within so many bytes; null: not there. */
  lineAfter(from: number, bytesMax: number): number | null {
    for (const { at, bytes } of this.views(
      Math.max(from, this.start),
      Math.min(this.end, from + bytesMax),
    )) {
      const lineEnd = bytes.indexOf(0x0a)
      if (lineEnd !== -1) return at + lineEnd + 1
    }
    return null
  }

  /**
   * What brings a fresh terminal to the modes in force at an offset that is kept, or at the end.
   */
  modes(at = this.end): Uint8Array {
    const modes = this.#evicted.copy()
    for (const { bytes } of this.read(this.start, at)) modes.feed(bytes)
    return modes.bytes()
  }

  /** The bytes from `from` up to `to`, copied, in parts that fit a message. */
  read(from: number, to: number): Generator<{ at: number; bytes: Uint8Array }> {
    return this.#ring.read(from, to, messageBytesMax)
  }

  /** The same without a copy, in parts as they lie in the ring: to be read at once. */
  views(from: number, to: number): Generator<{ at: number; bytes: Uint8Array }> {
    return this.#ring.views(from, to, messageBytesMax)
  }

  /** All of it, or its newest lines, for a tab that goes on from here: modes first. */
  whole(linesMax = Number.POSITIVE_INFINITY): readonly Uint8Array[] {
    if (linesMax === 0) return [] // asked for often, of tabs that have said nothing since
    const { at, modes } = this.beginning()
    const parts = [...this.read(Math.max(at, this.#forgotten), this.#ring.end)].map(
      ({ bytes }) => bytes,
    )
    return (
      cutToLines(parts, linesMax) || this.#forgotten > at ? this.#newest(parts) : [modes, ...parts]
    ).filter(({ length }) => length > 0)
  }

  /** `parts` are what is left behind a cut: the modes there come first. */
  #newest(parts: readonly Uint8Array[]): readonly Uint8Array[] {
    const modes = this.#evicted.copy()
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    for (const { bytes } of this.read(this.#ring.start, this.#ring.end - length)) modes.feed(bytes)
    return [modes.bytes(), ...parts]
  }
}

/**
 * Takes away what stands before the newest lines; the last one may be open. @returns whether there
 * was anything
 */
function cutToLines(parts: Uint8Array[], linesMax: number): boolean {
  let lines = 0
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? new Uint8Array(0)
    for (
      let end = part.lastIndexOf(0x0a);
      end !== -1;
      end = end === 0 ? -1 : part.lastIndexOf(0x0a, end - 1)
    ) {
      lines += 1
      if (lines <= linesMax) continue
      parts.splice(0, index + 1, part.subarray(end + 1))
      return true
    }
  }
  return false
}
