/**
 * Writes a terminal's state in the MessagePack shape directly from its cells, as `toPacked` does
 * from its snapshot, without an object per cell. Handles rows of plain characters; others take the
 * long way. A test compares both.
 */
import {
  clusterBit,
  codeMask,
  colorMask,
  colorOf,
  extraBit,
  tailBit,
  textMask,
  wideBit,
} from '../screen/cell.ts'
import type { CellGrid } from '../screen/cell-grid.ts'
import { emptyLine, type Line } from '../history/history.ts'
import { packSnapshot, packSpan, Styles, type Packed } from './packed.ts'
import type { Screen } from '../screen/screen.ts'
import { headOf, linkTable, penOf, spanOfLine, type Position } from './snapshot.ts'

/** Reused UTF-16 units of a row. */
const units = new Uint16Array(2_048)

/** Includes `scrollback` rows of history. `cut`: fewer were possible than requested. */
export function screenToPacked(
  screen: Screen,
  { epoch, rev, at }: Position,
  scrollback = 0,
  cut = false,
  alive: () => void = () => undefined,
): Packed {
  const used = new Set<number>()
  const writer = new RowWriter(screen, used)
  const { grid } = screen
  const lines: Packed[] = []
  for (let y = 0; y < grid.rows; y += 1) {
    alive()
    const row = writer.row(y, lineAt(grid, y), grid.cols)
    if (row !== null) lines.push(row)
  }
  const { history } = screen.primary
  const count = Math.min(scrollback, history?.count ?? 0)
  const earlier = (): Packed => {
    const line = emptyLine(Math.max(screen.cols, 1_000))
    const rows: Packed[] = []
    for (let row = 0; row < count; row += 1) {
      alive()
      history!.read(history!.count - count + row, line) // exists unless count is 0
      const packed = writer.row(row, line, screen.cols)
      if (packed !== null) rows.push(packed)
    }
    return [count, rows]
  }
  const head = {
    v: 1 as const,
    epoch,
    rev,
    at,
    ...headOf(screen, used),
    links: () => linkTable(screen, used),
    ...(cut ? { cut: true as const } : {}),
  }
  return packSnapshot(head, lines, scrollback > 0 ? earlier : null, writer.styles)
}

/** Returns a row of the screen without copying its cells. */
function lineAt(grid: CellGrid, y: number): Line {
  const start = grid.at(y)
  const { cells, plane, cols } = grid
  return {
    length: cols,
    wrapped: grid.isWrapped(y),
    marks: grid.marks[grid.row(y)]!,
    content: cells.subarray(start, start + cols),
    foreground: cells.subarray(plane + start, plane + start + cols),
    background: cells.subarray(2 * plane + start, 2 * plane + start + cols),
    extras: grid.extras === null ? noExtras : grid.extras.subarray(start, start + cols),
  }
}

const noExtras = new Uint16Array(0)

class RowWriter {
  readonly styles = new Styles()
  readonly #screen: Screen
  readonly #used: Set<number>
  /** Numbers of styles by the words of a cell. */
  readonly #numbers = new Map<number, Map<number, number>>()
  #first = 0
  #second = 0
  #number = 0

  constructor(screen: Screen, used: Set<number>) {
    this.#screen = screen
    this.#used = used
  }

  /** Returns a row as a packed span, or `null` if it is empty. */
  row(y: number, line: Line, cols: number): Packed | null {
    const { content, foreground, background, wrapped, marks } = line
    let length = Math.min(line.length, cols)
    while (
      length > 0 &&
      content[length - 1] === 0 &&
      foreground[length - 1] === 0 &&
      background[length - 1] === 0
    )
      length -= 1
    if (length === 0 && !wrapped && marks === 0) return null
    const runs: number[] = []
    const exceptions: (number | null)[] = []
    let count = 0
    let cell = 0
    let style = 0
    let from = 0
    let wide = -1
    for (let x = 0; x < length; cell += 1) {
      const word = content[x]!
      if ((word & (clusterBit | extraBit | tailBit)) !== 0) return this.#long(y, line, cols)
      const number = this.#styleOf(foreground[x]!, background[x]!)
      if (number !== style) {
        if (cell > from) runs.push(cell - from, style)
        style = number
        from = cell
      }
      const code = word & codeMask
      if (code >= 0x10000) {
        units[count++] = 0xd7c0 + (code >> 10)
        units[count++] = 0xdc00 | (code & 0x3ff)
      } else units[count++] = code
      if ((word & wideBit) === 0) {
        x += 1
        continue
      }
      if ((word & textMask) === 0) return this.#long(y, line, cols)
      x += 2
      if (wide >= 0 && exceptions[wide]! + exceptions[wide + 1]! === cell)
        exceptions[wide + 1]! += 1
      else {
        wide = exceptions.length
        exceptions.push(cell, 1, 2, null)
      }
    }
    if (style !== 0 || runs.length > 0) runs.push(cell - from, style)
    // array-like is enough
    const text = String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[])
    const packed: Packed[] = [y, 0, (wrapped ? 3 : 0) | (marks === 0 ? 0 : 4 | (marks << 3)), text]
    if (runs.length > 0 || exceptions.length > 0) packed.push(runs)
    if (exceptions.length > 0) packed.push(exceptions)
    return packed
  }

  #long(y: number, line: Line, cols: number): Packed | null {
    const span = spanOfLine(this.#screen, y, line, cols, this.#used)
    return span === null ? null : packSpan(span, this.styles)
  }

  #styleOf(first: number, second: number): number {
    if (first === this.#first && second === this.#second) return this.#number
    this.#first = first
    this.#second = second
    if (first === 0 && second === 0) return (this.#number = 0)
    if (second === 0 && (first & ~colorMask) === 0)
      return (this.#number = this.styles.numberOfColor(colorOf(first) ?? 0)) // it has one
    let inner = this.#numbers.get(first)
    if (inner === undefined) this.#numbers.set(first, (inner = new Map()))
    let number = inner.get(second)
    if (number === undefined)
      inner.set(second, (number = this.styles.numberOf(penOf(first, second, 0, 0))))
    return (this.#number = number)
  }
}
