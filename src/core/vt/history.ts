/**
 * Rows that have left the screen, packed: text one byte a cell where that is enough, styles as runs, trailing blanks left out.
 * A line of a log takes about as many bytes as it has characters. Rows lie in blocks of 64 KiB that are used again.
 *
 * A row, in words: cells | BYTES, WRAPPED, EXTRAS, marks; text length << 16 | runs; per run: cells, foreground, background [, extra]; text.
 */
import { extraBit, tailBit, textMask, wideBit } from './cell.ts'
import { BROAD, STYLED, WRAPPED, type Grid } from './grid.ts'

const blockWords = 16_384

// Bits of the first word above the number of cells.
const BYTES = 1 << 16
const CONTINUES = 1 << 17
const EXTRAS = 1 << 18
const marksShift = 19

/** A row taken out again. The arrays are used anew by the next `read`. */
export interface Line {
  /** Cells that are not default blanks. */
  length: number
  wrapped: boolean
  marks: number
  content: Uint32Array
  foreground: Uint32Array
  background: Uint32Array
  extras: Uint16Array
}

export const emptyLine = (cols: number): Line => ({
  length: 0, wrapped: false, marks: 0, content: new Uint32Array(cols), foreground: new Uint32Array(cols), background: new Uint32Array(cols), extras: new Uint16Array(cols),
})

interface Block {
  readonly words: Uint32Array
  readonly bytes: Uint8Array
}

