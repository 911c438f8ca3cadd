/**
 * Finds the links of rows of cells. The terminal wraps a line that is too long, and marks it. A
 * program that draws its own screen wraps an address by itself: a row is full to the right edge of
 * the screen or of the frame around it, and the next one starts at the same column. Pure.
 */
import { findLinks, type FoundLink, type LinkKinds } from './find-links.ts'
import { framePaddingMax, linkBytesMax, linkLineCharactersMax, linkRowsMax } from './limits.ts'

export interface LinkRows {
  /** Rows count from 0, the oldest. */
  readonly count: number
  readonly columns: number
  /** One text per column: '' for the right half of a wide character. May be shorter or longer. */
  readonly cells: (row: number) => readonly string[]
  /** Returns whether the row continues the one before. */
  readonly isWrapped: (row: number) => boolean
  /** Returns whether the last cell is empty only because a wide character did not fit. */
  readonly hasGap?: (row: number) => boolean
}

/** Cells of one row. */
export interface LinkSpan {
  readonly row: number
  readonly column: number
  readonly columns: number
  readonly text: string
}

/** A line: wrapped rows joined, with the cell of each UTF-16 unit. */
export interface LinkLine {
  readonly text: string
  readonly places: readonly { readonly row: number; readonly column: number }[]
  /** Whether the line continues before its start or after its end. */
  readonly isCut: { readonly start: boolean; readonly end: boolean }
}

/** A link with its cells, in order. The offsets are those in its first line. */
export interface RowLink {
  readonly link: FoundLink
  readonly spans: readonly LinkSpan[]
  /**
   * Whether the reader may take it for another: it touches an end of a line that continues there,
   * or the program broke it within its host.
   */
  readonly isCut: boolean
}

/** Returns the links that have cells in a row. */
export function linksInRow(read: LinkRows, row: number, kinds: LinkKinds): RowLink[] {
  const rows = readOnce(read)
  let links = linksOf(rows, lineAt(rows, row), kinds)
  for (let above = firstRow(rows, row) - 1; mayEndFull(rows, above, row); above -= 1) {
    if (!rows.cells(above).includes(':')) continue
    links = linksOf(rows, lineAt(rows, above), { ...kinds, paths: false }).concat(links)
    above = firstRow(rows, above)
  }
  return withoutParts(links).filter(({ spans }) => spans.some((span) => span.row === row))
}

/** Returns rows whose cells are read once, because many links may need those of one row. */
export function readOnce(rows: LinkRows): LinkRows {
  const known = new Map<number, readonly string[]>()
  return {
    count: rows.count,
    columns: rows.columns,
    isWrapped: rows.isWrapped,
    hasGap: (row) => rows.hasGap?.(row) === true,
    cells: (row) => {
      const cells = known.get(row) ?? rows.cells(row).slice(0, rows.columns)
      known.set(row, cells)
      return cells
    },
  }
}

/** Returns the links that start in a line, with the rows that continue an address. */
export function linksOf(rows: LinkRows, line: LinkLine, kinds: LinkKinds): RowLink[] {
  return findLinks(line.text, kinds).flatMap((link) => {
    const isCut =
      (line.isCut.start && link.start === 0) || (line.isCut.end && link.end === line.text.length)
    const one = { link, spans: spansOf(rows, line, link.start, link.end), isCut }
    if (link.kind === 'path') return [one]
    const joined = joinRows(rows, line, link, kinds)
    if (joined === 'too-long') return []
    return [joined === null ? one : { ...joined, isCut: isCut || joined.isCut }]
  })
}

/** Removes links that start in the later rows of another link, and repeated links. */
export function withoutParts(links: readonly RowLink[]): RowLink[] {
  const taken = new Set<string>()
  for (const { spans } of links)
    for (const { row, column, columns } of spans.slice(1))
      for (let at = column; at < column + columns; at += 1) taken.add(`${row} ${at}`)
  return links.filter(({ spans: [first] }) => {
    const start = `${first?.row} ${first?.column}`
    if (first === undefined || taken.has(start)) return false
    taken.add(start)
    return true
  })
}

