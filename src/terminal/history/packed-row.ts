/**
 * Packed rows: text in one byte per cell if possible, styles as runs, no trailing blanks. A log
 * line takes about as many bytes as characters. In words:
 *
 *   cells | BYTES, CONTINUES, EXTRAS, PIECE, marks;  width << 20 | text length << 10 | runs;  text;
 *   per run: cells, foreground, background [, extra]
 *
 * The text comes first, so that it can be written before the number of styles is known
 * (offscreen.ts). A row keeps the width of its screen and is never repacked (reflow.ts).
 */
import { extraBit, tailBit, textMask } from '../screen/cell.ts'
import { BROAD, STYLED, WRAPPED, promptMarks, type GridRows } from './grid-rows.ts'
import type { Line } from './line.ts'

/** Reused memory of 64 KiB for rows, as words and as bytes. */
export interface Block {
  readonly words: Uint32Array
  readonly bytes: Uint8Array
}

export function blockOf(words: number): Block {
  const buffer = new ArrayBuffer(words * 4)
  return { words: new Uint32Array(buffer), bytes: new Uint8Array(buffer) }
}

export const blockWords = 16_384

// Bits of the first word above the number of cells.
export const BYTES = 1 << 16
export const CONTINUES = 1 << 17
const EXTRAS = 1 << 18
/** For a cut row: its first `width` cells belong to its line, which continues on the screen. */
const PIECE = 1 << 19
export const marksShift = 20
const sizeMask = 0x3f & ~promptMarks

// The second word: three numbers of up to 1,000.
const widthShift = 20
const textShift = 10
const numberMask = 0x3ff

/** Words before the text. */
export const headWords = 2

/** Most words that a row of this many cells can take. */
export const packedWordsMax = (cells: number): number => headWords + 5 * cells

/** Packs screen row `y` into a block from word `head` on, where there is room. Returns its end. */
export function packRow(grid: GridRows, y: number, { words, bytes }: Block, head: number): number {
  const row = grid.row(y)
  const flags = grid.flags[row]!
  const start = row * grid.cols
  const { cells, plane } = grid
  const styled = (flags & STYLED) !== 0
  let length = grid.ends[row]!
  while (
    length > 0 &&
    cells[start + length - 1] === 0 &&
    (!styled ||
      (cells[plane + start + length - 1] === 0 && cells[2 * plane + start + length - 1] === 0))
  )
    length -= 1

  // All content bits together show whether there are extras, or more than bytes.
  let bits = 0
  if ((flags & BROAD) !== 0)
    for (let cell = start, end = start + length; cell < end; cell += 1) bits |= cells[cell]!
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
  const end =
    extras !== 0
      ? packRunsWithExtras(grid, start, length, words, runsAt)
      : styled
        ? packRuns(cells, plane, start, length, words, runsAt)
        : runsAt
  words[head] =
    length |
    narrow |
    extras |
    ((flags & WRAPPED) !== 0 ? CONTINUES : 0) |
    (grid.marks[row]! << marksShift)
  words[head + 1] = secondWord(grid.cols, text, (end - runsAt) / (extras === 0 ? 3 : 4))
  return end
}

/**
 * @param width columns of the screen
 * @param text columns up to the last text
 * @param runs number of runs
 */
export const secondWord = (width: number, text: number, runs: number): number =>
  (width << widthShift) | (text << textShift) | runs

const textOfRow = (second: number): number => (second >>> textShift) & numberMask
export const marksOfRow = (head: number): number => head >>> marksShift

/**
 * The facts that reflow needs, in one word: `second` with flags instead of runs. Stored apart from
 * the rows, because a walk over 100,000 rows would wait for the memory of each.
 */
export type Summary = number

/** The row continues the previous row. */
export const goesOn = 1
const piece = 2
const plain = 4

export function summaryOf({ words }: Block, at: number): Summary {
  const head = words[at]!
  return (
    (words[at + 1]! & ~numberMask) |
    ((head & CONTINUES) !== 0 ? goesOn : 0) |
    ((head & PIECE) !== 0 ? piece : 0) |
    ((head & BYTES) !== 0 ? plain : 0)
  )
}

/** Columns of its screen, or its remaining cells. */
export const widthOfRow = (summary: Summary): number => summary >>> widthShift
/** Columns up to its last text. */
export const endOfRow = (summary: Summary): number => textOfRow(summary)
/** Returns whether no wide cell has left a blank at the end: all cells are used, or it was cut. */
export const isFull = (summary: Summary): boolean =>
  (summary & piece) !== 0 || textOfRow(summary) === summary >>> widthShift
/** Returns whether the row contains only bytes and thus no wide cell. */
export const isPlain = (summary: Summary): boolean => (summary & plain) !== 0
export const isPiece = (summary: Summary): boolean => (summary & piece) !== 0

