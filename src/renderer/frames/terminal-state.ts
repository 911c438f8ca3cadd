/**
 * The modes, cursor and colours that a page's terminal has been brought to, by part
 * (terminal/frames/state.ts).
 */
import { colorParts } from '../../terminal/frames/state.ts'

export class TerminalState {
  readonly #parse: (bytes: Uint8Array) => void
  readonly #parts = new Map<string, string>()

  /** `parse`: by the terminal, at once. */
  constructor(parse: (bytes: Uint8Array) => void) {
    this.#parse = parse
  }

  /**
   * What is in force already is left alone: a mouse mode that is set anew ends the user's selection
   * and drag, a colour draws all anew.
   */
  bringTo(parts: Readonly<Record<string, string>>): void {
    for (const [part, text] of Object.entries(parts)) {
      if (this.#parts.get(part) === text) continue
      this.#parts.set(part, text)
      this.#parse(new TextEncoder().encode(text))
    }
  }

  /** Another theme has taken the colours that programs have set. */
  restoreColors(): void {
    for (const part of colorParts) {
      const text = this.#parts.get(part)
      if (text !== undefined) this.#parse(new TextEncoder().encode(text))
    }
  }

  /** The program has hidden its cursor. */
  get cursorHidden(): boolean {
    return this.#parts.get('cursorVisible')?.endsWith('l') === true
  }
}
