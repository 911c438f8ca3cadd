/** The results of `npm run bench` as Markdown, for docs/contributing/reports. */
import os from 'node:os'

/** @typedef {{ bench: string, name: string, value: number, unit: string }} Measure */

/** @param {number} value */
export const valueText = (value) => value.toLocaleString('en', { maximumSignificantDigits: 4 })

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|')

/**
 * @param {{ engine: string, measures: readonly Measure[], at?: Date, cpu?: string,
 *   cores?: number }} run
 */
export function markdown({
  engine,
  measures,
  at = new Date(),
  cpu = os.cpus()[0]?.model ?? 'unknown',
  cores = os.cpus().length,
}) {
  const rows = measures.map(
    ({ bench, name, value, unit }) =>
      `| ${cell(bench)} | ${cell(name)} | ${valueText(value)} | ${cell(unit)} |`,
  )
  return `${[
    '# Performance on Electron',
    '',
    `This report was written by \`npm run bench\` on ${at.toISOString().slice(0, 10)}.`,
    'The cases are described in [performance.md](performance.md), whose figures are those of the',
    'shim. Compare figures of one run only.',
    '',
    `- ${engine}`,
    `- ${cpu}, ${cores} cores`,
    '',
    '| case | what | value | unit |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`
}
