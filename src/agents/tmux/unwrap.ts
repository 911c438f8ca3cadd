/**
 * Takes sequences that a program has wrapped for tmux out of their wrapping: `ESC P tmux;`, the
 * sequence with every ESC doubled, `ESC \` (tmux(1), `allow-passthrough`). All else passes as it
 * is. However the stream is cut, the same comes out; a few bytes are held back at most.
 */
import { wrappedBytesMax } from './limits.ts'

const ESC = 0x1b
const CAN = 0x18
const SUB = 0x1a
const BACKSLASH = 0x5c
const opener = Uint8Array.from('\x1bPtmux;', (character) => character.charCodeAt(0))

export class Unwrapper {
  /** Bytes of the opener that have matched; within a wrapping all of them. */
  #matched = 0
  /** Within a wrapping, the byte before was an ESC. */
  #escaped = false
  /** Of the wrapping so far. */
  #length = 0

  /** The same array, where nothing in it is to do with wrapping. */
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
      // it was none: an ESC is the only byte that can begin another one
      out.set(opener.subarray(0, this.#matched), length)
      length += this.#matched
      this.#matched = byte === ESC ? 1 : 0
      if (byte !== ESC) out[length++] = byte
    }
    return out.subarray(0, length)
  }

  /** null: it belongs to the wrapping. */
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
