/**
 * The last MiB of a tab's output, by offset, for a VT core that begins anew. It lies in segments:
 * the newest grows with use, so that a quiet tab costs 4 KiB, and the others are compressed when
 * the tab has rested for a while.
 */
import { assert } from '../assert.ts'
import type { Compression } from '../vt/compression.ts'

const firstSizeBytes = 4_096
const segmentBytes = 65_536

interface Segment {
  /** Offset of its first byte. */
  readonly at: number
  /** Null: it is compressed. */
  bytes: Uint8Array | null
  compressed: Uint8Array | null
  /** Compressed it would hardly be smaller. */
  dense: boolean
}

export class OutputRing {
  readonly #max: number
  /**
   * Called with bytes that leave, in stream order, before they are overwritten: they are not
   * copied.
   */
  readonly #onEvict: (bytes: Uint8Array) => void
  /** Absent: nothing is ever compressed. */
  readonly #compression: Compression | undefined
  /** The oldest first. All but the newest are full. */
  readonly #segments: Segment[] = []
  /** Of a segment that has left, for the next. */
  #spare: Uint8Array | null = null
  #start = 0
  #end = 0

  constructor(
    max: number,
    onEvict: (bytes: Uint8Array) => void,
    compression: Compression | undefined = undefined,
  ) {
    assert(max >= segmentBytes, 'the ring has room for a segment')
    this.#max = max
    this.#onEvict = onEvict
    this.#compression = compression
  }

  /** Offset of the oldest byte still here, and of the next one to come. */
  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  push(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const { segment, store, used } = this.#room(bytes.length - from)
      const part = bytes.subarray(from, from + store.length - used)
      this.#evict(this.#end - this.#start + part.length - this.#max)
      store.set(part, used)
      segment.bytes = store
      this.#end += part.length
      from += part.length
    }
  }

  /** The bytes from `from` up to `to`, copied, in parts of at most `partBytesMax`. */
  *read(
    from: number,
    to: number,
    partBytesMax: number,
  ): Generator<{ at: number; bytes: Uint8Array }> {
    for (const { at, bytes } of this.views(from, to, partBytesMax))
      yield { at, bytes: bytes.slice() }
  }

  /** The same, not copied: to be read before anything is pushed. */
  *views(
    from: number,
    to: number,
    partBytesMax: number,
  ): Generator<{ at: number; bytes: Uint8Array }> {
    assert(from >= this.#start && to <= this.#end, 'only what is still here can be read')
    for (let at = from; at < to; ) {
      const segment = this.#segmentOf(at)
      const bytes = this.#bytesOf(segment)
      const end = Math.min(to, segment.at + segmentBytes)
      for (; at < end; at += Math.min(end - at, partBytesMax)) {
        const index = at - segment.at
        yield { at, bytes: bytes.subarray(index, index + Math.min(end - at, partBytesMax)) }
      }
    }
  }

  /** Nothing comes for now: what is full is compressed. */
  rest(): void {
    if (this.#compression === undefined) return
    let freed = this.#spare?.length ?? 0
    this.#spare = null
    for (const segment of this.#segments.slice(0, -1)) {
      if (segment.bytes === null || segment.dense) continue
      segment.compressed = this.#compression.compress(segment.bytes)
      segment.dense = segment.compressed === null
      if (segment.dense) continue
      freed += segment.bytes.length
      segment.bytes = null
    }
    if (freed > 0) this.#compression.freed(freed)
  }

  /** The newest segment, memory for it with more of the bytes that come, and how much is in use. */
  #room(wanted: number): { segment: Segment; store: Uint8Array; used: number } {
    const newest = this.#segments.at(-1)
    const used = newest === undefined ? segmentBytes : this.#end - newest.at
    if (newest === undefined || used === segmentBytes) {
      const segment = { at: this.#end, bytes: null, compressed: null, dense: false }
      const store =
        this.#spare ?? new Uint8Array(newest === undefined ? firstSizeBytes : segmentBytes)
      this.#spare = null
      this.#segments.push(segment)
      return { segment, store: grown(store, 0, wanted), used: 0 }
    }
    return { segment: newest, store: grown(this.#bytesOf(newest), used, wanted), used }
  }

  #segmentOf(at: number): Segment {
    return this.#segments[Math.floor((at - this.#segments[0]!.at) / segmentBytes)]! // as asserted
  }

  #bytesOf(segment: Segment): Uint8Array {
    if (segment.bytes !== null) return segment.bytes
    const bytes = new Uint8Array(segmentBytes)
    this.#compression!.expand(segment.compressed!, bytes) // which has made it
    return bytes
  }

  #evict(count: number): void {
    if (count <= 0) return
    const oldest = this.#segments[0]!
    // more leaves soon: not expanded each time
    oldest.bytes = this.#bytesOf(oldest)
    oldest.compressed = null
    for (const { bytes } of this.views(this.#start, this.#start + count, segmentBytes))
      this.#onEvict(bytes)
    this.#start += count
    while (this.#segments[0]!.at + segmentBytes <= this.#start)
      this.#spare = this.#segments.shift()!.bytes
  }
}

/** Memory of a segment, larger where so much more shall go into it, up to a whole one. */
function grown(store: Uint8Array, used: number, wanted: number): Uint8Array {
  let size = store.length
  while (size < used + wanted && size < segmentBytes) size *= 2
  if (size === store.length) return store
  const larger = new Uint8Array(size)
  larger.set(store.subarray(0, used))
  return larger
}
