/**
 * Characters that occupy a block of cells (OSC 66): the first cell has the text, and each cell its
 * place (sizing.ts) in the table of extras. Whatever changes one cell of a block first removes the
 * block. A block may be partly in the history, or lose cells to the edge of a smaller screen; its
 * other cells then stay empty.
 */
import { extraBit } from '../cell.ts'
import type { Screen } from '../screen.ts'
import {
  cellWord,
  columnInBlock,
  columnsOfBlock,
  firstWord,
  rowInBlock,
  rowsOfBlock,
} from './sizing.ts'

/** Returns the word of a cell's block, or 0. */
export function blockAt({ grid, extras }: Screen, y: number, x: number): number {
  return extras.sizing(grid.extra(grid.at(y) + x))
}

/** Removes the blocks that have cells in columns `from` to `end` of a row. */
export function removeBlocks(screen: Screen, y: number, from: number, end: number): void {
  if (!screen.grid.hasBlocks) return
  for (let x = Math.max(0, from); x < Math.min(end, screen.cols); x += 1) {
    const word = blockAt(screen, y, x)
    if (word !== 0) removeBlock(screen, y, x, word)
  }
}

/** Removes the blocks that have cells in both this row and the row above. */
export function splitBlocks(screen: Screen, y: number): void {
  if (!screen.grid.hasBlocks || y >= screen.rows) return
  for (let x = 0; x < screen.cols; x += 1) {
    const word = blockAt(screen, y, x)
    if (rowInBlock(word) > 0) removeBlock(screen, y, x, word)
  }
}

/**
 * Before cells `x` to `edge` of a row move: removes blocks of several rows among them, and blocks
 * that the edges or column `cut` split.
 */
export function cutBlocks(screen: Screen, y: number, x: number, edge: number, cut: number): void {
  if (!screen.grid.hasBlocks) return
  for (let column = x; column <= edge; column += 1) {
    const word = blockAt(screen, y, column)
    if (rowsOfBlock(word) > 1) removeBlock(screen, y, column, word)
  }
  for (const column of [x, edge + 1, cut]) {
    if (column <= 0 || column >= screen.cols) continue
    const word = blockAt(screen, y, column)
    if (columnInBlock(word) > 0) removeBlock(screen, y, column, word)
  }
}

/** Removes the block that has this cell. With `text`, its cells become spaces instead of empty. */
function removeBlock(screen: Screen, y: number, x: number, word: number, text = 0): void {
  const { grid, extras } = screen
  const first = firstWord(word)
  const [top, left] = [y - rowInBlock(word), x - columnInBlock(word)]
  const end = Math.min(screen.cols, left + columnsOfBlock(word))
  for (let row = 0; row < rowsOfBlock(word); row += 1) {
    if (top + row < 0 || top + row >= screen.rows) continue
    for (let column = Math.max(0, left); column < end; column += 1) {
      const at = grid.at(top + row) + column
      const extra = grid.extra(at)
      if (extras.sizing(extra) !== cellWord(first, column - left, row)) continue
      const single = extras.intern(extras.underline(extra), extras.link(extra))
      grid.cells[at] = text | (single === 0 ? 0 : extraBit)
      grid.setExtra(at, single)
    }
    grid.touch(top + row)
  }
}

/** Returns the first column from the cursor to `last` without lower rows of blocks, or -1. */
export function freeColumn(screen: Screen, columns: number, last: number): number {
  let free = screen.x
  for (let x = free; free <= last && x < free + columns; x += 1) {
    const word = blockAt(screen, screen.y, x)
    if (rowInBlock(word) === 0) continue
    free = x - columnInBlock(word) + columnsOfBlock(word)
    x = free - 1
  }
  return free <= last ? free : -1
}

/** Removes blocks: without a trace if their first cell is overwritten, else to spaces. */
export function overwriteBlocks(screen: Screen, columns: number): void {
  const { x, y } = screen
  for (let at = x; at < x + columns; at += 1) {
    const word = blockAt(screen, y, at)
    if (word !== 0) removeBlock(screen, y, at, word, at - columnInBlock(word) < x ? 0x20 : 0)
  }
}

/** Returns the place in its row of the block before the cursor, or `null`. */
export function blockBefore(
  screen: Screen,
): { readonly column: number; readonly row: number } | null {
  const x = screen.pending ? screen.x : screen.x - 1
  if (!screen.grid.hasBlocks || x < 0) return null
  const word = blockAt(screen, screen.y, x)
  return word === 0 ? null : { column: x - columnInBlock(word), row: rowInBlock(word) }
}

/** Called when the screen, or `both`, may have no blocks any more: looks for them. */
export function settleBlocks(screen: Screen, both = false): void {
  if (!both && !screen.grid.hasBlocks) return
  const other = screen.isAlternate ? screen.primary : screen.alternate
  for (const grid of [screen.grid, ...(both && screen.holdsAlternate ? [other.grid] : [])])
    grid.hasBlocks =
      grid.extras?.some((_, at) => screen.extras.sizing(grid.extra(at)) !== 0) ?? false
  screen.settle()
}
