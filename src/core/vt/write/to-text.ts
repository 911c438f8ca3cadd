/** A snapshot as text: history that it holds and the screen, a row a line, trailing blanks cut. */
import { expanded, flatRow, type FlatRow } from '../snapshot/delta.ts'
import { clusterBit, codeMask, tailBit, textMask } from '../cell.ts'
import { emptyLine, type Line } from '../history/history.ts'
import type { Screen } from '../screen/screen.ts'
import { snapshotOf, type Snapshot } from '../snapshot/snapshot.ts'

export function toText(snapshot: Snapshot): string {
  return allRows(snapshot).map(rowText).join('\n')
}

/**
 * As `toText` of a snapshot with so many rows of history, without making one: cells of 10,000 rows
 * are seconds of objects. `alive` is called for each row.
 */
export function screenToText(
  screen: Screen,
  scrollback: number,
  alive: () => void = () => undefined,
): string {
  return [
    ...historyText(screen, scrollback, alive),
    toText(snapshotOf(screen, { epoch: 0, rev: 0, at: 0 })),
  ].join('\n')
}

/** The newest rows of history, from the oldest of them. */
export function historyText(
  screen: Screen,
  scrollback: number,
  alive: () => void = () => undefined,
): string[] {
  const { history } = screen.primary
  const count = Math.min(scrollback, history?.count ?? 0)
  const line = emptyLine(Math.max(screen.cols, 1_000))
  return Array.from({ length: count }, (_, row) => {
    alive()
    history?.read(history.count - count + row, line)
    return lineText(screen, line)
  })
}

function lineText({ clusters, cols }: Screen, { content, length }: Line): string {
  let text = ''
  for (let x = 0; x < Math.min(length, cols); x += 1) {
    const word = content[x]!
    if ((word & tailBit) !== 0) continue
    const code = word & codeMask
    text +=
      (word & textMask) === 0
        ? ' '
        : (word & clusterBit) !== 0
          ? clusters.text(code)
          : String.fromCodePoint(code)
  }
  return text.trimEnd()
}

/** Rows of history and screen, cell by cell. */
export function allRows(snapshot: Snapshot): FlatRow[] {
  const { scrollback, cols } = snapshot
  const history =
    scrollback === undefined
      ? []
      : expanded({ cols, rows: scrollback.rows, lines: scrollback.lines })
  return [...history, ...expanded(snapshot)]
}

export function rowText({ cells }: FlatRow = flatRow(0)): string {
  return cells
    .map((cell) => (cell === null ? '' : (cell.c ?? ' ')))
    .join('')
    .trimEnd()
}
