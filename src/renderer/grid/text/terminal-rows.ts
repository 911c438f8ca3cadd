/** A terminal's history and screen as rows of cells. */
import type { IBufferCell, Terminal } from '@xterm/xterm'
import type { RowReader } from '../../features/copy-mode/rows.ts'

/** Returns rows that count from 0. @param drawn whether a cell's text is visible */
export function rowsOf(
  terminal: Pick<Terminal, 'buffer' | 'cols'>,
  drawn: (cell: IBufferCell, row: number, column: number) => boolean = () => true,
  linkOf: (cell: IBufferCell) => string | undefined = () => undefined,
): RowReader {
  const buffer = terminal.buffer.active
  return {
    links: (row) => {
      const line = buffer.getLine(row)
      return Array.from({ length: Math.min(line?.length ?? 0, terminal.cols) }, (_, column) => {
        const cell = line?.getCell(column)
        return cell === undefined ? undefined : linkOf(cell)
      })
    },
    count: buffer.length,
    columns: terminal.cols,
    cells: (row) => {
      const line = buffer.getLine(row)
      if (line === undefined) return []
      return Array.from({ length: Math.min(line.length, terminal.cols) }, (_, column) => {
        const cell = line.getCell(column)
        return cell === undefined ||
          (cell.getWidth() > 0 && (cell.getChars() === '' || !drawn(cell, row, column)))
          ? ' '
          : cell.getChars()
      })
    },
    isWrapped: (row) => buffer.getLine(row)?.isWrapped === true,
    hasGap: (row) => {
      const line = buffer.getLine(row)
      const last = line?.getCell(line.length - 1)
      const next = buffer.getLine(row + 1)
      return (
        last?.getCode() === 0 &&
        last.getWidth() === 1 &&
        next?.isWrapped === true &&
        next.getCell(0)?.getWidth() === 2
      )
    },
  }
}
