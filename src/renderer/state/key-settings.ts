/**
 * The chords in force. Menus and the palette follow them: they change while the page lives.
 */
import type { ActionName } from '../../core/config/keys/actions.ts'
import { ShortcutLookup } from '../../core/config/keys/shortcut-lookup.ts'
import { defaultShortcuts, type ShortcutTable } from '../../core/config/keys/shortcuts.ts'
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
