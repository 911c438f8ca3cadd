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

const compiled = new Map<Audience, readonly { expression: RegExp; expected: string }[]>()

export function findWords(text: string, audience: Audience): readonly Hit[] {
  const expressions = compiled.get(audience) ?? rulesFor(audience).map(compile)
  compiled.set(audience, expressions)
  return expressions.flatMap(({ expression, expected }) =>
    [...text.matchAll(expression)].map((match) => ({
      index: match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0),
      found: match[0].trim().replace(/\s+/g, ' '),
      expected: expected.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? ''),
    })),
  )
}

function compile({ pattern, expected }: Rule) {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? []
  return { expression: new RegExp(source, `g${flags}`), expected }
}
