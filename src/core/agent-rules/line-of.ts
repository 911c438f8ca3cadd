/**
 * On which line of a rules file an agent's table or a rule of it begins. JSON.parse does not say,
 * and two parsers of one file would be one too many.
 */

/**
 * @returns from 1; null: no agent is meant, or its name is written with escapes. A rule that is not
 * found so gives its agent's line.
 */
export function lineOf(
  text: string,
  { agent, rule }: { readonly agent: string | null; readonly rule: string | null },
): number | null {
  if (agent === null) return null
  const from = Math.max(0, find(text, JSON.stringify('agents'), 0, isKey))
  const table = find(text, JSON.stringify(agent), from, isKey)
  if (table === -1) return null
  const place = rule === null ? -1 : find(text, JSON.stringify(rule), table, isId)
  return text.slice(0, place === -1 ? table : place).split('\n').length
}

function find(
  text: string,
  wanted: string,
  from: number,
  fits: (text: string, start: number, end: number) => boolean,
): number {
  let at = text.indexOf(wanted, from)
  while (at !== -1 && !fits(text, at, at + wanted.length)) at = text.indexOf(wanted, at + 1)
  return at
}

function isKey(text: string, _start: number, end: number): boolean {
  return text
    .slice(end, end + blanksMax)
    .trimStart()
    .startsWith(':')
}

function isId(text: string, start: number): boolean {
  return /"id"\s*:\s*$/.test(text.slice(Math.max(0, start - blanksMax), start))
}

/** Blanks around a colon that are looked past. */
const blanksMax = 64
