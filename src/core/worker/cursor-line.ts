/** Reads the line at whose end the cursor is. */
import { tailBit, textMask } from '../../terminal/screen/cell.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { cursorRowsMax } from './limits.ts'

/**
 * Returns the text from the start of the line to the cursor. A space before the cursor is kept.
 * Returns `null` on the alternate screen, in an empty line, and if there is text after the cursor.
 */
export function lineAtCursor(terminal: Terminal): string | null {
  const { cols, grid, isAlternate, x, y } = terminal.screen
  const length = grid.textLength(y)
  // at the right edge, the cursor is on the last character until more is printed
  const end = x === cols - 1 && length === cols ? cols : x
  if (isAlternate || length > end) return null
  const rows = terminal.rowTexts()
  let from = y
  while (from > 0 && y - from < cursorRowsMax - 1 && grid.isWrapped(from)) from -= 1
  const text = rows.slice(from, y + 1).join('')
  if (text === '') return null
  const last = end === 0 ? 0 : (grid.cells[grid.at(y) + end - 1] ?? 0)
  const isSpace = (last & tailBit) === 0 && ((last & textMask) === 0 || (last & textMask) === 0x20)
  return isSpace ? `${text} ` : text
}
