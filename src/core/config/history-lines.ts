/** Lines of history of a tab: the user's number, limited by memory. */
import type { Options } from './table.ts'

/** Bytes that xterm.js stores per cell, and an estimate per line. */
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
