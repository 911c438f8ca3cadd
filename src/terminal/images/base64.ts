/** Decodes base64 in pieces, into bytes up to a limit. */

const values = new Int8Array(256).fill(-1)
for (const [value, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  values[character.charCodeAt(0)] = value
values['-'.charCodeAt(0)] = 62
values['_'.charCodeAt(0)] = 63

export class Base64Bytes {
  readonly #most: number
  #bytes = new Uint8Array(4_096)
  #length = 0
  #bits = 0
  #held = 0
  /** Reason why decoding has stopped. */
  problem: 'too-large' | 'malformed' | null = null

  constructor(most: number) {
    this.#most = most
  }

  /** Decodes `bytes` from `from` to `end`. Padding is allowed after each piece. */
  add(bytes: Uint8Array, from: number, end: number): void {
    if (this.problem !== null) return
    this.#room(Math.ceil(((end - from) * 3) / 4) + 3)
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at]!
      const value = values[byte]!
      if (value < 0) {
        if (byte === 0x3d) {
          this.#bits = this.#held = 0
          continue
        }
        this.problem = 'malformed'
        return
      }
      this.#bits = ((this.#bits << 6) | value) & 0xffffff
      this.#held += 6
      if (this.#held < 8) continue
      this.#held -= 8
      if (this.#length >= this.#most) {
        this.problem = 'too-large'
        return
      }
      this.#bytes[this.#length++] = (this.#bits >> this.#held) & 0xff
    }
  }

  /** Returns a copy of the decoded bytes. */
  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #room(more: number): void {
    const wanted = Math.min(this.#length + more, this.#most + 3)
    if (wanted <= this.#bytes.length) return
    const wider = new Uint8Array(Math.max(wanted, Math.min(this.#bytes.length * 2, this.#most + 3)))
    wider.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = wider
  }
}
