/**
 * The chords in force and the options of the keyboard. Menus and the palette follow them: they
 * change while the page lives.
 */
import type { ActionName } from '../../core/keys/actions.ts'
import { keyboardDefaults, type KeyboardOptions } from '../../core/keys/keyboard-options.ts'
import { ShortcutLookup } from '../../core/keys/shortcut-lookup.ts'
import { defaultShortcuts, type ShortcutTable } from '../../core/keys/shortcuts.ts'
import { Cell } from './cell.ts'

export class KeySettings {
  readonly shortcuts = new Cell(new ShortcutLookup(defaultShortcuts))
  readonly keyboard = new Cell<KeyboardOptions>(keyboardDefaults)

  set(shortcuts: ShortcutTable, keyboard: KeyboardOptions): void {
    this.shortcuts.set(new ShortcutLookup(shortcuts))
    this.keyboard.set(keyboard)
  }

  /** The chord of an action as it is drawn; undefined: it has none. */
  label(name: ActionName): string | undefined {
    return this.shortcuts.value.label(name)
  }
}
