/**
 * A tab's recent output, the sizes it was printed at, and the private modes set by dropped output:
 * enough to restart a VT core or to restore the tab.
 */
import { least } from '../../../base/numbers/extremes.ts'
import type { Clock } from '../../../base/clock.ts'
import type { Compression } from '../../../terminal/history/compression.ts'
import { Debouncer } from '../../../base/time/debouncer.ts'
import { isSameSize, type Size, type SizeFrom } from '../../../base/sizes/size.ts'
import {
  checkpointBytesMin,
  flowMessageBytesMax,
  outputRestMs,
  outputRingBytesMax,
  printedSizesMax,
} from './limits.ts'
import { picturesEnd, startsPictures } from '../../../terminal/images/kept-pictures.ts'
import { ModeMemory } from './mode-memory.ts'
import { OutputRing } from './output-ring.ts'

/** Distance to the line end with which the restored output starts. */
const cleanStartBytesMax = 4_096

export interface Beginning {
  /** Offset at which a fresh terminal starts. */
  readonly at: number
  /** Sequences that set the modes of that offset. */
  readonly modes: Uint8Array
  /** See `Terminal`. */
  readonly continuesTo?: number
}

/** A terminal's screen and history after `at` bytes, as sequences that a fresh one starts with. */
export interface Checkpoint {
  readonly at: number
  readonly bytes: Uint8Array
  readonly size: Size
  /** It lacks images that will be ready soon. */
  readonly isPending?: boolean
}

/** Why a checkpoint is taken: in any case, or only if there are images. */
export type CheckpointNeed = 'always' | 'images'

/** Output for a tab that restores this one. */
export interface WholeOutput {
  readonly restoredOutput: readonly Uint8Array[]
  /** By offset in `restoredOutput`. Output before the first has that size too. */
  readonly sizesBefore: readonly SizeFrom[]
}

export class RecentOutput {
  readonly #evicted = new ModeMemory()
  /** Ascending. Output before the first has that size too. */
  #sizes: SizeFrom[] = []
  /** All output from here on is plain and sets no mode. Infinite if unknown. */
  #plainFrom = Number.POSITIVE_INFINITY
  /** Earlier output is not restored. */
  #forgotten = 0
  #forgets = 0
  /** With the number of lines that a restored tab has. */
  #checkpoint: (Checkpoint & { readonly lines: number }) | null = null
  #checkpoints = 0
  /** Offset after output of an earlier vibeflow if that begins with a checkpoint; otherwise 0. */
  #continuesTo = 0
  readonly #ring: OutputRing
  readonly #quiet: Debouncer | null

  /** @param rest enables compression of idle output */
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

  /** Offset after the last byte. */
  get end(): number {
    return this.#ring.end
  }

  /** Changes whenever `whole` may change. */
  get version(): number {
    return this.#ring.end + this.#forgets + this.#checkpoints
  }

  /** Excludes the output so far from being restored. */
  forget(): void {
    this.#forgotten = this.#ring.end
    this.#forgets += 1
    this.#checkpoint = null
  }

  /**
   * Returns a function for the terminal that is asked for now. It makes a checkpoint of it, or
   * returns `null` if that has what the user has cleared since.
   */
  nextCheckpoint(): (taken: {
    cut: number
    payload: Uint8Array
    imagesTo: number
  }) => Checkpoint | null {
    const size = this.#sizes.at(-1)
    const forgets = this.#forgets
    return ({ cut, payload, imagesTo }) =>
      size === undefined || forgets !== this.#forgets
        ? null
        : {
            ...{ at: cut, bytes: payload, size: { cols: size.cols, rows: size.rows } },
            isPending: imagesTo > 0,
          }
  }

  /** Takes a checkpoint for a restored tab with so many lines, unless the last one has more. */
  save(checkpoint: Checkpoint, lines: number): void {
    const last = this.#checkpoint
    if (checkpoint.isPending === true && last?.lines === lines && last.at >= this.start) return
    this.#checkpoint = { ...checkpoint, lines }
    this.#checkpoints += 1
  }

  /** @param isExtra whether it is of an earlier vibeflow, which may be longer than the ring */
  push(bytes: Uint8Array, isExtra = false): void {
    if (isExtra) this.#continuesTo = this.#endOf(bytes)
    this.#ring.push(bytes, isExtra)
    this.#quiet?.changed()
  }

