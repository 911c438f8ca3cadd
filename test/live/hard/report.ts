/** The hard cases as tables of agent-hard-cases.md, one for each agent. Pure. */
import { cellsText } from './judge.ts'
import type { HardResult } from './run.ts'

export interface AgentResults {
  readonly name: string
  /** null: it is not installed. */
  readonly version: string | null
  readonly results: readonly HardResult[]
}

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`

function rowOf({ id, result, load }: HardResult): string {
  return typeof result === 'string'
    ? line([id, '', `not run: ${result}`, ''])
    : line([id, `${load}`, cellsText(result.cells), result.flaws.join('; ') || '-'])
}

/** @returns Markdown: a heading and the table */
export function hardTable({ name, version, results }: AgentResults, date: string): string {
  return [
    `## ${name}`,
    '',
    `Version ${version ?? 'unknown'}, ${date}.`,
    '',
    line(['case', 'load', 'state after each event, in seconds', 'wrong states']),
    '|---|---|---|---|',
    ...results.map(rowOf),
  ].join('\n')
}

/**
 * Returns the document with another table of this agent, at its place or at the end.
 * @param onlySome whether the other rows of its table stay
 */
export function withHardTable(
  document: string,
  agent: AgentResults,
  { date, onlySome }: { readonly date: string; readonly onlySome: boolean },
): string {
  const sections = document.trimEnd().split(/\n\n(?=## )/)
  const at = sections.findIndex((one) => one.startsWith(`## ${agent.name}\n`))
  const before = sections[at]
  if (before === undefined) return `${[...sections, hardTable(agent, date)].join('\n\n')}\n`
  const table = onlySome ? withRows(before, agent.results) : hardTable(agent, date)
  return `${sections.with(at, table).join('\n\n')}\n`
}

/** Returns a table with these results in their rows, or below it. */
function withRows(table: string, results: readonly HardResult[]): string {
  const lines = table.split('\n')
  for (const result of results) {
    const at = lines.findIndex((one) => one.startsWith(`| ${result.id} |`))
    lines.splice(at === -1 ? lines.length : at, at === -1 ? 0 : 1, rowOf(result))
  }
  return lines.join('\n')
}

/** Returns whether each case that could be run is right. */
export function isRight({ results }: AgentResults): boolean {
  return results.every(
    ({ result }) =>
      typeof result === 'string' ||
      (result.flaws.length === 0 && result.cells.every(({ isLate }) => !isLate)),
  )
}
