/** How many lines of history a tab keeps: as many as the user wants and as its memory allows. */
import type { Options } from './table.ts'

/**
 * Bytes that xterm.js keeps for a cell: three numbers of 32 bits. And for a line, beside its cells:
 * its objects, as an estimate.
 */
const cellBytes = 12
const lineBytes = 128

export function historyLines(
  {
    history_lines: lines,
    memory_max_mib: mib,
  }: Pick<Options['scrollback'], 'history_lines' | 'memory_max_mib'>,
  columns: number,
): number {
  return Math.max(
    1,
    Math.min(lines, Math.floor((mib * 1_048_576) / (columns * cellBytes + lineBytes))),
  )
}
