/** Decodes base64 in pieces, into bytes up to a limit, and encodes whole bytes. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Int8Array(256).fill(-1)
for (const [value, character] of [...alphabet].entries()) values[character.charCodeAt(0)] = value
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

const codes = new TextEncoder().encode(alphabet)
const ascii = new TextDecoder()

/** Encodes bytes, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const encoded = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(0x3d)
  let to = 0
  for (let at = 0; at < bytes.length; at += 3, to += 4) {
    const left = bytes.length - at
    const three = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    encoded[to] = codes[three >> 18]!
    encoded[to + 1] = codes[(three >> 12) & 63]!
    if (left > 1) encoded[to + 2] = codes[(three >> 6) & 63]!
    if (left > 2) encoded[to + 3] = codes[three & 63]!
  }
  return ascii.decode(encoded)
}
