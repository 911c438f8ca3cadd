/**
 * Laying out lines anew when the width changes: rows that go on each other are joined and cut again. By xterm.js's rules, since the page
 * does the same: the line with the cursor stays as it is (its program redraws it), and blanks in colour at a line's end do not count.
 */
import { tailBit, textMask, wideBit } from './cell.ts'
import { emptyLine, type History, type Line } from './history.ts'

/** A row of history that has not been touched, by its index, or a line. */
export type Row = number | Line

export interface Layout {
  readonly cols: number
  readonly newCols: number
  readonly newRows: number
  readonly rows: Row[]
  /** Rows above the screen. */
  base: number
  /** Row of the cursor on the screen. */
  y: number
  /** Rows of history that may be kept. */
  readonly limit: number
}

export function reflow(layout: Layout, history: History): void {
  if (layout.newCols > layout.cols) widen(layout, history)
  else narrow(layout, history)
}

const isWrapped = (history: History, row: Row) => typeof row === 'number' ? history.isWrapped(row) : row.wrapped
const textLength = (history: History, row: Row) => typeof row === 'number' ? history.textLength(row) : lineTextLength(row)

function lineTextLength(line: Line): number {
  let length = line.length
  while (length > 0 && (line.content[length - 1]! & (textMask | tailBit)) === 0) length -= 1
  return length
}

function lineOf(history: History, row: Row): Line {
  if (typeof row !== 'number') return row
  const line = emptyLine(Math.max(1, history.length(row)))
  history.read(row, line)
  return line
}

/** Joined rows become fewer. */
function widen(layout: Layout, history: History): void {
  const { rows, newRows } = layout
  const cursor = layout.base + layout.y
  const result: Row[] = []
  let removed = 0
  for (let at = 0; at < rows.length;) {
    let end = at + 1
    while (end < rows.length && isWrapped(history, rows[end]!)) end += 1
    if (end - at === 1 || (cursor >= at && cursor < end)) for (let row = at; row < end; row += 1) result.push(rows[row]!)
    else {
      const lines = joined(layout, history, rows.slice(at, end))
      result.push(...lines)
      removed += end - at - lines.length
    }
    at = end
  }
  layout.rows.splice(0, rows.length, ...result)
  for (let left = removed; left > 0; left -= 1) {
    if (layout.base > 0) layout.base -= 1
    else if (layout.y > 0) layout.y -= 1
  }
  while (layout.rows.length < layout.base + newRows) layout.rows.push(emptyLine(1))
}

/**
 * Long rows become several. From the bottom up; where there is no history yet, the last rows of the screen give way to the new ones, even
 * if there is text in them: xterm.js does so, and the program that gets the new size draws them again.
 */
function narrow(layout: Layout, history: History): void {
  const { rows, newCols, newRows } = layout
  /** Rows that come in behind original row `after - 1`, bottom first. */
  const inserted: { readonly after: number; readonly lines: readonly Line[] }[] = []
  let total = rows.length
  for (let end = rows.length; end > 0;) {
    let at = end - 1
    while (at > 0 && isWrapped(history, rows[at]!)) at -= 1
    const group = rows.slice(at, end)
    const cursor = layout.base + layout.y
    const fits = group.length === 1 && textLength(history, group[0]!) <= newCols && !isWrapped(history, group[0]!)
    if (fits || (cursor >= at && cursor < end)) { end = at; continue }
    const lines = joined(layout, history, group)
    while (lines.length < group.length) lines.push({ ...emptyLine(1), wrapped: true })
    for (const [index, line] of lines.slice(0, group.length).entries()) rows[at + index] = line
    if (lines.length > group.length) inserted.push({ after: end, lines: lines.slice(group.length) })
    for (let left = lines.length - group.length; left > 0; left -= 1) {
      total += 1
      if (layout.base > 0) layout.base += 1
      else if (layout.y < newRows - 1) { layout.y += 1; rows.length -= 1; total -= 1 } else layout.base += 1
    }
    end = Math.min(at, rows.length)
  }
  for (const { after, lines } of inserted) rows.splice(Math.min(after, rows.length), 0, ...lines)
  rows.length = Math.min(rows.length, Math.max(total, layout.base + newRows))
  while (rows.length < layout.base + newRows) rows.push(emptyLine(1))
}

/** The cells of rows that go on each other, cut to the new width. A wide cell that does not fit goes to the next row. */
function joined({ cols, newCols }: Layout, history: History, group: readonly Row[]): Line[] {
  const lines = group.map((row) => lineOf(history, row))
  const lengths = lines.map((line, index) => {
    const next = lines[index + 1]
    if (next === undefined) return lineTextLength(line)
    const lastIsBlank = cols > line.length || (line.content[cols - 1]! & (textMask | tailBit)) === 0
    return lastIsBlank && next.length > 0 && (next.content[0]! & wideBit) !== 0 ? cols - 1 : cols
  })
  const result: Line[] = []
  let line = fresh(newCols, lines, result)
  for (const [index, from] of lines.entries()) {
    for (let x = 0; x < lengths[index]!; x += 1) {
      const content = x < from.length ? from.content[x]! : 0
      if (line.length === newCols || ((content & wideBit) !== 0 && line.length === newCols - 1)) line = fresh(newCols, lines, result)
      const to = line.length
      line.content[to] = content
      line.foreground[to] = x < from.length ? from.foreground[x]! : 0
      line.background[to] = x < from.length ? from.background[x]! : 0
      line.extras[to] = x < from.length ? from.extras[x]! : 0
      line.length += 1
    }
  }
  while (result.length > 1 && lineTextLength(result.at(-1)!) === 0) result.pop()
  return result
}

/** The next row of a line: goes on, but for the first, and has the prompt marks of the row that stood in its place. */
function fresh(cols: number, from: readonly Line[], result: Line[]): Line {
  const line = emptyLine(cols)
  line.wrapped = result.length > 0 || from[0]!.wrapped
  line.marks = from[result.length]?.marks ?? 0
  result.push(line)
  return line
}
