/** A snapshot as text: history that it holds and the screen, a row a line, trailing blanks cut. */
import { expanded, flatRow, type FlatRow } from './delta.ts'
import type { Snapshot } from './snapshot.ts'

export function toText(snapshot: Snapshot): string {
  return allRows(snapshot).map(rowText).join('\n')
}

/** Rows of history and screen, cell by cell. */
export function allRows(snapshot: Snapshot): FlatRow[] {
  const { scrollback, cols } = snapshot
  const history = scrollback === undefined ? [] : expanded({ cols, rows: scrollback.rows, lines: scrollback.lines })
  return [...history, ...expanded(snapshot)]
}

export function rowText({ cells }: FlatRow = flatRow(0)): string {
  return cells.map((cell) => cell === null ? '' : cell.c ?? ' ').join('').trimEnd()
}
