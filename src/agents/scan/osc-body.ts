/** Body of the open OSC string: a view of the current chunk if possible, else a bounded copy. */
import { clipboardStringBytesMax, keptBytes, scannedStringBytesMax } from './limits.ts'

/** Text after `number;` without C0 and DEL. Valid during the call only. */
export interface OscBody {
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
}

export const noBytes = new Uint8Array(0)

export class GatheredBody implements OscBody {
  bytes: Uint8Array = noBytes
  from = 0
  to = 0
  #buffer = new Uint8Array(keptBytes)
  #kept = 0

  /** Bytes that the copy occupies. */
  get retainedBytes(): number {
    return this.#buffer.length
  }

  /** Copies a part of the body, which continues in another chunk. */
  keep(chunk: Uint8Array, from: number, to: number): void {
    if (from === to) return
    const length = this.#kept + to - from
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(
        length > scannedStringBytesMax
          ? clipboardStringBytesMax
          : Math.min(scannedStringBytesMax, Math.max(length, this.#buffer.length * 2)),
      )
      grown.set(this.#buffer.subarray(0, this.#kept))
      this.#buffer = grown
    }
    this.#buffer.set(chunk.subarray(from, to), this.#kept)
    this.#kept = length
    this.bytes = this.#buffer
    this.from = 0
    this.to = length
  }

  /** Completes the body: the copied part and `chunk` from `from` to `to`. */
  join(chunk: Uint8Array, from: number, to: number): void {
    if (this.#kept > 0) {
      this.keep(chunk, from, to)
      return
    }
    this.bytes = chunk
    this.from = from
    this.to = to
  }

  /** Copies the joined part too, because the string continues. */
  keepJoined(): void {
    if (this.#kept === 0) this.keep(this.bytes, this.from, this.to)
  }

  forget(): void {
    this.bytes = noBytes
    this.from = 0
    this.to = 0
    this.#kept = 0
    if (this.#buffer.length > keptBytes) this.#buffer = new Uint8Array(keptBytes)
  }
}