  /** Returns the offset after the checkpoint's part, or 0 if none was the first output. */
  #endOf(bytes: Uint8Array): number {
    const continues = this.end === 0 ? startsPictures([bytes]) : this.#continuesTo > 0
    return continues ? this.end + bytes.length : 0
  }

  /** Sets the size of output from now on, or from this offset. */
  resized({ cols, rows }: Size, at = this.end): void {
    while ((this.#sizes.at(-1)?.at ?? -1) >= at) this.#sizes.pop() // nothing was printed at it
    if (isSameSize(this.#sizes.at(-1), { cols, rows })) return
    this.#sizes.push({ at, cols, rows })
    if (this.#sizes.length <= printedSizesMax) return
    this.#sizes = [...this.sizes]
    if (this.#sizes.length > printedSizesMax) this.#sizes.splice(leastUsed(this.#sizes), 1)
  }

  /** Sizes of the kept output, starting with the one at its start; empty if unknown. */
  get sizes(): readonly SizeFrom[] {
    return this.#sizes.slice(
      Math.max(
        0,
        this.#sizes.findLastIndex(({ at }) => at <= this.start),
      ),
    )
  }

  /** Notes whether the last push was plain, which then need not be read when dropped. */
  scanned(plain: boolean): void {
    if (!plain || this.#plainFrom === Number.POSITIVE_INFINITY) this.#plainFrom = this.#ring.end
  }

  dispose(): void {
    this.#quiet?.dispose()
  }

  /** Returns where a fresh terminal starts: at the oldest byte, or the first kept line. */
  beginning(): Beginning {
    const modes = this.#evicted.copy()
    const { start } = this.#ring
    const at = start === 0 ? 0 : (this.lineAfter(start, cleanStartBytesMax) ?? start)
    for (const { bytes } of this.views(start, at)) modes.feed(bytes)
    return { at, modes: modes.bytes(), continuesTo: at === 0 ? this.#continuesTo : 0 }
  }

  /** Returns the start of the next line within `bytesMax`; `null` if there is none. */
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

  /** Returns the sequences that set the modes of a kept offset, or of the end. */
  modes(at = this.end): Uint8Array {
    const modes = this.#evicted.copy()
    for (const { bytes } of this.read(this.start, at)) modes.feed(bytes)
    return modes.bytes()
  }

  /** Returns the modes at the end. `modes`: those at an offset, which this may change. */
  modesAfter(modes: ModeMemory, at: number): ModeMemory {
    const known = at < this.start ? this.#evicted.copy() : modes
    for (const { bytes } of this.views(Math.max(at, this.start), this.end)) known.feed(bytes)
    return known
  }

  /** Yields copies of the bytes from `from` up to `to`, in parts that fit a message. */
  read(from: number, to: number): Generator<{ at: number; bytes: Uint8Array }> {
    return this.#ring.read(from, to, flowMessageBytesMax)
  }

  /** Yields the same bytes without copies, valid until the next push. */
  views(from: number, to: number): Generator<{ at: number; bytes: Uint8Array }> {
    return this.#ring.views(from, to, flowMessageBytesMax)
  }

  /**
   * Returns whether `save` needs a checkpoint: more lines were printed, or output that is not kept.
   * Images may be from files that are gone.
   */
  checkpointNeed(lines: number): CheckpointNeed | null {
    if (this.#checkpoint?.lines === lines && !this.isBehind(this.#checkpoint)) return null
    const isLess = this.start > 0 || cutToLines([...this.views(0, this.end)].map(bytesOf), lines)
    return isLess ? 'always' : 'images'
  }

  /**
   * Whether the last checkpoint is missing or pending, or much was printed since, or something at
   * another size. Little output is read again as quickly as a new checkpoint is written.
   */
  isBehind(last: Omit<Checkpoint, 'bytes'> | null): boolean {
    if (last === null || last.isPending === true || this.end - last.at >= checkpointBytesMin)
      return true
    return this.#sizes.some((one) => one.at >= last.at && !isSameSize(one, last.size))
  }

  /**
   * Returns the output, or its newest lines, for a restored tab. It starts with the checkpoint that
   * has so many lines, since programs may print a line a hundred times. Without one it starts with
   * modes.
   */
  whole(linesMax = Number.POSITIVE_INFINITY): WholeOutput {
    // called often for quiet tabs
    if (linesMax === 0) return { restoredOutput: [], sizesBefore: [] }
    const checkpoint = this.#checkpoint
    if (checkpoint?.lines === linesMax && checkpoint.at >= this.start)
      return this.#after(checkpoint)
    const { at, modes, continuesTo = 0 } = this.beginning()
    const parts = [...this.read(Math.max(at, this.#forgotten), this.#ring.end)].map(bytesOf)
    const isCut = cutToLines(parts, linesMax) || this.#forgotten > at
    const from = this.end - parts.reduce((sum, { length }) => sum + length, 0)
    const before = isCut ? this.modes(from) : modes
    // a program may have printed the start of a checkpoint
    const isOwn = before.length > 0 || (from === 0 && continuesTo > 0)
    const ahead = !isOwn && startsPictures(parts) ? picturesEnd : before
    return {
      restoredOutput: [ahead, ...parts].filter(({ length }) => length > 0),
      sizesBefore: this.#sizesFrom(from, ahead.length),
    }
  }

  #after({ at, bytes, size }: Checkpoint): WholeOutput {
    const later = this.#sizes.filter((one) => one.at >= at && one.at < this.end)
    return {
      restoredOutput: [bytes, ...[...this.read(at, this.end)].map(bytesOf)],
      sizesBefore: [
        { at: 0, ...size },
        ...later.map((one) => ({ ...one, at: one.at - at + bytes.length })),
      ],
    }
  }

  /** Returns the sizes of output from an offset on, after `ahead` bytes of modes. */
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

/** Returns the output from `from` up to `to` as text, or its kept part. */
export function printedText(history: RecentOutput, from: number, to: number): string {
  const decoder = new TextDecoder()
  let text = ''
  for (const { bytes } of history.views(Math.max(from, history.start), to))
    text += decoder.decode(bytes, { stream: true })
  return text
}

const bytesOf = ({ bytes }: { readonly bytes: Uint8Array }) => bytes

/** Index of the size with the least output, except the last one, which is in use. */
function leastUsed(sizes: readonly SizeFrom[]): number {
  const printed = sizes.slice(1).map(({ at }, index) => at - (sizes[index]?.at ?? at))
  return printed.indexOf(least(printed))
}

/** Removes all before the newest lines. Returns whether anything was removed. */
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
