/**
 * Searches cells for the characters of a prefilter with the Boyer-Moore-Horspool algorithm, which
 * mostly skips cells. A long history is larger than any cache, and skipped memory is not fetched.
 * Packed rows of only Latin-1 are searched without making a line.
 */
import type { TextPrefilter } from '../../features/find/sieve.ts'
import type { LinesInside } from '../xterm-buffer.ts'

/** Code point in a cell's content word. */
const codePoint = 0x1fffff
/** The cell's text is elsewhere and has several characters. */
const hasMarks = 0x200000
const blankCode = 0x20
const ascii = 0x80

export class RowPrefilter {
  readonly #wanted: Uint32Array
  /** The usual form of each ASCII character in the prefilter; 0 if it is not in it. */
  readonly #usual = new Uint32Array(ascii)
  /** Replacements of other characters, of which there are at most three. */
  readonly #others: readonly (readonly [code: number, usual: number])[]
  /** How many cells to skip when this character is in the last cell tested. */
  readonly #shift: Uint32Array
  /** Content words of the cells of a wrapped line. */
  #joined = new Uint32Array(0)

  constructor(sieve: TextPrefilter) {
    this.#wanted = Uint32Array.from(sieve, ([usual]) => usual ?? 0)
    const others: [number, number][] = []
    this.#shift = new Uint32Array(ascii).fill(sieve.length)
    for (const [index, forms] of sieve.entries()) {
      const usual = forms[0] ?? 0
      for (const form of forms) {
        if (form < ascii) this.#usual[form] = usual
        else if (!others.some(([code]) => code === form)) others.push([form, usual])
      }
      if (usual < ascii && index < sieve.length - 1) this.#shift[usual] = sieve.length - 1 - index
    }
    this.#others = others
  }

  /** Returns whether a line may match. A missing line may, and so may one with combining marks. */
  holds(lines: LinesInside, index: number, rows: number): boolean {
    const latin = rows === 1 ? lines.latin?.(index) : null
    if (latin != null) return this.#in(latin, 1, latin.length)
    const line = rows === 1 || lines.cols === undefined ? lines.get(index) : undefined
    const length = lines.cols ?? line?.length
    if (length === undefined) return true
    if (rows === 1) return line === undefined || this.#in(line._data, 3, line.length)
    if (this.#joined.length < rows * length) this.#joined = new Uint32Array(rows * length)
    const joined = this.#joined
    let to = 0
    for (let row = 0; row < rows; row += 1) {
      const packed = lines.latin?.(index + row)
      if (packed != null && packed.length <= length) {
        joined.set(packed, to)
        joined.fill(0, to + packed.length, to + length)
        to += length
        continue
      }
      const next = lines.get(index + row)
      if (next?.length !== length) return true
      for (let cell = 0; cell < length; cell += 1) joined[to++] = next._data[cell * 3] ?? 0
    }
    return this.#in(joined, 1, to)
  }

  #in(data: Uint32Array | Uint8Array, stride: 1 | 3, length: number): boolean {
    const wanted = this.#wanted
    const shift = this.#shift
    const last = wanted.length - 1
    for (let end = last; end < length; ) {
      const content = data[end * stride] ?? 0
      if ((content & hasMarks) !== 0) return true
      const code = this.#form(content)
      if (code === wanted[last]) {
        let met = 1
        // A cell with marks within the run would not match, but is rare enough to be read.
        while (met <= last && this.#form(data[(end - met) * stride] ?? 0) === wanted[last - met])
          met += 1
        if (met > last) return true
      }
      end += code < ascii ? (shift[code] ?? 1) : last + 1
    }
    return false
  }

  /**
   * Returns a cell's character. An unwritten cell and the right half of a wide one count as a
   * space.
   */
  #form(content: number): number {
    const code = content & codePoint || blankCode
    if (code < ascii) return this.#usual[code] ?? 0
    for (const [other, usual] of this.#others) if (other === code) return usual
    return 0
  }
}