/** Returns the line of a row, or its part around the row if it is very long. */
function lineAt(rows: LinkRows, row: number): LinkLine {
  const around = Math.ceil(linkLineCharactersMax / 2 / rows.columns)
  const start = firstRow(rows, row)
  let end = row + 1
  while (end < rows.count && end - row < around && rows.isWrapped(end)) end += 1
  const places: LinkLine['places'][number][] = []
  let text = ''
  for (let at = start; at < end; at += 1)
    for (const [column, cell] of lineCells(rows, at).entries()) {
      for (let unit = 0; unit < cell.length; unit += 1) places.push({ row: at, column })
      text += cell
    }
  const isCut = {
    start: rows.isWrapped(start),
    end: end < rows.count && rows.isWrapped(end),
  }
  return { text, places, isCut }
}

/** Returns the cells that belong to the text of a line. */
export function lineCells(rows: LinkRows, row: number): readonly string[] {
  const cells = rows.cells(row).slice(0, rows.columns)
  return rows.hasGap?.(row) === true ? cells.slice(0, -1) : cells
}

function firstRow(rows: LinkRows, row: number): number {
  const around = Math.ceil(linkLineCharactersMax / 2 / rows.columns)
  let start = row
  while (start > 0 && row - start < around && rows.isWrapped(start)) start -= 1
  return start
}

/** Returns whether some text of a row above `row` may end at its right edge. */
function mayEndFull(rows: LinkRows, above: number, row: number): boolean {
  return above >= 0 && row - above < linkRowsMax && fullText.test(rows.cells(above).join(''))
}

const frames = '│┃║┆┇┊┋╎╏▌▐▏▕|'
const fullText = new RegExp(`[^\\s${frames}] {0,${framePaddingMax}}(?:[${frames}]|$)`)
const isFrame = (cell: string | undefined) => cell !== undefined && frame.has(cell)
const frame = new Set(frames)

type Address = FoundLink & { readonly kind: 'address' }

/** Returns an address with the rows that continue it, or `null` if none does. */
function joinRows(
  rows: LinkRows,
  { text, places }: LinkLine,
  link: Address,
  kinds: LinkKinds,
): RowLink | 'too-long' | null {
  const first = places[link.start]
  const last = places[link.end - 1]
  if (first === undefined || last === undefined) return null
  const cells = rows.cells(last.row)
  const area = areaOf(
    cells,
    first.row === last.row ? first.column : 0,
    textEnd(cells, last.column, rows.columns),
    rows.columns,
  )
  if (area === null) return null
  const parts: LinkSpan[] = []
  let units = 0
  if (rows.isWrapped(last.row + 1)) return null
  // The terminal may have wrapped the next row.
  let goesOn = false
  for (let row = last.row + 1; row < rows.count; row += 1) {
    const part = nextPart(rows, row, area)
    goesOn = part === null && rows.isWrapped(row)
    if (part === null) break
    units += part.text.length
    if (parts.length === linkRowsMax || units > linkBytesMax) return 'too-long'
    parts.push(part)
    if (part.column + part.columns < area.end) break
  }
  if (parts.length === 0) return null
  // The end of a sentence may be the middle of the address, so all of the row counts.
  let end = link.end
  for (let at = places[end]; at?.row === last.row && at.column < area.end; at = places[end])
    end += 1
  const whole = text.slice(link.start, end) + parts.map((part) => part.text).join('')
  const [found] = findLinks(whole, { ...kinds, paths: false })
  if (found?.kind !== 'address') return whole.length > linkBytesMax ? 'too-long' : null
  let left = found.end - (end - link.start)
  if (found.start > 0 || left <= 0) return null
  const spans = spansOf(rows, { text, places }, link.start, end)
  for (const { row, column, text: all } of parts) {
    if (left <= 0) break
    const part = all.slice(0, left)
    spans.push({ row, column, columns: widthOf(rows.cells(row), column, part.length), text: part })
    left -= part.length
  }
  const isCut =
    goesOn ||
    hostOnly.test(whole.slice(0, end - link.start)) ||
    (area.right > area.end && parts.some(({ row }) => hasTextBeside(rows.cells(row), area)))
  return { link: { ...link, end, address: found.address }, spans, isCut }
}

