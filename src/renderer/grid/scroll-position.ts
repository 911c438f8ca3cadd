/**
 * Whether the user looks at the history, and how far away the end has gone meanwhile. What is
 * read stays in view by frame-view.ts.
 */
import type { Terminal } from '@xterm/xterm'
import type { BufferRows } from './text/buffer-rows.ts'

export class ScrollPosition {
  readonly #terminal: Terminal
  readonly #rows: BufferRows
  /** Number of the row behind the last one when the user left the end; null at the end. */
  #leftAt: number | null = null
  readonly #changed: () => void

  /**
   * `changed`: the user has left the end or come back to it, or lines have been added meanwhile.
   */
  constructor(terminal: Terminal, rows: BufferRows, changed: () => void) {
    this.#terminal = terminal
    this.#rows = rows
    this.#changed = changed
    terminal.onResize(() => {
      if (this.#leftAt !== null) this.#leftAt = Math.min(this.#leftAt, this.#written())
    })
    terminal.onScroll(() => this.#look())
    terminal.buffer.onBufferChange(() => this.#look())
  }

  /** The user looks at the history. */
  get away(): boolean {
    const { type, viewportY, baseY } = this.#terminal.buffer.active
    return type === 'normal' && viewportY < baseY
  }

  /** Lines that have been added since the user left the end. */
  get newLines(): number {
    if (this.#leftAt === null || !this.away) return 0
    return Math.max(0, this.#written() - this.#leftAt)
  }

  toBottom(): void {
    this.#terminal.scrollToBottom()
    this.#look()
  }

  /**
   * Rows are numbered anew by this: lines that have come since the user left the end are as many as
   * before.
   */
  renumber(change: () => void): void {
    const { newLines } = this
    change()
    if (this.#leftAt !== null) this.#leftAt = this.#written() - newLines
    this.#look()
  }

  #look(): void {
    const away = this.away
    if (away && this.#leftAt === null) this.#leftAt = this.#written()
    else if (!away && this.#terminal.buffer.active.type === 'normal') this.#leftAt = null
    this.#changed()
  }

  /**
   * Number of the row behind the last one that holds anything: the screen's rows below the cursor
   * are no news.
   */
  #written(): number {
    const { baseY, cursorY } = this.#terminal.buffer.normal
    return this.#rows.rowAt(baseY + cursorY + 1)
  }
}
