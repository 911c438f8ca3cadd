/**
 * Resolves `[shortcuts]` of the configuration (docs/reference/config.md): preset, bindings,
 * unbinding, texts. Errors are reported per key, which keeps its previous chords.
 */
import { quotedValue } from '../written.ts'
import { isTable, type Table } from '../../../base/objects/is-table.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import { actionNames, isAction, type ActionName } from './actions.ts'
import { chordsMax, sendCharactersMax, sendsMax } from './limits.ts'
import { presetChords, presetNames, type PresetName } from './presets.ts'
import { parseShortcut, sequenceStarts } from './sequences.ts'

/** Shortcuts of each action as sent to a page, the labeled one first, as `parseShortcut` gives. */
export interface ShortcutTable {
  readonly preset: PresetName
  readonly actions: Readonly<Record<ActionName, readonly string[]>>
  readonly sends: readonly { readonly chords: readonly string[]; readonly text: string }[]
}

export interface KeyProblem {
  readonly kind: 'unknown-action' | 'bad-type' | 'bad-value' | 'bad-chord' | 'taken'
  /** As named in the file: `shortcuts.new_tab`, `shortcuts.send[1].keys`. */
  readonly key: string
  /** Sentences about the problem, the values that apply instead, and the correct form. */
  readonly text: string
}

export interface ResolvedShortcuts {
  readonly table: ShortcutTable
  readonly problems: readonly KeyProblem[]
  /** Defaults that yielded to the user's bindings. `key`: key of the file with the chord. */
  readonly gaveWay: readonly { readonly key: string; readonly text: string }[]
}

export const defaultShortcuts: ShortcutTable = {
  preset: 'default',
  actions: presetChords('default'),
  sends: [],
}

/**
 * @param value the `[shortcuts]` table from TOML; `undefined` if there is none
 * @param last current chords, which an invalid key keeps; the defaults at the start
 * @param below chords without this table: the defaults, or those of an imported file
 */
export function resolveShortcuts(
  value: unknown,
  last: ShortcutTable = defaultShortcuts,
  below: ShortcutTable = defaultShortcuts,
): ResolvedShortcuts {
  const problems: KeyProblem[] = []
  const report: Report = (kind, key, text) => {
    problems.push({ kind, key, text: `${key}: ${text}` })
  }
  if (value === undefined) return { table: below, problems, gaveWay: [] }
  if (!isTable(value)) {
    report(
      'bad-type',
      'shortcuts',
      `must be a table ([shortcuts]), but is ${kindOf(value)}. Keeping the current shortcuts.`,
    )
    return { table: last, problems, gaveWay: [] }
  }
  const preset =
    value['preset'] === undefined ? below.preset : presetOf(value['preset'], last, report)
  const taken = new TakenChords(report)
  const { actions, keeping } = readActions(value, taken, problems, report)
  const sends =
    value['send'] === undefined ? below.sends : sendsOf(value['send'], last, taken, report)

  // defaults yield to the user's bindings
  const defaults = value['preset'] === undefined ? below.actions : presetChords(preset)
  for (const [name, problem] of keeping) {
    const kept = keptChords(last.actions[name], defaults[name], taken)
    taken.give(kept, `shortcuts.${name}`)
    actions.set(name, kept)
    const found = problem === null ? undefined : problems[problem]
    if (problem !== null && found !== undefined)
      problems[problem] = {
        ...found,
        text:
          `${found.text} Until then, ${name} ` +
          `${kept.length === 0 ? 'is unbound' : `keeps ${kept.join(', ')}`}.`,
      }
  }
  const table = Object.fromEntries(
    actionNames.map((name) => [name, actions.get(name) ?? taken.freeOf(defaults[name])]),
  )
  return {
    table: { preset, actions: table as unknown as ShortcutTable['actions'], sends },
    problems,
    gaveWay: defaultsThatGaveWay(
      actionNames.filter((name) => !actions.has(name)),
      defaults,
      taken,
    ),
  }
}

type Report = (kind: KeyProblem['kind'], key: string, text: string) => void

/**
 * Maps shortcuts to the keys of the file that named them first. A chord with an action of its own
 * starts no sequence.
 */