export class History {
  #limit: number
  /** Where rows begin, as block number * blockWords + offset: a ring. */
  #starts = new Float64Array(64)
  #first = 0
  #count = 0
  readonly #blocks: Block[] = []
  /** Number of the first block in `#blocks`, and the next free word in the last one. */
  #firstBlock = 0
  #next = blockWords
  #spare: Block | undefined
  /** Rows that were ever pushed and not popped: tells whether the same index is still the same row. */
  pushed = 0

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
    this.#count = 0
    this.#first = 0
    this.#spare ??= this.#blocks[0]
    this.#blocks.length = 0
    this.#firstBlock = 0
    this.#next = blockWords
  }

  /** Takes a copy of screen row `y`. */
  push(grid: Grid, y: number): void {
    if (this.#limit === 0) return
    const row = grid.map[y]!
    const flags = grid.flags[row]!
    const start = row * grid.cols
    const { cells, plane } = grid
    const styled = (flags & STYLED) !== 0
    let length = grid.cols
    while (length > 0 && cells[start + length - 1] === 0 && (!styled || (cells[plane + start + length - 1] === 0 && cells[2 * plane + start + length - 1] === 0))) length -= 1

    // All bits of the contents together: is there an extra, is there anything but bytes?
    let bits = 0
    if ((flags & BROAD) !== 0) for (let cell = start, end = start + length; cell < end; cell += 1) bits |= cells[cell]!
    const extras = (bits & extraBit) === 0 ? 0 : EXTRAS
    const narrow = bits > 0xff ? 0 : BYTES

    const block = this.#room(2 + 5 * length)
    const head = this.#next
    const { words, bytes } = block
    const runsAt = head + 2
    const textAt = extras !== 0 ? packRunsWithExtras(grid, start, length, words, runsAt) : styled ? packRuns(cells, plane, start, length, words, runsAt) : runsAt
    let text = length
    if (narrow !== 0) {
      const to = textAt * 4
      for (let x = 0; x < length; x += 1) bytes[to + x] = cells[start + x]!
      if (styled) while (text > 0 && bytes[to + text - 1] === 0) text -= 1
      this.#next = textAt + ((length + 3) >> 2)
    } else {
      for (let x = 0; x < length; x += 1) words[textAt + x] = cells[start + x]!
      while (text > 0 && (cells[start + text - 1]! & (textMask | tailBit)) === 0) text -= 1
      this.#next = textAt + length
    }
    words[head] = length | narrow | extras | ((flags & WRAPPED) !== 0 ? CONTINUES : 0) | grid.marks[row]! << marksShift
    words[head + 1] = (textAt - runsAt) / (extras === 0 ? 3 : 4) | text << 16
    this.#remember(head)
  }

  /** Takes a line that reflow has made. */
  pushLine(line: Line, scratch: Grid): void {
    writeLine(line, scratch, 0)
    this.push(scratch, 0)
  }

  /** Row `index`, 0 the oldest, into `line`. */
  read(index: number, line: Line): void {
    const position = this.#position(index)
    const { words, bytes } = this.#blocks[Math.floor(position / blockWords) - this.#firstBlock]!
    let at = position % blockWords
    const head = words[at]!
    const length = head & 0xffff
    const runs = words[at + 1]! & 0xffff
    const step = (head & EXTRAS) === 0 ? 3 : 4
    line.length = length
    line.wrapped = (head & CONTINUES) !== 0
    line.marks = head >>> marksShift
    at += 2
    if (runs === 0) {
      line.foreground.fill(0, 0, length)
      line.background.fill(0, 0, length)
      line.extras.fill(0, 0, length)
    }
    for (let run = 0, x = 0; run < runs; run += 1, at += step) {
      const end = x + words[at]!
      line.foreground.fill(words[at + 1]!, x, end)
      line.background.fill(words[at + 2]!, x, end)
      line.extras.fill(step === 3 ? 0 : words[at + 3]!, x, end)
      x = end
    }
    if ((head & BYTES) !== 0) for (let x = 0; x < length; x += 1) line.content[x] = bytes[at * 4 + x]!
    else for (let x = 0; x < length; x += 1) line.content[x] = words[at + x]!
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
    return this.#blocks[Math.floor(position / blockWords) - this.#firstBlock]!.words[position % blockWords + 1]! >>> 16
  }

  /** The newest row leaves: it is back on the screen. */
  pop(): void {
    if (this.#count === 0) return
    const position = this.#position(this.#count - 1)
    this.#count -= 1
    this.pushed -= 1
    const block = Math.floor(position / blockWords) - this.#firstBlock
    this.#blocks.length = block + 1
    this.#next = position % blockWords
  }

  /** Each content word of rows that hold more than bytes: for the sweep of clusters. */
  eachContent(visit: (word: number) => void): void {
    this.#each((words, at, head, runs) => {
      if ((head & BYTES) !== 0) return
      const text = at + 2 + runs * ((head & EXTRAS) === 0 ? 3 : 4)
      for (let x = 0; x < (head & 0xffff); x += 1) visit(words[text + x]!)
    })
  }

  /** Each number of extras: for the sweep of extras. */
  eachExtra(visit: (index: number) => void): void {
    this.#each((words, at, head, runs) => {
      if ((head & EXTRAS) !== 0) for (let run = 0; run < runs; run += 1) visit(words[at + 5 + run * 4]!)
    })
  }

  #each(visit: (words: Uint32Array, at: number, head: number, runs: number) => void): void {
    for (let index = 0; index < this.#count; index += 1) {
      const position = this.#position(index)
      const { words } = this.#blocks[Math.floor(position / blockWords) - this.#firstBlock]!
      const at = position % blockWords
      visit(words, at, words[at]!, words[at + 1]! & 0xffff)
    }
  }

  #head(index: number): number {
    const position = this.#position(index)
    return this.#blocks[Math.floor(position / blockWords) - this.#firstBlock]!.words[position % blockWords]!
  }

  #position(index: number): number {
    return this.#starts[(this.#first + index) % this.#starts.length]!
  }

  /** A block with room for so many words behind `#next`. */
  #room(words: number): Block {
    const last = this.#blocks.at(-1)
    if (last !== undefined && this.#next + words <= blockWords) return last
    const buffer = new ArrayBuffer(this.#spare === undefined ? blockWords * 4 : 0)
    const block = this.#spare ?? { words: new Uint32Array(buffer), bytes: new Uint8Array(buffer) }
    this.#spare = undefined
    if (this.#blocks.length === 0 && this.#count === 0) this.#firstBlock = 0
    this.#blocks.push(block)
    this.#next = 0
    return block
  }

  #remember(head: number): void {
    if (this.#count >= this.#limit) this.#dropOldest()
    if (this.#count === this.#starts.length) this.#growRing()
    this.#starts[(this.#first + this.#count) % this.#starts.length] = (this.#firstBlock + this.#blocks.length - 1) * blockWords + head
    this.#count += 1
    this.pushed += 1
  }

  #growRing(): void {
    const wider = new Float64Array(Math.min(this.#starts.length * 2, Math.max(this.#limit, this.#starts.length + 1)))
    for (let index = 0; index < this.#count; index += 1) wider[index] = this.#position(index)
    this.#starts = wider
    this.#first = 0
  }

  #dropOldest(): void {
    this.#first = (this.#first + 1) % this.#starts.length
    this.#count -= 1
    const oldest = this.#count > 0 ? Math.floor(this.#position(0) / blockWords) : this.#firstBlock + this.#blocks.length - 1
    while (this.#firstBlock < oldest) {
      this.#spare = this.#blocks.shift()
      this.#firstBlock += 1
    }
  }
}

/** Runs of one style, as cells, foreground, background; none if all of it is default. Returns where they end. */
function packRuns(cells: Uint32Array, plane: number, start: number, length: number, words: Uint32Array, first: number): number {
  let at = first
  const end = plane + start + length
  for (let cell = plane + start; cell < end;) {
    const foreground = cells[cell]!
    const background = cells[plane + cell]!
    const from = cell
    do cell += 1; while (cell < end && cells[cell] === foreground && cells[plane + cell] === background)
    if (foreground === 0 && background === 0 && cell - from === length) return first
    words[at] = cell - from
    words[at + 1] = foreground
    words[at + 2] = background
    at += 3
  }
  return at
}

/** The same with the number of the extra as a fourth word. */
function packRunsWithExtras(grid: Grid, start: number, length: number, words: Uint32Array, first: number): number {
  const { cells, plane } = grid
  let at = first
  for (let x = 0; x < length;) {
    const foreground = cells[plane + start + x]!
    const background = cells[2 * plane + start + x]!
    const extra = grid.extra(start + x)
    const from = x
    do x += 1; while (x < length && cells[plane + start + x] === foreground && cells[2 * plane + start + x] === background && grid.extra(start + x) === extra)
    words[at] = x - from
    words[at + 1] = foreground
    words[at + 2] = background
    words[at + 3] = extra
    at += 4
  }
  return at
}

/** Puts a line into screen row `y`, which is blank beyond it. A wide cell that the width cuts becomes blank. */
export function writeLine(line: Line, grid: Grid, y: number): void {
  grid.clearRow(y, 0)
  const length = Math.min(line.length, grid.cols)
  for (let x = 0; x < length; x += 1) {
    const content = line.content[x]!
    const cut = (content & wideBit) !== 0 && x === grid.cols - 1
    grid.setCell(y, x, cut ? content & extraBit : content, line.foreground[x]!, line.background[x]!, (content & extraBit) !== 0 ? line.extras[x]! : 0)
  }
  grid.setWrapped(y, line.wrapped)
  grid.marks[grid.map[y]!] = line.marks
}

/** Takes screen row `y` out. */
export function readLine(grid: Grid, y: number, line: Line): void {
  const start = grid.at(y)
  const { cells, plane, cols } = grid
  line.content.set(cells.subarray(start, start + cols))
  line.foreground.set(cells.subarray(plane + start, plane + start + cols))
  line.background.set(cells.subarray(2 * plane + start, 2 * plane + start + cols))
  for (let x = 0; x < cols; x += 1) line.extras[x] = grid.extra(start + x)
  let length = cols
  while (length > 0 && line.content[length - 1] === 0 && line.foreground[length - 1] === 0 && line.background[length - 1] === 0) length -= 1
  line.length = length
  line.wrapped = grid.isWrapped(y)
  line.marks = grid.marks[grid.map[y]!]!
}
