/** What goes wrong with a terminal in a test, with what stood on its screen at that time. */
import { safeText } from '../base/text/safe-text.ts'
import { shownRowsMax } from './limits.ts'
import type { ScreenText } from './screen.ts'

/** Characters of a row that are shown; a terminal may be 1,000 columns wide. */
const rowCharactersMax = 240

export class TerminalError extends Error {
  override readonly name = 'TerminalError'
  /** What stood on the terminal then; null: nobody knows. */
  readonly screen: ScreenText | null

  constructor(message: string, screen: ScreenText | null = null) {
    super(screen === null ? message : `${message}\n${drawn(screen)}`)
    this.screen = screen
  }
}

/** The rows between two rules, without the blank ones at the end. */
function drawn(screen: ScreenText): string {
  const { columns, rows, cursor } = screen
  const shown = screen.lines.slice(-rows)
  const used = shown.findLastIndex((line) => line !== '') + 1
  const lines = shown.slice(0, Math.min(used, shownRowsMax))
  const rest = used - lines.length
  return [
    `The screen then (${columns}x${rows}, cursor in row ${cursor.row}, column ${cursor.column}):`,
    '┌'.padEnd(9, '─'),
    ...(used === 0 ? ['│ (nothing)'] : lines.map((line) => `│ ${asShown(line)}`)),
    ...(rest > 0 ? [`│ ... and ${rest} more rows`] : []),
    '└'.padEnd(9, '─'),
  ].join('\n')
}

/** Nothing that a program has printed acts on the terminal of who reads the error. */
export function asShown(line: string): string {
  return safeText(line, rowCharactersMax)
}
