/** Validates a rule's dialog: its position on the screen, and the keys that answer it. */
import { z } from 'zod'
import { dialogKeysMax, rulePatternCharactersMax } from './limits.ts'
import type { DialogPlace, NamedKey } from './rules.ts'

const form =
  'dialog must be a table with begins ("rule", "frame" or a string), keys ("number", "shown" or ' +
  'a table of texts and keys) and optionally choices ("numbered" or "named").'

/** Keys with the bytes that `core/config/keys` encodes, which this room may not import. */
const keyNames: ReadonlyMap<unknown, NamedKey['key']> = new Map<unknown, NamedKey['key']>([
  ['number', 'number'],
  ['select', 'select'],
  [null, null],
  ['enter', { bytes: '\r' }],
  ['esc', { bytes: '\x1b' }],
  ['tab', { bytes: '\t' }],
  ['shift+tab', { bytes: '\x1b[Z' }],
])

const keyForm =
  'a dialog key must be number, select, enter, esc, tab, shift+tab, null, a lowercase letter or ' +
  'a digit.'

const namedKeys = z
  .record(z.string(), z.unknown(), form)
  .transform((table, context): readonly NamedKey[] => {
    const entries = Object.entries(table)
    if (entries.length === 0 || entries.length > dialogKeysMax)
      context.addIssue(`a dialog needs 1 to ${dialogKeysMax} keys.`)
    return entries.slice(0, dialogKeysMax).map(([text, name]) => {
      const key =
        typeof name === 'string' && /^[a-z0-9]$/u.test(name) ? { bytes: name } : keyNames.get(name)
      if (key === undefined || text.length > rulePatternCharactersMax) context.addIssue(keyForm)
      return { text: text.toLowerCase(), key: key ?? null }
    })
  })

export const dialogPlace = z
  .strictObject(
    {
      begins: z
        .string(form)
        .min(1, form)
        .max(rulePatternCharactersMax, form)
        .transform((text): DialogPlace['begins'] =>
          text === 'rule' || text === 'frame' ? { below: text } : { at: text.toLowerCase() },
        ),
      choices: z.enum(['numbered', 'named'], form).default('numbered'),
      keys: z.unknown().transform((value, context): DialogPlace['keys'] => {
        if (value === 'number' || value === 'shown') return value
        const { data, error } = namedKeys.safeParse(value)
        if (error !== undefined) context.addIssue(error.issues[0]?.message ?? form)
        return data ?? z.NEVER
      }),
    },
    form,
  )
  .refine(({ choices, keys }) => choices === 'numbered' || isNamed(keys), {
    error: 'named choices need a table of keys, with a text and its own key for each.',
  })

function isNamed(keys: DialogPlace['keys']): boolean {
  return (
    typeof keys !== 'string' &&
    keys.every(({ text, key }) => text.trim() !== '' && key !== null && key !== 'number')
  )
}
