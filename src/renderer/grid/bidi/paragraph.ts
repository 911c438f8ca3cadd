/**
 * Order of the cells of a paragraph, which is a line of the program in one or more rows (UAX 9, and
 * the recommendation of the terminal working group). Pure. The text of a cell is one character
 * here: marks stay with their base, and the invisible characters of UAX 9, which the core stores as
 * marks, have no effect, so that they cannot disguise text.
 */
import bidiFactory, { type BidiCharTypeName } from 'bidi-js'
import { isArabicLetter, joinedForms, type ArabicCell } from './arabic.ts'
import { mirroredBox } from './box-mirror.ts'

/** A row of cells as its paragraph is ordered. */
export interface BidiRow {
  readonly cols: number
  /** First code point of a cell: 0 if blank, -1 for the second half of a wide character. */
  code(column: number): number
  /** Complete text of a cell. */
  text(column: number): string
}

/** How a program wants a paragraph to be shown. */
export interface BidiModes {
  /** The program orders its text itself. */
  readonly explicit: boolean
  readonly rightToLeft: boolean
  /** The first letter decides; without one, `rightToLeft`. */
  readonly detects: boolean
  readonly mirrorsBoxes: boolean
}

/** Order of the cells of a row. "Logical" columns are those of the program. */
export interface RowOrder {
  /** Logical column by visual column. */
  readonly logical: Uint16Array
  /** Visual column by logical column. */
  readonly visual: Uint16Array
  /** 1 for cells that are read from right to left, by logical column. */
  readonly leftwards: Uint8Array
  /** Characters that are drawn instead: mirrored, or joined forms. By logical column. */
  readonly shown: ReadonlyMap<number, number>
  /** Whether the paragraph starts at the right edge. */
  readonly rightToLeft: boolean
}

let library: ReturnType<typeof bidiFactory> | null = null
const bidi = () => (library ??= bidiFactory())

/** A character of each class that is not ordered as itself. */
const stands: Partial<Record<BidiCharTypeName, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  ES: '+',
  ET: '#',
  AN: '\u0660',
  CS: ',',
  ON: '!',
  NSM: '\u0300',
}

/** Stands for box drawing and blocks until the direction of the paragraph is known. */
const box = '\t'

/** Returns a character of 16 bits that is ordered as a code point. */
function orderedAs(code: number): string {
  if (code < 0x80) return code <= 0x20 ? ' ' : String.fromCharCode(code)
  if (code >= 0x2500 && code <= 0x259f) return box
  const text = String.fromCodePoint(code)
  const stand = stands[bidi().getBidiCharTypeName(text)]
  return stand !== undefined && text.length === 1 ? text : (stand ?? ' ')
}

/** Cells of all rows in their logical order, without second halves. */
interface Units {
  readonly text: string
  /** Logical column by unit. */
  readonly columns: readonly number[]
  /** First unit of each row, and the end of the last. */
  readonly starts: readonly number[]
}

function unitsOf(rows: readonly BidiRow[]): Units {
  const columns: number[] = []
  const starts: number[] = []
  let text = ''
  for (const row of rows) {
    starts.push(columns.length)
    for (let column = 0; column < row.cols; column += 1) {
      const code = row.code(column)
      if (code === -1) continue
      columns.push(column)
      text += orderedAs(code)
    }
  }
  starts.push(columns.length)
  return { text, columns, starts }
}

/** Returns the direction of the first letter, or `undefined`. */
function firstDirection(text: string): boolean | undefined {
  for (const character of text) {
    const type = bidi().getBidiCharTypeName(character)
    if (type === 'L') return false
    if (type === 'R' || type === 'AL') return true
  }
  return undefined
}

