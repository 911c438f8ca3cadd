/**
 * The comparison of screens as a table of docs/contributing/reports/screen-oracle.md, between two
 * marks. Pure.
 */
import type { Comparison, Disagreement } from './compare.ts'
import { reasonFor } from './reasons.ts'

export const screensBegin = '<!-- the screens: written by npm run conformance -- --screens -->'
export const screensEnd = '<!-- the end of the screens -->'

export function screensTable(
  { count, seed, differing, disagreements }: Comparison,
  recorded: Pick<Comparison, 'count' | 'differing'>,
  date: string,
): string {
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`
  const kinds = new Map<string, Disagreement[]>()
  for (const one of disagreements) {
    const key = `${one.name}\n${reasonFor(one)}`
    kinds.set(key, [...(kinds.get(key) ?? []), one])
  }
  return [
    screensBegin,
    '',
    `Run on ${date}: ${count} streams with seed ${seed}, and ${recorded.count} recorded screens.`,
    '',
    line(['terminal', 'streams not with the majority', 'recorded screens not with the majority']),
    '|---|---|---|',
    ...[...differing].map(([name, streams]) =>
      line([name, streams, recorded.differing.get(name) ?? 'not run']),
    ),
    '',
    line(['terminal', 'reduced streams', 'shortest', 'reason']),
    '|---|---|---|---|',
    ...[...kinds].map(([key, all]) => {
      const [name = '', reason = ''] = key.split('\n')
      return line([name, all.length, `\`${shortest(all)}\``, reason])
    }),
    '',
    screensEnd,
  ].join('\n')
}

function shortest(all: readonly Disagreement[]): string {
  const texts = all.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
  const text = texts.toSorted((a, b) => a.length - b.length)[0] ?? ''
  const spelled = text
    .replaceAll('\x1b[', ' CSI ')
    .replaceAll('\x1b', ' ESC ')
    .replaceAll('\x07', ' BEL ')
    .replaceAll('\r', ' CR ')
    .replaceAll('\n', ' LF ')
    .replaceAll('\b', ' BS ')
    .replaceAll('\t', ' HT ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return spelled.length > 80 ? `${spelled.slice(0, 80)} ...` : spelled
}
