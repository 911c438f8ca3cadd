/**
 * Looks for the characters of a sieve in the cells of xterm.js, as Boyer, Moore and Horspool do: by
 * the last of so many cells, which mostly says that the next ones need no look either. The memory
 * of a long history is larger than any cache, and what is passed over is not fetched. Packed rows
 * of nothing but Latin-1 are looked at as they lie: no line is made of them.
 */
import type { TextPrefilter } from '../../features/find/sieve.ts'
import type { LinesInside } from '../xterm-inside.ts'

/** Parts of a cell's first number. */
export const codePoint = 0x1fffff
/** Its text is elsewhere, and more than one character. */
export const hasMarks = 0x200000
export const blankCode = 0x20
const ascii = 0x80

export class RowPrefilter {
  readonly #wanted: Uint32Array
  /** The usual form of each ASCII character that the sieve holds; 0: it holds none. */
  readonly #usual = new Uint32Array(ascii)
  /** The same of what is not ASCII: three at most. */
  readonly #others: readonly (readonly [code: number, usual: number])[]
  /** By how many cells to go on when this character stands in the last cell that was looked at. */
  readonly #shift: Uint32Array
  /** First numbers of the cells of a wrapped line, one behind the other. */
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

  /**
   * May the line of so many rows hold it? A line that is not there may, and so may one with
   * combining marks.
   */
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
        // A cell with marks within the run would match nothing, since the marks are in between; it
        // is seldom enough to be read.
        while (met <= last && this.#form(data[(end - met) * stride] ?? 0) === wanted[last - met])
          met += 1
        if (met > last) return true
      }
      end += code < ascii ? (shift[code] ?? 1) : last + 1
    }
    return false
  }

  /**
   * A cell that was never written is a blank, and so, harmlessly, is the second one of a wide
   * character.
   */
  #form(content: number): number {
    const code = content & codePoint || blankCode
    if (code < ascii) return this.#usual[code] ?? 0
    for (const [other, usual] of this.#others) if (other === code) return usual
    return 0
  }
}
