/** Cursor motions of copy mode. Pure. Words are vi's; "long" words end only at blanks. */
import { clamp } from '../../../base/numbers/clamp.ts'
import { endOf, lastColumn, startOf, type RowReader } from './rows.ts'
import type { CellPlace } from '../../grid/text/line.ts'

/** The visible rows. */
export interface RowsInView {
  readonly top: number
  readonly rows: number
}

export function move(
  rows: RowReader,
  view: RowsInView,
  from: CellPlace,
  motion: Motion,
): CellPlace {
  return motions[motion](rows, from, view)
}

type Step = (rows: RowReader, from: CellPlace, view: RowsInView) => CellPlace

/** Moves along the row, and to another row only within a wrapped line. */
function left(rows: RowReader, { row, column }: CellPlace): CellPlace {
  if (column > 0) return startOf(rows, { row, column: column - 1 })
  return row > 0 && rows.isWrapped(row)
    ? startOf(rows, { row: row - 1, column: rows.columns - 1 })
    : { row, column }
}

function right(rows: RowReader, from: CellPlace): CellPlace {
  const next = endOf(rows, from)
  if (next < rows.columns) return { row: from.row, column: next }
  return from.row + 1 < rows.count && rows.isWrapped(from.row + 1)
    ? { row: from.row + 1, column: 0 }
    : from
}

type Class = 'blank' | 'word' | 'sign'
type Classify = (cell: string) => Class

const wordClass: Classify = (cell) =>
  cell.trim() === '' ? 'blank' : /^[\p{L}\p{N}\p{M}_]/u.test(cell) ? 'word' : 'sign'
const longClass: Classify = (cell) => (cell.trim() === '' ? 'blank' : 'word')

const classAt = (rows: RowReader, { row, column }: CellPlace, classify: Classify): Class =>
  classify(rows.cells(row)[column] ?? ' ')

/** Returns the next character, or null at the end. `broke` means that a line ends before it. */
function next(
  rows: RowReader,
  from: CellPlace,
): { readonly place: CellPlace; readonly broke: boolean } | null {
  const column = endOf(rows, from)
  if (column < rows.columns && column <= lastColumn(rows, from.row) + 1)
    return { place: { row: from.row, column }, broke: false }
  if (from.row + 1 >= rows.count) return null
  return { place: { row: from.row + 1, column: 0 }, broke: !rows.isWrapped(from.row + 1) }
}

function lineEnd(rows: RowReader, { row }: CellPlace): CellPlace {
  return startOf(rows, { row, column: Math.max(0, lastColumn(rows, row)) })
}

const before: typeof next = (rows, { row, column }) => {
  if (column > 0) return { place: startOf(rows, { row, column: column - 1 }), broke: false }
  if (row === 0) return null
  return { place: lineEnd(rows, { row: row - 1, column }), broke: !rows.isWrapped(row) }
}

function wordForward(rows: RowReader, from: CellPlace, classify: Classify): CellPlace {
  const began = classAt(rows, from, classify)
  let place = from
  let same = began !== 'blank'
  for (let step = next(rows, place); step !== null; step = next(rows, place)) {
    place = step.place
    const now = classAt(rows, place, classify)
    if (step.broke) same = false
    if (now !== 'blank' && !(same && now === began)) return place
    if (now !== began) same = false
  }
  return place
}

/** Moves to the end of a word in the direction of `step`, over blanks before it. */
function wordOver(
  step: typeof next,
  rows: RowReader,
  from: CellPlace,
  classify: Classify,
): CellPlace {
  let place = from
  let to = step(rows, place)
  while (to !== null && classAt(rows, to.place, classify) === 'blank') {
    place = to.place
    to = step(rows, place)
  }
  if (to === null) return place
  place = to.place
  const kind = classAt(rows, place, classify)
  for (
    to = step(rows, place);
    to !== null && !to.broke && classAt(rows, to.place, classify) === kind;
    to = step(rows, place)
  )
    place = to.place
  return place
}

/** Moves to the next empty row in a direction. */
function paragraph(rows: RowReader, { row }: CellPlace, by: 1 | -1): CellPlace {
  let at = row + by
  while (
    at > 0 &&
    at < rows.count - 1 &&
    !(lastColumn(rows, at) === -1 && lastColumn(rows, at - by) !== -1)
  )
    at += by
  return { row: clamp(at, 0, rows.count - 1), column: 0 }
}

function lastTextRow(rows: RowReader): number {
  let row = rows.count - 1
  while (row > 0 && lastColumn(rows, row) === -1) row -= 1
  return row
}

/** Moves to the row that `to` returns, in the same column. */
const toRow =
  (to: (from: number, view: RowsInView) => number): Step =>
  (rows, { row, column }, view) =>
    startOf(rows, { row: clamp(to(row, view), 0, rows.count - 1), column })

const page = ({ rows }: RowsInView) => Math.max(1, rows - 1)
const half = ({ rows }: RowsInView) => Math.max(1, Math.floor(rows / 2))

const motions = {
  left,
  right,
  up: toRow((row) => row - 1),
  down: toRow((row) => row + 1),
  word: (rows, from) => wordForward(rows, from, wordClass),
  'word-back': (rows, from) => wordOver(before, rows, from, wordClass),
  'word-end': (rows, from) => wordOver(next, rows, from, wordClass),
  'long-word': (rows, from) => wordForward(rows, from, longClass),
  'long-word-back': (rows, from) => wordOver(before, rows, from, longClass),
  'long-word-end': (rows, from) => wordOver(next, rows, from, longClass),
  'line-start': (_, { row }) => ({ row, column: 0 }),
  'line-text': (rows, { row }) => {
    const column = rows.cells(row).findIndex((cell) => cell.trim() !== '')
    return { row, column: Math.max(0, column) }
  },
  'line-end': lineEnd,
  'page-up': toRow((row, view) => row - page(view)),
  'page-down': toRow((row, view) => row + page(view)),
  'half-up': toRow((row, view) => row - half(view)),
  'half-down': toRow((row, view) => row + half(view)),
  top: () => ({ row: 0, column: 0 }),
  bottom: (rows) => ({ row: lastTextRow(rows), column: 0 }),
  'view-top': toRow((_, { top }) => top),
  'view-middle': toRow((_, { top, rows }) => top + Math.floor((rows - 1) / 2)),
  'view-bottom': toRow((_, { top, rows }) => top + rows - 1),
  'paragraph-up': (rows, from) => paragraph(rows, from, -1),
  'paragraph-down': (rows, from) => paragraph(rows, from, 1),
} satisfies Record<string, Step>

export type Motion = keyof typeof motions
