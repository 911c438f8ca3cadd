/** Rows of `vibeflow inbox`, with the terminal's own colors. Pure. */
import { sinceText } from '../../base/text/since.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import type { AgentDialog } from '../../core/windows/tabs/tab-view.ts'
import { hasRightToLeft, spelledText } from '../../core/consent/spelled.ts'
import { columnsOf } from '../../terminal/screen/width.ts'
import { clipped, widestOf, wrapped } from '../terminal/table.ts'
import type { Attention, FoundItem } from './apps.ts'
import { countWords, saidOf, urgencyOf, whatOf, whoOf, type StateUrgency } from './messages.ts'

/** Snooze times offered by `s`, chosen with digits. */
export const snoozeSpans = [
  { label: '10 min', ms: 600_000 },
  { label: '1 h', ms: 3_600_000 },
  { label: 'until a new message', ms: 86_400_000 },
] as const

export interface Inbox {
  readonly attention: Attention
  /** ID of the selected row, or `null` for the first. */
  readonly marked: string | null
  /** Whether a snooze time is being chosen. */
  readonly snoozing: boolean
  readonly problem: string | null
  /** Question of an item's program, or `null` if not known. */
  readonly dialog: { readonly id: string; readonly dialog: AgentDialog } | null
  /** Session answered with the last key, or `null`. */
  readonly answered: string | null
}

/** Columns kept of a cropped name. */
const whoColumnsMin = 20

/** Rows of an item: name with state, and message. */
const rowsOfItem = 2

const signs: Readonly<Record<StateUrgency, string>> = {
  waiting: '\x1b[33m●\x1b[m',
  error: '\x1b[31m✖\x1b[m',
  done: '\x1b[32m✔\x1b[m',
  message: '\x1b[34m◆\x1b[m',
}

/** Returns the selected item, or `null` if the list is empty. */
export function markedItem({ attention, marked }: Inbox): FoundItem | null {
  const items = attention?.items ?? []
  return items.find(({ id }) => id === marked) ?? items[0] ?? null
}

/** Returns the ID of the row that many rows below the selected one. */
export function moved(inbox: Inbox, by: number): string | null {
  const items = inbox.attention?.items ?? []
  const at = items.findIndex(({ id }) => id === markedItem(inbox)?.id)
  return items[Math.max(0, Math.min(items.length - 1, at + by))]?.id ?? null
}

/** Returns at most `rows` rows of at most `cols` columns. `now` is in ms since 1970. */
export function inboxRows(
  inbox: Inbox,
  { cols, rows }: { readonly cols: number; readonly rows: number },
  now: number,
): readonly string[] {
  const { attention, snoozing, problem, answered } = inbox
  const items = attention?.items ?? []
  const asked = dialogRows(inbox, { cols, rows: rows - 3 - rowsOfItem })
  const room = Math.max(1, Math.floor((rows - 3 - asked.length) / rowsOfItem))
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === markedItem(inbox)?.id),
  )
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), items.length - room))
  const windows = new Set(items.map(({ window }) => window))
  const shown = items.slice(first, first + room).flatMap((item, index) =>
    itemRows(item, {
      cols,
      now,
      isMarked: first + index === at,
      isWindowNamed: windows.size > 1,
    }),
  )
  const body = shown.length > 0 ? shown : [`  ${emptyWords(attention)}`]
  const said = problem ?? answered
  const foot = said ?? (snoozing ? spansWords() : keysWords(markedItem(inbox), cols))
  return [
    `\x1b[1m${clipped(headWords(attention), cols)}\x1b[m`,
    '',
    ...body,
    ...Array.from({ length: Math.max(0, rows - body.length - asked.length - 3) }, () => ''),
    ...asked,
    `${problem === null ? '\x1b[2m' : '\x1b[31m'}${clipped(foot, cols)}\x1b[m`,
  ].slice(0, rows)
}

function itemRows(
  item: FoundItem,
  {
    cols,
    now,
    isMarked,
    isWindowNamed,
  }: {
    readonly cols: number
    readonly now: number
    readonly isMarked: boolean
    readonly isWindowNamed: boolean
  },
): readonly string[] {
  const parts = [
    whatOf(item),
    sinceText(now - item.since),
    safeText(item.project, lineCharactersMax),
    ...(isWindowNamed ? [safeText(item.window, lineCharactersMax)] : []),
    ...(item.muted ? ['muted'] : []),
    ...(item.seen ? ['seen'] : []),
  ].filter((part) => part !== '' && part !== item.title)
  // Crop the name first: the state matters most.
  const rest = ` · ${parts.join(' · ')}`
  const who = clipped(whoOf(item), Math.max(whoColumnsMin, cols - 4 - columnsOf(rest)))
  const head = clipped(`${who}${rest}`, cols - 4)
  const message = clipped(safeText(saidOf(item), lineCharactersMax), cols - 4)
  const mark = isMarked ? '\x1b[1m>\x1b[m' : ' '
  const text = isMarked ? `\x1b[7m${head}\x1b[m` : item.seen ? `\x1b[2m${head}\x1b[m` : head
  return [`${mark} ${signs[urgencyOf(item)]} ${text}`, `    \x1b[2m${message}\x1b[m`]
}

