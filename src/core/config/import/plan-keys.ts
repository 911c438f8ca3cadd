/** Plans the import of key bindings into `[shortcuts]`. Pure. */
import { isTable } from '../../../base/objects/is-table.ts'
import { isAction, type ActionName } from '../keys/actions.ts'
import { chordsMax, sendCharactersMax, sendsMax } from '../keys/limits.ts'
import {
  presetChords,
  presetNames,
  type ChordsOfActions,
  type PresetName,
} from '../keys/presets.ts'
import { parseShortcut, sequenceStarts } from '../keys/sequences.ts'
import type { SavableValue } from '../savable.ts'
import { fixedClicks, written, type Does, type Foreign, type Setting } from './foreign.ts'
import { foreignKeys } from './keys.ts'
import { oneLine, type ImportRow, type OwnConfig } from './rows.ts'

export interface PlannedKeys {
  readonly rows: readonly ImportRow[]
  readonly options: ReadonlyMap<string, SavableValue>
  /** Texts that keys type, for `[[shortcuts.send]]`. */
  readonly sends: readonly { readonly keys: readonly string[]; readonly text: string }[]
}

/** A binding that vibeflow can have. */
interface Wanted {
  readonly written: string
  readonly does: Exclude<Does, { reason: string }>
}

export function planKeys(
  foreign: Foreign,
  settings: readonly Setting[],
  own: OwnConfig,
): PlannedKeys {
  const plan = new KeyPlan(foreign, settings, own)
  const clearedAt = settings.findLastIndex((setting) => clearsKeys(foreign, setting))
  const cleared = foreign.bindings(settings.slice(0, clearedAt + 1)).length
  /** The last binding of each chord counts. */
  const wanted = new Map<string, Wanted>()
  for (const [at, { written, keys, does }] of foreign.bindings(settings).entries()) {
    const chord = foreignKeys(keys)
    if (at < cleared) plan.row(written, 'skipped', 'a later line removes all keys')
    else if (typeof does === 'object' && 'reason' in does) plan.row(written, 'skipped', does.reason)
    else if ('problem' in chord) plan.row(written, 'skipped', chord.problem)
    else if (does === 'unbound' && /(?:click|wheel[a-z]+)$/.test(chord.ok))
      plan.row(written, 'skipped', fixedClicks)
    else {
      for (const [other, before] of wanted) {
        if (!overlaps(chord.ok, other)) continue
        wanted.delete(other)
        plan.row(before.written, 'skipped', `a later line binds ${chord.ok}`)
      }
      wanted.set(chord.ok, { written, does })
    }
  }
  for (const [chord, binding] of wanted) plan.add(chord, binding)
  return plan.planned()
}

class KeyPlan {
  readonly #rows: ImportRow[] = []
  readonly #sends: PlannedKeys['sends'][number][] = []
  readonly #preset: PresetName | null
  readonly #usual: ChordsOfActions
  readonly #changed = new Map<ActionName, readonly string[]>()
  readonly #own: OwnConfig['shortcuts']
  readonly #taken: ReadonlyMap<string, string>

  constructor(foreign: Foreign, settings: readonly Setting[], { shortcuts }: OwnConfig) {
    this.#own = shortcuts
    this.#taken = ownChords(shortcuts)
    const mine = presetNames.find((name) => name === shortcuts['preset'])
    const offered = offeredPreset(foreign, settings)
    const isKept = shortcuts['preset'] !== undefined
    this.#preset = isKept || offered === 'default' ? null : offered
    this.#usual = presetChords(mine ?? (isKept ? 'default' : offered))
    if (offered === 'default') return
    const text = `shortcuts.preset = "${isKept ? mine : offered}"`
    const outcome = mine === offered ? 'unchanged' : isKept ? 'kept' : 'imported'
    this.row(`keys of ${foreign.title}`, outcome, text)
  }

  row(written: string, outcome: ImportRow['outcome'], text: string): void {
    this.#rows.push({ from: oneLine(written), outcome, text })
  }

