/** Error of a terminal in a test, with its screen at that time. */
import { safeText } from '../base/text/safe-text.ts'
import { shownRowsMax } from './limits.ts'
import type { ScreenText } from './screen/screen.ts'

/** Characters shown of a row; a terminal may have 1,000 columns. */
const rowCharactersMax = 240

export class TerminalError extends Error {
  override readonly name = 'TerminalError'
  /** The screen at that time, or `null` if unknown. */
  readonly screen: ScreenText | null

  constructor(message: string, screen: ScreenText | null = null) {
    super(screen === null ? message : `${message}\n${drawn(screen)}`)
    this.screen = screen
  }
}

/** Frames the rows, without trailing empty ones. */
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

/** Removes control sequences, which would affect the terminal that shows the error. */
export function asShown(line: string): string {
  return safeText(line, rowCharactersMax)
}
