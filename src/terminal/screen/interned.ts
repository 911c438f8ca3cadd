/**
 * Tables for shared data that does not fit into cells: clusters of several code points, and extras
 * (underline color and link). Cells hold numbers; when a table is full, a sweep frees unused ones.
 */
import { clusterBit, codeMask } from './cell.ts'
import { clustersBeforeSweep, clustersMax, extrasMax, joinsKept, sweepPace } from '../limits.ts'

/** Reports every number in use, for a sweep. */
export type Marker = (use: (index: number) => void) => void

/** Delays the next sweep, which reads all of history, after one that freed little. */
class SweepPace {
  #wait = 0

  isDue(): boolean {
    if (this.#wait === 0) return true
    this.#wait -= 1
    return false
  }

  swept(free: number): void {
    if (free < sweepPace) this.#wait = sweepPace
  }
}

export class Clusters {
  readonly #texts: (string | undefined)[] = []
  readonly #codes: number[] = []
  readonly #numbers = new Map<string, number>()
  #free: number[] = []
  #sweepAt = clustersBeforeSweep
  readonly #pace = new SweepPace()
  readonly #joinedContent = new Uint32Array(joinsKept)
  readonly #joinedCode = new Uint32Array(joinsKept)
  readonly #joinedTo = new Uint32Array(joinsKept)
  readonly #inUse: Marker
  /** Numbers with new meanings since this was emptied; `null` if not tracked. */
  fresh: Set<number> | null = null

  constructor(inUse: Marker) {
    this.#inUse = inUse
  }

