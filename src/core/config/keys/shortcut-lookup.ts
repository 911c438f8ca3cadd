/** Looks up the binding of a key press in the current shortcuts. */
import { actionNames, type ActionName } from './actions.ts'
import { chordLabel, chordsIn, chordsOf, type KeyPress } from './chords.ts'
import { mouseChordsOf, type MousePress } from './mouse-chords.ts'
import { sequenceStarts } from './sequences.ts'
import type { ShortcutTable } from './shortcuts.ts'

/** `starts`: the press starts or continues a sequence, which is this far. */
export type Bound =
  | { readonly action: ActionName }
  | { readonly send: string }
  | { readonly starts: string }

export class ShortcutLookup {
  readonly table: ShortcutTable
  readonly #bound = new Map<string, Bound>()

  constructor(table: ShortcutTable) {
    this.table = table
    for (const name of actionNames)
      for (const chord of table.actions[name]) this.#bind(chord, { action: name })
    for (const { chords, text } of table.sends)
      for (const chord of chords) this.#bind(chord, { send: text })
  }

  /** @param after the sequence that the press continues, as `starts` has it */
  find(press: KeyPress, after = ''): Bound | undefined {
    // AltGr makes the character of a key, which may continue a sequence
    const chords = chordsOf(after === '' ? press : { ...press, altGraph: false })
    return this.#first(after === '' ? chords : chords.map((chord) => `${after}>${chord}`))
  }

  findMouse(press: MousePress): Bound | undefined {
    return this.#first(mouseChordsOf(press))
  }

  /** Returns whether shortcuts start with this sequence. */
  isStart(sequence: string): boolean {
    const bound = this.#bound.get(sequence)
    return bound !== undefined && 'starts' in bound
  }

  /** Label of an action's first shortcut in menus; `undefined` if it has none. */
  label(name: ActionName): string | undefined {
    const [chord] = this.table.actions[name]
    return chord === undefined ? undefined : chordLabel(chord)
  }

  #first(shortcuts: readonly string[]): Bound | undefined {
    for (const shortcut of shortcuts) {
      const bound = this.#bound.get(shortcut)
      if (bound !== undefined) return bound
    }
    return undefined
  }

  #bind(shortcut: string, bound: Bound): void {
    if (this.#bound.has(shortcut)) return
    this.#bound.set(shortcut, bound)
    for (const starts of sequenceStarts(shortcut))
      if (!this.#bound.has(starts)) this.#bound.set(starts, { starts })
  }
}

/** A bound shortcut that can't work together with a new one. */
interface ShortcutConflict {
  /** Null for a text of `[[shortcuts.send]]`. */
  readonly action: ActionName | null
  readonly shortcut: string
}

/**
 * Returns the shortcuts that are the same as a new one, start it, or start with it.
 * @param pressed the chords that each pressed key can mean
 */
export function conflictsOf(
  { actions, sends }: ShortcutTable,
  pressed: readonly (readonly string[])[],
): readonly ShortcutConflict[] {
  const isConflict = (shortcut: string): boolean =>
    chordsIn(shortcut).every((chord, at) => pressed[at]?.includes(chord) ?? true)
  const named = actionNames.flatMap((action) =>
    actions[action].filter(isConflict).map((shortcut) => ({ action, shortcut })),
  )
  const sent = sends
    .flatMap(({ chords }) => chords.filter(isConflict))
    .map((shortcut) => ({ action: null, shortcut }))
  return pressed.length === 0 ? [] : [...named, ...sent]
}
