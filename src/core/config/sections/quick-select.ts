/** The `[quick_select]` section: the user's patterns and their actions. */
import { z } from 'zod'
import { isTable } from '../../../base/objects/is-table.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import { patternProblem } from '../../../base/text/pattern-problem.ts'
import { configPatternCharactersMax, quickPatternsMax, configTextCharactersMax } from '../limits.ts'
import { once, type FreeSection } from '../option.ts'
import { quotedValue } from '../written.ts'
import { invalid, unknownKey, wrong } from './problems.ts'

/** Actions of a label. */
const quickActions = ['copy', 'open', 'insert', 'edit'] as const
export type QuickAction = (typeof quickActions)[number]

export interface QuickPattern {
  readonly name: string
  /** JavaScript regular expression, compiled with `quickFlags`. */
  readonly regex: string
  readonly action: QuickAction
  /** URL to open, with `{match}`; empty to open the match itself. */
  readonly url: string
}

export const quickFlags = 'gu'

export interface QuickSelectTable {
  readonly patterns: readonly QuickPattern[]
}

/** The match comes after the host and is encoded, so that screen content can't choose the host. */
const template = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s{}]+[/?#][^\s{}]*\{match\}[^\s{}]*$/i

const keys = ['name', 'regex', 'action', 'url'] as const
type Key = (typeof keys)[number]

const nameMax = 64

const written = once(() =>
  z.strictObject({
    patterns: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(nameMax),
          regex: z.string().min(1).max(configPatternCharactersMax),
          action: z.enum(quickActions).optional(),
          url: z.string().max(configTextCharactersMax).regex(template).optional(),
        }),
      )
      .max(quickPatternsMax)
      .optional(),
  }),
)

type Report = Parameters<FreeSection['read']>[3]

export const quickSelect: FreeSection<QuickSelectTable> = {
  title: 'Quick select patterns',
  default: { patterns: [] },
  get written() {
    return written()
  },
  read: (table, below, before, report) => {
    const kept = before ?? below
    if (!isTable(table)) {
      report(invalid('quick_select', '', table, 'a table: [quick_select]'))
      return kept
    }
    for (const key of Object.keys(table))
      if (key !== 'patterns') report(unknownKey('quick_select', key, nearest(key, ['patterns'])))
    const { patterns } = table
    if (patterns === undefined) return below
    if (!Array.isArray(patterns)) {
      report(invalid('quick_select', 'patterns', patterns, 'tables: [[quick_select.patterns]]'))
      return kept
    }
    if (patterns.length > quickPatternsMax)
      report(
        wrong(
          `patterns[${quickPatternsMax}]`,
          `quick_select.patterns has ${patterns.length} entries: the first ${quickPatternsMax} ` +
            'are read.',
        ),
      )
    return {
      patterns: patterns
        .slice(0, quickPatternsMax)
        .flatMap((one: unknown, index) => readPattern(`patterns[${index}]`, one, report)),
    }
  },
  print: ({ patterns }) => ({
    patterns: patterns.map(({ url, ...rest }) => (url === '' ? rest : { ...rest, url })),
  }),
  document: [
    `Up to ${quickPatternsMax} tables \`[[quick_select.patterns]]\` are read. [Quick ` +
      'select](keys.md#quick-select) labels their matches on the screen, before its built-in ' +
      'matches.',
    '',
    '| key | type | default | description |',
    '|---|---|---|---|',
    `| \`name\` | string of up to ${nameMax} characters | | Name shown in messages. |`,
    '| `regex` | regular expression | | Regular expression (JavaScript) of up to ' +
      `${configPatternCharactersMax} characters, matched per line, case-sensitive. |`,
    '| `action` | "copy", "open", "insert", "edit" | "copy"; with `url` "open" | What a label ' +
      'does without a modifier key. |',
    '| `url` | string | | URL to open, with `{match}` after its host. `{match}` is replaced by ' +
      'the URL-encoded match. The scheme must be listed in `links.schemes`. |',
    '',
    '```toml',
    '[[quick_select.patterns]]',
    'name = "ticket"',
    "regex = '\\b[A-Z]{2,8}-\\d+\\b'",
    'url = "https://tracker.example/browse/{match}"',
    '```',
    '',
    'A pattern that takes longer than 250 ms is stopped, and vibeflow shows a notice. The other ' +
      'labels still appear. Invalid patterns are ignored.',
  ].join('\n'),
  template: [
    '  For example:',
    '  [[quick_select.patterns]]',
    '  name = "ticket"',
    "  regex = '\\b[A-Z]{2,8}-\\d+\\b'",
    '  action = "open" # or "copy", "insert", "edit"',
    '  url = "https://tracker.example/browse/{match}"',
  ],
}

/** Returns nothing if any key is invalid, since a pattern without it would differ. */
function readPattern(place: string, value: unknown, report: Report): QuickPattern[] {
  if (!isTable(value)) {
    report(invalid('quick_select', place, value, 'a table: [[quick_select.patterns]]'))
    return []
  }
  for (const key of Object.keys(value))
    if (!(keys as readonly string[]).includes(key))
      report(unknownKey('quick_select', `${place}.${key}`, nearest(key, keys)))
  const { name, regex, url = '' } = value
  const { action = url === '' ? 'copy' : 'open' } = value
  const refuse = (key: Key, allowed: string): void =>
    report(
      value[key] === undefined
        ? wrong(place, `quick_select.${place} has no ${key}. Required: ${allowed}.`)
        : invalid('quick_select', `${place}.${key}`, value[key], allowed),
    )
  if (!isText(name, nameMax) || name === '')
    refuse('name', `a string of up to ${nameMax} characters`)
  else if (!isText(regex, configPatternCharactersMax) || regex === '')
    refuse('regex', `a regular expression of up to ${configPatternCharactersMax} characters`)
  else if (!isAction(action))
    refuse('action', `one of ${quickActions.map((one) => `"${one}"`).join(', ')}`)
  else if (!isText(url, configTextCharactersMax) || (url !== '' && !template.test(url)))
    refuse('url', 'a URL with {match} after its host, such as "https://tracker.example/{match}"')
  else {
    const problem = patternProblem(regex, quickFlags)
    if (problem === null) return [{ name, regex, action, url }]
    report(
      wrong(`${place}.regex`, `quick_select.${place}.regex is ${quotedValue(regex)}: ${problem}.`),
    )
  }
  return []
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max
}

function isAction(value: unknown): value is QuickAction {
  return (quickActions as readonly unknown[]).includes(value)
}
