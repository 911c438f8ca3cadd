/** Output of `vibeflow status --format`: one line in the format that a status bar documents. */
import { escapedHtml } from '../../base/text/html.ts'
import { nameCharactersMax, safeJson, safeText } from '../../base/text/safe-text.ts'
import type { AttentionItem } from '../../core/windows/attention/list.ts'
import type { Attention } from './apps.ts'
import {
  countWords,
  saidOf,
  urgencies,
  urgencyOf,
  whatOf,
  whoOf,
  type StateUrgency,
} from './messages.ts'

/** Lines of a tooltip that fit on a screen. */
const tooltipLinesMax = 20
/** Names shown in a line. */
const namesMax = 3

/** Colors of the default theme's stripes. */
const colours: Readonly<Record<StateUrgency, string>> = {
  waiting: '#ffaa00',
  error: '#ff5555',
  done: '#33cc66',
  message: '#3399ff',
}

type Format = (attention: Attention) => string

/** The format of `--json`. */
export const attentionJson: Format = (attention) => safeJson({ v: 1, ...documentOf(attention) })

/** Formatters by name. Each returns one line without a line feed. */
export const formats: Readonly<Record<string, Format>> = {
  plain: (attention) => (attention === null ? 'vibeflow is not running' : plainWords(attention)),
  json: attentionJson,
  // waybar-custom(5) with `return-type: json`; texts are Pango markup
  waybar: (attention) => {
    const most = mostUrgent(attention)
    return safeJson({
      text: escapedHtml(bar(attention)),
      alt: most ?? idle(attention),
      class: most ?? idle(attention),
      tooltip: escapedHtml(tooltip(attention)),
    })
  },
  // polybar's formatting tags: `%{F#rrggbb}` for the color, `%{A1:...:}` for a command on a
  // left-click
  polybar: (attention) => {
    const most = mostUrgent(attention)
    const text = bar(attention).replaceAll('%{', '% {')
    return most === null ? text : `%{A1:vibeflow next:}%{F${colours[most]}}${text}%{F-}%{A}`
  },
  // the i3bar protocol, used by `format=json` of i3blocks
  i3blocks: (attention) => {
    const most = mostUrgent(attention)
    return safeJson({
      full_text: bar(attention),
      short_text: most === null ? '' : String(attention?.items.length ?? 0),
      ...(most === null ? {} : { color: colours[most] }),
      ...(most === 'waiting' ? { urgent: true } : {}),
    })
  },
  // tmux's status line: `#[...]` sets a style, `##` is a literal `#`
  tmux: (attention) => {
    const most = mostUrgent(attention)
    const text = bar(attention).replaceAll('#', '##')
    return most === null ? text : `#[fg=${colours[most]}]${text}#[default]`
  },
}

export const formatNames: readonly string[] = Object.keys(formats)

/** Returns the public fields, without the app's socket. */
export function documentOf(attention: Attention): {
  readonly running: boolean
  readonly working: number
  readonly items: readonly AttentionItem[]
} {
  const items = (attention?.items ?? []).map(({ app: _, ...item }) => item)
  return { running: attention !== null, working: attention?.working ?? 0, items }
}

function mostUrgent(attention: Attention): StateUrgency | null {
  const present = new Set(attention?.items.map(urgencyOf))
  return urgencies.find((one) => present.has(one)) ?? null
}

function idle(attention: Attention): string {
  return attention === null ? 'off' : attention.working > 0 ? 'working' : 'idle'
}

/** Returns `2 need you: api, web`, else how many sessions work, else an empty string. */
function bar(attention: Attention): string {
  if (attention === null) return ''
  const { items, working } = attention
  if (items.length === 0) return working === 0 ? '' : `${working} working`
  const names = items.slice(0, namesMax).map(whoOf).join(', ')
  return `${countWords(items.length)}: ${names}${items.length > namesMax ? ', …' : ''}`
}

function plainWords({ items, working }: NonNullable<Attention>): string {
  const each = items.map((one) => `${whoOf(one)} ${whatOf(one)}`).join(', ')
  const needs = items.length === 0 ? 'nothing needs you' : `${countWords(items.length)}: ${each}`
  return working === 0 ? needs : `${needs} · ${working} working`
}

function tooltip(attention: Attention): string {
  if (attention === null) return 'vibeflow is not running'
  const { items, working } = attention
  const lines = items.slice(0, tooltipLinesMax).map((one) => {
    const said = saidOf(one)
    const message = said === '' ? '' : ` · ${safeText(said, nameCharactersMax)}`
    return `${whoOf(one)} ${whatOf(one)}${message}`
  })
  const more = items.length - lines.length
  return [
    ...(lines.length === 0 ? ['Nothing needs you.'] : lines),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(working > 0 ? [`${working} working`] : []),
  ].join('\n')
}
