/** Which rows a command has printed, from the marks of its shell. */
import type { MarkedCommand } from './frame.ts'

/** Rows, both inclusive; of the last one the columns before `columns`. */
export interface TextRange {
  readonly from: number
  readonly to: number
  readonly columns: number
}

type End = NonNullable<MarkedCommand['end']>

/**
 * @param from its first row
 * @param end where it ends, or the cursor while it runs
 * @returns null: it has printed nothing
 */
export function outputRange(from: number, end: End, cols: number): TextRange | null {
  const range =
    end.column > 0
      ? { from, to: end.row, columns: end.column }
      : { from, to: end.row - 1, columns: cols }
  return range.to < range.from ? null : range
}

/**
 * Of the last command that has printed anything that is still there.
 * @param dropped number of the oldest row that is kept
 */
export function lastOutput(
  commands: readonly MarkedCommand[],
  dropped: number,
  cursor: End,
  cols: number,
): TextRange | null {
  for (const { output, end } of commands.toReversed()) {
    const range =
      output === null || output < dropped ? null : outputRange(output, end ?? cursor, cols)
    if (range !== null) return range
  }
  return null
}
