/**
 * Decodes UTF-8 byte by byte. Each maximal prefix of a character in invalid bytes becomes one
 * U+FFFD, as the Encoding Standard requires and the Unicode Standard recommends.
 */
import { replacement } from './utf8.ts'

const byteOrderMark = 0xfeff

export class LenientUtf8 {
  #missing = 0
  #character = 0
  /** Range of the next byte of an unfinished character. */
  #from = 0x80
  #to = 0xbf
  /** The last byte ended an unfinished character and was not read: feed it again. */
  reread = false

  /** Whether a character is unfinished. */
  get open(): boolean {
    return this.#missing > 0
  }

  /** Returns the completed code point; `null` if unfinished or a byte order mark. */
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

  /** Rejects overlong forms, surrogates and values beyond Unicode at their first or second byte. */
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
