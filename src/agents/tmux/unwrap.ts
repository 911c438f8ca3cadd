/**
 * Unwraps sequences that programs have wrapped for tmux: `ESC P tmux;`, the sequence with every ESC
 * doubled, `ESC \` (tmux(1), `allow-passthrough`). Everything else passes unchanged. However the
 * stream is split, the result is the same; only a few bytes are held back.
 */
import { wrappedBytesMax } from './limits.ts'

const ESC = 0x1b
const CAN = 0x18
const SUB = 0x1a
const BACKSLASH = 0x5c
const opener = Uint8Array.from('\x1bPtmux;', (character) => character.charCodeAt(0))

export class Unwrapper {
  /** Bytes of the opener that have matched; all of them inside a wrapping. */
  #matched = 0
  /** Whether the previous byte inside a wrapping was an ESC. */
  #escaped = false
  /** Length of the wrapping so far. */
  #length = 0

  /** Returns the same array if it contains no wrapping. */
  feed(bytes: Uint8Array): Uint8Array {
    if (this.#matched === 0 && !bytes.includes(ESC)) return bytes
    const out = new Uint8Array(bytes.length + opener.length)
    let length = 0
    for (const byte of bytes) {
      if (this.#matched === opener.length) {
        const inner = this.#inside(byte)
        if (inner !== null) out[length++] = inner
        continue
      }
      if (byte === opener[this.#matched]) {
        this.#matched += 1
        continue
      }
      // not an opener: only an ESC can start another
      out.set(opener.subarray(0, this.#matched), length)
      length += this.#matched
      this.#matched = byte === ESC ? 1 : 0
      if (byte !== ESC) out[length++] = byte
    }
    return out.subarray(0, length)
  }

  /** Returns `null` for a byte of the wrapping itself. */
  #inside(byte: number): number | null {
    this.#length += 1
    const escaped = this.#escaped
    this.#escaped = byte === ESC && !escaped
    if (this.#escaped) return null
    const ends =
      (escaped && byte !== ESC) || byte === CAN || byte === SUB || this.#length >= wrappedBytesMax
    if (!ends) return byte
    this.#matched = 0
    this.#length = 0
    return escaped && byte === BACKSLASH ? null : byte
  }
}
