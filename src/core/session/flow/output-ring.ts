/**
 * Keeps the last MiB of a tab's output by offset, for restarting a VT core, or more if it starts
 * with a checkpoint. It is stored in segments. The newest grows with use, so that a quiet tab costs
 * 4 KiB. After a while without output, segments are compressed together: few large allocations
 * leave no gaps.
 */
import { assert } from '../../../base/assert.ts'
import type { Compression } from '../../../terminal/history/compression.ts'

const firstSizeBytes = 4_096
const segmentBytes = 65_536
/** Maximum compressed together: the oldest is expanded while it is being dropped. */
const compressedBytesMax = 524_288

interface Segment {
  /** Offset of its first byte. */
  readonly at: number
  /** Bytes used, which may exceed `segmentBytes` after segments were compressed together. */
  size: number
  /** `null` if compressed. */
  bytes: Uint8Array | null
  compressed: Uint8Array | null
  /** Compression would hardly shrink it. */
  dense: boolean
}

export class OutputRing {
  /** Usual size, and the present one. */
  readonly #usual: number
  #max: number
  /** Receives dropped bytes and their offset, in order and before they are overwritten. */
  readonly #onEvict: (bytes: Uint8Array, at: number) => void
  readonly #compression: Compression | undefined
  /** Oldest first. All but the newest, which can hold `segmentBytes`, are full. */
  #segments: Segment[] = []
  /** Memory of a dropped segment, for the next one. */
  #spare: Uint8Array | null = null
  #start = 0
  #end = 0

  constructor(
    max: number,
    onEvict: (bytes: Uint8Array, at: number) => void,
    compression: Compression | undefined = undefined,
  ) {
    assert(max >= segmentBytes, 'the ring has room for a segment')
    this.#usual = this.#max = max
    this.#onEvict = onEvict
    this.#compression = compression
  }

  /** Offset of the oldest byte that is kept. */
  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  /**
   * Appends bytes. The usual size does not limit extra ones. Once others need their room, the ring
   * has the usual size again.
   */
  push(bytes: Uint8Array, isExtra = false): void {
    if (isExtra) this.#max += bytes.length
    for (let from = 0; from < bytes.length; ) {
      const { segment, store, used } = this.#room(bytes.length - from)
      const part = bytes.subarray(from, from + store.length - used)
      store.set(part, used)
      segment.bytes = store
      segment.compressed = null
      segment.dense = false
      segment.size += part.length
      this.#end += part.length
      from += part.length
      if (this.#end - this.#start > this.#max) this.#max = this.#usual
      this.#evict(this.#end - this.#start - this.#max)
    }
  }

  /** Yields copies of the bytes from `from` up to `to`, in parts of up to `partBytesMax`. */
  *read(
    from: number,
    to: number,
    partBytesMax: number,
  ): Generator<{ at: number; bytes: Uint8Array }> {
    for (const { at, bytes } of this.views(from, to, partBytesMax))
      yield { at, bytes: bytes.slice() }
  }

  /** Yields the same bytes without copies, valid until the next push. */
  *views(
    from: number,
    to: number,
    partBytesMax: number,
  ): Generator<{ at: number; bytes: Uint8Array }> {
    assert(from >= this.#start && to <= this.#end, 'only what is still here can be read')
    for (let at = from; at < to; ) {
      const segment = this.#segments.findLast((one) => one.at <= at)
      assert(segment !== undefined, 'a byte that is still here has a segment')
      const bytes = this.#bytesOf(segment)
      const end = Math.min(to, segment.at + segment.size)
      for (; at < end; at += Math.min(end - at, partBytesMax)) {
        const index = at - segment.at
        yield { at, bytes: bytes.subarray(index, index + Math.min(end - at, partBytesMax)) }
      }
    }
  }

  /** Compresses segments while no output comes. Everything is unchanged if that throws. */
  rest(): void {
    const compression = this.#compression
    if (compression === undefined) return
    let freed = this.#spare?.length ?? 0
    this.#spare = null
    const segments = [...this.#segments]
    const rested: Segment[] = []
    for (let first = segments.shift(); first !== undefined; first = segments.shift()) {
      const together = [first, ...takeJoinable(first, segments)]
      // a small one costs little, and grows
      if (first.bytes === null || first.dense || first.bytes.length < segmentBytes) {
        rested.push(first)
        continue
      }
      const size = together.reduce((sum, one) => sum + one.size, 0)
      const whole = together.length === 1 ? first.bytes.subarray(0, size) : joined(together, size)
      const compressed = compression.compress(whole)
      if (compressed === null) {
        for (const one of together) {
          one.dense = true
          rested.push(one)
        }
        continue
      }
      freed += together.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0)
      rested.push({ at: first.at, size, bytes: null, compressed, dense: false })
    }
    this.#segments = rested
    if (freed > 0) compression.freed(freed)
  }

  /** Returns the newest segment, memory for it with more space, and the bytes in use. */
  #room(wanted: number): { segment: Segment; store: Uint8Array; used: number } {
    const newest = this.#segments.at(-1)
    if (newest === undefined || newest.size >= segmentBytes) {
      const segment = { at: this.#end, size: 0, bytes: null, compressed: null, dense: false }
      const store =
        this.#spare ?? new Uint8Array(newest === undefined ? firstSizeBytes : segmentBytes)
      this.#spare = null
      this.#segments.push(segment)
      return { segment, store: grown(store, 0, wanted), used: 0 }
    }
    const used = newest.size
    return { segment: newest, store: grown(this.#bytesOf(newest), used, wanted), used }
  }

  #bytesOf({ bytes, compressed, size }: Segment): Uint8Array {
    if (bytes !== null) return bytes
    const expanded = new Uint8Array(Math.max(size, segmentBytes)) // the newest can grow
    const compression = this.#compression
    assert(compression !== undefined && compressed !== null, 'its bytes were compressed here')
    compression.expand(compressed, expanded.subarray(0, size))
    return expanded
  }

  #evict(count: number): void {
    const [oldest] = this.#segments
    if (count <= 0 || oldest === undefined) return
    // more is dropped soon; expand only once
    oldest.bytes = this.#bytesOf(oldest)
    oldest.compressed = null
    for (const { at, bytes } of this.views(this.#start, this.#start + count, segmentBytes))
      this.#onEvict(bytes, at)
    this.#start += count
    for (let [first] = this.#segments; first !== undefined; [first] = this.#segments) {
      const { at, size, bytes } = first
      if (at + size > this.#start) return
      if (bytes?.length === segmentBytes) this.#spare = bytes
      this.#segments.shift()
    }
  }
}

/** Removes and returns the next segments, which can be compressed with the first one. */
function takeJoinable(first: Segment, segments: Segment[]): Segment[] {
  const canJoin = ({ at, size, bytes, dense }: Segment): boolean =>
    bytes !== null && !dense && at + size - first.at <= compressedBytesMax
  if (!canJoin(first)) return []
  const end = segments.findIndex((one) => !canJoin(one))
  return segments.splice(0, end === -1 ? segments.length : end)
}

function joined(segments: readonly Segment[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const { bytes, size: length } of segments) {
    if (bytes !== null) whole.set(bytes.subarray(0, length), at)
    at += length
  }
  return whole
}

/** Returns the segment's memory, enlarged for `wanted` more bytes up to a full segment. */
function grown(store: Uint8Array, used: number, wanted: number): Uint8Array {
  let size = store.length
  while (size < used + wanted && size < segmentBytes) size *= 2
  if (size === store.length) return store
  const larger = new Uint8Array(size)
  larger.set(store.subarray(0, used))
  return larger
}
