/** The hard cases as tables of agent-hard-cases.md, one for each agent. Pure. */
import { cellsText } from './judge.ts'
import type { HardResult } from './run.ts'

export interface AgentResults {
  readonly name: string
  /** null: it is not installed. */
  readonly version: string | null
  /** Load of the machine. */
  readonly load: number
  readonly results: readonly HardResult[]
}

/** @returns Markdown: a heading and the table */
export function hardTable({ name, version, load, results }: AgentResults, date: string): string {
  const rows = results.map(({ id, result }) =>
    typeof result === 'string'
      ? [id, `not run: ${result}`, '']
      : [id, cellsText(result.cells), result.flaws.join('; ') || '-'],
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
  return [
    `## ${name}`,
    '',
    `Version ${version ?? 'unknown'}, ${date}, load ${load}.`,
    '',
    line(['case', 'state after each event, in seconds', 'wrong states']),
    '|---|---|---|',
    ...rows.map(line),
  ].join('\n')
}

/** Returns the document with another table of this agent, at its place or at the end. */
export function withHardTable(document: string, agent: AgentResults, date: string): string {
  const table = hardTable(agent, date)
  const sections = document.trimEnd().split(/\n\n(?=## )/)
  const at = sections.findIndex((one) => one.startsWith(`## ${agent.name}\n`))
  const all = at === -1 ? [...sections, table] : sections.with(at, table)
  return `${all.join('\n\n')}\n`
}

/** Returns whether each case that could be run is right. */
export function isRight({ results }: AgentResults): boolean {
  return results.every(
    ({ result }) =>
      typeof result === 'string' ||
      (result.flaws.length === 0 && result.cells.every(({ isLate }) => !isLate)),
  )
}
