/** The rows that the last command has printed, for a search that is limited to them. */
import type { Grid } from '../../grid/grid.ts'
import type { SearchedRows } from './search-grid.ts'

/** null: no command has printed anything, or another screen is in use. */
export function outputRows({ rows, prompts, alternate }: Grid): SearchedRows | null {
  const range = alternate ? null : prompts.lastOutput()
  if (range === null) return null
  // numbers of rows, which stay when the oldest ones go
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
