/**
 * The last MiB of a tab's output, by offset, for a VT core that begins anew. Grows with use; a
 * quiet tab costs 4 KiB.
 */
import { assert } from '../assert.ts'

const firstSizeBytes = 4_096

export class OutputRing {
  readonly #max: number
  /**
   * Called with bytes that leave, in stream order, before they are overwritten: they are not
   * copied.
   */
  readonly #onEvict: (bytes: Uint8Array) => void
  #store = new Uint8Array(firstSizeBytes)
  #start = 0
  #end = 0

  /** `max` is a power of two, so that growing by doubling ends exactly there. */
  constructor(max: number, onEvict: (bytes: Uint8Array) => void) {
    assert(Number.isInteger(Math.log2(max)) && max >= firstSizeBytes, 'the ring is a power of two')
    this.#max = max
    this.#onEvict = onEvict
  }

  /** Offset of the oldest byte still here, and of the next one to come. */
  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  push(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; from += this.#max)
      this.#pushPart(bytes.subarray(from, from + this.#max))
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
      const index = at & (this.#store.length - 1)
      const length = Math.min(to - at, partBytesMax, this.#store.length - index)
      yield { at, bytes: this.#store.subarray(index, index + length) }
      at += length
    }
  }

  #pushPart(bytes: Uint8Array): void {
    this.#reserve(this.#end - this.#start + bytes.length)
    const over = this.#end - this.#start + bytes.length - this.#store.length
    if (over > 0) this.#evict(over)
    const mask = this.#store.length - 1
    const index = this.#end & mask
    const head = bytes.subarray(0, this.#store.length - index)
    this.#store.set(head, index)
    this.#store.set(bytes.subarray(head.length), 0)
    this.#end += bytes.length
  }

  #evict(count: number): void {
    for (const { bytes } of this.views(this.#start, this.#start + count, this.#max))
      this.#onEvict(bytes)
    this.#start += count
  }

  #reserve(bytes: number): void {
    let size = this.#store.length
    while (size < bytes && size < this.#max) size *= 2
    if (size === this.#store.length) return
    const grown = new Uint8Array(size)
    for (const part of this.views(this.#start, this.#end, this.#max)) {
      const index = part.at & (size - 1)
      const head = part.bytes.subarray(0, size - index)
      grown.set(head, index)
      grown.set(part.bytes.subarray(head.length), 0)
    }
    this.#store = grown
  }
}
