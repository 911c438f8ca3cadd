import { decodeBase64 } from '../../protocol/text/base64.ts'
import { encodeUtf8 } from '../../protocol/text/utf8.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** A payload that comes in chunks. Characters and groups of base64 may be split between chunks. */
export class NotificationPayload {
  #most: number
  #bytes = new Uint8Array(64)
  #size = 0
  /** Base64 that does not fill a group yet. */
  #rest = ''
  #isLost = false

  /** @param most in bytes; beyond, the payload is truncated */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Drops the payload, and what is still to come. */
  drop(): void {
    this.#bytes = new Uint8Array(64)
    this.#size = 0
    this.#rest = ''
    this.#most = 0
    this.#isLost = true
  }

  /** @param room bytes that may be stored, if fewer than the payload's own limit */
  add(text: string, base64: boolean, room = this.#most): void {
    if (!base64) {
      this.#decode(this.#rest, room)
      this.#rest = ''
      this.#store(encodeUtf8(text), room)
      return
    }
    const all = this.#rest + text
    const end = all.endsWith('=') ? all.length : all.length - (all.length % 4)
    this.#rest = all.slice(end)
    this.#decode(all.slice(0, end), room)
  }

  /** Returns the bytes, or `null` if some were dropped. */
  bytes(): Uint8Array<ArrayBuffer> | null {
    this.#decode(this.#rest, this.#most)
    this.#rest = ''
    return this.#isLost ? null : this.#bytes.slice(0, this.#size)
  }

  /** Returns the text up to `most` characters, with U+FFFD for invalid UTF-8. */
  text(most: number): string {
    this.#decode(this.#rest, this.#most)
    this.#rest = ''
    const text = decoder.decode(this.#bytes.subarray(0, this.#size))
    return text.length <= most ? text : Array.from(text).slice(0, most).join('')
  }

  #decode(text: string, room: number): void {
    const bytes = decodeBase64(text)
    if (bytes === null) this.#isLost = true
    else this.#store(bytes, room)
  }

  #store(bytes: Uint8Array, room: number): void {
    const left = Math.max(0, Math.min(room, this.#most - this.#size))
    if (bytes.length > left) this.#isLost = true
    const stored = bytes.subarray(0, left)
    const end = this.#size + stored.length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length))
      larger.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = larger
    }
    this.#bytes.set(stored, this.#size)
    this.#size = end
  }
}
