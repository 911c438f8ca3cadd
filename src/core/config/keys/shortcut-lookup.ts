/** Looks up the binding of a key press in the current chords. */
import { actionNames, type ActionName } from './actions.ts'
import { chordLabel, chordsOf, type KeyPress } from './chords.ts'
import type { ShortcutTable } from './shortcuts.ts'

export type Bound = { readonly action: ActionName } | { readonly send: string }

export class ShortcutLookup {
  readonly table: ShortcutTable
  readonly #bound = new Map<string, Bound>()

  constructor(table: ShortcutTable) {
    this.table = table
    for (const name of actionNames)
      for (const chord of table.actions[name])
        if (!this.#bound.has(chord)) this.#bound.set(chord, { action: name })
    for (const { chords, text } of table.sends)
      for (const chord of chords)
        if (!this.#bound.has(chord)) this.#bound.set(chord, { send: text })
  }

  find(press: KeyPress): Bound | undefined {
    for (const chord of chordsOf(press)) {
      const bound = this.#bound.get(chord)
      if (bound !== undefined) return bound
    }
    return undefined
  }

  /** Label of an action's first chord in menus; `undefined` if it has none. */
  label(name: ActionName): string | undefined {
    const [chord] = this.table.actions[name]
    return chord === undefined ? undefined : chordLabel(chord)
  }
}
