/**
 * A row packed: text one byte a cell where that is enough, styles as runs, trailing blanks left out. A line of a log takes about as many bytes as it has
 * characters. In words:
 *
 *   cells | BYTES, CONTINUES, EXTRAS, marks;  text length << 16 | runs;  text;  per run: cells, foreground, background [, extra]
 *
 * The text comes first, so that it can be written before it is known how many styles a line has (passing.ts).
 */
import { extraBit, tailBit, textMask } from './cell.ts'
import { BROAD, STYLED, WRAPPED, type Grid } from './grid.ts'
import type { Line } from './line.ts'

/** Rows lie in blocks of 64 KiB that are used again; the same memory as words and as bytes. */
export interface Block {
  readonly words: Uint32Array
  readonly bytes: Uint8Array
}

export const blockWords = 16_384

// Bits of the first word above the number of cells.
export const BYTES = 1 << 16
export const CONTINUES = 1 << 17
const EXTRAS = 1 << 18
const marksShift = 19

/** Words of the head, behind which the text begins. */
export const headWords = 2

/** Room that a row of so many cells takes at most. */
export const packedWordsMax = (cells: number): number => headWords + 5 * cells

/** Packs screen row `y` into a block from word `head` on, where there is room. Returns where it ends. */
export function packRow(grid: Grid, y: number, { words, bytes }: Block, head: number): number {
  const row = grid.map[y]!
  const flags = grid.flags[row]!
  const start = row * grid.cols
  const { cells, plane } = grid
  const styled = (flags & STYLED) !== 0
  let length = grid.cols
  // Most of a short row is blank: eight cells at a time.
  if (!styled) {
    for (let last = start + length - 1; length >= 8 && (cells[last]! | cells[last - 1]! | cells[last - 2]! | cells[last - 3]! | cells[last - 4]! | cells[last - 5]! | cells[last - 6]! | cells[last - 7]!) === 0; last -= 8) length -= 8
  }
  while (length > 0 && cells[start + length - 1] === 0 && (!styled || (cells[plane + start + length - 1] === 0 && cells[2 * plane + start + length - 1] === 0))) length -= 1

  // All bits of the contents together: is there an extra, is there anything but bytes?
  let bits = 0
  if ((flags & BROAD) !== 0) for (let cell = start, end = start + length; cell < end; cell += 1) bits |= cells[cell]!
  const extras = (bits & extraBit) === 0 ? 0 : EXTRAS
  const narrow = bits > 0xff ? 0 : BYTES

  const textAt = head + headWords
  let text = length
  let runsAt: number
  if (narrow !== 0) {
    const to = textAt * 4
    for (let x = 0; x < length; x += 1) bytes[to + x] = cells[start + x]!
    if (styled) while (text > 0 && bytes[to + text - 1] === 0) text -= 1
    runsAt = textAt + ((length + 3) >> 2)
  } else {
    for (let x = 0; x < length; x += 1) words[textAt + x] = cells[start + x]!
    while (text > 0 && (cells[start + text - 1]! & (textMask | tailBit)) === 0) text -= 1
    runsAt = textAt + length
  }
  const end = extras !== 0 ? packRunsWithExtras(grid, start, length, words, runsAt) : styled ? packRuns(cells, plane, start, length, words, runsAt) : runsAt
  words[head] = length | narrow | extras | ((flags & WRAPPED) !== 0 ? CONTINUES : 0) | grid.marks[row]! << marksShift
  words[head + 1] = (end - runsAt) / (extras === 0 ? 3 : 4) | text << 16
  return end
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

/** Takes a packed row out. */
export function unpackRow({ words, bytes }: Block, at: number, line: Line): void {
  const head = words[at]!
  const length = head & 0xffff
  const textAt = at + headWords
  line.length = length
  line.wrapped = (head & CONTINUES) !== 0
  line.marks = head >>> marksShift
  if ((head & BYTES) !== 0) for (let x = 0; x < length; x += 1) line.content[x] = bytes[textAt * 4 + x]!
  else for (let x = 0; x < length; x += 1) line.content[x] = words[textAt + x]!
  const runs = words[at + 1]! & 0xffff
  if (runs === 0) {
    line.foreground.fill(0, 0, length)
    line.background.fill(0, 0, length)
    line.extras.fill(0, 0, length)
    return
  }
  const step = runWords(head)
  for (let run = 0, x = 0, from = runsFrom(head, at); run < runs; run += 1, from += step) {
    const end = x + words[from]!
    line.foreground.fill(words[from + 1]!, x, end)
    line.background.fill(words[from + 2]!, x, end)
    line.extras.fill(step === 3 ? 0 : words[from + 3]!, x, end)
    x = end
  }
}

/** A row as it lies packed: valid until the next one is packed. */
export interface Runs {
  /** ASCII, from the first cell on; blanks follow. */
  text: Uint8Array
  cells: number
  /** Per run of one style: cells, foreground, background. None: all of it is in the default style. */
  runs: Uint32Array
}

/** The parts of a packed row that begins a line and holds nothing but ASCII and blanks behind it; false: there is more to say of it. */
export function runsOf(block: Block, at: number, row: Runs): boolean {
  const { words, bytes } = block
  const head = words[at]!
  if ((head & ~0xffff) !== BYTES) return false
  const from = (at + headWords) * 4
  const end = from + (words[at + 1]! >>> 16)
  for (let byte = from; byte < end; byte += 1) if (bytes[byte]! < 0x20 || bytes[byte]! > 0x7e) return false
  const first = runsFrom(head, at)
  row.text = bytes.subarray(from, end)
  row.cells = head & 0xffff
  row.runs = words.subarray(first, first + 3 * (words[at + 1]! & 0xffff))
  return true
}

/** Puts a packed row, which is not wider than the screen, back into screen row `y`. */
export function unpackToScreen({ words, bytes }: Block, at: number, grid: Grid, y: number): void {
  grid.clearRow(y, 0)
  const head = words[at]!
  const length = head & 0xffff
  const row = grid.map[y]!
  const start = row * grid.cols
  const { cells, plane } = grid
  const textAt = at + headWords
  if ((head & BYTES) !== 0) for (let x = 0, from = textAt * 4; x < length; x += 1) cells[start + x] = bytes[from + x]!
  else for (let x = 0; x < length; x += 1) cells[start + x] = words[textAt + x]!
  const runs = words[at + 1]! & 0xffff
  const step = runWords(head)
  for (let run = 0, cell = plane + start, from = runsFrom(head, at); run < runs; run += 1, from += step) {
    const foreground = words[from + 1]!
    const background = words[from + 2]!
    for (const end = cell + words[from]!; cell < end; cell += 1) {
      cells[cell] = foreground
      cells[plane + cell] = background
      if (step === 4) grid.setExtra(cell - plane, words[from + 3]!)
    }
  }
  grid.flags[row] = ((head & BYTES) === 0 ? BROAD : 0) | (runs > 0 ? STYLED : 0) | ((head & CONTINUES) !== 0 ? WRAPPED : 0)
  grid.marks[row] = head >>> marksShift
}

/** The content words of a packed row that holds more than bytes: for the sweep of clusters. */
export function eachContentOf({ words }: Block, at: number, visit: (word: number) => void): void {
  const head = words[at]!
  if ((head & BYTES) !== 0) return
  for (let x = 0; x < (head & 0xffff); x += 1) visit(words[at + headWords + x]!)
}

/** Each number of extras in a packed row, once for each run of cells. */
export function eachExtraOf({ words }: Block, at: number, visit: (index: number) => void): void {
  const head = words[at]!
  if ((head & EXTRAS) === 0) return
  const runs = words[at + 1]! & 0xffff
  for (let run = 0, extra = runsFrom(head, at) + 3; run < runs; run += 1, extra += 4) visit(words[extra]!)
}

/** Where the packed row that begins at `at` ends. */
export function packedEnd({ words }: Block, at: number): number {
  const head = words[at]!
  return runsFrom(head, at) + runWords(head) * (words[at + 1]! & 0xffff)
}

/** Puts another number in the place of each number of extras of a packed row: for the sweep of extras. */
export function replaceExtrasOf({ words }: Block, at: number, replace: (index: number) => number): void {
  const head = words[at]!
  if ((head & EXTRAS) === 0) return
  const runs = words[at + 1]! & 0xffff
  for (let run = 0, extra = runsFrom(head, at) + 3; run < runs; run += 1, extra += 4) words[extra] = replace(words[extra]!)
}

const runWords = (head: number): number => (head & EXTRAS) === 0 ? 3 : 4

/** Where the runs of a row begin: behind its text. */
function runsFrom(head: number, at: number): number {
  const length = head & 0xffff
  return at + headWords + ((head & BYTES) !== 0 ? length + 3 >> 2 : length)
}
