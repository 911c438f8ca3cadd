/**
 * Reads UTF-8 one byte at a time. Bytes that form no character are U+FFFD: one for as many of them
 * as could have begun one, as the Encoding Standard has it, and the Unicode Standard recommends.
 */
import { replacement } from './utf8.ts'

const byteOrderMark = 0xfeff

export class LenientUtf8 {
  #missing = 0
  #character = 0
  /** The next byte of an unfinished character lies between these. */
  #from = 0x80
  #to = 0xbf
  /** The last byte broke off an unfinished character and has not been read: feed it again. */
  reread = false

  /** A character has begun and is not finished. */
  get open(): boolean {
    return this.#missing > 0
  }

  /**
   * The code point that this byte completes, or null: unfinished, or the byte order mark, which is
   * no text. ASCII is only looked at to break off.
   */
  feed(byte: number): number | null {
    this.reread = false
    if (this.#missing === 0) return this.#start(byte)
    if (byte < this.#from || byte > this.#to) {
      this.#missing = 0
      this.reread = true
      return replacement
    }
    this.#from = 0x80
    this.#to = 0xbf
    this.#character = (this.#character << 6) | (byte & 0x3f)
    this.#missing -= 1
    return this.#missing > 0 || this.#character === byteOrderMark ? null : this.#character
  }

  /** Overlong forms, surrogates and what lies beyond Unicode end at their first or second byte. */
  #start(byte: number): number | null {
    if (byte < 0xc2 || byte > 0xf4) return replacement
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    this.#missing = length - 1
    this.#character = byte & (0x7f >> length)
    this.#from = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    this.#to = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    return null
  }
}
