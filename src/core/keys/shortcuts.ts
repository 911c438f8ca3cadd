/**
 * From the `[shortcuts]` table of the configuration to the chords in force (docs/config.md):
 * preset, rebinding, unbinding, texts. It never fails as a whole: what is wrong is a problem, and
 * that key keeps what it had.
 */
import { nearest } from '../nearest.ts'
import { actionNames, isAction, type ActionName } from './actions.ts'
import { chordsMax, sendCharactersMax, sendsMax } from './limits.ts'
import { chordText, parseChord } from './chords.ts'
import { presetChords, presetNames, type PresetName } from './presets.ts'

/**
 * As it crosses to a page: the chords of each action, the one that is drawn first, as `chordText`
 * writes them.
 */
export interface ShortcutTable {
  readonly preset: PresetName
  readonly actions: Readonly<Record<ActionName, readonly string[]>>
  readonly sends: readonly { readonly chords: readonly string[]; readonly text: string }[]
}

export interface ShortcutProblem {
  readonly kind: 'unknown-action' | 'bad-type' | 'bad-value' | 'bad-chord' | 'taken'
  /** As the file names it: `shortcuts.new_tab`, `shortcuts.send[1].keys`. */
  readonly key: string
  /** What is wrong, what holds instead, and what would be right: whole sentences. */
  readonly text: string
}

export interface ResolvedShortcuts {
  readonly table: ShortcutTable
  readonly problems: readonly ShortcutProblem[]
  /**
   * Defaults that gave way to what the user wrote: no mistake, and worth a word. `key`: of the
   * file, who has the chord now.
   */
  readonly gaveWay: readonly { readonly key: string; readonly text: string }[]
}

export const defaultShortcuts: ShortcutTable = {
  preset: 'default',
  actions: presetChords('default'),
  sends: [],
}

/**
 * @param value the `[shortcuts]` table as TOML gives it; undefined: there is none
 * @param last the chords in force, which a key that is wrong keeps. At the start: the defaults
 * @param below what holds without this table: the defaults, or what an imported file says
 */
export function resolveShortcuts(
  value: unknown,
  last: ShortcutTable = defaultShortcuts,
  below: ShortcutTable = defaultShortcuts,
): ResolvedShortcuts {
  const problems: ShortcutProblem[] = []
  const tell = (kind: ShortcutProblem['kind'], key: string, text: string): void => {
    problems.push({ kind, key, text: `${key}: ${text}` })
  }
  if (value === undefined) return { table: below, problems, gaveWay: [] }
  if (!isTable(value)) {
    tell(
      'bad-type',
      'shortcuts',
      `this must be a table, [shortcuts], and is ${kindOf(value)}. The chords in force stay.`,
    )
    return { table: last, problems, gaveWay: [] }
  }

  const preset =
    value['preset'] === undefined ? below.preset : presetOf(value['preset'], last, tell)
  const actions = new Map<ActionName, readonly string[]>()
  /**
   * Actions whose list is of no use. What they had is sought last: what the user wrote goes before
   * it.
   */
  const keeping = new Map<ActionName, { readonly told: number | null }>()
  const taken = new Map<string, string>()
  /** Those of a list that nobody has yet; null: the list is wrong. */
  const claim = (key: string, chords: readonly string[] | null): readonly string[] | null =>
    chords?.filter((chord) => {
      const owner = taken.get(chord)
      if (owner === undefined) {
        taken.set(chord, key)
        return true
      }
      tell(
        'taken',
        key,
        owner === key
          ? `${chord} is there twice; once is enough.`
          : `${chord} is already used by ${owner}, which keeps it. Give one of them another chord.`,
      )
      return false
    }) ?? null

  for (const [name, chords] of Object.entries(value)) {
    if (name === 'preset' || name === 'send') continue
    const key = `shortcuts.${name}`
    if (!isAction(name)) {
      const meant = nearest(name, actionNames)
      tell(
        'unknown-action',
        key,
        'there is no such action, so it is left out. ' +
          (meant === null
            ? 'vibeflow --list-actions names them all.'
            : `Did you mean shortcuts.${meant}?`),
      )
      continue
    }
    const written = chordsOfList(key, chords, 'what it had', tell)
    const read = claim(key, written)
    if (read === null) keeping.set(name, { told: null })
    else if (read.length === 0 && written !== null && written.length > 0)
      keeping.set(name, { told: problems.length - 1 })
    else actions.set(name, read)
  }
  const sends =
    value['send'] === undefined ? below.sends : sendsOf(value['send'], last, claim, tell)

  // Defaults give way to what the user wrote.
  const defaults = value['preset'] === undefined ? below.actions : presetChords(preset)
  const free = (chord: string): boolean => !taken.has(chord)
  for (const [name, { told }] of keeping) {
    const had = last.actions[name].filter(free)
    // Another action was given the only chord that it had: then its own is better than none.
    const kept =
      had.length === 0 && last.actions[name].length > 0 ? defaults[name].filter(free) : had
    for (const chord of kept) taken.set(chord, `shortcuts.${name}`)
    actions.set(name, kept)
    const problem = told === null ? undefined : problems[told]
    if (told !== null && problem !== undefined)
      problems[told] = {
        ...problem,
        text:
          `${problem.text} Until then ${name} ` +
          `${kept.length === 0 ? 'has no chord' : `keeps ${kept.join(', ')}`}.`,
      }
  }
  const table = Object.fromEntries(
    actionNames.map((name) => [name, actions.get(name) ?? defaults[name].filter(free)]),
  )
  const gaveWay = actionNames
    .filter((name) => !actions.has(name))
    .flatMap((name) =>
      defaults[name]
        .filter((chord) => taken.has(chord))
        .map((chord) => {
          const [key, rest] = [taken.get(chord) ?? '', defaults[name].filter(free)]
          return {
            key,
            text:
              `${key}: ${chord} is ${name}'s by default, which ` +
              `${rest.length === 0 ? 'has no chord now' : `keeps ${rest.join(', ')}`}.`,
          }
        }),
    )
  return {
    table: { preset, actions: table as unknown as ShortcutTable['actions'], sends },
    problems,
    gaveWay,
  }
}