/** Returns the order of each row, or null if it is that of the program. */
export function orderParagraph(
  rows: readonly BidiRow[],
  { explicit, rightToLeft, detects, mirrorsBoxes }: BidiModes,
): (RowOrder | null)[] {
  const units = unitsOf(rows)
  const found = detects && !explicit ? firstDirection(units.text) : undefined
  const base = (found ?? rightToLeft) ? 1 : 0
  // Boxes have the direction of the paragraph, as letters would: the columns of a table and the
  // sides of a frame stay where the program has drawn them.
  const text = units.text.replaceAll(box, (base === 1 ? stands.R : stands.L) ?? '')
  const levels = explicit
    ? new Uint8Array(text.length).fill(base)
    : bidi().getEmbeddingLevels(text, base === 1 ? 'rtl' : 'ltr').levels
  return rows.map((row, y) => {
    const [from, to] = [units.starts[y] ?? 0, units.starts[y + 1] ?? 0]
    const of = levels.slice(from, to)
    // rule L1: spaces at the end of a row
    for (let at = to - 1; at >= from && text[at] === ' '; at -= 1) of[at - from] = base
    return orderRow(row, of, units.columns.slice(from, to), base === 1, mirrorsBoxes)
  })
}

function orderRow(
  row: BidiRow,
  levels: Uint8Array,
  columns: readonly number[],
  rightToLeft: boolean,
  mirrorsBoxes: boolean,
): RowOrder | null {
  const { cols } = row
  const logical = new Uint16Array(cols)
  const visual = new Uint16Array(cols)
  const leftwards = new Uint8Array(cols)
  const shown = new Map<number, number>()
  const units = reordered(levels)
  let column = 0
  for (const unit of units) {
    const from = columns[unit] ?? 0
    const end = columns[unit + 1] ?? cols
    for (let at = from; at < end; at += 1) {
      logical[column] = at
      visual[at] = column
      leftwards[at] = (levels[unit] ?? 0) & 1
      column += 1
    }
    if (leftwards[from] === 1) mirror(row.code(from), from, mirrorsBoxes, shown)
  }
  join(
    row,
    units.map((unit) => columns[unit] ?? 0),
    shown,
  )
  const isPlain = shown.size === 0 && levels.every((level) => level === 0)
  return isPlain ? null : { logical, visual, leftwards, shown, rightToLeft }
}

/** Rule L2: returns the units from left to right. */
function reordered(levels: Uint8Array): number[] {
  const units = Array.from(levels, (_, unit) => unit)
  const highest = levels.reduce((most, level) => Math.max(most, level), 0)
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < levels.length; from += 1) {
      if ((levels[from] ?? 0) < level) continue
      let end = from
      while (end < levels.length && (levels[end] ?? 0) >= level) end += 1
      reverse(units, from, end)
      from = end
    }
  return units
}

function reverse(units: number[], from: number, end: number): void {
  for (let left = from, right = end - 1; left < right; left += 1, right -= 1) {
    const unit = units[left] ?? 0
    units[left] = units[right] ?? 0
    units[right] = unit
  }
}

/** Rule L4. */
function mirror(code: number, at: number, boxes: boolean, shown: Map<number, number>): void {
  if (code <= 0x20) return
  const box = boxes ? mirroredBox(code) : code
  const other =
    box === code ? bidi().getMirroredCharacter(String.fromCodePoint(code))?.codePointAt(0) : box
  if (other !== undefined) shown.set(at, other)
}

/** Joins Arabic letters of neighboring cells, from right to left also in text that is ordered. */
function join(row: BidiRow, columns: readonly number[], shown: Map<number, number>): void {
  let word: (ArabicCell & { readonly column: number })[] = []
  for (let at = columns.length - 1; at >= -1; at -= 1) {
    const column = columns[at] ?? -1
    const code = column === -1 ? 0 : row.code(column)
    if (code > 0 && isArabicLetter(code)) {
      word.push({ code, text: row.text(column), column })
      continue
    }
    for (const [index, form] of word.length > 1 ? joinedForms(word).entries() : []) {
      const letter = word[index]
      if (letter !== undefined && form !== letter.code) shown.set(letter.column, form)
    }
    word = []
  }
}
