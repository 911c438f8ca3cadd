/**
 * What does not fit into a cell's words and is shared by many: clusters of several code points, and extras (underline colour and
 * link). Cells hold numbers; when a table is full, a sweep frees what no cell refers to any more.
 */
import { clusterBit, codeMask } from './cell.ts'
import { clustersBeforeSweep, joinsKept, extrasMax, linksMax } from './limits.ts'

/** Tells every number in use of a table: called at a sweep. */
export type Marker = (use: (index: number) => void) => void

export class Clusters {
  readonly #texts: (string | undefined)[] = []
  readonly #codes: number[] = []
  readonly #numbers = new Map<string, number>()
  #free: number[] = []
  #sweepAt = clustersBeforeSweep
  readonly #joinedContent = new Uint32Array(joinsKept)
  readonly #joinedCode = new Uint32Array(joinsKept)
  readonly #joinedTo = new Uint32Array(joinsKept)
  readonly #inUse: Marker

  constructor(inUse: Marker) {
    this.#inUse = inUse
  }

  /** Code points of a cluster. */
  codes(index: number): number {
    return this.#codes[index] ?? 0
  }

  text(index: number): string {
    return this.#texts[index] ?? ''
  }

  /** The cluster of what a cell holds (its text bits, not none) and one more code point. Text with marks repeats itself: the newest are found without making strings. */
  joined(content: number, code: number): number {
    const slot = (content * 31 + code) & (joinsKept - 1)
    if (this.#joinedContent[slot] === content && this.#joinedCode[slot] === code) return this.#joinedTo[slot]!
    const before = (content & clusterBit) !== 0 ? this.text(content & codeMask) : String.fromCodePoint(content & codeMask)
    const index = this.intern(before + String.fromCodePoint(code))
    this.#joinedContent[slot] = content
    this.#joinedCode[slot] = code
    this.#joinedTo[slot] = index
    return index
  }

  intern(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    if (!this.hasRoom) this.#sweep()
    const index = this.#free.pop() ?? this.#texts.length
    this.#texts[index] = text
    this.#codes[index] = [...text].length
    this.#numbers.set(text, index)
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
    this.#inUse((index) => { used[index] = 1 })
    this.#free = []
    for (const [index, text] of this.#texts.entries()) {
      if (used[index] === 1) continue
      if (text !== undefined) this.#numbers.delete(text)
      this.#texts[index] = undefined
      this.#free.push(index)
    }
    this.#sweepAt = Math.max(clustersBeforeSweep, this.#numbers.size * 2)
  }
}

/** Underline colour (a colour word, 0 default) and link (0 none) of a cell. Number 0 is neither. */
export class Extras {
  #underlines = new Uint32Array(64)
  #links = new Uint32Array(64)
  readonly #numbers = new Map<number, number>()
  #count = 1
  #free: number[] = []
  readonly #inUse: Marker

  constructor(inUse: Marker) {
    this.#inUse = inUse
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
    if (this.#count > extrasMax && this.#free.length === 0) this.#sweep()
    const index = this.#free.pop() ?? (this.#count <= extrasMax ? this.#count++ : 0)
    if (index === 0) return 0
    if (index >= this.#links.length) this.#grow()
    this.#underlines[index] = underline
    this.#links[index] = link
    this.#numbers.set(key, index)
    return index
  }

  #grow(): void {
    this.#underlines = widened(this.#underlines)
    this.#links = widened(this.#links)
  }

  #sweep(): void {
    const used = new Uint8Array(this.#count)
    this.#inUse((index) => { used[index] = 1 })
    this.#free = []
    for (let index = 1; index < this.#count; index += 1) {
      if (used[index] === 1) continue
      this.#numbers.delete(keyOf(this.underline(index), this.link(index)))
      this.#free.push(index)
    }
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

export interface Link {
  readonly uri: string
  /** The program's own name for it, which makes several pieces of text one link; "" without. */
  readonly id: string
}

/** The links that cells refer to by number. Numbers come round after 134 million links. */
export class Links {
  readonly #links = new Map<number, Link>()
  readonly #named = new Map<string, number>()
  #next = 1
  #oldest = 1
  readonly #forgot: () => void

  /** @param forgot is called when a link was freed */
  constructor(forgot: () => void) {
    this.#forgot = forgot
  }

  get(number: number): Link | undefined {
    return this.#links.get(number)
  }

  /** A link with a name is the same each time; one without is new. */
  open(link: Link): number {
    const key = link.id === '' ? '' : `${link.id};${link.uri}`
    const known = key === '' ? undefined : this.#named.get(key)
    if (known !== undefined) return known
    const number = this.#next
    this.#next = number % 0x7ffffff + 1 // 27 bits: see keyOf
    this.#links.set(number, link)
    if (key !== '') this.#named.set(key, number)
    if (this.#links.size > linksMax) this.#forgetOldest()
    return number
  }

  #forgetOldest(): void {
    while (!this.#links.has(this.#oldest)) this.#oldest = this.#oldest % 0x7ffffff + 1
    const oldest = this.#oldest
    const link = this.#links.get(oldest)
    if (link !== undefined && link.id !== '') this.#named.delete(`${link.id};${link.uri}`)
    this.#links.delete(oldest)
    this.#forgot()
  }
}
