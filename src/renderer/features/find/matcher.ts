/** Compiles a query to one expression, or to a sentence about its error. Pure. */
import { patternProblem } from '../../../base/text/pattern-problem.ts'
import { sieveOfPattern, sieveOfText, type TextPrefilter } from './sieve.ts'

export interface SearchOptions {
  readonly regex: boolean
  readonly wholeWord: boolean
  /** Without it, case is ignored unless the text contains an uppercase letter. */
  readonly matchCase: boolean
}

export const defaultSearch: SearchOptions = { regex: false, wholeWord: false, matchCase: false }

export interface TextMatcher {
  readonly source: string
  readonly flags: string
  readonly wholeWord: boolean
  /** A user's pattern may never end, so it runs in a worker. */
  readonly isPattern: boolean
  /** Text that each matching line contains. Null if unknown. */
  readonly sieve: TextPrefilter | null
}

type Compiled =
  | { readonly ok: true; readonly matcher: TextMatcher }
  | { readonly ok: false; readonly problem: string }

/** @param text not empty */
export function compile(text: string, { regex, wholeWord, matchCase }: SearchOptions): Compiled {
  const insensitive = !matchCase && !hasCapital(text, regex)
  const flags = insensitive ? 'giu' : 'gu'
  const source = regex ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const wrong = patternProblem(source, flags)
  if (wrong !== null) return { ok: false, problem: `Not a valid regular expression: ${wrong}.` }
  return {
    ok: true,
    matcher: {
      source,
      flags,
      wholeWord,
      isPattern: regex,
      sieve: regex ? sieveOfPattern(text, insensitive) : sieveOfText(text, insensitive),
    },
  }
}

export interface TextMatch {
  readonly start: number
  readonly end: number
}

/** Returns up to `max` matches in one line. Empty ones do not count. */
export function matchesOf(
  expression: RegExp,
  wholeWord: boolean,
  text: string,
  max: number,
): TextMatch[] {
  const matches: TextMatch[] = []
  expression.lastIndex = 0
  while (matches.length < max) {
    const found = expression.exec(text)
    if (found === null) break
    const start = found.index
    const end = start + found[0].length
    if (end === start) {
      expression.lastIndex = end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
      continue
    }
    if (!wholeWord || isWhole(text, start, end)) matches.push({ start, end })
  }
  return matches
}

const wordBefore = /[\p{L}\p{N}\p{M}_]$/u
const wordAfter = /^[\p{L}\p{N}\p{M}_]/u

/** Returns whether no word of the match continues beyond its ends. */
function isWhole(text: string, start: number, end: number): boolean {
  const match = text.slice(start, end)
  const before = text.slice(Math.max(0, start - 2), start)
  return (
    !(wordAfter.test(match) && wordBefore.test(before)) &&
    !(wordBefore.test(match) && wordAfter.test(text.slice(end, end + 2)))
  )
}

/** Returns whether the query has an uppercase letter, ignoring escapes such as `\S` and `\W`. */
function hasCapital(text: string, regex: boolean): boolean {
  return /\p{Lu}/u.test(
    regex
      ? text.replace(/\\(?:[pP]\{[^}]*\}|u\{?[\da-fA-F]+\}?|x[\da-fA-F]{2}|k<[^>]*>|.)/gsu, '')
      : text,
  )
}
