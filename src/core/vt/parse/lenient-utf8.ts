/**
 * Reads UTF-8 one byte at a time as xterm.js's decoder does: bytes that form no character are
 * dropped without a replacement. Needed where it matters whether a byte inside an escape sequence
 * is text, which ends it, or nothing.
 */
export class LenientUtf8 {
  #missing = 0
  #length = 0
  #character = 0
  /** The last byte broke off an unfinished character and has not been read: feed it again. */
  reread = false

  /** A character has begun and is not finished. */
  get open(): boolean {
    return this.#missing > 0
  }

  /**
   * The code point that this byte completes, or null: unfinished, or dropped. ASCII is only looked
   * at to break off.
   */
  feed(byte: number): number | null {
    this.reread = false
    if (this.#missing > 0) {
      if ((byte & 0xc0) !== 0x80) {
        this.#missing = 0
        this.reread = true
        return null
      }
      this.#character = (this.#character << 6) | (byte & 0x3f)
      this.#missing -= 1
      return this.#missing === 0 && this.#legal() ? this.#character : null
    }
    if ((byte & 0xe0) === 0xc0) this.#start(2, byte & 0x1f)
    else if ((byte & 0xf0) === 0xe0) this.#start(3, byte & 0x0f)
    else if ((byte & 0xf8) === 0xf0) this.#start(4, byte & 0x07)
    return null
  }

  #start(length: number, bits: number): void {
    this.#length = length
    this.#missing = length - 1
    this.#character = bits
  }

  /** Overlong forms, surrogates, the byte order mark and what lies beyond Unicode are no text. */
  #legal(): boolean {
    const character = this.#character
    if (this.#length === 2) return character >= 0x80
    if (this.#length === 3)
      return (
        character >= 0x800 && (character < 0xd800 || character > 0xdfff) && character !== 0xfeff
      )
    return character >= 0x10000 && character <= 0x10ffff
  }
}
