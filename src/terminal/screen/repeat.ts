/** REP, bounded by what can be visible. Rows filled with the character are copied. */
import { isRegional, joinsCluster } from './graphemes.ts'
import { insertRows } from '../history/inline-frame.ts'
import { clusterCodesMax, repeatRowsMax } from '../limits.ts'
import { precedingText, printAsciiRun, printCode } from './print.ts'
import type { Screen } from './screen.ts'
import { scrollOne } from './scroll.ts'
import { widthOf } from './width.ts'

/** Repeats the last character only as often as can be visible, ending in the same column. */
export function repeat(screen: Screen, asked: number): void {
  const width = screen.joinWidth
  const text = width === 0 ? '' : precedingText(screen)
  if (text === '') return
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const [first = 0] = codes
  if (joinsItself(screen, first)) {
    if (!isRegional(first)) {
      // the cell is full of them soon
      print(screen, codes, Math.min(asked, clusterCodesMax))
      return
    }
    // Two halves of a flag are one character.
    printCode(screen, first)
    repeat(screen, Math.floor((asked - 1) / 2))
    if (asked % 2 === 0) printCode(screen, first)
    return
  }
  // An emoji in text presentation (mode 2027) takes two columns until its selector follows.
  const spare = widthOf(first) > width ? 1 : 0
  const perRow = Math.floor(screen.cols / width) - spare
  const ahead = countToFullRows(screen, perRow)
  let left = worthwhile(screen, asked, spare)
  if (ahead > 0 && left > ahead) {
    print(screen, codes, ahead)
    left -= ahead
    const toNextRow =
      (screen.pending ? 0 : Math.floor((screen.cols - screen.x) / width) - spare) + 1
    print(screen, codes, Math.min(left, toNextRow))
    left -= Math.min(left, toNextRow)
    if (screen.y === screen.bottom && screen.x === width && !screen.pending)
      left -= copyRows(screen, width, perRow, left)
  }
  print(screen, codes, left)
}

/**
 * Returns how many of `asked` can have an effect, ending in the same column. The last `spare`
 * columns of each row stay blank.
 */
function worthwhile(screen: Screen, asked: number, spare: number): number {
  const { cols, rows, left, right } = screen
  const span = Math.max(1, right - left + 1 - spare)
  const above = screen.fullWidth ? Math.min(screen.buffer.history?.limit ?? 0, repeatRowsMax) : 0
  // until the rows below the cursor have left too, with their prompt marks
  const limit = screen.modes.autowrap ? cols * (2 * rows + above) : 2 * cols
  // period after which the column repeats, also for wide characters
  const period = span % 2 === 0 ? span : span * Math.max(1, Math.floor(span / 2))
  return asked <= limit ? asked : Math.min(asked, limit + ((asked - limit) % period))
}

function print(screen: Screen, codes: readonly number[], count: number): void {
  const [first = 0] = codes
  if (screen.plain && codes.length === 1 && first < 0x7f) {
    // Prints a chunk at a time, as if it had been sent.
    const chunk = new Uint8Array(Math.min(count, 4_096)).fill(first)
    for (let left = count; left > 0; left -= chunk.length)
      printAsciiRun(screen, left < chunk.length ? chunk.subarray(0, left) : chunk, 0)
    return
  }
  for (let turn = 0; turn < count; turn += 1) for (const code of codes) printCode(screen, code)
}

/** Returns whether repetitions join each other: marks do, and parts of clusters may. */
function joinsItself(screen: Screen, first: number): boolean {
  return widthOf(first) === 0 || (screen.modes.graphemes && joinsCluster(screen.cluster, first))
}

/** Returns the count that fills all rows down to the last scrolling one; 0 if impossible. */
function countToFullRows(screen: Screen, perRow: number): number {
  const fits =
    screen.fullWidth &&
    !screen.grid.hasBlocks &&
    screen.modes.autowrap &&
    perRow > 1 &&
    screen.bottom > screen.top &&
    screen.y <= screen.bottom &&
    rowsAreSingle(screen)
  return fits ? (screen.bottom - screen.y + 3) * perRow : 0
}

/** Returns whether no row from the cursor down has double width. */
function rowsAreSingle({ grid, y, bottom }: Screen): boolean {
  for (let row = y; row <= bottom; row += 1) if (grid.sizeOf(row) !== 0) return false
  return true
}

/**
 * Copies complete rows when the cursor is after the first character of the new last row and the row
 * above is full. Returns the number of characters they took, of `left`. When all rows are full, the
 * screen stays the same, and history repeats the row.
 */
function copyRows(screen: Screen, width: number, perRow: number, left: number): number {
  const { grid, top, bottom, cols, changes } = screen
  const rows = Math.floor(left / perRow)
  const printed = Math.min(rows, bottom - top + 1)
  for (let row = 0; row < printed; row += 1) {
    grid.copy(bottom - 1, 0, bottom, 0, cols)
    if (screen.usesBidi) grid.setBidi(bottom, screen.bidi)
    scrollOne(screen, true)
    grid.copy(bottom - 1, 0, bottom, 0, width)
    if (screen.usesBidi) grid.setBidi(bottom, screen.bidi)
  }
  if (top === 0 && screen.buffer.history !== null) {
    const repeated = rows - printed
    screen.buffer.history.again(repeated)
    if (repeated > 0 && bottom < screen.rows - 1)
      insertRows(screen, screen.firstRow - repeated + bottom + 1, repeated)
  }
  for (let y = top; y <= bottom; y += 1) grid.numbers[grid.row(y)]! += rows - printed
  changes.nextRow += rows - printed
  return rows * perRow
}
