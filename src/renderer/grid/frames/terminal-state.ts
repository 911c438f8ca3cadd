/** Modes, cursor and colors in force in the page's terminal, by part (terminal/frames/state.ts). */
import { colorParts } from '../../../terminal/frames/state.ts'

export class TerminalState {
  readonly #parse: (bytes: Uint8Array) => void
  readonly #parts = new Map<string, string>()

  /** @param parse has the terminal parse bytes immediately */
  constructor(parse: (bytes: Uint8Array) => void) {
    this.#parse = parse
  }

  /** Applies changed parts only. Repeating a mouse mode would end a selection or drag. */
  bringTo(parts: Readonly<Record<string, string>>): void {
    for (const [part, text] of Object.entries(parts)) {
      if (this.#parts.get(part) === text) continue
      this.#parts.set(part, text)
      this.#parse(new TextEncoder().encode(text))
    }
  }

  /** Restores the colors set by programs after a change of theme. */
  restoreColors(): void {
    for (const part of colorParts) {
      const text = this.#parts.get(part)
      if (text !== undefined) this.#parse(new TextEncoder().encode(text))
    }
  }

  /** Whether the program has hidden its cursor. */
  get cursorHidden(): boolean {
    return this.#parts.get('cursorVisible')?.endsWith('l') === true
  }
}
