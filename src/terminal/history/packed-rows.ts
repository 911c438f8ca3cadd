/**
 * A list of packed rows (packed-row.ts) in reused blocks, without allocation per row. Rows are
 * added at the new end and removed at both.
 *
 * Blocks can be in shared memory that outlives this thread (`keep`, `adopt`). Kept rows are not
 * overwritten until the next `keep`: a block whose end is truncated and written again is copied
 * first, and a dropped block is reused only after the next `keep`.
 *
 * Full blocks are compressed while idle (`rest`), expanded temporarily for reading, and expanded
 * permanently for changes.
 */
import type { Compression } from './compression.ts'
import { expandedBlocksMax, restBlocksMax, retiredBlocksMax, spareBlocksMax } from '../limits.ts'
import {
  blockWords,
  hasBits,
  hasExtras,
  packedEnd,
  replaceExtrasOf,
  summaryOf,
  type Block,
  type Summary,
} from './packed-row.ts'

/** After a block's words: number, used words once full, whether extras changed since `keep`. */
const blockHead = { number: 0, full: 1, swept: 2, words: 3 } as const

const plainBytes = (blockWords + blockHead.words) * 4

const compressedAt = blockHead.words * 4

interface Memory {
  readonly memory: ArrayBufferLike
  /** Permanent id of the memory. */
  readonly id: number
  readonly head: Uint32Array
  /** Words before this one are kept and must not be written. */
  keptTo: number
  announced: boolean
}

interface Plain extends Memory, Block {
  readonly compressed: null
  /** Compression would hardly make it smaller. */
  dense: boolean
}

interface Compressed extends Memory {
  readonly compressed: Uint8Array
  extras: boolean
}

type Stored = Plain | Compressed

/** Position of kept rows. */
export interface KeptRows {
  readonly count: number
  /** Number of the first block, start of the first row in it, end of the last row. */
  readonly first: number
  readonly offset: number
  readonly next: number
}

/** The kept blocks, as changes since the previous `keep`. */
export interface KeptBlocks {
  /** Previous blocks from `first` to `until`, exclusive, then blocks with these ids. */
  readonly first: number
  readonly until: number
  readonly added: readonly number[]
  /** Memory that was never announced, by its id; `whole`: nothing was announced before. */
  readonly memories: readonly (readonly [id: number, memory: SharedArrayBuffer])[]
  readonly whole: boolean
  /** Ids of blocks that will be reused soon. Other memory is gone. */
  readonly spare: readonly number[]
}

export class PackedRows {
  readonly #shared: boolean
  /** Blocks with lower numbers were kept; -1 before the first `keep`. */
  #announced = -1
  #memories = 0
  #swept = false
  /** Start of each row in its block, in words: a ring. */
  #starts = new Uint16Array(64)
  /** Summaries of the rows of the ring, for reflow. */
  #summaries = new Uint32Array(64)
  #first = 0
  #count = 0
  /** Rows dropped at the old end. */
  #left = 0
  readonly #blocks: Stored[] = []
  /** First row packed in each block, counted with the dropped ones. */
  readonly #firstRows: number[] = []
  /** The last found block, because rows are read in order. */
  #found = 0
  /** Number of the first block in `#blocks`, and the next free word in the last one. */
  #firstBlock = 0
  #next = blockWords
  readonly #spare: Plain[] = []
  /** Dropped blocks that are still kept; spare after the next `keep`. */
  #retired: Plain[] = []
  readonly #compression: Compression | undefined
  /** Compressed blocks read lately, in order of reading. */
  readonly #expanded: { readonly from: Compressed; readonly block: Block }[] = []

