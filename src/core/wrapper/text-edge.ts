/** Does a stream of UTF-8 stand between two characters? */

const longestCharacter = 4

export class TextEdge {
  /** The last bytes, as many as may be of an unfinished character. */
  #tail: readonly number[] = []

  feed(bytes: Uint8Array): void {
    this.#tail = [...this.#tail, ...bytes.subarray(-longestCharacter)].slice(-longestCharacter)
  }

  /** false: bytes of the last character are still to come. */
  get isBetweenCharacters(): boolean {
    const at = this.#tail.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
    const first = this.#tail[at]
    return first === undefined || this.#tail.length - at >= lengthBy(first)
  }
}

/** By its first byte; 1 for one that begins none. */
function lengthBy(first: number): number {
  if (first >= 0xf5 || first < 0xc2) return 1
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
}
