/** What a page is told of keys: `[shortcuts]` and `[keyboard]`, read. */
import type { KeyboardOptions } from './keyboard-options.ts'
import type { ShortcutTable } from './shortcuts.ts'

export interface KeySettings {
  readonly shortcuts: ShortcutTable
  readonly keyboard: KeyboardOptions
}