type Tell = (kind: ShortcutProblem['kind'], key: string, text: string) => void

function presetOf(value: unknown, last: ShortcutTable, tell: Tell): PresetName {
  const preset = presetNames.find((name) => name === value)
  if (preset !== undefined) return preset
  const allowed = `one of ${presetNames.join(', ')}`
  if (typeof value === 'string')
    tell(
      'bad-value',
      'shortcuts.preset',
      `${quoted(value)} is not a preset; write ${allowed}. ${last.preset} stays.`,
    )
  else
    tell(
      'bad-type',
      'shortcuts.preset',
      `this must be ${allowed}, and is ${kindOf(value)}. ${last.preset} stays.`,
    )
  return last.preset
}

function sendsOf(
  value: unknown,
  last: ShortcutTable,
  claim: (key: string, chords: readonly string[] | null) => readonly string[] | null,
  tell: Tell,
): ShortcutTable['sends'] {
  if (!Array.isArray(value) || value.length > sendsMax) {
    const is = Array.isArray(value)
      ? `has ${value.length} entries; ${sendsMax} is the most`
      : `is ${kindOf(value)}`
    tell(
      'bad-type',
      'shortcuts.send',
      `this must be a list of tables, [[shortcuts.send]], and ${is}. What was sent before stays.`,
    )
    return last.sends
  }
  return value.flatMap((entry: unknown, index) => {
    const key = `shortcuts.send[${index}]`
    if (!isTable(entry)) {
      tell(
        'bad-type',
        key,
        `this must be a table with keys and text, and is ${kindOf(entry)}. It is left out.`,
      )
      return []
    }
    for (const name of Object.keys(entry))
      if (name !== 'keys' && name !== 'text')
        tell(
          'bad-value',
          `${key}.${name}`,
          'there is no such key; a table of shortcuts.send has keys and text.',
        )
    const { text } = entry
    if (typeof text !== 'string' || text === '' || text.length > sendCharactersMax) {
      tell(
        typeof text === 'string' ? 'bad-value' : 'bad-type',
        `${key}.text`,
        `this must be a text of 1 to ${sendCharactersMax} characters, and is ` +
          `${typeof text === 'string' ? `one of ${text.length}` : kindOf(text)}. It is left ` +
          'out.',
      )
      return []
    }
    const chords = claim(`${key}.keys`, chordsOfList(`${key}.keys`, entry['keys'], 'nothing', tell))
    return chords === null || chords.length === 0 ? [] : [{ chords, text }]
  })
}

/**
 * A list of chords, or a single one; null when any of it is wrong: half a list would be a surprise.
 */
function chordsOfList(
  key: string,
  value: unknown,
  keeps: string,
  tell: Tell,
): readonly string[] | null {
  const list: unknown = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list) || list.length > chordsMax) {
    tell(
      'bad-type',
      key,
      Array.isArray(list)
        ? `${list.length} chords are too many; ${chordsMax} is the most. It keeps ${keeps}.`
        : 'this must be a list of chords, like ["ctrl+shift+t"], or [] for none, and is ' +
            `${kindOf(value)}. It keeps ${keeps}.`,
    )
    return null
  }
  const read = list.map((entry: unknown) => {
    if (typeof entry !== 'string') {
      tell(
        'bad-type',
        key,
        `a chord is a text like "ctrl+shift+t", and this is ${kindOf(entry)}. It keeps ${keeps}.`,
      )
      return null
    }
    const chord = parseChord(entry)
    if ('ok' in chord) return chordText(chord.ok)
    tell(
      'bad-chord',
      key,
      `${quoted(entry)} is not a chord: ${chord.problem} A chord is ctrl, shift, alt or super ` +
        `and one key, like ctrl+shift+t. It keeps ${keeps}.`,
    )
    return null
  })
  return read.every((chord) => chord !== null) ? read : null
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}...` : text)
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return (
    { string: 'a text', number: 'a number', boolean: `${String(value)}`, object: 'a table' }[
      typeof value as string
    ] ?? typeof value
  )
}
