/** Collects bytes from pieces. */

const leastBytes = 1_024
/** Largest buffer that is reused. */
const keptMax = 131_072

const utf8 = new TextEncoder()

export class ByteSink {
  #bytes: Uint8Array = new Uint8Array(leastBytes)
  #length = 0

  bytes(from: Uint8Array, start: number, end: number): void {
    if (start === end) return
    this.#room(end - start)
    this.#bytes.set(from.subarray(start, end), this.#length)
    this.#length += end - start
  }

  ascii(text: string): void {
    this.#room(text.length)
    for (let at = 0; at < text.length; at += 1) this.#bytes[this.#length + at] = text.charCodeAt(at)
    this.#length += text.length
  }

  text(text: string): void {
    this.#room(text.length * 3)
    this.#length += utf8.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  /** Returns a copy of the bytes since the last call. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length)
    if (this.#bytes.length > keptMax) this.#bytes = new Uint8Array(leastBytes)
    this.#length = 0
    return taken
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const wider = new Uint8Array(Math.max(this.#length + count, this.#bytes.length * 2))
    wider.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = wider
  }
}
