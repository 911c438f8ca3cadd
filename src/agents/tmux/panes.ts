/** Lists a session's panes, all numbers but the title, and restores a pane's screen. */
import { paneCellsMax, tmuxTitleCharactersMax } from './limits.ts'
import { joinBytes } from '../../base/objects/join-bytes.ts'
import { safeText } from '../../base/text/safe-text.ts'

export interface ListedPane {
  /** tmux's permanent number: `%1` is 1. */
  readonly id: number
  /** `@1`. */
  readonly window: number
  /** Name for people: window.pane. */
  readonly place: string
  readonly pid: number
  readonly cols: number
  readonly rows: number
  /** Visible and receiving keys. */
  readonly visible: boolean
  readonly active: boolean
  /** Started as the user's shell. */
  readonly isShell: boolean
  readonly alternate: boolean
  readonly cursor: { readonly x: number; readonly y: number }
  readonly title: string
}

const fields = (
  'pane_id window_id window_index pane_index pane_pid pane_width pane_height window_active ' +
  'pane_active window_zoomed_flag ?pane_start_command,0,1 alternate_on cursor_x cursor_y ' +
  'pane_dead pane_title'
).split(' ')

export const paneFormat = fields.map((field) => `#{${field}}`).join(' ')

const line = new RegExp(`^%(\\d{1,9}) @(\\d{1,9}) ${'(\\d{0,9}) '.repeat(13)}(.*)$`)

/** Returns `null` for an invalid line, or a pane whose program has ended. */
export function parsePane(text: string): ListedPane | null {
  const found = line.exec(text)
  if (found === null) return null
  const numbers = found.slice(1, 16).map(Number)
  const [id = 0, window = 0, index = 0, pane = 0, pid = 0, cols = 0, rows = 0, ...others] = numbers
  const [current, active, zoomed, shell, alternate, x = 0, y = 0, dead] = others
  if (dead === 1 || pid <= 1 || cols < 1 || rows < 1) return null
  return {
    id,
    window,
    place: `${index}.${pane}`,
    pid,
    cols: Math.min(cols, paneCellsMax),
    rows: Math.min(rows, paneCellsMax),
    visible: current === 1 && (zoomed !== 1 || active === 1),
    active: current === 1 && active === 1,
    isShell: shell === 1,
    alternate: alternate === 1,
    cursor: { x, y },
    title: safeText(found[16] ?? '', tmuxTitleCharactersMax),
  }
}

/** Decides where keys for a pane go. */
export interface PaneInput {
  readonly terminal: string
  /** Result of `inputFormat`, which stays the same while nothing has changed. */
  readonly words: string
  readonly pid: number
  /** Number of answers sent to it by any vibeflow. */
  readonly answers: number
  /** Server time in seconds since the epoch; `null` from an older tmux. */
  readonly seconds: number | null
  /** Why a key cannot reach its program alone, as a sentence, or `null`. */
  readonly problem: string | null
}

/** A pane option: of two concurrent answers, the second finds it changed. */
export const answersOption = '@vibeflow-answers'
/** The server's time, as strftime formats it. */
export const secondsFormat = '#{T:#{l:%s}}'
export const inputFormat =
  '#{pane_pid} #{pane_dead} #{pane_in_mode} #{pane_input_off} #{synchronize-panes} ' +
  `#{${answersOption}}`
export const paneInputFormat = `#{pane_id} #{pane_tty} ${secondsFormat} ${inputFormat}`

const inputLine = new RegExp(
  String.raw`^%(\d{1,9}) (\S{1,64}) (\S{0,32}) ` +
    String.raw`((\d{1,10}) ([01]?) (\d{0,4}) ([01]?) ([01]|on|off|) (\d{0,9}))$`,
)

/** Returns `null` for another pane's line, or an invalid one. */
export function parseInput(text: string, pane: number): PaneInput | null {
  const [, id, terminal, time = '', words, ...rest] = inputLine.exec(text) ?? []
  const [pid, dead, mode, off, all, answers] = rest
  if (Number(id) !== pane || terminal === undefined || words === undefined) return null
  let problem: string | null = null
  if (dead === '1') problem = 'Not sent: the program exited.'
  else if (mode !== '' && mode !== '0') problem = 'Not sent: the tmux pane is in copy mode.'
  else if (off === '1') problem = 'Not sent: input of the tmux pane is disabled (select-pane -d).'
  else if (all === '1' || all === 'on')
    problem =
      'Not sent: synchronize-panes is on, so a key would go to all panes of its tmux window.'
  return {
    ...{ terminal, words, pid: Number(pid), problem, answers: Number(answers) },
    seconds: /^\d{1,12}$/.test(time) ? Number(time) : null,
  }
}

/** Returns the bytes that draw tmux's rows of the pane on a new terminal of its size. */
export function screenBytes(rows: readonly Uint8Array[], pane: ListedPane): Uint8Array {
  return joinBytes([
    latin1(pane.alternate ? '\x1b[?1049h\x1b[H' : ''),
    ...rows
      .slice(0, pane.rows)
      .flatMap((row, at) => (at === 0 ? [row] : [latin1('\x1b[m\r\n'), row])),
    latin1(`\x1b[m\x1b[${pane.cursor.y + 1};${pane.cursor.x + 1}H`),
  ])
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
