/** A row outside the screen, for reading, layout or writing back. */
import { extraBit, wideBit } from '../screen/cell.ts'
import type { GridRows } from './grid-rows.ts'

/** The next reading reuses the arrays. */
export interface Line {
  /** Cells up to the last one that is not a default blank. */
  length: number
  wrapped: boolean
  marks: number
  content: Uint32Array
  foreground: Uint32Array
  background: Uint32Array
  extras: Uint16Array
}

export const emptyLine = (cols: number): Line => ({
  length: 0,
  wrapped: false,
  marks: 0,
  content: new Uint32Array(cols),
  foreground: new Uint32Array(cols),
  background: new Uint32Array(cols),
  extras: new Uint16Array(cols),
})

/** Writes a line to screen row `y`. A wide cell cut by the width becomes blank. */
export function writeLine(line: Line, grid: GridRows, y: number): void {
  grid.clearRow(y, 0)
  const length = Math.min(line.length, grid.cols)
  for (let x = 0; x < length; x += 1) {
    const content = line.content[x]!
    const cut = (content & wideBit) !== 0 && x === grid.cols - 1
    grid.setCell(
      y,
      x,
      cut ? content & extraBit : content,
      line.foreground[x]!,
      line.background[x]!,
      (content & extraBit) !== 0 ? line.extras[x]! : 0,
    )
  }
  grid.setWrapped(y, line.wrapped)
  grid.marks[grid.row(y)] = line.marks
}

/** Reads screen row `y`. */
export function readLine(grid: GridRows, y: number, line: Line): void {
  const start = grid.at(y)
  const { cells, plane, cols } = grid
  line.content.set(cells.subarray(start, start + cols))
  line.foreground.set(cells.subarray(plane + start, plane + start + cols))
  line.background.set(cells.subarray(2 * plane + start, 2 * plane + start + cols))
  for (let x = 0; x < cols; x += 1) line.extras[x] = grid.extra(start + x)
  let length = cols
  while (
    length > 0 &&
    line.content[length - 1] === 0 &&
    line.foreground[length - 1] === 0 &&
    line.background[length - 1] === 0
  )
    length -= 1
  line.length = length
  line.wrapped = grid.isWrapped(y)
  line.marks = grid.marks[grid.row(y)]!
}
