/** Messages between the page and the pattern worker, and the worker's work. Pure. */
import { matchesOf, type TextMatch } from './matcher.ts'

export interface PatternJob {
  readonly id: number
  readonly source: string
  readonly flags: string
  readonly wholeWord: boolean
  readonly lines: readonly string[]
  /** Limit of matches in all lines. */
  readonly max: number
}

export interface PatternAnswer {
  readonly id: number
  /** For each line with a match. */
  readonly found: readonly { readonly line: number; readonly matches: readonly TextMatch[] }[]
}

export function patternAnswer({
  id,
  source,
  flags,
  wholeWord,
  lines,
  max,
}: PatternJob): PatternAnswer {
  const expression = new RegExp(source, flags)
  const found: { line: number; matches: TextMatch[] }[] = []
  let left = max
  for (const [line, text] of lines.entries()) {
    const matches = matchesOf(expression, wholeWord, text, left)
    if (matches.length === 0) continue
    found.push({ line, matches })
    left -= matches.length
    if (left <= 0) break
  }
  return { id, found }
}
