/** Finds the rows of a command's output from the shell's marks. */
import type { MarkedCommand } from './frame.ts'

/** Rows, both inclusive; of the last one, the columns before `columns`. */
export interface TextRange {
  readonly from: number
  readonly to: number
  readonly columns: number
}

type End = NonNullable<MarkedCommand['end']>

/**
 * Returns rows from `from` to `end` (or the cursor while running), `null` if nothing was printed.
 */
export function outputRange(from: number, end: End, cols: number): TextRange | null {
  const range =
    end.column > 0
      ? { from, to: end.row, columns: end.column }
      : { from, to: end.row - 1, columns: cols }
  return range.to < range.from ? null : range
}

/** Returns the last existing output. `dropped`: number of the oldest existing row. */
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
