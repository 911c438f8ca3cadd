/** The scoreboard as a table of docs/reference/conformance.md, between two marks. Pure. */
import type { Check, ConformanceReport } from '../../src/protocol/conformance/report.ts'

export interface Result {
  /** With its version. */
  readonly name: string
  /** Or why it could not be tested. */
  readonly report: ConformanceReport | string
}

export const begin = '<!-- the scoreboard: written by npm run conformance -->'
export const end = '<!-- the end of the scoreboard -->'

/** @returns Markdown, with the two marks around it */
export function tableOf(results: readonly Result[], date: string): string {
  const tested = results.flatMap(({ name, report }) =>
    typeof report === 'string' ? [] : [{ name, checks: report.checks }],
  )
  const not = results.flatMap(({ name, report }) =>
    typeof report === 'string' ? [`* ${name}: ${report.replaceAll(/\s+/g, ' ')}`] : [],
  )
  const groups = [...new Set(tested.flatMap(({ checks }) => checks.map(({ id }) => groupOf(id))))]
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    begin,
    '',
    `Run on ${date}.`,
    '',
    line(['', ...groups]),
    `|${'---|'.repeat(groups.length + 1)}`,
    ...tested.map(({ name, checks }) =>
      line([
        name,
        ...groups.map((group) => cellOf(checks.filter(({ id }) => groupOf(id) === group))),
      ]),
    ),
    ...(not.length === 0 ? [] : ['', 'Not tested:', '', ...not]),
    '',
    end,
  ].join('\n')
}

/** Returns the document with this table instead of the one between the same two marks. */
export function withTable(document: string, table: string, first = begin, last = end): string {
  const [from, to] = [document.indexOf(first), document.indexOf(last)]
  if (from === -1 || to < from) throw new Error(`the document lacks ${first} or ${last}`)
  return document.slice(0, from) + table + document.slice(to + last.length)
}

const groupOf = (id: string) => id.slice(0, id.lastIndexOf('.'))
const nameOf = (id: string) => id.slice(id.lastIndexOf('.') + 1)

/** Checks that show that a dialect is read, and not only that nothing of it is printed. */
const reading = ['query', 'effect', 'states']

function cellOf(checks: readonly Check[]): string {
  const names = (outcome: Check['outcome']) =>
    checks.filter((check) => check.outcome === outcome).map(({ id }) => nameOf(id))
  const wrong = names('fail')
  if (checks.length > 0 && /^(?:answers|strings)$/.test(groupOf(checks[0]?.id ?? ''))) {
    const without = names('unsupported').map((name) => `no ${name}`)
    return [...wrong.map(bold), ...without].join(', ') || 'all'
  }
  const read = names('pass').filter((name) => reading.includes(name))
  const passed = names('pass').filter((name) => name === 'passed' || name === 'wrapped')
  const words = [...(read.length > 0 ? ['yes'] : wrong.length > 0 ? [] : ['quiet']), ...passed]
  return [...words, ...wrong.map(bold)].join(', ')
}

const bold = (name: string) => `**${name}**`
