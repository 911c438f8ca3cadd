/** What `vibeflow inbox` shows, as rows of text with colours of the terminal's own. Pure. */
import { sinceText } from '../../core/text/since.ts'
import { lineCharactersMax, safeText } from '../../core/text/safe-text.ts'
import { widthOf } from '../../core/vt/screen/width.ts'
import type { Attention, FoundItem } from './apps.ts'
import { countWords, urgencyOf, whatOf, whoOf, type Urgency } from './words.ts'

/** Spans that `s` offers, by the digit that chooses. */
export const snoozeSpans = [
  { label: '10 min', ms: 600_000 },
  { label: '1 h', ms: 3_600_000 },
  { label: 'until a new message', ms: 86_400_000 },
] as const

export interface Inbox {
  readonly attention: Attention
  /** The id of the row that is marked; null: the first. */
  readonly marked: string | null
  /** A span is being chosen. */
  readonly snoozing: boolean
  /** What the last key could not do. */
  readonly problem: string | null
}

/** Rows of an item: who and what, and its message. */
const rowsOfItem = 2

const signs: Readonly<Record<Urgency, string>> = {
  waiting: '\x1b[33m●\x1b[m',
  error: '\x1b[31m✖\x1b[m',
  done: '\x1b[32m✔\x1b[m',
  message: '\x1b[34m◆\x1b[m',
}

/** The row that is marked; null: there is none. */
export function markedItem({ attention, marked }: Inbox): FoundItem | null {
  const items = attention?.items ?? []
  return items.find(({ id }) => id === marked) ?? items[0] ?? null
}

/** The id of the row so many below the marked one. */
export function moved(inbox: Inbox, by: number): string | null {
  const items = inbox.attention?.items ?? []
  const at = items.findIndex(({ id }) => id === markedItem(inbox)?.id)
  return items[Math.max(0, Math.min(items.length - 1, at + by))]?.id ?? null
}

/**
 * As many rows as there are, each as wide as there are columns at most.
 * @param now ms since the epoch
 */
export function inboxRows(
  inbox: Inbox,
  { cols, rows }: { readonly cols: number; readonly rows: number },
  now: number,
): readonly string[] {
  const { attention, snoozing, problem } = inbox
  const items = attention?.items ?? []
  const room = Math.max(1, Math.floor((rows - 3) / rowsOfItem))
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
  const foot = problem ?? (snoozing ? spansWords() : keysWords())
  return [
    `\x1b[1m${clipped(headWords(attention), cols)}\x1b[m`,
    '',
    ...body,
    ...Array.from({ length: Math.max(0, rows - body.length - 3) }, () => ''),
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
  const head = clipped(`${whoOf(item)} · ${parts.join(' · ')}`, cols - 4)
  const message = clipped(safeText(item.message, lineCharactersMax), cols - 4)
  const mark = isMarked ? '\x1b[1m>\x1b[m' : ' '
  const text = isMarked ? `\x1b[7m${head}\x1b[m` : item.seen ? `\x1b[2m${head}\x1b[m` : head
  return [`${mark} ${signs[urgencyOf(item)]} ${text}`, `    \x1b[2m${message}\x1b[m`]
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
    ? 'No vibeflow is running. It is shown here as soon as one is.'
    : 'Nothing needs you.'
}

const keysWords = (): string =>
  'Enter go there · a acknowledge · d mark as seen · s snooze · m mute · q quit'

const spansWords = (): string =>
  `Snooze: ${snoozeSpans.map(({ label }, index) => `${index + 1} ${label}`).join(' · ')} · Esc back`

/** Cut to so many columns, with an ellipsis. */
function clipped(text: string, columns: number): string {
  let used = 0
  let end = 0
  let fits = 0
  for (const character of text) {
    used += widthOf(character.codePointAt(0) ?? 0)
    if (used > columns) return `${text.slice(0, fits)}${columns > 0 ? '…' : ''}`
    end += character.length
    if (used <= columns - 1) fits = end
  }
  return text
}
