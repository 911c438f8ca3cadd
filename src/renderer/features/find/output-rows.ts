/** The rows that the last command printed, for a search limited to them. */
import type { Grid } from '../../grid/grid.ts'
import type { SearchedRows } from './search-grid.ts'

/** Returns null if no command has printed anything, or on the alternate screen. */
export function outputRows({ rows, prompts, alternate }: Grid): SearchedRows | null {
  const range = alternate ? null : prompts.lastOutput()
  if (range === null) return null
  // row numbers, which stay valid when the oldest rows are dropped
  const [from, to] = [rows.rowAt(range.from), rows.rowAt(range.to + 1)]
  return {
    get first() {
      return Math.min(Math.max(rows.first, from), rows.end)
    },
    get end() {
      return Math.max(this.first, Math.min(rows.end, to))
    },
    isWrapped: (row) => row !== from && rows.isWrapped(row),
    text: (row, whole) => rows.text(row, whole),
    cells: (row) => rows.cells(row),
    mayMatch: (sieve) => rows.mayMatch(sieve),
  }
}