  /** `shared`: in memory for other threads. Without `compression`, `rest` does nothing. */
  constructor(shared = false, compression: Compression | undefined = undefined) {
    this.#shared = shared
    this.#compression = compression
  }

  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return (
      this.#blocks.reduce((sum, { memory }) => sum + memory.byteLength, 0) +
      this.#starts.byteLength +
      this.#summaries.byteLength
    )
  }

  /** Start of the next row in the block that `room` returned. */
  get next(): number {
    return this.#next
  }

  /** Returns a block with room for this many words from `next` on. */
  room(words: number): Block {
    const last = this.#blocks[this.#blocks.length - 1]
    if (last !== undefined && (last.compressed !== null || this.#next < last.keptTo)) {
      this.#copied(this.#blocks.length - 1)
      return this.room(words)
    }
    if (last !== undefined && this.#next + words <= blockWords) return last
    if (last !== undefined) last.head[blockHead.full] = this.#next
    const block = this.#spare.pop() ?? this.#fresh()
    block.head[blockHead.number] = this.#firstBlock + this.#blocks.length
    this.#begin(block)
    this.#next = 0
    return block
  }

  #begin(block: Stored): void {
    this.#blocks.push(block)
    this.#firstRows.push(this.#left + this.#count)
  }

  #fresh(): Plain {
    return plainIn(this.#memory(plainBytes), this.#memories++)
  }

  #memory(bytes: number): ArrayBufferLike {
    return this.#shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
  }

  /** Copies block `index` for writing; its kept memory stays unchanged. */
  #copied(index: number): Plain {
    const copy = this.#fresh()
    const stored = this.#blocks[index]!
    if (stored.compressed === null) copy.words.set(stored.words)
    else this.#expand(stored, copy.bytes)
    copy.head.set(stored.head)
    this.#replace(index, copy)
    return copy
  }

  #replace(index: number, stored: Stored): void {
    this.#blocks[index] = stored
    this.#announced = Math.min(this.#announced, this.#firstBlock + index)
  }

  #expand({ compressed, head }: Compressed, into: Uint8Array): void {
    // created by this object
    this.#compression!.expand(compressed, into.subarray(0, head[blockHead.full]! * 4))
  }

  #readable(index: number): Block {
    const stored = this.#blocks[index]!
    return stored.compressed === null ? stored : this.#expandedOf(stored)
  }

  #expandedOf(stored: Compressed): Block {
    const known = this.#expanded.find(({ from }) => from === stored)
    if (known !== undefined) return known.block
    const bytes = new Uint8Array(blockWords * 4)
    this.#expand(stored, bytes)
    const block = { words: new Uint32Array(bytes.buffer), bytes }
    this.#expanded.push({ from: stored, block })
    if (this.#expanded.length > expandedBlocksMax) this.#expanded.shift()
    return block
  }

  /** Adds the row packed at `next`, up to `end`. `most` rows are expected at most. */
  took(end: number, most: number): void {
    if (this.#count === this.#starts.length) this.#growRing(most)
    const index = this.#first + this.#count
    const { length } = this.#starts
    const slot = index < length ? index : index - length
    this.#starts[slot] = this.#next
    this.#summaries[slot] = summaryOf(this.#readable(this.#blocks.length - 1), this.#next)
    this.#count += 1
    this.#next = end
  }

  /** Returns the block of row `index` (0 is the oldest); `offset(index)` is its first word. */
  block(index: number): Block {
    return this.#readable(this.#blockOf(index))
  }

  offset(index: number): number {
    return this.#starts[this.#slot(index)]!
  }

  head(index: number): number {
    return this.block(index).words[this.offset(index)]!
  }

  summary(index: number): Summary {
    return this.#summaries[this.#slot(index)]!
  }

  /** Returns whether cell `x` of row `index`, which has more than bytes, has one of these bits. */
  has(index: number, x: number, bits: number): boolean {
    return hasBits(this.block(index), this.offset(index), x, bits)
  }

  change(index: number, change: (block: Block, at: number) => void): void {
    const number = this.#blockOf(index)
    const stored = this.#blocks[number]!
    const at = this.offset(index)
    const block = stored.compressed !== null || at < stored.keptTo ? this.#copied(number) : stored
    change(block, at)
    this.#summaries[this.#slot(index)] = summaryOf(block, at)
  }

  /** Removes the newest rows until `count` are left. */
  truncate(count: number): void {
    if (count >= this.#count) return
    if (count === 0) {
      this.clear()
      return
    }
    const [block, offset] = [this.#blockOf(count), this.offset(count)]
    this.#count = count
    while (this.#blocks.length > block + 1) this.#leaves(this.#blocks.pop()!) // it is not empty
    this.#firstRows.length = this.#blocks.length
    this.#announced = Math.min(this.#announced, this.#firstBlock + this.#blocks.length)
    this.#next = offset
  }

  dropOldest(): void {
    this.#first = this.#first + 1 === this.#starts.length ? 0 : this.#first + 1
    this.#count -= 1
    this.#left += 1
    while ((this.#firstRows[1] ?? Infinity) <= this.#left) {
      this.#leaves(this.#blocks.shift()!) // there is another one
      this.#firstRows.shift()
      this.#firstBlock += 1
    }
  }

  clear(): void {
    this.#left += this.#count
    this.#count = 0
    this.#first = 0
    for (const block of this.#blocks) this.#leaves(block)
    this.#firstBlock += this.#blocks.length // numbers are not reused
    this.#blocks.length = this.#firstRows.length = 0
    this.#next = blockWords
  }

  #leaves(block: Stored): void {
    if (block.compressed !== null) return
    if (block.keptTo > 0) this.#retired.push(block)
    else if (this.#spare.length < spareBlocksMax) this.#spare.push(block)
    if (this.#retired.length <= retiredBlocksMax) return
    const [first] = this.#retired.splice(0, 1) as [Plain]
    first.keptTo = 0
    this.#leaves(first)
  }

  /**
   * While idle, releases spare memory and compresses some full blocks. Kept memory stays until the
   * next `keep`. Returns whether memory must be kept again, and whether more blocks can be
   * compressed.
   */
  rest(): { readonly changed: boolean; readonly more: boolean } {
    if (this.#compression === undefined) return { changed: false, more: false }
    let freed = this.#spare.length + this.#retired.length + this.#expanded.length
    let changed = freed > this.#expanded.length
    this.#spare.length = this.#retired.length = this.#expanded.length = 0
    let tried = 0
    for (let index = 0; index < this.#blocks.length - 1 && tried < restBlocksMax; index += 1) {
      const stored = this.#blocks[index]!
      if (stored.compressed !== null || stored.dense) continue
      tried += 1
      stored.dense = !this.#compress(index, stored, this.#compression)
      if (stored.dense) continue
      changed = true
      freed += 1
    }
    if (freed > 0) this.#compression.freed(freed * plainBytes)
    return { changed, more: tried === restBlocksMax }
  }

  #compress(index: number, { words, bytes, head }: Plain, compression: Compression): boolean {
    const end = head[blockHead.full]!
    const compressed = compression.compress(bytes.subarray(0, end * 4))
    if (compressed === null) return false
    const memory = this.#memory(compressedAt + compressed.length)
    new Uint8Array(memory, compressedAt).set(compressed)
    const stored = compressedIn(memory, this.#memories++)
    stored.head.set(head)
    const first = index === 0 && this.#count > 0 ? this.offset(0) : 0
    for (let at = first; at < end && !stored.extras; at = packedEnd({ words, bytes }, at))
      stored.extras = hasExtras({ words, bytes }, at)
    this.#replace(index, stored)
    return true
  }

  /** Replaces all numbers of extras. Kept memory is marked until the next `keep`. */
  replaceExtras(replace: (index: number) => number): void {
    for (const [index, stored] of this.#blocks.entries())
      if (stored.compressed !== null && stored.extras) this.#copied(index)
    for (const { head } of this.#blocks) head[blockHead.swept] = 1
    this.#swept = true
    for (let index = 0; index < this.#count; index += 1) {
      const stored = this.#blocks[this.#blockOf(index)]!
      if (stored.compressed === null) replaceExtrasOf(stored, this.offset(index), replace)
    }
  }

  // ---- for a thread that continues if this one dies ----

  /** Keeps all present rows unchanged until the next call, and returns their shared memory. */
  keep(): { readonly rows: KeptRows; readonly blocks: KeptBlocks } {
    const first = this.#firstBlock
    const end = first + this.#blocks.length
    const whole = this.#announced === -1
    const until = Math.max(first, this.#announced)
    const added: number[] = []
    const memories: [number, SharedArrayBuffer][] = []
    for (let number = Math.max(first, until - 1); number < end; number += 1) {
      const block = this.#blocks[number - first]!
      block.keptTo = number === end - 1 ? this.#next : blockWords
      if (number < until) continue
      added.push(block.id)
      if (!block.announced && block.memory instanceof SharedArrayBuffer)
        memories.push([block.id, block.memory])
      block.announced = true
    }
    if (this.#swept) for (const { head } of this.#blocks) head[blockHead.swept] = 0
    this.#swept = false
    const retired = this.#retired
    this.#retired = []
    for (const block of retired) {
      block.keptTo = 0
      this.#leaves(block)
    }
    this.#announced = end
    return {
      rows: {
        count: this.#count,
        first,
        offset: this.#count === 0 ? this.#next : this.offset(0),
        next: this.#next,
      },
      blocks: { first, until, added, memories, whole, spare: this.#spare.map(({ id }) => id) },
    }
  }

  /** Continues from another thread's rows. Blocks reused since count as dropped. */
  adopt({ first, offset, next, count }: KeptRows, memories: readonly SharedArrayBuffer[]): void {
    const blocks = memories.map((memory, index) =>
      memory.byteLength === plainBytes ? plainIn(memory, index) : compressedIn(memory, index),
    )
    this.#memories = blocks.length
    // an empty block was not kept: it may have been reused with another number
    const empty = next === 0 ? blocks.at(-1) : undefined
    if (empty !== undefined) empty.head[blockHead.number] = first + blocks.length - 1
    const oldest =
      blocks.findLastIndex(({ head }, index) => head[blockHead.number] !== (first + index) >>> 0) +
      1
    this.#firstBlock = first + oldest
    for (const [index, block] of blocks.entries()) {
      if (index < oldest) continue
      const end = index === blocks.length - 1 ? next : block.head[blockHead.full]!
      block.keptTo = end
      this.#begin(block)
      this.#next = index === 0 ? offset : 0
      const words = this.#readable(this.#blocks.length - 1)
      while (this.#next < end) {
        // compressed blocks never have replaced numbers
        if (block.compressed !== null) block.extras ||= hasExtras(words, this.#next)
        else if (block.head[blockHead.swept] !== 0) replaceExtrasOf(block, this.#next, () => 0)
        this.took(packedEnd(words, this.#next), count)
      }
    }
    if (this.#count === 0) this.clear()
  }

  each(visit: (block: Block, at: number) => void): void {
    for (let index = 0; index < this.#count; index += 1)
      visit(this.block(index), this.offset(index))
  }

  #slot(index: number): number {
    const at = this.#first + index
    const { length } = this.#starts
    return at < length ? at : at - length
  }

  #blockOf(index: number): number {
    const rows = this.#firstRows
    const row = this.#left + index
    if (rows[this.#found]! <= row && row < (rows[this.#found + 1] ?? Infinity)) return this.#found
    let [from, to] = [0, rows.length]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if (rows[middle]! <= row) from = middle
      else to = middle
    }
    return (this.#found = from)
  }

  #growRing(most: number): void {
    const length = Math.min(
      this.#starts.length * 2,
      Math.max(most, Math.ceil(this.#starts.length * 1.125)),
    )
    const [starts, summaries] = [new Uint16Array(length), new Uint32Array(length)]
    // The ring is full: copies from the oldest row to its end, then from its start.
    for (const [wider, ring] of [
      [starts, this.#starts],
      [summaries, this.#summaries],
    ] as const) {
      wider.set(ring.subarray(this.#first))
      wider.set(ring.subarray(0, this.#first), ring.length - this.#first)
    }
    this.#starts = starts
    this.#summaries = summaries
    this.#first = 0
  }
}

function plainIn(memory: ArrayBufferLike, id: number): Plain {
  return {
    memory,
    id,
    keptTo: 0,
    announced: false,
    words: new Uint32Array(memory, 0, blockWords),
    bytes: new Uint8Array(memory, 0, blockWords * 4),
    head: new Uint32Array(memory, blockWords * 4, blockHead.words),
    compressed: null,
    dense: false,
  }
}

function compressedIn(memory: ArrayBufferLike, id: number): Compressed {
  return {
    memory,
    id,
    keptTo: 0,
    announced: false,
    head: new Uint32Array(memory, 0, blockHead.words),
    compressed: new Uint8Array(memory, compressedAt),
    extras: false,
  }
}
