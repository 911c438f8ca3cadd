/** Plans the import of key bindings into `[shortcuts]`. Pure. */
import { isTable } from '../../../base/objects/is-table.ts'
import { isAction, type ActionName } from '../keys/actions.ts'
import { chordText, parseChord } from '../keys/chords.ts'
import { chordsMax, sendCharactersMax, sendsMax } from '../keys/limits.ts'
import {
  presetChords,
  presetNames,
  type ChordsOfActions,
  type PresetName,
} from '../keys/presets.ts'
import type { SavableValue } from '../savable.ts'
import type { Does, Foreign, Setting } from './foreign.ts'
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
  /** The last binding of each chord counts. */
  const wanted = new Map<string, Wanted>()
  for (const { written, keys, does } of foreign.bindings(settings)) {
    const chord = foreignKeys(keys)
    if (typeof does === 'object' && 'reason' in does) plan.row(written, 'skipped', does.reason)
    else if ('problem' in chord) plan.row(written, 'skipped', chord.problem)
    else {
      wanted.delete(chord.ok)
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
    const before = (Object.keys(this.#usual) as ActionName[]).find((name) =>
      this.#chordsOf(name).includes(chord),
    )
    const action = typeof does === 'object' && 'action' in does ? does.action : null
    const owner = this.#taken.get(chord)
    if (owner !== undefined) this.row(written, 'kept', `${owner} has ${chord}`)
    else if (action !== null && before === action)
      this.row(written, 'unchanged', `${action}: ${chord}`)
    else if (action !== null && this.#own[action] !== undefined)
      this.row(written, 'kept', `shortcuts.${action} is yours`)
    else {
      if (before !== undefined && this.#own[before] === undefined) {
        const rest = this.#chordsOf(before).filter((one) => one !== chord)
        this.#changed.set(before, rest)
      }
      if (action !== null) this.#bind(written, chord, action, before)
      else if (typeof does === 'object' && 'text' in does) this.#send(written, chord, does.text)
      else if (before === undefined) this.row(written, 'unchanged', `${chord} is free`)
      else this.row(written, 'imported', `${before} without ${chord}`)
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

  #bind(written: string, chord: string, action: ActionName, before: ActionName | undefined): void {
    this.#changed.set(action, [...this.#chordsOf(action), chord].slice(-chordsMax))
    const instead = before === undefined ? '' : `, no longer ${before}`
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
function offeredPreset(
  { preset = 'default', clears, colors }: Foreign,
  settings: readonly Setting[],
): PresetName {
  const isTheme = settings.every((setting) => colors(setting) !== null)
  const isCleared = settings.some(({ name, value }) => clears?.test(`${name} ${value}`))
  return isTheme || isCleared ? 'default' : preset
}

/** Maps the chords of the user's own `[shortcuts]` to their keys. */
function ownChords(table: OwnConfig['shortcuts']): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (list: unknown, owner: string) => {
    for (const one of Array.isArray(list) ? list : [list]) {
      const read = typeof one === 'string' ? parseChord(one) : null
      if (read !== null && 'ok' in read) found.set(chordText(read.ok), owner)
    }
  }
  for (const [name, value] of Object.entries(table)) {
    if (isAction(name)) add(value, `shortcuts.${name}`)
    if (name === 'send' && Array.isArray(value))
      for (const entry of value) if (isTable(entry)) add(entry['keys'], 'shortcuts.send')
  }
  return found
}
