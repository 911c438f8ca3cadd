/**
 * The chords in force. Menus and the palette follow them: they change while the page lives.
 */
import type { ActionName } from '../../core/keys/actions.ts'
import { ShortcutLookup } from '../../core/keys/shortcut-lookup.ts'
import { defaultShortcuts, type ShortcutTable } from '../../core/keys/shortcuts.ts'
import { Cell } from './cell.ts'

export class KeySettings {
  readonly shortcuts = new Cell(new ShortcutLookup(defaultShortcuts))

  set(shortcuts: ShortcutTable): void {
    this.shortcuts.set(new ShortcutLookup(shortcuts))
  }

  /** The chord of an action as it is drawn; undefined: it has none. */
  label(name: ActionName): string | undefined {
    return this.shortcuts.value.label(name)
  }
}