/** Cuts the row's part of its line to `cells`. Continued rows have no size. */
export function cutRow({ words, bytes }: Block, at: number, cells: number): void {
  const head = words[at]!
  const textAt = at + headWords
  let text = Math.min(cells, textOfRow(words[at + 1]!), head & 0xffff)
  if ((head & BYTES) !== 0) while (text > 0 && bytes[textAt * 4 + text - 1] === 0) text -= 1
  else while (text > 0 && (words[textAt + text - 1]! & (textMask | tailBit)) === 0) text -= 1
  words[at] = (head & ~(sizeMask << marksShift)) | PIECE
  words[at + 1] = secondWord(cells, text, words[at + 1]! & numberMask)
}

/** Extends the row's text to at least this column; blanks become part of its line. */
export function keepText({ words }: Block, at: number, columns: number): void {
  const second = words[at + 1]!
  if (textOfRow(second) < columns)
    words[at + 1] = (second & ~(numberMask << textShift)) | (columns << textShift)
}

/** Returns whether cell `x` of a row with more than bytes has one of these bits. */
export const hasBits = ({ words }: Block, at: number, x: number, bits: number): boolean =>
  x < (words[at]! & 0xffff) && (words[at + headWords + x]! & bits) !== 0

/** Packs runs as cells, foreground, background; none in the default style. Returns their end. */
function packRuns(
  cells: Uint32Array,
  plane: number,
  start: number,
  length: number,
  words: Uint32Array,
  first: number,
): number {
  let at = first
  const end = plane + start + length
  for (let cell = plane + start; cell < end; ) {
    const foreground = cells[cell]!
    const background = cells[plane + cell]!
    const from = cell
    do cell += 1
    while (cell < end && cells[cell] === foreground && cells[plane + cell] === background)
    if (foreground === 0 && background === 0 && cell - from === length) return first
    words[at] = cell - from
    words[at + 1] = foreground
    words[at + 2] = background
    at += 3
  }
  return at
}

/** Packs runs with the number of the extra as a fourth word. */
function packRunsWithExtras(
  grid: GridRows,
  start: number,
  length: number,
  words: Uint32Array,
  first: number,
): number {
  const { cells, plane } = grid
  let at = first
  for (let x = 0; x < length; ) {
    const foreground = cells[plane + start + x]!
    const background = cells[2 * plane + start + x]!
    const extra = grid.extra(start + x)
    const from = x
    do x += 1
    while (
      x < length &&
      cells[plane + start + x] === foreground &&
      cells[2 * plane + start + x] === background &&
      grid.extra(start + x) === extra
    )
    words[at] = x - from
    words[at + 1] = foreground
    words[at + 2] = background
    words[at + 3] = extra
    at += 4
  }
  return at
}

export function unpackRow(block: Block, at: number, line: Line): void {
  const head = block.words[at]!
  line.length = unpackCells(block, at, 0, head & 0xffff, line, 0)
  line.wrapped = (head & CONTINUES) !== 0
  line.marks = marksOfRow(head)
}

/** Writes cells `from` to `to` of a row to a line from `x` on. Returns the column after them. */
export function unpackCells(
  { words, bytes }: Block,
  at: number,
  from: number,
  to: number,
  line: Line,
  x: number,
): number {
  const head = words[at]!
  const textAt = at + headWords
  const last = Math.max(from, Math.min(to, head & 0xffff))
  const shift = x - from
  const { content, foreground, background, extras } = line
  if ((head & BYTES) !== 0)
    for (let cell = from; cell < last; cell += 1) content[shift + cell] = bytes[textAt * 4 + cell]!
  else for (let cell = from; cell < last; cell += 1) content[shift + cell] = words[textAt + cell]!
  const end = shift + to
  content.fill(0, shift + last, end)
  let styled = x
  const runs = words[at + 1]! & numberMask
  const step = runWords(head)
  for (
    let run = 0, cell = 0, word = runsFrom(head, at);
    run < runs && cell < last;
    run += 1, word += step
  ) {
    const behind = cell + words[word]!
    if (behind > from) {
      const until = shift + Math.min(behind, last)
      foreground.fill(words[word + 1]!, styled, until)
      background.fill(words[word + 2]!, styled, until)
      extras.fill(step === 3 ? 0 : words[word + 3]!, styled, until)
      styled = until
    }
    cell = behind
  }
  foreground.fill(0, styled, end)
  background.fill(0, styled, end)
  extras.fill(0, styled, end)
  return end
}

/** Parts of a packed row, valid until the next one is packed. */
export interface Runs {
  /** ASCII from the first cell on; blanks follow. */
  text: Uint8Array
  cells: number
  /** Cells, foreground and background per run; none if all cells have the default style. */
  runs: Uint32Array
}

