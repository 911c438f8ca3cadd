/** Writes a snapshot as text, one trimmed row per line; with `styled`, each row has its SGRs. */
import { expanded, flatRow, type FlatRow } from '../delta.ts'
import { clusterBit, codeMask, extraBit, tailBit, textMask } from '../../screen/cell.ts'
import { emptyLine, type Line } from '../../history/history.ts'
import { readLine } from '../../history/line.ts'
import type { Screen } from '../../screen/screen.ts'
import { columnInBlock, rowInBlock } from '../../screen/sized/sizing.ts'
import { penOf, snapshotOf, type Cell, type Pen, type Snapshot } from '../snapshot.ts'
import { sgr } from './to-ansi-sgr.ts'

export function toText(snapshot: Snapshot): string {
  return allRows(snapshot).map(flatRowText).join('\n')
}

/** Writes as `toText` does, with `scrollback` rows, without a snapshot, which takes seconds. */
export function screenToText(
  screen: Screen,
  scrollback: number,
  alive: () => void = () => undefined,
  styled = false,
): string {
  const shown = snapshotOf(screen, { epoch: 0, rev: 0, at: 0 })
  return [
    ...historyText(screen, scrollback, alive, styled),
    styled ? allRows(shown).map(styledText).join('\n') : toText(shown),
  ].join('\n')
}

/** Returns the newest rows of history, oldest first. */
export function historyText(
  screen: Screen,
  scrollback: number,
  alive: () => void = () => undefined,
  styled = false,
): string[] {
  const { history } = screen.primary
  const count = Math.min(scrollback, history?.count ?? 0)
  const line = emptyLine(Math.max(screen.cols, 1_000))
  return Array.from({ length: count }, (_, row) => {
    alive()
    history?.read(history.count - count + row, line)
    return styled ? styledLine(screen, line) : lineText(screen, line)
  })
}

/**
 * Returns rows of history and primary screen by number, both inclusive; of the last one, the
 * columns before `columns`. Wrapped rows are joined, because the viewer wraps the text itself.
 */
export function rowsToText(
  screen: Screen,
  { from, to, columns }: { readonly from: number; readonly to: number; readonly columns: number },
  styled: boolean,
  alive: () => void = () => undefined,
): string {
  const { grid, history } = screen.primary
  const first = screen.firstRow
  const line = emptyLine(Math.max(screen.cols, 1_000))
  const lines: string[] = []
  let blanks = 0
  for (let row = from; row <= to; row += 1) {
    alive()
    if (row >= first) readLine(grid, row - first, line)
    else history?.read(row - first + history.count, line)
    if (row === to) line.length = Math.min(line.length, columns)
    const text = styled ? styledCells(screen, line) : cellText(screen, line)
    if (line.wrapped && row !== from)
      lines.push(`${lines.pop() ?? ''}${' '.repeat(Math.max(0, blanks))}${text}`)
    else lines.push(text)
    blanks = screen.cols - line.length
  }
  return lines.map((text) => text.trimEnd()).join('\n')
}

const lineText = (screen: Screen, line: Line): string => cellText(screen, line).trimEnd()

function cellText(screen: Screen, { content, length }: Line): string {
  let text = ''
  for (let x = 0; x < Math.min(length, screen.cols); x += 1)
    text += charactersOf(screen, content[x]!)
  return text
}

/** Returns the characters of a cell; none for the right half of a wide one. */
function charactersOf({ clusters }: Screen, word: number): string {
  if ((word & tailBit) !== 0) return ''
  if ((word & textMask) === 0) return ' '
  const code = word & codeMask
  return (word & clusterBit) !== 0 ? clusters.text(code) : String.fromCodePoint(code)
}

const styledLine = (screen: Screen, line: Line): string => styledCells(screen, line).trimEnd()

/** Reads the words of cells directly; creates a pen only where the style changes. */
function styledCells(screen: Screen, line: Line): string {
  const { content, foreground, background, extras } = line
  const end = Math.min(line.length, screen.cols)
  let text = ''
  let [first, second, third] = [0, 0, 0]
  for (let x = 0; x < end; x += 1) {
    const word = content[x]!
    const under = (word & extraBit) === 0 ? 0 : screen.extras.underline(extras[x]!)
    if (foreground[x] !== first || background[x] !== second || under !== third) {
      ;[first, second, third] = [foreground[x]!, background[x]!, under]
      text += styleOf(penOf(first, second, third, 0))
    }
    text += charactersOf(screen, word)
  }
  return ended(text, first !== 0 || second !== 0 || third !== 0)
}

function styledText({ cells }: FlatRow): string {
  const end = cells.findLastIndex((cell) => cell !== null && Object.keys(cell).length > 0)
  let [text, before] = ['', styleOf({})]
  for (const cell of cells.slice(0, end + 1)) {
    if (cell === null) continue
    const style = styleOf(cell)
    text += `${style === before ? '' : style}${textOf(cell)}`
    before = style
  }
  return ended(text, before !== styleOf({})).trimEnd()
}

const styleOf = ({ a = 0, fg, bg, ul }: Pen): string => `\x1b[${sgr(a, fg, bg, ul)}m`

const ended = (text: string, styled: boolean): string => (styled ? `${text}\x1b[m` : text)

/** Returns rows of history and screen, cell by cell. */
export function allRows(snapshot: Snapshot): FlatRow[] {
  const { scrollback, cols } = snapshot
  const history =
    scrollback === undefined
      ? []
      : expanded({ cols, rows: scrollback.rows, lines: scrollback.lines })
  return [...history, ...expanded(snapshot)]
}

/** Returns the text of a cell; none for a later cell in the first row of a block (OSC 66). */
export const textOf = ({ c, s = 0 }: Cell): string =>
  c ?? (columnInBlock(s) > 0 && rowInBlock(s) === 0 ? '' : ' ')

export function flatRowText({ cells }: FlatRow = flatRow(0)): string {
  return cells
    .map((cell) => (cell === null ? '' : textOf(cell)))
    .join('')
    .trimEnd()
}
