/**
 * The list of a session's panes as it is asked for, and a pane's screen as it is taken over.
 * Everything in the list but a pane's title is a number.
 */
import { paneCellsMax, titleCharactersMax } from './limits.ts'
import { safeText } from '../text/safe-text.ts'

export interface ListedPane {
  /** tmux's own number, for good: `%1` is 1. */
  readonly id: number
  /** `@1`. */
  readonly window: number
  /** As people name it: window.pane. */
  readonly place: string
  readonly pid: number
  readonly cols: number
  readonly rows: number
  /** It can be seen, and keys go to it. */
  readonly visible: boolean
  readonly active: boolean
  /** It began as the user's shell. */
  readonly isShell: boolean
  readonly alternate: boolean
  readonly cursor: { readonly x: number; readonly y: number }
  readonly title: string
}

const fields = [
  'pane_id',
  'window_id',
  'window_index',
  'pane_index',
  'pane_pid',
  'pane_width',
  'pane_height',
  'window_active',
  'pane_active',
  'window_zoomed_flag',
  '?pane_start_command,0,1',
  'alternate_on',
  'cursor_x',
  'cursor_y',
  'pane_dead',
  'pane_title',
]

/** One pane a line. */
export const paneFormat = fields.map((field) => `#{${field}}`).join(' ')

const line = new RegExp(`^%(\\d{1,9}) @(\\d{1,9}) ${'(\\d{0,9}) '.repeat(13)}(.*)$`)

/** null: no line of the list, or a pane whose program has ended. */
export function parsePane(text: string): ListedPane | null {
  const found = line.exec(text)
  if (found === null) return null
  const [id, window, index, pane, pid, cols, rows, current, active, zoomed, shell, alternate] =
    found.slice(1, 13).map(Number) as [number, ...number[]] & { length: 12 }
  const [x, y, dead] = found.slice(13, 16).map(Number) as [number, number, number]
  if (dead === 1 || pid! <= 1 || cols! < 1 || rows! < 1) return null
  return {
    id,
    window: window!,
    place: `${index}.${pane}`,
    pid: pid!,
    cols: Math.min(cols!, paneCellsMax),
    rows: Math.min(rows!, paneCellsMax),
    visible: current === 1 && (zoomed !== 1 || active === 1),
    active: current === 1 && active === 1,
    isShell: shell === 1,
    alternate: alternate === 1,
    cursor: { x, y },
    title: safeText(found[16] ?? '', titleCharactersMax),
  }
}

/** What brings a fresh terminal of the pane's size to the rows that tmux has of it. */
export function screenBytes(rows: readonly Uint8Array[], pane: ListedPane): Uint8Array {
  const parts = [
    latin1(pane.alternate ? '\x1b[?1049h\x1b[H' : ''),
    ...rows
      .slice(0, pane.rows)
      .flatMap((row, at) => (at === 0 ? [row] : [latin1('\x1b[m\r\n'), row])),
    latin1(`\x1b[m\x1b[${pane.cursor.y + 1};${pane.cursor.x + 1}H`),
  ]
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
