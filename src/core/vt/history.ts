/** Rows that have left the screen, packed (packed-row.ts) into blocks that are used again: nothing is allocated per row. */
import type { Grid } from './grid.ts'
import { writeLine, type Line } from './line.ts'
import { blockWords, CONTINUES, eachContentOf, packedEnd, packedWordsMax, packRow, replaceExtrasOf, runsOf, unpackRow, unpackToScreen, type Block, type Runs } from './packed-row.ts'

export { emptyLine, type Line } from './line.ts'

export class History {
  #limit: number
  /** Rows above the limit that are kept for now: of `pass`, which gives them back. */
  #above = 0
  /** Where rows begin, as block number * blockWords + offset: a ring. */
  #starts = new Float64Array(64)
  #first = 0
  #count = 0
  readonly #blocks: Block[] = []
  /** Rows that have left at the old end since the beginning: the number of the oldest row that is there. */
  dropped = 0
  /** Number of the first block in `#blocks`, and the next free word in the last one. */
  #firstBlock = 0
  #next = blockWords
  #spare: Block | undefined

  /** @param limit rows kept; the oldest leave */
  constructor(limit: number) {
    this.#limit = limit
  }

  get count(): number {
    return this.#count
  }

  get limit(): number {
    return this.#limit
  }

  /** Bytes in use, for benches. */
  get bytes(): number {
    return this.#blocks.length * blockWords * 4 + this.#starts.byteLength
  }

