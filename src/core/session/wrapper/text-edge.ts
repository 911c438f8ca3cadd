/** Whether a UTF-8 stream is between two characters. */

const longestCharacter = 4

export class TextEdge {
  /** The last bytes, which may be an unfinished character. */
  #tail: readonly number[] = []

  feed(bytes: Uint8Array): void {
    this.#tail = [...this.#tail, ...bytes.subarray(-longestCharacter)].slice(-longestCharacter)
  }

  /** `false` while bytes of the last character are missing. */
  get isBetweenCharacters(): boolean {
    const at = this.#tail.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
    const first = this.#tail[at]
    return first === undefined || this.#tail.length - at >= lengthBy(first)
  }
}

/** Returns the length by the first byte; 1 if it can't start a character. */
function lengthBy(first: number): number {
  if (first >= 0xf5 || first < 0xc2) return 1
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
}