  *all(): Generator<readonly [index: number, text: string]> {
    for (const [index, text] of this.#texts.entries()) if (text !== undefined) yield [index, text]
  }

  /** Restores another table; a later text of the same number wins. */
  adopt(all: Iterable<readonly [index: number, text: string]>): void {
    for (const [index, text] of all) {
      const before = this.#texts[index]
      if (before !== undefined && this.#numbers.get(before) === index) this.#numbers.delete(before)
      while (this.#texts.length < index) this.#texts.push(undefined)
      this.#texts[index] = text
      this.#codes[index] = [...text].length
      this.#numbers.set(text, index)
    }
    this.#free = [...this.#texts.keys()].filter((index) => this.#texts[index] === undefined)
    this.#sweepAt = Math.min(clustersMax, Math.max(clustersBeforeSweep, this.#numbers.size * 2))
  }

  /** Returns the number of code points of a cluster. */
  codes(index: number): number {
    return this.#codes[index] ?? 0
  }

  text(index: number): string {
    return this.#texts[index] ?? ''
  }

  /**
   * Returns the cluster of a cell's content (its text bits, not empty) and another code point, or
   * -1 if there are too many. The newest results are cached without creating strings.
   */
  joined(content: number, code: number): number {
    const slot = (content * 31 + code) & (joinsKept - 1)
    if (this.#joinedContent[slot] === content && this.#joinedCode[slot] === code)
      return this.#joinedTo[slot]!
    const before =
      (content & clusterBit) !== 0
        ? this.text(content & codeMask)
        : String.fromCodePoint(content & codeMask)
    const index = this.#intern(before + String.fromCodePoint(code))
    if (index === -1) return -1
    this.#joinedContent[slot] = content
    this.#joinedCode[slot] = code
    this.#joinedTo[slot] = index
    return index
  }

  #intern(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    if (!this.hasRoom && this.#pace.isDue()) this.#sweep()
    if (!this.hasRoom) return -1
    const index = this.#free.pop() ?? this.#texts.length
    this.#texts[index] = text
    this.#codes[index] = [...text].length
    this.#numbers.set(text, index)
    this.fresh?.add(index)
    return index
  }

  get size(): number {
    return this.#numbers.size
  }

  /** Whether another cluster can be added without a sweep. */
  get hasRoom(): boolean {
    return this.#numbers.size < this.#sweepAt
  }

  #sweep(): void {
    this.#joinedContent.fill(0) // numbers change their meaning
    const used = new Uint8Array(this.#texts.length)
    this.#inUse((index) => {
      used[index] = 1
    })
    this.#free = []
    for (const [index, text] of this.#texts.entries()) {
      if (used[index] === 1) continue
      if (text !== undefined && this.#numbers.get(text) === index) this.#numbers.delete(text)
      this.#texts[index] = undefined
      this.#free.push(index)
    }
    this.#sweepAt = Math.min(clustersMax, Math.max(clustersBeforeSweep, this.#numbers.size * 2))
    this.#pace.swept(clustersMax - this.#numbers.size)
  }
}

/** Reports every number of extras in use and stores the result of `replace`, for a sweep. */
export type Replacer = (replace: (index: number) => number) => void

/** A number of extras and its contents, for `adopt`. */
export type ExtraEntry = readonly [index: number, underline: number, link: number, sizing: number]

/**
 * Underline color (a color word, or 0), link (or 0) and size (a word of sized/sizing.ts, or 0) of a
 * cell. Number 0 has none of them.
 */
export class Extras {
  #underlines = new Uint32Array(64)
  #links = new Uint32Array(64)
  #sizings = new Uint32Array(64)
  readonly #numbers = new Map<number, number>()
  /** Numbers of entries with a size. */
  readonly #sized = new Map<string, number>()
  #count = 1
  #free: number[] = []
  readonly #pace = new SweepPace()
  readonly #inUse: Replacer
  readonly #isLink: (link: number) => boolean
  /** See `Clusters.fresh`. */
  fresh: Set<number> | null = null
  sweeps = 0

  /** @param isLink returns whether the link still exists */
  constructor(inUse: Replacer, isLink: (link: number) => boolean) {
    this.#inUse = inUse
    this.#isLink = isLink
  }

  *all(): Generator<ExtraEntry> {
    for (let index = 1; index < this.#count; index += 1) yield this.entry(index)
  }

  entry(index: number): ExtraEntry {
    return [index, this.underline(index), this.link(index), this.sizing(index)]
  }

  /** Restores another table; a later entry of the same number wins. */
  adopt(all: Iterable<ExtraEntry>): void {
    for (const [index, underline, link, sizing] of all) {
      this.#forget(index)
      while (index >= this.#links.length) this.#grow()
      this.#set(index, underline, link, sizing)
      this.#count = Math.max(this.#count, index + 1)
    }
    this.#free = []
    for (let index = 1; index < this.#count; index += 1)
      if (this.#isEmpty(index)) this.#free.push(index)
  }

  underline(index: number): number {
    return this.#underlines[index] ?? 0
  }

  link(index: number): number {
    return this.#links[index] ?? 0
  }

  sizing(index: number): number {
    return this.#sizings[index] ?? 0
  }

  intern(underline: number, link: number, sizing = 0): number {
    if (underline === 0 && link === 0 && sizing === 0) return 0
    const known = this.#numberOf(underline, link, sizing)
    if (known !== undefined) return known
    if (this.#count > extrasMax && this.#free.length === 0 && this.#pace.isDue()) this.#sweep()
    const index = this.#free.pop() ?? (this.#count <= extrasMax ? this.#count++ : 0)
    if (index === 0) return 0
    if (index >= this.#links.length) this.#grow()
    this.#set(index, underline, link, sizing)
    this.fresh?.add(index)
    return index
  }

  #numberOf(underline: number, link: number, sizing: number): number | undefined {
    const key = keyOf(underline, link)
    return sizing === 0 ? this.#numbers.get(key) : this.#sized.get(`${key} ${sizing}`)
  }

  #set(index: number, underline: number, link: number, sizing: number): void {
    this.#underlines[index] = underline
    this.#links[index] = link
    this.#sizings[index] = sizing
    const key = keyOf(underline, link)
    if (sizing !== 0) this.#sized.set(`${key} ${sizing}`, index)
    else if (key !== 0) this.#numbers.set(key, index)
  }

  /** Removes a number from the tables that find it. */
  #forget(index: number): void {
    const key = keyOf(this.underline(index), this.link(index))
    const sized = `${key} ${this.sizing(index)}`
    if (this.#numbers.get(key) === index) this.#numbers.delete(key)
    if (this.#sized.get(sized) === index) this.#sized.delete(sized)
  }

  #isEmpty(index: number): boolean {
    return this.underline(index) === 0 && this.link(index) === 0 && this.sizing(index) === 0
  }

  #sweep(): void {
    this.sweeps += 1
    const used = new Uint8Array(this.#count)
    const instead = this.#withoutFreedLinks()
    this.#inUse((index) => {
      const kept = instead[index]!
      used[kept] = 1
      return kept
    })
    this.#free = []
    for (let index = 1; index < this.#count; index += 1) {
      if (used[index] === 1) continue
      this.#forget(index)
      this.#free.push(index)
    }
    this.#pace.swept(this.#free.length)
  }

  /**
   * Maps each number to the one for its remaining contents: a freed link leaves only its underline
   * color and size. Otherwise cells in a long history would occupy all numbers.
   */
  #withoutFreedLinks(): Uint16Array {
    const instead = new Uint16Array(this.#count)
    for (let index = 1; index < this.#count; index += 1) {
      const link = this.link(index)
      instead[index] = index
      if (link === 0 || this.#isLink(link)) continue
      this.#forget(index)
      this.fresh?.add(index)
      const [underline, sizing] = [this.underline(index), this.sizing(index)]
      const same = this.#numberOf(underline, 0, sizing)
      if (same === undefined) this.#set(index, underline, 0, sizing)
      else this.#links[index] = 0
      instead[index] = this.#isEmpty(index) ? 0 : (same ?? index)
    }
    return instead
  }

  #grow(): void {
    this.#underlines = widened(this.#underlines)
    this.#links = widened(this.#links)
    this.#sizings = widened(this.#sizings)
  }
}

/** 26 bits of color and 27 of link number are exact in a number. */
function keyOf(underline: number, link: number): number {
  return underline * 0x8000000 + link
}

function widened(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(column.length * 4)
  wider.set(column)
  return wider
}
