/**
 * Draws permission dialogs as the recorded agents draw them (test/data/traces/dialogs), with any
 * command, at any width, and with width tables that may differ from the terminal's.
 */
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { DialogReader } from '../../../src/core/worker/dialog-reader.ts'
import type { DialogSeen } from '../../../src/core/worker/messages.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'
import { widthOf } from '../../../src/terminal/screen/width.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'
import { unlimited } from '../fake/limit.ts'

/** Columns that an agent believes a text fills. */
export type WidthTable = (text: string) => number

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const sum = (text: string, one: (code: number) => number) =>
  [...text].reduce((columns, character) => columns + one(character.codePointAt(0)!), 0)

/** The terminal's own table, and others that agents have. */
export const widthTables = {
  terminal: (text) => sum(text, widthOf),
  characters: (text) => [...text].length,
  units: (text) => text.length,
  narrow: (text) => sum(text, (code) => Math.min(1, widthOf(code))),
  wide: (text) => sum(text, (code) => (code > 0xff ? 2 : widthOf(code))),
  clusters: (text) =>
    [...graphemes.segment(text)].reduce(
      (columns, { segment }) =>
        columns + (/\p{Extended_Pictographic}|\p{RI}/u.test(segment) ? 2 : 1),
      0,
    ),
} satisfies Readonly<Record<string, WidthTable>>

export interface Drawing {
  readonly cols: number
  readonly width: WidthTable
}

/** Returns the rows of a text, cut where they are full by the width table. */
export function cutRows(text: string, columns: number, width: WidthTable): string[] {
  return text.split('\n').flatMap((line) => {
    const rows = ['']
    for (const { segment } of graphemes.segment(line)) {
      const row = rows.at(-1)!
      if (row !== '' && width(row + segment) > columns) rows.push(segment)
      else rows[rows.length - 1] = row + segment
    }
    return rows
  })
}

/** The first row begins with `first`, the others with `next`. */
function hung(text: string, first: string, next: string, { cols, width }: Drawing): string[] {
  return cutRows(text, cols - next.length - 1, width).map(
    (row, at) => (at === 0 ? first : next) + row,
  )
}

