/** Tracks whether the user reads the history, and the lines added since. */
import type { Terminal } from '@xterm/xterm'
import type { BufferRows } from './text/buffer-rows.ts'

export class ScrollPosition {
  readonly #terminal: Terminal
  readonly #rows: BufferRows
  /** Number of the row after the last one when the user left the end; null at the end. */
  #leftAt: number | null = null
  readonly #changed: () => void

  /** @param changed called when the user has left or reached the end, or lines were added */
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

  /** Whether the user reads the history. */
  get away(): boolean {
    const { type, viewportY, baseY } = this.#terminal.buffer.active
    return type === 'normal' && viewportY < baseY
  }

  get newLines(): number {
    if (this.#leftAt === null || !this.away) return 0
    return Math.max(0, this.#written() - this.#leftAt)
  }

  toBottom(): void {
    this.#terminal.scrollToBottom()
    this.#look()
  }

  /** Runs `change`, which renumbers rows, and keeps the number of new lines. */
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

  /** Number of the row after the last one with content, at or above the cursor. */
  #written(): number {
    const { baseY, cursorY } = this.#terminal.buffer.normal
    return this.#rows.rowAt(baseY + cursorY + 1)
  }
}
