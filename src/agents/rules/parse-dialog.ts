/** Reads what a rule says of a dialog: where it stands, and by which keys it is answered. */
import { isTable, type Table } from '../../base/is-table.ts'
import { dialogKeysMax, patternCharactersMax } from './limits.ts'
import type { DialogPlace, NamedKey } from './rules.ts'

type Problem = { readonly problem: string }

const form =
  'dialog is a table with begins ("rule", "frame" or a text), keys ("number", "shown" or a table ' +
  'of texts and keys) and, if wanted, choices ("numbered" or "named"), and no more'

const keyNames: ReadonlyMap<unknown, NamedKey['key']> = new Map<unknown, NamedKey['key']>([
  ['number', 'number'],
  ['select', 'select'],
  [null, null],
  ['enter', { bytes: '\r' }],
  ['esc', { bytes: '\x1b' }],
  ['tab', { bytes: '\t' }],
  ['shift+tab', { bytes: '\x1b[Z' }],
])

/**
 * undefined: it says nothing. null: it is reported, as the end of a sentence, and the rule goes.
 */
export function readDialog(
  { dialog: value, state }: Table,
  report: (problem: string) => void,
): DialogPlace | null | undefined {
  if (value === undefined) return undefined
  const place = placeOf(value)
  const problem =
    'problem' in place ? place.problem : state === 'waiting' ? null : 'only waiting has a dialog'
  if (problem !== null) report(problem)
  return problem !== null || 'problem' in place ? null : place
}

function placeOf(value: unknown): DialogPlace | Problem {
  const { begins, keys: listed, choices = 'numbered', ...others } = isTable(value) ? value : {}
  const keys = isTable(listed) ? readKeys(listed) : listed
  if (isTable(keys) && 'problem' in keys) return { problem: String(keys['problem']) }
  if (
    typeof begins !== 'string' ||
    begins === '' ||
    begins.length > patternCharactersMax ||
    (keys !== 'number' && keys !== 'shown' && !isKeys(keys)) ||
    (choices !== 'numbered' && choices !== 'named') ||
    Object.keys(others).length > 0
  )
    return { problem: form }
  if (choices === 'named' && (!isKeys(keys) || keys.some((one) => !isNamed(one))))
    return { problem: 'named choices have a table of keys, each a text and its own key' }
  return {
    begins:
      begins === 'rule' || begins === 'frame' ? { below: begins } : { at: begins.toLowerCase() },
    choices,
    keys,
  }
}

function readKeys(table: Table): readonly NamedKey[] | Problem {
  const entries = Object.entries(table)
  if (entries.length === 0 || entries.length > dialogKeysMax)
    return { problem: `the keys of a dialog are from 1 to ${dialogKeysMax}` }
  const keys: NamedKey[] = []
  for (const [text, name] of entries) {
    const key =
      typeof name === 'string' && /^[a-z0-9]$/u.test(name) ? { bytes: name } : keyNames.get(name)
    if (key === undefined || text.length > patternCharactersMax)
      return {
        problem:
          'a key of a dialog is number, select, enter, esc, tab, shift+tab, null, a small letter ' +
          'or a digit',
      }
    keys.push({ text: text.toLowerCase(), key })
  }
  return keys
}

function isNamed({ text, key }: NamedKey): boolean {
  return text.trim() !== '' && key !== null && key !== 'number'
}

function isKeys(value: unknown): value is readonly NamedKey[] {
  return Array.isArray(value)
}
