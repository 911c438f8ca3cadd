/**
 * A tab's newest output, the sizes that it was printed at, and the private modes that were set by
 * what has left: enough for a VT core that begins anew, or a new tab that goes on from this one.
 */
import { least } from '../../../base/extremes.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Compression } from '../../../terminal/history/compression.ts'
import { Debouncer } from '../../../base/time/debouncer.ts'
import { isSameSize, type Size, type SizeFrom } from '../../../base/size.ts'
import { flowMessageBytesMax, outputRestMs, outputRingBytesMax, printedSizesMax } from './limits.ts'
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

/** What a tab that goes on from this one begins with. */
export interface WholeOutput {
  readonly restoredOutput: readonly Uint8Array[]
  /** By offset in it. What stands before the first was printed at that, too. */
  readonly sizesBefore: readonly SizeFrom[]
}

export class RecentOutput {
  readonly #evicted = new ModeMemory()
  /** Ascending. What stands before the first was printed at that, too. */
  #sizes: SizeFrom[] = []
  /** From here on all is plain: no mode is set there. Infinite: not known of any. */
  #plainFrom = Number.POSITIVE_INFINITY
  /** Output before is in no tab that goes on from here. */
  #forgotten = 0
  #forgets = 0
  readonly #ring: OutputRing
  readonly #quiet: Debouncer | null

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
      rest === undefined ? null : new Debouncer(rest.clock, outputRestMs, () => this.#ring.rest())
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
    this.#quiet?.changed()
  }

  /** What comes from now on, or from this offset, is printed at this size. */
  resized({ cols, rows }: Size, at = this.end): void {
    while ((this.#sizes.at(-1)?.at ?? -1) >= at) this.#sizes.pop() // nothing was printed at it
    if (isSameSize(this.#sizes.at(-1), { cols, rows })) return
    this.#sizes.push({ at, cols, rows })
    if (this.#sizes.length <= printedSizesMax) return
    this.#sizes = [...this.sizes]
    if (this.#sizes.length > printedSizesMax) this.#sizes.splice(leastUsed(this.#sizes), 1)
  }

  /** Of what is kept, the first one from its start on; none: it is not known. */
  get sizes(): readonly SizeFrom[] {
    return this.#sizes.slice(
      Math.max(
        0,
        this.#sizes.findLastIndex(({ at }) => at <= this.start),
      ),
    )
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
    return this.#ring.read(from, to, flowMessageBytesMax)
  }

  /** The same without a copy, in parts as they lie in the ring: to be read at once. */
  views(from: number, to: number): Generator<{ at: number; bytes: Uint8Array }> {
    return this.#ring.views(from, to, flowMessageBytesMax)
  }

  /** All of it, or its newest lines, for a tab that goes on from here: modes first. */
  whole(linesMax = Number.POSITIVE_INFINITY): WholeOutput {
    // asked for often, of tabs that have said nothing since
    if (linesMax === 0) return { restoredOutput: [], sizesBefore: [] }
    const { at, modes } = this.beginning()
    const parts = [...this.read(Math.max(at, this.#forgotten), this.#ring.end)].map(
      ({ bytes }) => bytes,
    )
    const isCut = cutToLines(parts, linesMax) || this.#forgotten > at
    const from = this.end - parts.reduce((sum, { length }) => sum + length, 0)
    const ahead = isCut ? this.modes(from) : modes
    return {
      restoredOutput: [ahead, ...parts].filter(({ length }) => length > 0),
      sizesBefore: this.#sizesFrom(from, ahead.length),
    }
  }

  /** Of what was printed from an offset on, and stands behind so many bytes. */
  #sizesFrom(from: number, ahead: number): SizeFrom[] {
    const sizes = this.#sizes.filter(({ at }) => at < this.end)
    const first = Math.max(
      0,
      sizes.findLastIndex(({ at }) => at <= from),
    )
    return sizes
      .slice(first)
      .map(({ at, ...size }) => ({ at: at <= from ? 0 : at - from + ahead, ...size }))
  }
}

/** Index of the size at which least was printed, but for the last one, which is in use. */
function leastUsed(sizes: readonly SizeFrom[]): number {
  const printed = sizes.slice(1).map(({ at }, index) => at - sizes[index]!.at)
  return printed.indexOf(least(printed))
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
