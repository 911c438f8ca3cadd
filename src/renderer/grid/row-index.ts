/**
 * What stands in the rows of the history, in 44 bytes each: which characters, and, hashed, which pairs of them. A search asks here before
 * it looks into a row of xterm.js, whose cells are thirty times as much memory, scattered. Rows of the history never change, but by a
 * change of size, so they are learned once, while the user has not typed yet (find/find.ts); rows that are not known are read.
 */
import type { Sieve } from '../../core/search/sieve.ts'
import { blank, codePoint, hasMarks } from './row-sieve.ts'
import type { LinesInside } from './xterm-inside.ts'

/** Bits for the ASCII characters, one each, then bits for pairs of them and for other characters, by a hash. */
const charWords = 3
const pairWords = 8
const words = charWords + pairWords
const isKnown = 1
const isWrapped = 2

/** Bits that a row has to have. */
export type Query = Uint32Array

export class RowIndex {
  /** Rows from..to-1 are known; each stands at its number modulo the capacity, a power of two. */
  #from = 0
  #to = 0
  #capacity = 0
  #bits = new Uint32Array(0)
  #flags = new Uint8Array(0)

  clear(): void {
    this.#from = this.#to = this.#capacity = 0
    this.#bits = new Uint32Array(0)
    this.#flags = new Uint8Array(0)
  }

  /** Does the row go on from the one before? undefined: not known here. */
  wrapped(row: number): boolean | undefined {
    return row >= this.#from && row < this.#to ? (this.#flags[row & (this.#capacity - 1)] ?? 0) === (isKnown | isWrapped) : undefined
  }

  /** false: the line of so many rows does not match; true: it may, or is not known. */
  mayHold(row: number, rows: number, query: Query): boolean {
    if (row < this.#from || row + rows > this.#to) return true
    const mask = this.#capacity - 1
    const bits = this.#bits
    if (rows === 1) {
      const at = (row & mask) * words
      for (let word = words - 1; word >= 0; word -= 1) {
        const wanted = query[word] ?? 0
        if (wanted !== 0 && ((bits[at + word] ?? 0) & wanted) >>> 0 !== wanted) return false
      }
      return true
    }
    for (let word = 0; word < words; word += 1) {
      let all = 0
      for (let one = row; one < row + rows; one += 1) all |= bits[(one & mask) * words + word] ?? 0
      const wanted = query[word] ?? 0
      if ((all & wanted) >>> 0 !== wanted) return false
    }
    return true
  }

  /**
   * Learns rows until the time is up, the newest first. `first`: number of the line 0; `end`: number behind the last row that stays as it is.
   * @returns whether all are known
   */
  learn(lines: LinesInside, first: number, end: number, more: () => boolean): boolean {
    if (end - first > this.#capacity) {
      this.clear()
      this.#capacity = 2 ** Math.ceil(Math.log2((end - first) * 1.2))
      this.#bits = new Uint32Array(this.#capacity * words)
      this.#flags = new Uint8Array(this.#capacity)
    }
    this.#from = Math.max(this.#from, first)
    if (this.#to <= this.#from || end - this.#to > this.#capacity) this.#from = this.#to = Math.max(first, end)
    for (let learned = 0; this.#to < end || this.#from > first; learned += 1) {
      if (learned % 64 === 0 && !more()) return false
      if (this.#to < end) {
        this.#take(lines, this.#to - first, this.#to)
        this.#to += 1
      } else {
        this.#take(lines, this.#from - 1 - first, this.#from - 1)
        this.#from -= 1
      }
    }
    return true
  }

  #take(lines: LinesInside, index: number, row: number): void {
    const at = (row & (this.#capacity - 1)) * words
    this.#bits.fill(0, at, at + words)
    const line = lines.get(index)
    this.#flags[row & (this.#capacity - 1)] = isKnown | (line?.isWrapped === true ? isWrapped : 0)
    // The pair across the border belongs to the row above it.
    const next = lines.get(index + 1)
    const behind = next?.isWrapped === true ? next._data[0] ?? 0 : null
    if (line === undefined || !this.#set(at, line._data, line.length, behind)) this.#bits.fill(0xffffffff, at, at + words)
  }

  /** @returns false for a row with marks, whose characters are elsewhere: it may hold anything */
  #set(at: number, data: Uint32Array, length: number, behind: number | null): boolean {
    const bits = this.#bits
    let before = 0
    let run = 0
    for (let cell = 0; cell <= length; cell += 1) {
      const content = cell < length ? data[cell * 3] ?? 0 : behind
      if (content === null) break
      if ((content & hasMarks) !== 0) return false
      const code = folded((content & codePoint) || blank)
      run = code === before ? run + 1 : 0
      if (run < 2) before = mark(bits, at, before, code) // of a run, as of blanks, one pair is enough
    }
    return true
  }

  query(sieve: Sieve): Query {
    const query = new Uint32Array(words)
    let before = 0
    for (const [usual] of sieve) before = mark(query, 0, before, folded(usual ?? 0))
    return query
  }
}

/** Sets the bits of a character and of the pair that it ends. @returns what the next pair begins with; 0: nothing */
function mark(bits: Uint32Array, at: number, before: number, code: number): number {
  if (code >= 0x80) {
    set(bits, at + charWords, Math.imul(code, 0x9e3779b1) >>> 24)
    return 0
  }
  set(bits, at, code - blank)
  if (before !== 0) set(bits, at + charWords, Math.imul((before << 7) | code, 0x9e3779b1) >>> 24)
  return code
}

function set(bits: Uint32Array, at: number, bit: number): void {
  const word = at + (bit >>> 5)
  bits[word] = (bits[word] ?? 0) | (1 << (bit & 31))
}

/** All forms of an ASCII letter are one here: the row-sieve looks again. Controls, which no cell holds, would have no bit. */
function folded(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code | 0x20
  if (code < blank) return blank
  return code === 0x17f ? 0x73 : code === 0x212a ? 0x6b : code
}
