/**
 * What does not fit into a cell's words and is shared by many: clusters of several code points, and
 * extras (underline colour and link). Cells hold numbers; when a table is full, a sweep frees what
 * no cell refers to any more.
 */
import { clusterBit, codeMask } from './cell.ts'
import { clustersBeforeSweep, clustersMax, extrasMax, joinsKept, sweepPace } from '../limits.ts'

/** Reports every number in use of a table: called at a sweep. */
export type Marker = (use: (index: number) => void) => void

/**
 * A sweep looks at all of history: one that freed little is not made again before so many more have
 * asked.
 */
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
  /** Numbers that mean something new since this was emptied; null: nobody wants to know. */
  fresh: Set<number> | null = null

  constructor(inUse: Marker) {
    this.#inUse = inUse
  }

  *all(): Generator<readonly [index: number, text: string]> {
    for (const [index, text] of this.#texts.entries()) if (text !== undefined) yield [index, text]
  }

  /** As another table had them: a later text of the same number counts. */
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

  /** Code points of a cluster. */
  codes(index: number): number {
    return this.#codes[index] ?? 0
  }

  text(index: number): string {
    return this.#texts[index] ?? ''
  }

  /**
   * The cluster of what a cell holds (its text bits, not none) and one more code point; -1: there
   * are too many. Text with marks repeats itself: the newest are found without making strings.
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

  /** One more gets a number without a sweep. */
  get hasRoom(): boolean {
    return this.#numbers.size < this.#sweepAt
  }

  #sweep(): void {
    this.#joinedContent.fill(0) // numbers mean something else from now on
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

/**
 * Reports every number in use of extras, and puts in its place what `replace` answers: called at a
 * sweep.
 */
export type Replacer = (replace: (index: number) => number) => void

/** Underline colour (a colour word, 0 default) and link (0 none) of a cell. Number 0 is neither. */
export class Extras {
  #underlines = new Uint32Array(64)
  #links = new Uint32Array(64)
  readonly #numbers = new Map<number, number>()
  #count = 1
  #free: number[] = []
  readonly #pace = new SweepPace()
  readonly #inUse: Replacer
  readonly #isLink: (link: number) => boolean
  /** As `Clusters.fresh`. */
  fresh: Set<number> | null = null
  /** Times that numbers were swept. */
  sweeps = 0

  /** @param isLink the link has not been freed */
  constructor(inUse: Replacer, isLink: (link: number) => boolean) {
    this.#inUse = inUse
    this.#isLink = isLink
  }

  *all(): Generator<readonly [index: number, underline: number, link: number]> {
    for (let index = 1; index < this.#count; index += 1)
      yield [index, this.underline(index), this.link(index)]
  }

  /** As another table had them: what is said later of the same number counts. */
  adopt(all: Iterable<readonly [index: number, underline: number, link: number]>): void {
    for (const [index, underline, link] of all) {
      const before = keyOf(this.underline(index), this.link(index))
      if (this.#numbers.get(before) === index) this.#numbers.delete(before)
      while (index >= this.#links.length) this.#grow()
      this.#underlines[index] = underline
      this.#links[index] = link
      if (underline !== 0 || link !== 0) this.#numbers.set(keyOf(underline, link), index)
      this.#count = Math.max(this.#count, index + 1)
    }
    this.#free = []
    for (let index = 1; index < this.#count; index += 1)
      if (this.underline(index) === 0 && this.link(index) === 0) this.#free.push(index)
  }

  underline(index: number): number {
    return this.#underlines[index] ?? 0
  }

  link(index: number): number {
    return this.#links[index] ?? 0
  }

  intern(underline: number, link: number): number {
    if (underline === 0 && link === 0) return 0
    const key = keyOf(underline, link)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.#count > extrasMax && this.#free.length === 0 && this.#pace.isDue()) this.#sweep()
    const index = this.#free.pop() ?? (this.#count <= extrasMax ? this.#count++ : 0)
    if (index === 0) return 0
    if (index >= this.#links.length) this.#grow()
    this.#underlines[index] = underline
    this.#links[index] = link
    this.#numbers.set(key, index)
    this.fresh?.add(index)
    return index
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
      const key = keyOf(this.underline(index), this.link(index))
      if (this.#numbers.get(key) === index) this.#numbers.delete(key)
      this.#free.push(index)
    }
    this.#pace.swept(this.#free.length)
  }

  /**
   * For each number the one that stands for what is left of it: of a freed link its underline
   * colour only. Cells in a long history would hold all numbers otherwise.
   */
  #withoutFreedLinks(): Uint16Array {
    const instead = new Uint16Array(this.#count)
    for (let index = 1; index < this.#count; index += 1) {
      const [underline, link] = [this.underline(index), this.link(index)]
      instead[index] = index
      if (link === 0 || this.#isLink(link)) continue
      this.#numbers.delete(keyOf(underline, link))
      this.#links[index] = 0
      this.fresh?.add(index)
      if (underline === 0) {
        instead[index] = 0
        continue
      }
      const same = this.#numbers.get(keyOf(underline, 0))
      if (same === undefined) this.#numbers.set(keyOf(underline, 0), index)
      else instead[index] = same
    }
    return instead
  }

  #grow(): void {
    this.#underlines = widened(this.#underlines)
    this.#links = widened(this.#links)
  }
}

/** 26 bits of colour and 27 of link number: exact in a number. */
function keyOf(underline: number, link: number): number {
  return underline * 0x8000000 + link
}

function widened(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(column.length * 4)
  wider.set(column)
  return wider
}
