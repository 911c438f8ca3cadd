/**
 * Whether the program that reads a tab's terminal has itself asked for paste brackets. Any output
 * can set mode 2004, and a program that dies leaves it set: then the brackets protect nothing, and
 * a paste of several lines is asked about (SECURITY.md).
 */
import type { TerminalReader } from '../ports.ts'

/** One line could have been entered just before the shell's own request was read. */
const plainLinesMin = 2

export class PasteBrackets {
  readonly #reader: () => TerminalReader | null
  /**
   * The group that was in front when the mode was set last; null: it is not set, or nobody could
   * know.
   */
  #by: number | null = null
  #set = false
  #on = false
  /** The tab's shell, and the lines in a row that it has taken while the mode was off. */
  #plain = { shell: 0, lines: 0 }

  /** `reader`: who reads the terminal now. */
  constructor(reader: () => TerminalReader | null) {
    this.#reader = reader
  }

  /** Output has set or reset the mode. */
  switched(on: boolean): void {
    this.#set = this.#on = on
    if (!on) this.#by = null
  }

  /**
   * The user enters a line. A shell that takes lines without having asked for brackets does not ask
   * later either: whatever sets the mode then, its output came late, and was another program's.
   * @param shell process id of the tab's shell
   */
  entered(shell: number): void {
    const reader = this.#reader()
    if (reader === null || reader.canonical || reader.group !== shell) return
    if (this.#plain.shell !== shell) this.#plain = { shell, lines: 0 }
    if (!this.#on) this.#plain.lines += 1
    else if (this.#by === shell) this.#plain.lines = 0
  }

  /**
   * Behind a piece of output: the kernel is asked once for a piece, however often that sets the
   * mode.
   */
  settle(): void {
    if (!this.#set) return
    this.#set = false
    const { shell, lines } = this.#plain
    const group = this.#reader()?.group ?? null
    this.#by = group === shell && lines >= plainLinesMin ? null : group
  }

  /** A program that takes whole lines from the kernel handles no brackets, whatever it printed. */
  get heeded(): boolean {
    const reader = this.#reader()
    return reader !== null && !reader.canonical && reader.group === this.#by
  }
}