/** Returns whether a row has text outside an area. The rows of a table are separate entries. */
function hasTextBeside(cells: readonly string[], { left, right }: Area): boolean {
  return cells.some(
    (cell, column) =>
      (column < left || column > right) && !isBlank(cell) && cell !== '' && !isFrame(cell),
  )
}

/**
 * The part of a row that contains an address: the frame around it, its text, and the end of the
 * text.
 */
interface Area {
  /** Column of the frame left of it; -1 if there is none. */
  readonly left: number
  /** Column of the first character. */
  readonly text: number
  readonly end: number
  /** Column of the frame right of it, or the number of columns. */
  readonly right: number
}

/** Returns the area if the text at `column` is full to its right edge. */
function areaOf(
  cells: readonly string[],
  column: number,
  end: number,
  columns: number,
): Area | null {
  let right = end
  while (right < columns && right - end <= framePaddingMax && isBlank(cells[right])) right += 1
  if (right < columns && !isFrame(cells[right])) return null
  let left = column - 1
  while (left >= 0 && !isFrame(cells[left])) left -= 1
  let text = left + 1
  while (isBlank(cells[text]) && text < column) text += 1
  return right - end <= Math.min(text - left - 1, framePaddingMax) || right === end
    ? { left, text, end, right }
    : null
}

/** Returns the only word of the next row within an area, if it may continue the text there. */
function nextPart(rows: LinkRows, row: number, { left, text, end, right }: Area): LinkSpan | null {
  const cells = rows.cells(row)
  if ((left >= 0 && !isFrame(cells[left])) || (right < rows.columns && !isFrame(cells[right])))
    return null
  let column = left + 1
  while (column < right && isBlank(cells[column])) column += 1
  const isAligned = column === text || (column === left + 1 && right === end)
  const after = textEnd(cells, column, right)
  if (!isAligned || after === column || after > end) return null
  for (let at = after; at < right; at += 1) if (!isBlank(cells[at])) return null
  const word = cells.slice(column, after).join('')
  return startsAnew.test(word) ? null : { row, column, columns: after - column, text: word }
}

const hostOnly = /^[^/?#]*\/\/[^/?#]*$/

/** Matches the start of another address or a prompt, and the end of a prompt. */
const startsAnew = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:|~)|[$#%]$/i

function textEnd(cells: readonly string[], column: number, right: number): number {
  let end = column
  while (end < right && !isBlank(cells[end]) && !isFrame(cells[end])) end += 1
  return end
}

const isBlank = (cell: string | undefined) =>
  cell === ' ' || cell === undefined || cell === '\u00a0'

/** Returns the number of columns of the text from a column on. */
function widthOf(cells: readonly string[], column: number, units: number): number {
  let [at, left] = [column, units]
  while (left > 0 && at < cells.length) left -= cells[at++]?.length ?? 1
  while (cells[at] === '') at += 1
  return at - column
}

/** Returns the cells of a part of a line, row by row. */
function spansOf(
  rows: LinkRows,
  { text, places }: Pick<LinkLine, 'text' | 'places'>,
  start: number,
  end: number,
): LinkSpan[] {
  const spans: LinkSpan[] = []
  let from = start
  for (let first = places[from]; first !== undefined && from < end; first = places[from]) {
    const { row, column } = first
    let to = from
    while (to < end && places[to]?.row === row) to += 1
    const columns = widthOf(rows.cells(row), column, to - from)
    spans.push({ row, column, columns, text: text.slice(from, to) })
    from = to
  }
  return spans
}