/** Returns a row that starts a line and has only ASCII and trailing blanks, else `false`. */
export function runsOf(block: Block, at: number, row: Runs): boolean {
  const { words, bytes } = block
  const head = words[at]!
  if ((head & ~0xffff) !== BYTES) return false
  const from = (at + headWords) * 4
  const end = from + textOfRow(words[at + 1]!)
  for (let byte = from; byte < end; byte += 1)
    if (bytes[byte]! < 0x20 || bytes[byte]! > 0x7e) return false
  const first = runsFrom(head, at)
  row.text = bytes.subarray(from, end)
  row.cells = head & 0xffff
  row.runs = words.subarray(first, first + 3 * (words[at + 1]! & numberMask))
  return true
}

/** Restores a packed row, which must fit, to screen row `y`. */
export function unpackToScreen(
  { words, bytes }: Block,
  at: number,
  grid: GridRows,
  y: number,
): void {
  grid.clearRow(y, 0)
  const head = words[at]!
  const length = head & 0xffff
  const row = grid.row(y)
  const start = row * grid.cols
  const { cells, plane } = grid
  const textAt = at + headWords
  if ((head & BYTES) !== 0)
    for (let x = 0, from = textAt * 4; x < length; x += 1) cells[start + x] = bytes[from + x]!
  else for (let x = 0; x < length; x += 1) cells[start + x] = words[textAt + x]!
  const runs = words[at + 1]! & numberMask
  const step = runWords(head)
  for (
    let run = 0, cell = plane + start, from = runsFrom(head, at);
    run < runs;
    run += 1, from += step
  ) {
    const foreground = words[from + 1]!
    const background = words[from + 2]!
    for (const end = cell + words[from]!; cell < end; cell += 1) {
      cells[cell] = foreground
      cells[plane + cell] = background
      if (step === 4) grid.setExtra(cell - plane, words[from + 3]!)
    }
  }
  grid.ends[row] = length
  grid.flags[row] =
    ((head & BYTES) === 0 ? BROAD : 0) |
    (runs > 0 ? STYLED : 0) |
    ((head & CONTINUES) !== 0 ? WRAPPED : 0)
  grid.marks[row] = marksOfRow(head)
}

/** Visits the content words of a packed row with more than bytes, for sweeping clusters. */
export function eachContentOf({ words }: Block, at: number, visit: (word: number) => void): void {
  const head = words[at]!
  if ((head & BYTES) !== 0) return
  for (let x = 0; x < (head & 0xffff); x += 1) visit(words[at + headWords + x]!)
}

/** Returns whether a packed row contains numbers of extras. */
export const hasExtras = ({ words }: Block, at: number): boolean => (words[at]! & EXTRAS) !== 0

/** Visits each number of extras in a packed row, once per run of cells. */
export function eachExtraOf({ words }: Block, at: number, visit: (index: number) => void): void {
  const head = words[at]!
  if ((head & EXTRAS) === 0) return
  const runs = words[at + 1]! & numberMask
  for (let run = 0, extra = runsFrom(head, at) + 3; run < runs; run += 1, extra += 4)
    visit(words[extra]!)
}

/** Returns whether the packed row continues the previous one. */
export function continuesAt({ words }: Block, at: number): boolean {
  return (words[at]! & CONTINUES) !== 0
}

/** Returns a view of a Latin-1 row up to its last text, 0 for blanks; else `null`. */
export function latinOf({ words, bytes }: Block, at: number): Uint8Array | null {
  if ((words[at]! & BYTES) === 0) return null
  const from = (at + headWords) * 4
  return bytes.subarray(from, from + textOfRow(words[at + 1]!))
}

/** Returns the end of the packed row that starts at `at`. */
export function packedEnd({ words }: Block, at: number): number {
  const head = words[at]!
  return runsFrom(head, at) + runWords(head) * (words[at + 1]! & numberMask)
}

/** Replaces all numbers of extras in a packed row, for sweeping extras. */
export function replaceExtrasOf(
  { words }: Block,
  at: number,
  replace: (index: number) => number,
): void {
  const head = words[at]!
  if ((head & EXTRAS) === 0) return
  const runs = words[at + 1]! & numberMask
  for (let run = 0, extra = runsFrom(head, at) + 3; run < runs; run += 1, extra += 4)
    words[extra] = replace(words[extra]!)
}

const runWords = (head: number): number => ((head & EXTRAS) === 0 ? 3 : 4)

/** Returns the start of a row's runs, after its text. */
function runsFrom(head: number, at: number): number {
  const length = head & 0xffff
  return at + headWords + ((head & BYTES) !== 0 ? (length + 3) >> 2 : length)
}
