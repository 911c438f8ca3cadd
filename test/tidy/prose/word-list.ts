/** The project's word list, src/build/prose/prh.yml, for each kind of text. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { root } from '../tree.ts'

const wordListPath = 'src/build/prose/prh.yml'

/** A kind of text that rules of the list may be limited to. */
export type Audience =
  | 'guides'
  | 'reference'
  | 'contributing'
  | 'ui'
  | 'cli'
  | 'tools'
  | 'comments'
  | 'titles'

interface Rule {
  readonly pattern: string
  readonly expected: string
  readonly only?: readonly Audience[]
}

export interface Hit {
  /** Into the text. */
  readonly index: number
  readonly found: string
  readonly expected: string
}

const rules = (
  parse(readFileSync(join(root, wordListPath), 'utf8')) as { rules: Rule[] }
).rules.map((rule) => ({ ...rule, pattern: rule.pattern.replaceAll(' ', '\\s+') }))

const rulesFor = (audience: Audience) =>
  rules.filter(({ only }) => only === undefined || only.includes(audience))

const lists = new Map<Audience, string>()

/** Returns the rules for one kind of text as a word list of prh. */
export function wordListFor(audience: Audience): string {
  const list = lists.get(audience) ?? stringify({ version: 1, rules: rulesFor(audience) })
  lists.set(audience, list)
  return list
}

interface Compiled {
  readonly rules: readonly { readonly expression: RegExp; readonly expected: string }[]
  /** All rules with the same flags as one expression: most texts have no hit. */
  readonly any: readonly RegExp[]
}

const compiled = new Map<Audience, Compiled>()

export function findWords(text: string, audience: Audience): readonly Hit[] {
  const { rules, any } = compiled.get(audience) ?? compile(audience)
  if (!any.some((expression) => expression.test(text))) return []
  return rules.flatMap(({ expression, expected }) =>
    [...text.matchAll(expression)].map((match) => ({
      index: match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0),
      found: match[0].trim().replace(/\s+/g, ' '),
      expected: expected.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? ''),
    })),
  )
}

function compile(audience: Audience): Compiled {
  const parts = rulesFor(audience).map(({ pattern, expected }) => {
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? []
    return { source, flags, expected }
  })
  const made = {
    rules: parts.map(({ source, flags, expected }) => ({
      expression: new RegExp(source, `g${flags}`),
      expected,
    })),
    any: [...new Set(parts.map(({ flags }) => flags))].map((flags) => {
      const alike = parts.filter((part) => part.flags === flags)
      return new RegExp(alike.map(({ source }) => `(?:${source})`).join('|'), flags)
    }),
  }
  compiled.set(audience, made)
  return made
}
