/**
 * Where a step of copy mode leads. Pure. Words are vi's: runs of letters and digits, or runs of
 * other signs; "long" words end at blanks only.
 */
import { endOf, lastColumn, startOf, type Place, type Rows } from './rows.ts'

export type Motion =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'word'
  | 'word-back'
  | 'word-end'
  | 'long-word'
  | 'long-word-back'
  | 'long-word-end'
  | 'line-start'
  | 'line-text'
  | 'line-end'
  | 'page-up'
  | 'page-down'
  | 'half-up'
  | 'half-down'
  | 'top'
  | 'bottom'
  | 'view-top'
  | 'view-middle'
  | 'view-bottom'
  | 'paragraph-up'
  | 'paragraph-down'

/** The rows in view. */
export interface View {
  readonly top: number
  readonly rows: number
}

export function move(rows: Rows, view: View, from: Place, motion: Motion): Place {
  const page = Math.max(1, view.rows - 1)
  const half = Math.max(1, Math.floor(view.rows / 2))
  const down = (by: number): Place =>
    startOf(rows, { row: clamp(from.row + by, rows.count - 1), column: from.column })
  const at = (row: number): Place =>
    startOf(rows, { row: clamp(row, rows.count - 1), column: from.column })
  switch (motion) {
    case 'left':
      return left(rows, from)
    case 'right':
      return right(rows, from)
    case 'up':
      return down(-1)
    case 'down':
      return down(1)
    case 'word':
      return wordForward(rows, from, wordClass)
    case 'word-back':
      return wordBack(rows, from, wordClass)
    case 'word-end':
      return wordEnd(rows, from, wordClass)
    case 'long-word':
      return wordForward(rows, from, longClass)
    case 'long-word-back':
      return wordBack(rows, from, longClass)
    case 'long-word-end':
      return wordEnd(rows, from, longClass)
    case 'line-start':
      return { row: from.row, column: 0 }
    case 'line-text':
      return {
        row: from.row,
        column: Math.max(
          0,
          rows.cells(from.row).findIndex((cell) => cell.trim() !== ''),
        ),
      }
    case 'line-end':
      return startOf(rows, { row: from.row, column: Math.max(0, lastColumn(rows, from.row)) })
    case 'page-up':
      return down(-page)
    case 'page-down':
      return down(page)
    case 'half-up':
      return down(-half)
    case 'half-down':
      return down(half)
    case 'top':
      return { row: 0, column: 0 }
    case 'bottom':
      return { row: lastTextRow(rows), column: 0 }
    case 'view-top':
      return at(view.top)
    case 'view-middle':
      return at(view.top + Math.floor((view.rows - 1) / 2))
    case 'view-bottom':
      return at(view.top + view.rows - 1)
    case 'paragraph-up':
      return paragraph(rows, from, -1)
    case 'paragraph-down':
      return paragraph(rows, from, 1)
  }
}

/** Along the row; over its ends only where the line goes on. */
function left(rows: Rows, { row, column }: Place): Place {
  if (column > 0) return startOf(rows, { row, column: column - 1 })
  return row > 0 && rows.isWrapped(row)
    ? startOf(rows, { row: row - 1, column: rows.columns - 1 })
    : { row, column }
}

function right(rows: Rows, from: Place): Place {
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

const classAt = (rows: Rows, { row, column }: Place, classify: Classify): Class =>
  classify(rows.cells(row)[column] ?? ' ')

/**
 * The next character, over line ends; null at the end of everything. `broke`: a line ended between
 * them.
 */
function next(rows: Rows, from: Place): { readonly place: Place; readonly broke: boolean } | null {
  const column = endOf(rows, from)
  if (column < rows.columns && column <= lastColumn(rows, from.row) + 1)
    return { place: { row: from.row, column }, broke: false }
  if (from.row + 1 >= rows.count) return null
  return { place: { row: from.row + 1, column: 0 }, broke: !rows.isWrapped(from.row + 1) }
}

function before(
  rows: Rows,
  from: Place,
): { readonly place: Place; readonly broke: boolean } | null {
  if (from.column > 0)
    return { place: startOf(rows, { row: from.row, column: from.column - 1 }), broke: false }
  if (from.row === 0) return null
  return {
    place: startOf(rows, {
      row: from.row - 1,
      column: Math.max(0, lastColumn(rows, from.row - 1)),
    }),
    broke: !rows.isWrapped(from.row),
  }
}

function wordForward(rows: Rows, from: Place, classify: Classify): Place {
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

function wordBack(rows: Rows, from: Place, classify: Classify): Place {
  let place = from
  let step = before(rows, place)
  while (step !== null && classAt(rows, step.place, classify) === 'blank') {
    place = step.place
    step = before(rows, place)
  }
  if (step === null) return place
  place = step.place
  const kind = classAt(rows, place, classify)
  for (
    step = before(rows, place);
    step !== null && !step.broke && classAt(rows, step.place, classify) === kind;
    step = before(rows, place)
  )
    place = step.place
  return place
}

function wordEnd(rows: Rows, from: Place, classify: Classify): Place {
  let place = from
  let step = next(rows, place)
  while (step !== null && classAt(rows, step.place, classify) === 'blank') {
    place = step.place
    step = next(rows, place)
  }
  if (step === null) return place
  place = step.place
  const kind = classAt(rows, place, classify)
  for (
    step = next(rows, place);
    step !== null && !step.broke && classAt(rows, step.place, classify) === kind;
    step = next(rows, place)
  )
    place = step.place
  return place
}

/** The next empty row in that direction. */
function paragraph(rows: Rows, { row }: Place, by: 1 | -1): Place {
  let at = row + by
  while (
    at > 0 &&
    at < rows.count - 1 &&
    !(lastColumn(rows, at) === -1 && lastColumn(rows, at - by) !== -1)
  )
    at += by
  return { row: clamp(at, rows.count - 1), column: 0 }
}

/** Below it the screen is empty. */
function lastTextRow(rows: Rows): number {
  let row = rows.count - 1
  while (row > 0 && lastColumn(rows, row) === -1) row -= 1
  return row
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}