  add(chord: string, { written, does }: Wanted): void {
    /** Actions that have these keys, or the start of a sequence with them. */
    const before = (Object.keys(this.#usual) as ActionName[]).filter((name) =>
      this.#chordsOf(name).some((one) => overlaps(one, chord)),
    )
    const action = typeof does === 'object' && 'action' in does ? does.action : null
    const taken = [...this.#taken.keys()].find((one) => overlaps(one, chord))
    if (taken !== undefined) this.row(written, 'kept', `${this.#taken.get(taken)} has ${taken}`)
    else if (action !== null && this.#chordsOf(action).includes(chord))
      this.row(written, 'unchanged', `${action}: ${chord}`)
    else if (action !== null && this.#own[action] !== undefined)
      this.row(written, 'kept', `shortcuts.${action} is yours`)
    else {
      for (const name of before.filter((one) => this.#own[one] === undefined))
        this.#changed.set(
          name,
          this.#chordsOf(name).filter((one) => !overlaps(one, chord)),
        )
      if (action !== null) this.#bind(written, chord, action, before)
      else if (typeof does === 'object' && 'text' in does) this.#send(written, chord, does.text)
      else if (before.length === 0) this.row(written, 'unchanged', `${chord} is free`)
      else this.row(written, 'imported', `${before.join(', ')} without ${chord}`)
    }
  }

  planned(): PlannedKeys {
    const options = new Map<string, SavableValue>()
    if (this.#preset !== null) options.set('shortcuts.preset', this.#preset)
    for (const [name, chords] of this.#changed) options.set(`shortcuts.${name}`, chords)
    return { rows: this.#rows, options, sends: this.#sends }
  }

  #chordsOf(name: ActionName): readonly string[] {
    return this.#changed.get(name) ?? this.#usual[name]
  }

  #bind(written: string, chord: string, action: ActionName, before: readonly ActionName[]): void {
    this.#changed.set(action, [...this.#chordsOf(action), chord].slice(-chordsMax))
    const others = before.filter((one) => one !== action)
    const instead = others.length === 0 ? '' : `, no longer ${others.join(', ')}`
    this.row(written, 'imported', `${action}: ${chord}${instead}`)
  }

  #send(written: string, chord: string, text: string): void {
    if (text.length > sendCharactersMax || this.#sends.length === sendsMax) {
      this.row(written, 'skipped', 'its text is too long, or there are too many')
      return
    }
    this.#sends.push({ keys: [chord], text })
    this.row(written, 'imported', `types a text: ${chord}`)
  }
}

/** Returns the preset with the other terminal's own keys, if its files use them. */
function offeredPreset(foreign: Foreign, settings: readonly Setting[]): PresetName {
  const isTheme = settings.every((setting) => foreign.colors(setting) !== null)
  const isCleared = settings.some((setting) => clearsKeys(foreign, setting))
  return isTheme || isCleared ? 'default' : (foreign.preset ?? 'default')
}

function clearsKeys({ clears }: Foreign, { name, value }: Setting): boolean {
  return clears?.test(`${name} ${written(value)}`) === true
}

/** Whether vibeflow can't have both: they are the same, or one starts the other. */
function overlaps(one: string, other: string): boolean {
  return one === other || sequenceStarts(one).includes(other) || sequenceStarts(other).includes(one)
}

/** Maps the chords of the user's own `[shortcuts]` to their keys. */
function ownChords(table: OwnConfig['shortcuts']): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (list: unknown, owner: string) => {
    for (const one of Array.isArray(list) ? list : [list]) {
      const read = typeof one === 'string' ? parseShortcut(one) : null
      if (read !== null && 'ok' in read) found.set(read.ok, owner)
    }
  }
  for (const [name, value] of Object.entries(table)) {
    if (isAction(name)) add(value, `shortcuts.${name}`)
    if (name === 'send' && Array.isArray(value))
      for (const entry of value) if (isTable(entry)) add(entry['keys'], 'shortcuts.send')
  }
  return found
}
