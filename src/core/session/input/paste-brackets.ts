/**
 * Whether the program that reads a tab's terminal has itself asked for paste brackets. Any output
 * can set mode 2004, and a program that dies leaves it set: then the brackets protect nothing, and
 * a paste of several lines is asked about (SECURITY.md).
 */
import type { TerminalReader } from '../ports.ts'

export class PasteBrackets {
  readonly #reader: () => TerminalReader | null
  /**
   * The group that was in front when the mode was set last; null: it is not set, or nobody could
   * know.
   */
  #by: number | null = null
  #set = false

  /** `reader`: who reads the terminal now. */
  constructor(reader: () => TerminalReader | null) {
    this.#reader = reader
  }

  /** Output has set or reset the mode. */
  switched(on: boolean): void {
    this.#set = on
    if (!on) this.#by = null
  }

  /**
   * Behind a piece of output: the kernel is asked once for a piece, however often that sets the
   * mode.
   */
  settle(): void {
    if (!this.#set) return
    this.#set = false
    this.#by = this.#reader()?.group ?? null
  }

  /** A program that takes whole lines from the kernel handles no brackets, whatever it printed. */
  get heeded(): boolean {
    const reader = this.#reader()
    return reader !== null && !reader.canonical && reader.group === this.#by
  }
}
