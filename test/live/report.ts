/** The matrix as a table of agent-measurements.md, between two markers. Pure. */
import { bounds, isRight, seconds, type Column, type Row } from './measure.ts'

/** The measurements of one agent, or the reason why there are none. */
export interface Outcome {
  /** As in agent-rules.json. */
  readonly id: string
  readonly name: string
  /** null: it is not there. */
  readonly version: string | null
  /** Sources of its state, the most frequent first. */
  readonly sources: readonly string[]
  readonly row: Row | { readonly problem: string }
  /** Load of the machine at the end. */
  readonly load: number
}

/**
 * The place of a table in the document: the marks around it, and the extra time allowed for that
 * kind of run, ms.
 */
export interface Place extends Marked {
  readonly laterMs: number
}
interface Marked {
  readonly begin: string
  readonly end: string
}

export const inTab: Place = {
  begin: '<!-- the matrix: written by npm run live -->',
  end: '<!-- the end of the matrix -->',
  laterMs: 0,
}
export const inTmux: Place = {
  begin: '<!-- the matrix in tmux: written by npm run live -- --tmux -->',
  end: '<!-- the end of the matrix in tmux -->',
  laterMs: 150,
}

/** The place of the table about old conversations. */
export const conversationsPlace: Marked = {
  begin: '<!-- old conversations: written by npm run live -- --conversations -->',
  end: '<!-- the end of the old conversations -->',
}

const columns = Object.keys(bounds) as readonly Column[]

/**
 * @param before a document whose table has other agents too: their rows stay
 * @returns Markdown, with the two marks around it
 */
export function tableOf(
  outcomes: readonly Outcome[],
  date: string,
  place: Place,
  before = '',
): string {
  const head = columns.map((column) =>
    bounds[column] === Infinity
      ? column
      : `${column} ≤ ${(bounds[column] + place.laterMs) / 1_000}`,
  )
  const old = tableIn(before, place).split('\n')
  const rows = old.filter((one) => /^\| \S.* \d/.test(one) && !one.includes('≤'))
  const written = new Set<string>()
  const not = old.filter((one) => one.startsWith('* '))
  for (const outcome of outcomes) {
    const { name, version, sources, row, load } = outcome
    const label = `${name} ${version ?? ''}`.trim()
    const isOld = (start: string) => (one: string) => one.startsWith(start) && !written.has(one)
    // two versions of an agent may have rows
    const places = [`| ${label} |`, `| ${name} `].map((start) => rows.findIndex(isOld(start)))
    const at = places.find((one) => one !== -1) ?? rows.length
    const missing = not.findIndex((one) => one.startsWith(`* ${name}: `))
    if (missing !== -1) not.splice(missing, 1)
    if ('problem' in row) not.push(`* ${name}: ${row.problem.replaceAll(/\s+/g, ' ')}`)
    const text =
      'problem' in row
        ? []
        : [
            line([
              label,
              sources.join(', '),
              ...columns.map((column) => cell(column, row.cells[column], place)),
              row.flaws.length === 0 ? '-' : row.flaws.join('; '),
              `${date}, ${load}`,
            ]),
          ]
    rows.splice(at, at < rows.length ? 1 : 0, ...text)
    for (const one of text) written.add(one)
  }
  return [
    place.begin,
    '',
    'In seconds; **bold**: over the bound, or never.',
    '',
    line(['agent', 'by', ...head, 'what else stood', 'date, load']),
    `|${'---|'.repeat(columns.length + 4)}`,
    ...rows,
    ...(not.length === 0 ? [] : ['', 'Not measured:', '', ...not]),
    '',
    place.end,
  ].join('\n')
}

/** The results of an agent's old conversations, by case. */
export interface Tried {
  readonly name: string
  readonly version: string
  readonly cells: Readonly<Record<string, string>>
}

/** @returns Markdown, with the two marks around it */
export function conversationTable(rows: readonly Tried[], date: string): string {
  const names = Object.keys(rows[0]?.cells ?? {})
  return [
    conversationsPlace.begin,
    '',
    `Tried on ${date}.`,
    '',
    line(['agent', ...names]),
    `|${'---|'.repeat(names.length + 1)}`,
    ...rows.map(({ name, version, cells }) =>
      line([`${name} ${version}`, ...names.map((one) => cells[one] ?? '')]),
    ),
    '',
    conversationsPlace.end,
  ].join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`

const escaped = (text: string) => text.replaceAll('|', '\\|')

function cell(column: Column, ms: number | null, { laterMs }: Place): string {
  const text = ms === null ? 'never' : seconds(ms)
  return isRight(column, ms, laterMs) ? text : `**${text}**`
}

/**
 * The document with another matrix in it. Throws when it has no place for one.
 */
export function withTable(document: string, table: string, place: Marked): string {
  const before = tableIn(document, place)
  if (before === '') throw new Error(`there is no ${place.begin} with its end`)
  return document.replace(before, () => table)
}

/** Returns the table of a document with its marks; empty if it has none. */
function tableIn(document: string, { begin, end }: Marked): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  return from === -1 || to < from ? '' : document.slice(from, to + end.length)
}

/** An agent passes if each cell is within its bound and no wrong state was shown. */
export function isAllRight({ row }: Outcome, { laterMs }: Place): boolean {
  return (
    !('problem' in row) &&
    row.flaws.length === 0 &&
    columns.every((column) => isRight(column, row.cells[column], laterMs))
  )
}
