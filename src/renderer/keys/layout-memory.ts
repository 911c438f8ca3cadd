/**
 * What the physical keys of this keyboard make without Shift, learned from what they have made. The
 * kitty keyboard protocol names keys so, and an event with Shift does not have it: Shift+7 is `/`
 * on a German keyboard.
 */
import type { KeyPress } from '../../core/config/keys/chords.ts'

export class LayoutMemory {
  readonly #unshifted = new Map<string, string>()

  learn({ key, code, shift, altGraph }: KeyPress): void {
    if (shift || altGraph || code === '' || [...key].length !== 1) return
    this.#unshifted.set(code, key.toLowerCase())
  }

  unshifted(code: string): string | null {
    return this.#unshifted.get(code) ?? null
  }
}
