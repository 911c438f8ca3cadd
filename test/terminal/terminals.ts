/**
 * Helpers for tests of the VT core: a terminal from text, and its screen as an example shows it.
 */
import { snapshotOf, Terminal, toText, type Snapshot } from '../../src/terminal/index.ts'

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export function terminal(text: string, { cols = 10, rows = 4, scrollback = 10 } = {}): Terminal {
  const made = new Terminal({ cols, rows, scrollback })
  made.write(bytes(text))
  return made
}

export const snapshot = (made: Terminal, scrollback = 0): Snapshot =>
  snapshotOf(made.screen, { epoch: 0, rev: 0, at: made.at }, scrollback)

/**
 * Rows with `|` between them, trailing blank ones cut; cursor as column,row, with `+` while a wrap
 * is pending.
 */
export function shown(
  text: string,
  size: { cols?: number; rows?: number; scrollback?: number } = {},
): string {
  const taken = snapshot(terminal(text, size))
  const { cursor } = taken
  return (
    `${toText(taken).split('\n').join('|').replace(/\|+$/, '')} @${cursor.col},${cursor.row}` +
    `${cursor.pending === true ? '+' : ''}`
  )
}
