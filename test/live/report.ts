/** The matrix as a table of docs/agents.md, between two markers. Pure. */
import { bounds, isRight, seconds, type Column, type Row } from './measure.ts'

/** Of one agent: what was measured, or why it could not be. */
export interface Outcome {
  /** As in agent-rules.json. */
  readonly id: string
  readonly name: string
  /** null: it is not there. */
  readonly version: string | null
  /** Where its state came from, most first, as sources of the state. */
  readonly sources: readonly string[]
  readonly row: Row | { readonly problem: string }
}

export const beginMark = '<!-- the matrix: written by npm run live -->'
export const endMark = '<!-- the end of the matrix -->'

const columns = Object.keys(bounds) as readonly Column[]

/** @returns Markdown, with the two marks around it */
export function tableOf(outcomes: readonly Outcome[], date: string): string {
  const head = columns.map((column) =>
    bounds[column] === Infinity ? column : `${column} ≤ ${bounds[column] / 1_000}`,
  )
  const rows = outcomes.flatMap(({ name, version, sources, row }) =>
    'problem' in row
      ? []
      : [
          [
            `${name} ${version ?? ''}`.trim(),
            sources.join(', '),
            ...columns.map((column) => cell(column, row.cells[column])),
            row.flaws.length === 0 ? '-' : row.flaws.join('; '),
          ],
        ],
  )
  const not = outcomes.flatMap(({ name, row }) =>
    'problem' in row ? [`${name}: ${row.problem}`] : [],
  )
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  return [
    beginMark,
    '',
    `Measured on ${date}, in seconds; **bold**: over the bound, or never.`,
    '',
    line(['agent', 'by', ...head, 'what else stood']),
    `|${'---|'.repeat(columns.length + 3)}`,
    ...rows.map(line),
    ...(not.length === 0
      ? []
      : ['', 'Not measured:', '', ...not.map((text) => `* ${text.replaceAll(/\s+/g, ' ')}`)]),
    '',
    endMark,
  ].join('\n')
}

const escaped = (text: string) => text.replaceAll('|', '\\|')

function cell(column: Column, ms: number | null): string {
  const text = ms === null ? 'never' : seconds(ms)
  return isRight(column, ms) ? text : `**${text}**`
}

/**
 * The document with another matrix in it. Throws when it has no place for one.
 */
export function withTable(document: string, table: string): string {
  const from = document.indexOf(beginMark)
  const to = document.indexOf(endMark)
  if (from === -1 || to < from) throw new Error(`there is no ${beginMark} with its end`)
  return document.slice(0, from) + table + document.slice(to + endMark.length)
}

/** An agent is right when each cell is within its bound and nothing else stood. */
export function isAllRight({ row }: Outcome): boolean {
  return (
    !('problem' in row) &&
    row.flaws.length === 0 &&
    columns.every((column) => isRight(column, row.cells[column]))
  )
}