/** Returns rows of a choice with this project's own text, cut between words. */
function label(text: string, first: string, next: string, cols: number): string[] {
  const rows = ['']
  for (const word of text.split(' ')) {
    const row = rows.at(-1)!
    if (row !== '' && row.length + word.length + 1 > cols - next.length - 1) rows.push(word)
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`
  }
  return rows.map((row, at) => (at === 0 ? first : next) + row)
}

function padded(text: string, columns: number, width: WidthTable): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

function framed(rows: readonly string[], columns: number, width: WidthTable): string[] {
  const line = '─'.repeat(columns - 2)
  return [`╭${line}╮`, ...rows.map((row) => `│ ${padded(row, columns - 4, width)} │`), `╰${line}╯`]
}

/** Marks a choice that arrows choose, which agents show by its style. */
const marked = (text: string) => `\x1b[1m${text}\x1b[0m`

/** By agent: the rows of its dialog about a command. A blank row is above each. */
export const dialogsOf: Readonly<
  Record<string, (command: string, drawing: Drawing) => readonly string[]>
> = {
  claude: (command, drawing) => [
    `\x1b[34m${'─'.repeat(drawing.cols)}\x1b[0m`,
    ' Bash command',
    ' Make a file',
    '╌'.repeat(drawing.cols),
    ...hung(command, ' ', ' ', drawing),
    '╌'.repeat(drawing.cols),
    ' Do you want to proceed?',
    ' ❯ 1. Yes',
    ...label(
      'Yes, and always allow access to api/ from this project',
      '   2. ',
      '      ',
      drawing.cols,
    ),
    '   3. No',
    '',
    ' Esc to cancel · Tab to amend',
  ],
  codex: (command, drawing) => [
    '  Would you like to run the following command?',
    '',
    '  Environment: local',
    '',
    ...hung(`$ ${command}`, '  ', '    ', drawing),
    '',
    '› 1. Yes, proceed (y)',
    ...label("Yes, and don't ask again for this command (p)", '  2. ', '     ', drawing.cols),
    ...label('No, and tell Codex what to do differently (esc)', '  3. ', '     ', drawing.cols),
    '',
    '  Press enter to confirm or esc to cancel',
  ],
  gemini: (command, { cols, width }) =>
    framed(
      [
        '? Shell',
        ...framed(cutRows(command, cols - 8, width), cols - 4, width),
        ...['Allow execution of [Shell]?', '', '● 1. Allow once', '  2. Allow for this session'],
        '  3. No, suggest changes (esc)',
      ],
      cols,
      width,
    ),
  qwen: (command, drawing) => [
    '  ? Shell (Make a file) ←',
    '',
    ...hung(command, '     ', '     ', drawing),
    ...['', "   Allow execution of: 'touch'?", '', '   › 1. Yes, allow once'],
    ...['     2. Always allow in this project', '     3. No, suggest changes (esc)', ''],
    '  ⠏ Waiting for user confirmation...',
  ],
  copilot: (command, { cols, width }) =>
    framed(
      [
        'Make a file',
        '─'.repeat(cols - 4),
        ...framed(cutRows(command, cols - 8, width), cols - 4, width),
        ...['', 'Do you want to run this command?', '', '❯ 1. Yes'],
        ...['  2. No, and tell Copilot (Esc)', '', '↑/↓ · enter to select · esc to cancel'],
      ],
      cols,
      width,
    ),
  cline: (command, drawing) => [
    ...[' Cline needs permission', '', ' Approve tool call?', '', ' run_commands', ''],
    ...hung(command, '   $ ', '     ', drawing),
    '',
    '  [y] Approve   [n] Deny',
  ],
  droid: (command, drawing) => [
    '  Command to approve · low risk',
    ...hung(command, '  ↳ ', '    ', drawing),
    `╭${'─'.repeat(drawing.cols - 2)}╮`,
    ...[marked('Yes, allow'), 'Yes, and always allow this', 'No, cancel'].map(
      (row) => `│  ${row}\x1b[${drawing.cols}G│`,
    ),
    `╰${'─'.repeat(drawing.cols - 2)}╯`,
    '  ↑↓ navigate  Enter select  Esc cancel',
  ],
  auggie: (command, { cols, width }) => [
    ...framed(
      [
        '',
        ' Tool Approval Required',
        '',
        ...cutRows(`Terminal: ${command}`, cols - 5, width).map((row) => ` ${row}`),
        '',
      ],
      cols,
      width,
    ),
    ' [A]llow [D]eny',
  ],
  opencode: (command, drawing) =>
    [
      '△ Permission required',
      '  # Shell command',
      '',
      ...hung(`$ ${command}`, '', '', { ...drawing, cols: drawing.cols - 6 }),
      '',
      ` ${marked('Allow once')}   Allow always   Reject`,
      '',
    ].map((row) => (row === '' ? '  ┃' : `  ┃  ${row}`)),
  kimi: (command, drawing) => [
    '   ▶ Run this command?',
    '',
    '   cwd: /home/me/api',
    ...hung(`$ ${command}`, '   ', '     ', drawing),
    ...['', '   ▶ 1. Approve once', '     2. Approve for this session', '     3. Reject', ''],
    '   ↑/↓ select · 1/2/3 choose · ↵ confirm',
  ],
}

/** How rows reach the terminal. */
export const printings: Readonly<Record<string, (rows: readonly string[]) => string>> = {
  lines: (rows) => `\r\n${rows.join('\r\n')}`,
  placed: (rows) => rows.map((row, y) => `\x1b[${y + 2};1H${row}`).join(''),
  /** Each row is erased before it is drawn. */
  erased: (rows) => rows.map((row, y) => `\x1b[${y + 2};1H\x1b[2K${row}`).join(''),
  /** Wrapping is off while it is drawn. */
  cut: (rows) => `\x1b[?7l${rows.map((row, y) => `\x1b[${y + 2};1H${row}`).join('')}\x1b[?7h`,
}

export function terminalWith(printed: string, cols: number, rows = 60): Terminal {
  const terminal = new Terminal({ cols, rows, scrollback: 100 })
  terminal.setFacts({ ...unknownFacts, pictures: true })
  terminal.write(new TextEncoder().encode(printed))
  return terminal
}

export type Read = Pick<DialogSeen, 'lines' | 'dialog'>

export function readDialog(agent: string, terminal: Terminal): Read {
  const { rules } = shippedAgents().get(agent)!
  const seen = new DialogReader(unlimited).read(terminal.screen, terminal.rowTexts(), rules)
  if ('off' in seen) throw new Error('a rule was switched off')
  return seen
}

export const isAnswerable = ({ dialog }: Read): boolean => (dialog?.choices.length ?? 0) > 0

/**
 * Whether the list shows the whole text: blanks and line ends apart, which an agent may add where
 * it wraps, and variation selectors that only make an emoji colored.
 */
export function shows({ lines }: Read, text: string): boolean {
  return essence(lines.join('\n')).includes(essence(text))
}

function essence(text: string): string {
  return text
    .replace(/(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]/gu, '')
    .replace(/[ \t\n]/g, '')
    .normalize('NFC')
}
