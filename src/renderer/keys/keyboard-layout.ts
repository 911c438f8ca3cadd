/**
 * The characters that the physical keys make without Shift. The kitty keyboard protocol names keys
 * by them, and an event with Shift lacks them: Shift+7 is `/` on a German keyboard.
 */
import type { KeyPress } from '../../core/config/keys/chords.ts'

export class KeyboardLayout {
  readonly #read: () => Promise<ReadonlyMap<string, string>>
  /** The browser's report, which may miss a switch between two loaded layouts. */
  #reported: ReadonlyMap<string, string> = new Map()
  /** Characters of pressed keys that contradict the report. */
  readonly #typed = new Map<string, string>()

  /** @param read returns the layout as the browser reports it, by `KeyboardEvent.code` */
  constructor(read: () => Promise<ReadonlyMap<string, string>>) {
    this.#read = read
    this.#refresh()
  }

  /** Follows a change of the layout, before the keys with Shift that need it. */
  follow({ key, code, shift, altGraph }: KeyPress): void {
    if (key === 'Shift') this.#refresh()
    if (shift || altGraph || code === '' || [...key].length !== 1) return
    const made = key.toLowerCase()
    const before = this.#typed.get(code)
    if ((before ?? this.#reported.get(code)) === made) return
    if (before !== undefined) this.#typed.clear() // of another layout
    this.#typed.set(code, made)
    this.#refresh()
  }

  unshifted(code: string): string | null {
    return this.#typed.get(code) ?? this.#reported.get(code) ?? null
  }

  #refresh(): void {
    this.#read().then(
      (layout) => {
        const before = this.#reported
        if ([...layout].every(([code, key]) => before.get(code) === key)) return
        this.#reported = layout
        this.#typed.clear()
      },
      () => undefined, // no report: typed keys have to do
    )
  }
}
