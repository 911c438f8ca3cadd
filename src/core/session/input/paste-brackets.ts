/**
 * Tracks whether the program that reads a tab's terminal requested paste brackets itself. Any
 * output can set mode 2004, and a killed program leaves it set. The brackets then protect nothing,
 * and vibeflow confirms a paste of several lines (SECURITY.md).
 */
import type { TerminalReader } from '../ports.ts'

/** One line could have been entered just before the shell's own request was read. */
const plainLinesMin = 2

export class PasteBrackets {
  readonly #reader: () => TerminalReader | null
  /** Foreground group when the mode was last set; `null` if not set or unknown. */
  #by: number | null = null
  #set = false
  #on = false
  /** The tab's shell, and how many lines in a row it took while the mode was off. */
  #plain = { shell: 0, lines: 0 }

  /** @param reader returns the current reader of the terminal */
  constructor(reader: () => TerminalReader | null) {
    this.#reader = reader
  }

  switched(on: boolean): void {
    this.#set = this.#on = on
    if (!on) this.#by = null
  }

  /**
   * Notes that the user enters a line. A shell that takes lines without paste brackets does not
   * request them later either: output that sets the mode afterwards was another program's.
   * @param shell process id of the tab's shell
   */
  entered(shell: number): void {
    const reader = this.#reader()
    if (reader === null || reader.canonical || reader.group !== shell) return
    if (this.#plain.shell !== shell) this.#plain = { shell, lines: 0 }
    if (!this.#on) this.#plain.lines += 1
    else if (this.#by === shell) this.#plain.lines = 0
  }

  /** Ends a chunk of output. The kernel is queried once per chunk. */
  settle(): void {
    if (!this.#set) return
    this.#set = false
    const { shell, lines } = this.#plain
    const group = this.#reader()?.group ?? null
    this.#by = group === shell && lines >= plainLinesMin ? null : group
  }

  /**
   * Returns whether the reader handles brackets. A reader that gets complete lines from the kernel
   * does not.
   */
  get heeded(): boolean {
    const reader = this.#reader()
    return reader !== null && !reader.canonical && reader.group === this.#by
  }
}