  setLimit(limit: number): void {
    this.#limit = limit
    while (this.#count > limit) this.#dropOldest()
  }

  clear(): void {
    this.dropped += this.#count
    this.#count = 0
    this.#first = 0
    this.#spare ??= this.#blocks[0]
    this.#blocks.length = 0
    this.#firstBlock = 0
    this.#next = blockWords
  }

  /** Takes a copy of screen row `y`. */
  push(grid: Grid, y: number): void {
    if (this.#limit === 0) { this.dropped += 1; return }
    const block = this.room(packedWordsMax(grid.cols))
    this.took(packRow(grid, y, block, this.#next))
  }

  /** The newest row comes so many times more. */
  again(times: number): void {
    if (this.#count === 0) { this.dropped += times; return }
    const position = this.#position(this.#count - 1)
    const row = this.#blockAt(position).words.slice(position % blockWords, this.#next)
    for (let time = 0; time < times; time += 1) {
      this.room(row.length).words.set(row, this.#next)
      this.took(this.#next + row.length)
    }
  }

  /** Takes a line that reflow has made. */
  pushLine(line: Line, scratch: Grid): void {
    writeLine(line, scratch, 0)
    this.push(scratch, 0)
  }

  /** Row `index`, 0 the oldest, into `line`. */
  read(index: number, line: Line): void {
    const position = this.#position(index)
    unpackRow(this.#blockAt(position), position % blockWords, line)
  }

  /** The parts of row `index` in place, where they are all that there is to it (`runsOf`). */
  runs(index: number, row: Runs): boolean {
    const position = this.#position(index)
    return runsOf(this.#blockAt(position), position % blockWords, row)
  }

  /** Where row `index` lies packed, and how many words it takes: valid until the next row is packed. */
  placeOf(index: number): { readonly block: Block; readonly at: number; readonly length: number } {
    const position = this.#position(index)
    const block = this.#blockAt(position)
    const at = position % blockWords
    return { block, at, length: packedEnd(block, at) - at }
  }

  /** Cells that are kept of row `index`. */
  length(index: number): number {
    return this.#head(index) & 0xffff
  }

  isWrapped(index: number): boolean {
    return (this.#head(index) & CONTINUES) !== 0
  }

  /** Columns up to the last cell with text. */
  textLength(index: number): number {
    const position = this.#position(index)
    return this.#blockAt(position).words[position % blockWords + 1]! >>> 16
  }

  /** The newest row leaves: it is back on the screen. */
  pop(): void {
    if (this.#count === 0) return
    const position = this.#position(this.#count - 1)
    this.#count -= 1
    const block = Math.floor(position / blockWords) - this.#firstBlock
    while (this.#blocks.length > block + 1) this.#spare = this.#blocks.pop()
    this.#next = position % blockWords
  }

  /** Each content word of rows that hold more than bytes: for the sweep of clusters. */
  eachContent(visit: (word: number) => void): void {
    this.#each((block, at) => { eachContentOf(block, at, visit) })
  }

  /** Puts another number of extras in the place of each: for the sweep of extras. */
  replaceExtras(replace: (index: number) => number): void {
    this.#each((block, at) => { replaceExtrasOf(block, at, replace) })
  }

  // ---- for lines that pass (passing.ts) ----

  /** So many rows more than the limit may come, which go back to the screen: none is dropped for them. */
  lend(rows: number): void {
    this.#above = rows
  }

  /** The newest rows leave to fill the screen, and no more than the limit is kept. */
  giveBack(grid: Grid): void {
    for (let y = grid.rows - 1; y >= 0; y -= 1) {
      const position = this.#position(this.#count - 1)
      unpackToScreen(this.#blockAt(position), position % blockWords, grid, y)
      this.pop()
    }
    this.#above = 0
  }

  /** A block with room for so many words from `next` on. */
  room(words: number): Block {
    const last = this.#blocks[this.#blocks.length - 1]
    if (last !== undefined && this.#next + words <= blockWords) return last
    const buffer = new ArrayBuffer(this.#spare === undefined ? blockWords * 4 : 0)
    const block = this.#spare ?? { words: new Uint32Array(buffer), bytes: new Uint8Array(buffer) }
    this.#spare = undefined
    if (this.#blocks.length === 0 && this.#count === 0) this.#firstBlock = 0
    this.#blocks.push(block)
    this.#next = 0
    return block
  }

  /** Where the next row begins in the block that `room` gave. */
  get next(): number {
    return this.#next
  }

  /** A row has been packed there, up to `end`. */
  took(end: number): void {
    if (this.#count >= this.#limit + this.#above) this.#dropOldest()
    if (this.#count === this.#starts.length) this.#growRing()
    const index = this.#first + this.#count
    const { length } = this.#starts
    this.#starts[index < length ? index : index - length] = (this.#firstBlock + this.#blocks.length - 1) * blockWords + this.#next
    this.#count += 1
    this.#next = end
  }

  // ---- the ring ----

  #each(visit: (block: Block, at: number) => void): void {
    for (let index = 0; index < this.#count; index += 1) {
      const position = this.#position(index)
      visit(this.#blockAt(position), position % blockWords)
    }
  }

  #head(index: number): number {
    const position = this.#position(index)
    return this.#blockAt(position).words[position % blockWords]!
  }

  #position(index: number): number {
    return this.#starts[(this.#first + index) % this.#starts.length]!
  }

  #blockAt(position: number): Block {
    return this.#blocks[Math.floor(position / blockWords) - this.#firstBlock]!
  }

  #growRing(): void {
    const most = this.#limit + this.#above
    const wider = new Float64Array(Math.min(this.#starts.length * 2, Math.max(most, this.#starts.length + 1)))
    for (let index = 0; index < this.#count; index += 1) wider[index] = this.#position(index)
    this.#starts = wider
    this.#first = 0
  }

  #dropOldest(): void {
    this.#first = this.#first + 1 === this.#starts.length ? 0 : this.#first + 1
    this.#count -= 1
    this.dropped += 1
    const oldest = this.#count > 0 ? Math.floor(this.#starts[this.#first]! / blockWords) : this.#firstBlock + this.#blocks.length - 1
    while (this.#firstBlock < oldest) {
      this.#spare = this.#blocks.shift()
      this.#firstBlock += 1
    }
  }
}
