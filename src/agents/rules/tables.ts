/** zod schemas of a rules file. Messages end a sentence that parse.ts starts with the rule. */
import { z } from 'zod'
import { nearest } from '../../base/numbers/nearest.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { dialogPlace } from './dialog-table.ts'
import {
  gutterMax,
  matchersPerListMax,
  namesMax,
  rulePatternCharactersMax,
  ruleValueCharactersMax,
  rowsOfRegionMax,
} from './limits.ts'
import type { RuleMatcher, ScreenRegion, RuleKind, RuleState } from './rules.ts'

/** Checks an expression (worst-case.ts). Returns the end of a sentence, or `null`. */
export type Judge = (expression: RegExp, of: 'line' | 'block') => string | null

/** Describes a value in up to `ruleValueCharactersMax` characters. */
export function described(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'a table' // of any depth
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length <= ruleValueCharactersMax
    ? text
    : `${text.slice(0, ruleValueCharactersMax)}...`
}

/** Returns a sentence with the key that was most likely meant, or with all keys. */
export function meantKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known)
  return near === null ? ` Allowed: ${known.join(', ')}.` : ` Did you mean ${near}?`
}

/** Compiles and checks an expression. Returns a sentence if it is rejected. */
export function compiled(
  source: string,
  flags: string,
  of: 'line' | 'block',
  refused: Judge,
): RegExp | string {
  try {
    const expression = new RegExp(source, `u${flags}`)
    const reason = refused(expression, of)
    return reason === null ? expression : `${source} ${reason}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const text = z.string().min(1).max(rulePatternCharactersMax)
/** A name that windows and terminals show. */
const shownText = text.refine((name) => safeText(name, rulePatternCharactersMax) === name)
const ignored = z.unknown().optional()

/** Treats an invalid value as missing; the rest of the table is used. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined)
}

const names = z
  .array(z.unknown())
  .transform((list) => list.slice(0, namesMax).flatMap((one) => text.safeParse(one).data ?? []))
  .catch([])

export const agentId = shownText

export const processTable = z.object({
  names,
  packages: names,
  exePath: lenient(text),
  tooGeneric: names,
  note: ignored,
  versionedPath: ignored,
  runtime: ignored,
  environment: ignored,
})

export const agentTable = z.object({
  name: lenient(shownText),
  tool: lenient(shownText),
  process: lenient(processTable),
  rules: lenient(z.array(z.unknown())),
  signature: ignored,
  prompt: ignored,
  copy: ignored,
  sameRulesAs: lenient(z.string()),
  note: ignored,
  source: ignored,
  versionsSeen: ignored,
  reports: ignored,
  resume: lenient(text),
  fork: lenient(text),
  hooks: ignored,
})

const gutterColumns = z.int().min(0).max(gutterMax)

const copyShape = {
  marks: z.array(z.string().min(1).max(gutterMax)).max(namesMax).default([]),
  gutter: gutterColumns.nullable().default(null),
  right: gutterColumns.nullable().default(null),
  bars: z.boolean().default(false),
  numbers: z.boolean().default(false),
  codeIndent: gutterColumns.default(0),
  breaksAfter: z.string().max(gutterMax).default(''),
  note: ignored,
  source: ignored,
}

export const copyTable = z.strictObject(copyShape, {
  error: tableError('copy', Object.keys(copyShape), 'must be a table.'),
})

const states = ['working', 'waiting', 'idle', 'error', 'ignore'] as const satisfies RuleState[]
const kinds = ['permission', 'question', 'auth'] as const satisfies RuleKind[]

function oneOf<const Word extends string>(key: string, words: readonly Word[]) {
  return z.enum(words, {
    error: ({ input }) => `invalid ${key} ${described(input)}. Allowed: ${words.join(', ')}.`,
  })
}

/** Returns an error function for a table. `otherwise`: message for a value that is not a table. */
function tableError(what: string, known: readonly string[], otherwise: string) {
  return (issue: z.core.$ZodRawIssue): string => {
    const key = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    return key === undefined
      ? otherwise
      : `unknown key ${described(key)} in ${what}.${meantKey(key, known)}`
  }
}

const wordRegions = ['title', 'progress', 'screen', 'after_last_rule', 'prompt_box'] as const
const rowRegion = /^(bottom|top):([1-9]\d{0,2})$/

const region = z.unknown().transform((value, context): ScreenRegion => {
  const word = wordRegions.find((one) => one === value)
  if (word !== undefined) return { of: word }
  const [, of, rows] = typeof value === 'string' ? (rowRegion.exec(value) ?? []) : []
  if ((of === 'bottom' || of === 'top') && Number(rows) <= rowsOfRegionMax)
    return { of, rows: Number(rows) }
  context.addIssue(
    `invalid region ${described(value)}. Allowed: title, progress, screen, bottom:N, top:N ` +
      `(N from 1 to ${rowsOfRegionMax}), after_last_rule, prompt_box.`,
  )
  return z.NEVER
})

function matcherList(refused: Judge) {
  const needed =
    `a matcher needs text, line or block, with up to ${rulePatternCharactersMax} ` + 'characters.'
  const words = z.string(needed).min(1, needed).max(rulePatternCharactersMax, needed).optional()
  const shape = {
    text: words,
    line: words,
    block: words,
    flags: z.literal('i', 'the only allowed flag is i.').optional(),
  }
  const matcher = z
    .strictObject(shape, { error: tableError('a matcher', Object.keys(shape), needed) })
    .transform(({ text: wanted, line, block, flags = '' }, context): RuleMatcher => {
      if (wanted !== undefined) return { of: 'text', lowered: wanted.toLowerCase() }
      const of = line === undefined ? 'block' : 'line'
      const source = line ?? block
      const expression = source === undefined ? needed : compiled(source, flags, of, refused)
      if (typeof expression !== 'string') return { of, expression }
      context.addIssue({
        code: 'custom',
        message: expression,
        path: source === undefined ? [] : [of],
      })
      return z.NEVER
    })
  const listed = `must be a list of up to ${matchersPerListMax} matchers.`
  return z.array(matcher, listed).max(matchersPerListMax, listed).default([])
}

/** Returns the schemas of a rule and of a signature, whose expressions `refused` checks. */
export function ruleTables(refused: Judge) {
  const list = matcherList(refused)
  const place = { region, all: list, any: list, not: list, note: ignored, source: ignored }
  const shape = {
    id: shownText,
    state: oneOf('state', states),
    kind: oneOf('kind', kinds).optional(),
    priority: z.int({
      error: ({ input }) => `priority must be an integer, not ${described(input)}.`,
    }),
    ...place,
    dialog: dialogPlace.optional(),
  }
  const withMatchers = ({ all, any }: { all: unknown[]; any: unknown[] }, context: Context) => {
    if (all.length + any.length === 0) context.addIssue('needs "all" or "any".')
  }
  return {
    rule: z
      .strictObject(shape, { error: tableError('a rule', Object.keys(shape), '') })
      .superRefine((rule, context) => {
        const blame = (key: string, message: string) =>
          context.addIssue({ code: 'custom', message, path: [key] })
        const { state, kind, dialog } = rule
        if (state === 'waiting' && kind === undefined)
          blame('state', `state "waiting" requires a kind: ${kinds.join(', ')}.`)
        if (state !== 'waiting' && kind !== undefined)
          blame('kind', 'only state "waiting" can have a kind.')
        if (state !== 'waiting' && dialog !== undefined)
          blame('dialog', 'only state "waiting" can have a dialog.')
        withMatchers(rule, context)
      }),
    signature: z
      .strictObject(place, {
        error: tableError('a signature', Object.keys(place), 'must be a table.'),
      })
      .superRefine((signature, context) => {
        const { of } = signature.region
        if (of === 'title' || of === 'progress')
          context.addIssue({
            code: 'custom',
            message: `the region must be on the screen, not ${of}.`,
            path: ['region'],
          })
        withMatchers(signature, context)
      }),
  }
}

type Context = { readonly addIssue: (message: string) => void }
