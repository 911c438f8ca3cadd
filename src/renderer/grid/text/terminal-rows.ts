/** A terminal's history and screen as rows of cells. */
import type { IBufferCell, Terminal } from '@xterm/xterm'
import type { Rows } from '../../../core/copy-mode/rows.ts'

/** `drawn`: which cells have a text; absent: all. */
export function rowsOf(
  terminal: Pick<Terminal, 'buffer' | 'cols'>,
  drawn: (cell: IBufferCell) => boolean = () => true,
): Rows {
  const buffer = terminal.buffer.active
  return {
    count: buffer.length,
    columns: terminal.cols,
    cells: (row) => {
      const line = buffer.getLine(row)
      if (line === undefined) return []
      return Array.from({ length: Math.min(line.length, terminal.cols) }, (_, column) => {
        const cell = line.getCell(column)
        return cell === undefined ||
          (cell.getWidth() > 0 && (cell.getChars() === '' || !drawn(cell)))
          ? ' '
          : cell.getChars()
      })
    },
    isWrapped: (row) => buffer.getLine(row)?.isWrapped === true,
  }
}