class TakenChords {
  readonly #owners = new Map<string, string>()
  /** Starts of sequences, with the first sequence. */
  readonly #starts = new Map<string, string>()
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  /** Returns the chords of a list that no other key has; `null` for an invalid list. */
  claim(key: string, chords: readonly string[] | null): readonly string[] | null {
    return chords?.filter((chord) => this.#take(key, chord)) ?? null
  }

  give(chords: readonly string[], key: string): void {
    for (const chord of chords) this.#set(chord, key)
  }

  freeOf(chords: readonly string[]): readonly string[] {
    return chords.filter((chord) => this.ownerOf(chord) === null)
  }

  ownerOf(chord: string): string | null {
    const other = this.#conflict(chord)
    return other === null ? null : (this.#owners.get(other) ?? null)
  }

  #take(key: string, chord: string): boolean {
    const other = this.#conflict(chord)
    if (other === null) {
      this.#set(chord, key)
      return true
    }
    const owner = this.#owners.get(other) ?? ''
    this.#report('taken', key, conflictText(chord, other, owner === key ? null : owner))
    return false
  }

  #set(chord: string, key: string): void {
    this.#owners.set(chord, key)
    for (const start of sequenceStarts(chord))
      if (!this.#starts.has(start)) this.#starts.set(start, chord)
  }

  /** Returns the taken shortcut that is the same, starts this one, or starts with it. */
  #conflict(chord: string): string | null {
    if (this.#owners.has(chord)) return chord
    const start = sequenceStarts(chord).find((one) => this.#owners.has(one))
    return start ?? this.#starts.get(chord) ?? null
  }
}

/** @param owner the key of the file that has `other`; null for the same key */
function conflictText(chord: string, other: string, owner: string | null): string {
  if (chord === other)
    return owner === null
      ? `${chord} is listed twice.`
      : `${chord} is already bound to ${owner}. Choose another shortcut.`
  const bound = `is already bound${owner === null ? '' : ` to ${owner}`}`
  return chord.length > other.length
    ? `${chord} starts with ${other}, which ${bound}. Choose another sequence.`
    : `${chord} starts ${other}, which ${bound}. Choose another shortcut.`
}

/**
 * Reads the actions. `actions`: those with a valid list. `keeping`: those without, with the index
 * of the problem if their list became empty. Their previous chords are restored last, since the
 * user's bindings take precedence.
 */
function readActions(
  value: Table,
  taken: TakenChords,
  problems: readonly KeyProblem[],
  report: Report,
) {
  const actions = new Map<ActionName, readonly string[]>()
  const keeping = new Map<ActionName, number | null>()
  for (const [name, chords] of Object.entries(value)) {
    if (name === 'preset' || name === 'send') continue
    const key = `shortcuts.${name}`
    if (!isAction(name)) {
      // a person does not write that many, and each suggestion takes time
      const meant = problems.length < actionNames.length ? nearest(name, actionNames) : null
      report(
        'unknown-action',
        key,
        'unknown action; ignored. ' +
          (meant === null
            ? 'Run `vibeflow --list-actions` to list all actions.'
            : `Did you mean shortcuts.${meant}?`),
      )
      continue
    }
    const written = chordsOfList(key, chords, 'Keeping the previous shortcuts.', report)
    const read = taken.claim(key, written)
    if (read === null) keeping.set(name, null)
    else if (read.length === 0 && written !== null && written.length > 0)
      keeping.set(name, problems.length - 1)
    else actions.set(name, read)
  }
  return { actions, keeping }
}

/** Returns the previous chords that an action keeps, or its defaults if they are taken. */
function keptChords(
  last: readonly string[],
  defaults: readonly string[],
  taken: TakenChords,
): readonly string[] {
  const had = taken.freeOf(last)
  return had.length === 0 && last.length > 0 ? taken.freeOf(defaults) : had
}

function defaultsThatGaveWay(
  names: readonly ActionName[],
  defaults: ShortcutTable['actions'],
  taken: TakenChords,
): ResolvedShortcuts['gaveWay'] {
  return names.flatMap((name) =>
    defaults[name].flatMap((chord) => {
      const key = taken.ownerOf(chord)
      if (key === null) return []
      const rest = taken.freeOf(defaults[name])
      const text =
        `${key}: ${chord} was the default for ${name}, which ` +
        `${rest.length === 0 ? 'is now unbound' : `keeps ${rest.join(', ')}`}.`
      return [{ key, text }]
    }),
  )
}

function presetOf(value: unknown, last: ShortcutTable, report: Report): PresetName {
  const preset = presetNames.find((name) => name === value)
  if (preset !== undefined) return preset
  const allowed = presetNames.join(', ')
  if (typeof value === 'string')
    report(
      'bad-value',
      'shortcuts.preset',
      `unknown preset ${quotedValue(value)}. Allowed: ${allowed}. Keeping ${last.preset}.`,
    )
  else
    report(
      'bad-type',
      'shortcuts.preset',
      `must be one of ${allowed}, but is ${kindOf(value)}. Keeping ${last.preset}.`,
    )
  return last.preset
}

function sendsOf(
  value: unknown,
  last: ShortcutTable,
  taken: TakenChords,
  report: Report,
): ShortcutTable['sends'] {
  if (!Array.isArray(value) || value.length > sendsMax) {
    const is = Array.isArray(value)
      ? `has ${value.length} entries; the maximum is ${sendsMax}`
      : `must be a list of tables ([[shortcuts.send]]), but is ${kindOf(value)}`
    report('bad-type', 'shortcuts.send', `${is}. Keeping the previous entries.`)
    return last.sends
  }
  return value.flatMap((entry: unknown, index) => {
    const key = `shortcuts.send[${index}]`
    if (!isTable(entry)) {
      report(
        'bad-type',
        key,
        `must be a table with keys and text, but is ${kindOf(entry)}. Ignored.`,
      )
      return []
    }
    for (const name of Object.keys(entry))
      if (name !== 'keys' && name !== 'text')
        report(
          'bad-value',
          `${key}.${name}`,
          'unknown key. A [[shortcuts.send]] table has keys and text.',
        )
    const { text } = entry
    if (typeof text !== 'string' || text === '' || text.length > sendCharactersMax) {
      report(
        typeof text === 'string' ? 'bad-value' : 'bad-type',
        `${key}.text`,
        `must be a string of 1 to ${sendCharactersMax} characters, but ` +
          `${typeof text === 'string' ? `has ${text.length}` : `is ${kindOf(text)}`}. Ignored.`,
      )
      return []
    }
    const chords = taken.claim(
      `${key}.keys`,
      chordsOfList(`${key}.keys`, entry['keys'], 'Ignored.', report),
    )
    return chords === null || chords.length === 0 ? [] : [{ chords, text }]
  })
}

/** Reads a list of chords or a single one; `null` if any is invalid. */
function chordsOfList(
  key: string,
  value: unknown,
  outcome: string,
  report: Report,
): readonly string[] | null {
  const list: unknown = typeof value === 'string' ? [value] : value
  if (!Array.isArray(list) || list.length > chordsMax) {
    report(
      'bad-type',
      key,
      Array.isArray(list)
        ? `has ${list.length} shortcuts; the maximum is ${chordsMax}. ${outcome}`
        : 'must be a list of shortcuts such as ["ctrl+shift+t"], or [] for none, but is ' +
            `${kindOf(value)}. ${outcome}`,
    )
    return null
  }
  const read = list.map((entry: unknown) => {
    if (typeof entry !== 'string') {
      report(
        'bad-type',
        key,
        `a shortcut must be a string such as "ctrl+shift+t", but is ${kindOf(entry)}. ${outcome}`,
      )
      return null
    }
    const chord = parseShortcut(entry)
    if ('ok' in chord) return chord.ok
    report(
      'bad-chord',
      key,
      `${quotedValue(entry)} is not a valid shortcut: ${chord.problem} Use ctrl, shift, alt or ` +
        `super with one key, such as ctrl+shift+t. ${outcome}`,
    )
    return null
  })
  return read.every((chord) => chord !== null) ? read : null
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'missing'
  if (Array.isArray(value)) return 'a list'
  return (
    { string: 'a string', number: 'a number', boolean: `${String(value)}`, object: 'a table' }[
      typeof value as string
    ] ?? typeof value
  )
}
