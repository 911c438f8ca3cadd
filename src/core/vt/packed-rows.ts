/** Packed rows (packed-row.ts) in a row, in blocks that are used again: nothing is allocated per row. They come at the new end and leave at both. */
import { blockWords, hasBits, summaryOf, type Block, type Summary } from './packed-row.ts'

export class PackedRows {
  /** Where rows begin, as block number * blockWords + offset: a ring. */
  #starts = new Float64Array(64)
  /** What reflow goes by, for each row of the ring. */
  #summaries = new Uint32Array(64)
  #first = 0
  #count = 0
  readonly #blocks: Block[] = []
  /** Number of the first block in `#blocks`, and the next free word in the last one. */
  #firstBlock = 0
  #next = blockWords
  #spare: Block | undefined

  get count(): number {
    return this.#count
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#blocks.length * blockWords * 4 + this.#starts.byteLength + this.#summaries.byteLength
  }

  /** Where the next row begins in the block that `room` gave. */
  get next(): number {
    return this.#next
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

  /** A row has been packed at `next`, up to `end`. @param most rows that are expected at most: the ring does not become longer without need */
  took(end: number, most: number): void {
    if (this.#count === this.#starts.length) this.#growRing(most)
    const index = this.#first + this.#count
    const { length } = this.#starts
    const slot = index < length ? index : index - length
    this.#starts[slot] = (this.#firstBlock + this.#blocks.length - 1) * blockWords + this.#next
    this.#summaries[slot] = summaryOf(this.#blocks[this.#blocks.length - 1]!, this.#next)
    this.#count += 1
    this.#next = end
  }

  /** Row `index`, 0 the oldest, lies in this block from word `offset(index)` on. */
  block(index: number): Block {
    return this.#blocks[Math.floor(this.#position(index) / blockWords) - this.#firstBlock]!
  }

  offset(index: number): number {
    return this.#position(index) % blockWords
  }

  /** The first word of row `index`. */
  head(index: number): number {
    return this.block(index).words[this.offset(index)]!
  }

  summary(index: number): Summary {
    return this.#summaries[this.#slot(index)]!
  }

  /** Does cell `x` of row `index`, which holds more than bytes, have one of these bits? */
  has(index: number, x: number, bits: number): boolean {
    const position = this.#position(index)
    const block = Math.floor(position / blockWords)
    return hasBits(this.#blocks[block - this.#firstBlock]!, position - block * blockWords, x, bits)
  }

  /** Changes the head of row `index`. */
  change(index: number, change: (block: Block, at: number) => void): void {
    const [block, at] = [this.block(index), this.offset(index)]
    change(block, at)
    this.#summaries[this.#slot(index)] = summaryOf(block, at)
  }

  /** The newest rows leave, so that this many are left. */
  truncate(count: number): void {
    if (count >= this.#count) return
    if (count === 0) { this.clear(); return }
    const position = this.#position(count)
    this.#count = count
    const block = Math.floor(position / blockWords) - this.#firstBlock
    while (this.#blocks.length > block + 1) this.#spare = this.#blocks.pop()
    this.#next = position % blockWords
  }

  /** The oldest row leaves. */
  dropOldest(): void {
    this.#first = this.#first + 1 === this.#starts.length ? 0 : this.#first + 1
    this.#count -= 1
    const oldest = this.#count > 0 ? Math.floor(this.#starts[this.#first]! / blockWords) : this.#firstBlock + this.#blocks.length - 1
    while (this.#firstBlock < oldest) {
      this.#spare = this.#blocks.shift()
      this.#firstBlock += 1
    }
  }

  clear(): void {
    this.#count = 0
    this.#first = 0
    this.#spare ??= this.#blocks[0]
    this.#blocks.length = 0
    this.#firstBlock = 0
    this.#next = blockWords
  }

  each(visit: (block: Block, at: number) => void): void {
    for (let index = 0; index < this.#count; index += 1) visit(this.block(index), this.offset(index))
  }

  #slot(index: number): number {
    const at = this.#first + index
    const { length } = this.#starts
    return at < length ? at : at - length
  }

  #position(index: number): number {
    return this.#starts[this.#slot(index)]!
  }

  #growRing(most: number): void {
    const length = Math.min(this.#starts.length * 2, Math.max(most, Math.ceil(this.#starts.length * 1.125)))
    const [starts, summaries] = [new Float64Array(length), new Uint32Array(length)]
    // It is full: from the oldest row to its end, then from its beginning.
    for (const [wider, ring] of [[starts, this.#starts], [summaries, this.#summaries]] as const) {
      wider.set(ring.subarray(this.#first))
      wider.set(ring.subarray(0, this.#first), ring.length - this.#first)
    }
    this.#starts = starts
    this.#summaries = summaries
    this.#first = 0
  }
}