/** Returns the rows of its lines and choices, without the choices if they do not fit. */
function dialogRows(inbox: Inbox, size: InboxSize): readonly string[] {
  const dialog = dialogOf(inbox)
  if (dialog === null || size.rows < 3) return []
  const { changes, choices, why } = dialog
  const text = textRows(dialog, size.cols)
  const hindrance = hindranceOf(inbox, { ...size, rows: size.rows + 3 + rowsOfItem })
  const body =
    hindrance === tooTall
      ? text.slice(0, size.rows - 2)
      : [...text, '', ...choiceRows(dialog, size.cols)]
  const said = hindrance ?? why ?? (choices.length > 0 ? 'Press a digit to answer here.' : '')
  const changed =
    changes === undefined ? '' : ` This turn: ${safeText(changes, lineCharactersMax)}.`
  return [
    `\x1b[2m${'─'.repeat(Math.max(0, size.cols))}\x1b[m`,
    ...body.map((row) => (row === '' ? '' : `  ${row}`)),
    `\x1b[2m${clipped(`  ${said}${changed}`, size.cols)}\x1b[m`,
  ]
}

export interface InboxSize {
  readonly cols: number
  readonly rows: number
}

const tooTall = 'The question is taller than this terminal. Press Enter to answer it in its tab.'
const reordered =
  'This terminal may reorder its right-to-left letters. Press Enter to answer it in its tab.'

/** Returns why the selected dialog can't be answered here, or `null` if it can. */
export function hindranceOf(inbox: Inbox, { cols, rows }: InboxSize): string | null {
  const dialog = dialogOf(inbox)
  if (dialog === null || cols < 10) return tooTall
  const all = [...textRows(dialog, cols), '', ...choiceRows(dialog, cols)]
  if (all.length + 2 > rows - 3 - rowsOfItem) return tooTall
  return all.some(hasRightToLeft) ? reordered : null
}

const textRows = ({ lines }: AgentDialog, cols: number): readonly string[] =>
  lines.flatMap((line) => judged(line, cols))

const choiceRows = ({ choices }: AgentDialog, cols: number): readonly string[] =>
  choices.flatMap(({ number, label }) => judged(`${number}  ${label}`, cols))

/**
 * Returns the rows of a text that the user judges: invisible characters are named, and rows are
 * narrow enough for any terminal's table of widths.
 */
function judged(text: string, cols: number): readonly string[] {
  return spelledText(text)
    .split('\n')
    .flatMap((line) => wrapped(line, cols - 2, widestOf))
}

/** Returns the dialog of the selected item, or `null` if it asks nothing or is not known. */
export function dialogOf({ dialog, ...inbox }: Inbox): AgentDialog | null {
  return dialog === null || dialog.id !== markedItem({ ...inbox, dialog })?.id
    ? null
    : dialog.dialog
}

function headWords(attention: Attention): string {
  if (attention === null) return 'vibeflow'
  const { items, working } = attention
  return [countWords(items.length), working === 0 ? '' : `${working} working`]
    .filter((part) => part !== '')
    .join(' · ')
}

function emptyWords(attention: Attention): string {
  return attention === null
    ? "vibeflow isn't running. The inbox appears here when it starts."
    : 'Nothing needs you.'
}

/** Keys whose descriptions are dropped first when space is short. */
const leastKeys = ['d ', 'm ', 's ', 'a ']

/** Returns the keys that apply to the selected item. */
function keysWords(item: FoundItem | null, cols: number): string {
  if (item === null) return 'q quit'
  let keys = [
    'Enter go there',
    'a acknowledge',
    ...(item.seen ? [] : ['d mark as seen']),
    ...(item.state === 'waiting' ? ['s snooze'] : []),
    item.muted ? 'm unmute' : 'm mute',
    'q quit',
  ]
  for (const least of leastKeys)
    if (columnsOf(keys.join(' · ')) > cols) keys = keys.filter((key) => !key.startsWith(least))
  return keys.join(' · ')
}

const spansWords = (): string =>
  `Snooze: ${snoozeSpans.map(({ label }, index) => `${index + 1} ${label}`).join(' · ')} · Esc back`
