/** Rows of a selection, and what an agent has drawn around their text. Columns stay in place. */
import { columnsOf } from '../../../terminal/screen/width.ts'

/** A row while it is cleaned. */
export interface CopiedRow {
  /** The whole row without spaces at its end. Removed drawing is replaced by spaces. */
  readonly text: string
  /** Characters of the agent's drawing in front of its text. */
  readonly gutter: number
  /** Column of the right edge: text of this row ends before it. */
  readonly edge: number
  /** Column of the text next to a bar or in a frame that was removed, or 0. */
  readonly inner: number
  /** A row of numbered code: whether it continues the row above. `null` for any other row. */
  readonly continues: boolean | null
}

/** A row without frames and bars. */
export type BareRow = Pick<CopiedRow, 'text' | 'edge' | 'inner'>

/** Kinds of drawing that a copy leaves out, in the words of the notice. */
export type Cleaned = 'borders' | 'gutter' | 'line numbers' | 'line breaks'

/** A frame or bar of an agent starts in one of these columns, and a frame ends as near the edge. */
const marginMax = 6

const frameTop = /^ *[╭┌┏╔][─━═]+[╮┐┓╗]$/u
const frameBottom = /^ *[╰└┗╚][─━═]+[╯┘┛╝]$/u
const frameSide = /^( *)[│┃║](.*)[│┃║]$/u
/** Edges of a band that is drawn with half blocks, over the whole width. */
const bandEdge = /^ *(?:▄{8,}|▀{8,}|▁{8,}|▔{8,})$/u
/** A bar to the left of a quote or a message. */
const bar = /^( *)([▎▌▍▏┃])(?= |$)/u
const plainBar = /^( *)(│)(?= |$)/u
/** Corners and crossings of tables, trees and diagrams, which are content. */
const joints = /[├┤┬┴┼└┌┐┘╭╮╰╯╠╣╦╩╬]/u

export function indentOf(text: string): number {
  const indent = text.search(/[^ ]/)
  return indent === -1 ? 0 : indent
}

/** Removes frames, bands and bars from rows. Returns `null` for a row that was only an edge. */
export function withoutBorders(
  rows: readonly string[],
  columns: number,
  { bars, right }: { readonly bars: boolean; readonly right: number },
): { readonly rows: readonly (BareRow | null)[]; readonly found: boolean } {
  let found = false
  const near = (row: string) =>
    indentOf(row) <= marginMax && columnsOf(row) >= columns - right - marginMax
  const sides = framed(rows, near)
  const cleaned = rows.map((row, at) => {
    const side = sides.has(at) ? frameSide.exec(row) : null
    if (side !== null) {
      found = true
      const [, left = '', inner = ''] = side
      const text = `${left} ${inner}`.trimEnd()
      return { text, edge: columnsOf(row) - 2, inner: left.length + 2 }
    }
    if (sides.has(at) || (bandEdge.test(row) && near(row))) {
      found = true
      return null
    }
    return { text: row, edge: columns - right, inner: 0 }
  })
  const unbarred = withoutBars(cleaned, bars)
  return { rows: unbarred, found: found || unbarred.some((row, at) => row !== cleaned[at]) }
}

/** Returns the rows of frames: edges, and sides next to an edge or up to the selection's end. */
function framed(rows: readonly string[], near: (row: string) => boolean): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = 0; at < rows.length; at += 1) {
    let end = at
    while (end < rows.length && frameSide.test(rows[end] ?? '') && near(rows[end] ?? '')) end += 1
    const above = rows[at - 1]
    const below = rows[end]
    const isTop = above !== undefined && frameTop.test(above) && near(above)
    const isBottom = below !== undefined && frameBottom.test(below) && near(below)
    const inner = rows.slice(at, end)
    // A selection may start or end within the frame.
    const isFrame =
      end > at &&
      (isTop || at === 0) &&
      (isBottom || end >= rows.length - 1) &&
      !inner.some((row) => isTable(row))
    if (isFrame) {
      for (let one = isTop ? at - 1 : at; one < end + (isBottom ? 1 : 0); one += 1) found.add(one)
      at = end
    } else at = Math.max(at, end - 1)
  }
  return found
}

/** Returns whether a row has more columns of a frame than its sides. */
function isTable(row: string): boolean {
  return joints.test(row) || /[│┃║].*[│┃║].*[│┃║]/u.test(row)
}

function withoutBars(
  rows: readonly (BareRow | null)[],
  bars: boolean,
): readonly (BareRow | null)[] {
  const expression = bars ? plainBar : null
  const cleaned = [...rows]
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]
    if (row == null) continue
    const found = bar.exec(row.text) ?? expression?.exec(row.text)
    if (found == null || (found[1] ?? '').length > marginMax) continue
    const rest = row.text.slice(found[0].length)
    if (joints.test(rest) || /[│┃║]/u.test(rest)) continue
    // A vertical line between two parts of a diagram has no text next to it.
    const near = [rows[at - 1], rows[at + 1]]
    if (rest === '' && found[2] === '│' && !near.some((one) => /│ +\S/u.test(one?.text ?? '')))
      continue
    cleaned[at] = { ...row, text: `${found[1]} ${rest}`.trimEnd(), inner: found[0].length + 1 }
  }
  return cleaned
}
