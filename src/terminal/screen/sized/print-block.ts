/** Prints a character that occupies a block of cells (OSC 66). */
import { clusterBit, extraBit, tailBit, wideBit } from '../cell.ts'
import { BROAD, STYLED } from '../../history/grid-rows.ts'
import { clusterCodesMax } from '../../limits.ts'
import { insertCells } from '../edit.ts'
import { continueOnNextRow, makeRoom, reachEdge } from '../print.ts'
import type { Screen } from '../screen.ts'
import { edgeAt, scrollUp } from '../scroll.ts'
import { removeBlocks } from './blocks.ts'
import { cellWord, columnsOfBlock, rowsOfBlock } from './sizing.ts'

/** Prints text as one character of the size of this word's block. */
export function printBlock(screen: Screen, text: string, first: number): void {
  const [columns, rows] = [columnsOfBlock(first), rowsOfBlock(first)]
  const { modes, top, bottom } = screen
  const least = screen.x <= screen.right ? screen.left : 0
  if (columns > edgeAt(screen, screen.x) - Math.min(least, screen.x) + 1) return
  if (rows > (screen.y <= bottom ? bottom - top : screen.rows - 1 - screen.y) + 1) return
  if (screen.opened !== null) screen.makeLink()
  if (screen.pending && modes.autowrap) continueOnNextRow(screen)
  screen.pending = false
  if (screen.x + columns - 1 > edgeAt(screen, screen.x)) {
    if (modes.autowrap) continueOnNextRow(screen)
    else screen.x = edgeAt(screen, screen.x) - columns + 1
  }
  screen.grid.hasBlocks = true
  screen.settle()
  if (!makeRoom(screen, columns)) return
  const missing = screen.y + rows - 1 - (screen.y <= bottom ? bottom : screen.rows - 1)
  if (missing > 0) {
    scrollUp(screen, missing)
    screen.y -= missing
  }
  writeBlock(screen, contentOf(screen, text), first)
}

/** Returns the content word of the first code points of a text. */
function contentOf({ clusters }: Screen, text: string): number {
  const [first = 0x20, ...others] = Array.from(text, (one) => one.codePointAt(0) ?? 0)
  let content = first
  for (const code of others.slice(0, clusterCodesMax - 1)) {
    const joined = clusters.joined(content, code)
    if (joined === -1) break
    content = clusterBit | joined
  }
  return content
}

/** Numbers of extras for the cells of the last block, row by row; scaled text repeats them. */
interface BlockExtras {
  readonly first: number
  readonly underline: number
  readonly link: number
  /** A sweep of the table gives numbers another meaning. */
  readonly sweeps: number
  readonly numbers: Uint16Array
}
const lastBlocks = new WeakMap<Screen, BlockExtras>()

/** Returns the numbers of the cells of a block, or zeros. */
function numbersOf(screen: Screen, first: number): Uint16Array {
  const { extras, underline, link } = screen
  const { sweeps } = extras
  const last = lastBlocks.get(screen)
  if (
    last?.first === first &&
    last.underline === underline &&
    last.link === link &&
    last.sweeps === sweeps
  )
    return last.numbers
  return new Uint16Array(columnsOfBlock(first) * rowsOfBlock(first))
}

function writeBlock(screen: Screen, content: number, first: number): void {
  const [columns, rows] = [columnsOfBlock(first), rowsOfBlock(first)]
  const { extras, grid, foreground, background, underline, link, x, y } = screen
  const edge = edgeAt(screen, x)
  clearCells(screen, columns, rows)
  const { sweeps } = extras
  const numbers = numbersOf(screen, first)
  let isTableFull = false
  const { cells, plane } = grid
  for (let row = 0; row < rows; row += 1) {
    const start = grid.at(y + row) + x
    for (let column = 0; column < columns; column += 1) {
      const place = row * columns + column
      let extra = numbers[place]!
      if (extra === 0)
        extra = numbers[place] = extras.intern(underline, link, cellWord(first, column, row))
      isTableFull ||= extra === 0
      const isFirst = row === 0 && column === 0
      const text = isFirst ? content | (columns > 1 ? wideBit : 0) : row === 0 ? tailBit : 0
      const word = text | (extra === 0 ? 0 : extraBit)
      cells[start + column] = word
      cells[plane + start + column] = foreground
      cells[2 * plane + start + column] = background
      grid.setExtra(start + column, extra)
    }
    const number = grid.row(y + row)
    const styled = foreground !== 0 || background !== 0 ? STYLED : 0
    grid.flags[number] = grid.flags[number]! | BROAD | styled
    grid.reach(number, x + columns)
    grid.touch(y + row)
  }
  // a sweep while they were made would have changed the first ones
  if (!isTableFull && extras.sweeps === sweeps)
    lastBlocks.set(screen, { first, underline, link, sweeps, numbers })
  if (isTableFull) useSingleSize(screen, content, columns, rows)
  if (x + columns > edge) reachEdge(screen, edge, false)
  else screen.x = x + columns
}

/** Gives the first cell the text at single size, since the table of extras is full. */
function useSingleSize(screen: Screen, content: number, columns: number, rows: number): void {
  const { grid, foreground, background, x, y } = screen
  for (let row = 0; row < rows; row += 1) {
    removeBlocks(screen, y + row, x, x + columns)
    grid.fill(y + row, x, x + columns, { ...screen.penBlank(), content: 0, extra: 0 })
  }
  grid.setCell(y, x, content, foreground, background, 0)
}

/** Removes what the cells of a block at the cursor replace, or moves it in insert mode. */
function clearCells(screen: Screen, columns: number, rows: number): void {
  const { grid, x, y } = screen
  for (let row = 0; row < rows; row += 1) {
    const start = grid.at(y + row) + x
    let isEmpty = true
    for (let cell = start; cell < start + columns; cell += 1) isEmpty &&= grid.cells[cell] === 0
    const after = x + columns < screen.cols ? grid.cells[start + columns]! : 0
    if (isEmpty && (after & tailBit) === 0 && !screen.modes.insert) continue
    if (row > 0) removeBlocks(screen, y + row, x, x + columns)
    blankHalves(screen, y + row, x, x + columns)
    if (screen.modes.insert && x >= screen.left && x <= screen.right)
      insertCells(screen, y + row, x, columns, screen.right, screen.penBlank())
  }
}

/** Blanks the other halves of wide characters that the cells of a block cut. */
function blankHalves(screen: Screen, y: number, from: number, end: number): void {
  const { grid } = screen
  const fill = screen.penBlank()
  const start = grid.at(y)
  if (from > 0 && (grid.cells[start + from]! & tailBit) !== 0) grid.fill(y, from - 1, from, fill)
  if (end < screen.cols && (grid.cells[start + end]! & tailBit) !== 0)
    grid.fill(y, end, end + 1, fill)
}
