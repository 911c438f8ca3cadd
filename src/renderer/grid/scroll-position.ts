/**
 * Keeps what the user reads in view (behaviour/ui.md 9). xterm.js holds the place while lines are added; here are the cases that it leaves:
 * a program that erases the history (CSI 3 J) while the user reads it, a change of size, and how far away the end has gone.
 */
import type { IMarker, Terminal } from '@xterm/xterm'
import type { BufferRows } from './buffer-rows.ts'
import type { XtermInside } from './xterm-inside.ts'

export class ScrollPosition {
  readonly #terminal: Terminal
  readonly #inside: XtermInside
  readonly #rows: BufferRows
  /** Everything above is to go as soon as the user has done reading: the program has erased it. */
  #erased: IMarker | null = null
  /** Number of the row behind the last one when the user left the end; null at the end. */
  #leftAt: number | null = null
  readonly #changed: () => void

  /** `changed`: the user has left the end or come back to it, or lines have been added meanwhile. */
  constructor(terminal: Terminal, inside: XtermInside, rows: BufferRows, changed: () => void) {
    this.#terminal = terminal
    this.#inside = inside
    this.#rows = rows
    this.#changed = changed
    terminal.parser.registerCsiHandler({ final: 'J' }, ([what]) => what === 3 && this.#keepWhatIsRead())
    terminal.parser.registerEscHandler({ final: 'c' }, () => { this.#erased?.dispose(); this.#erased = null; return false }) // RIS: what waits to be erased is gone, and its marker stands in rows that are no more
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

  /** Changes the size so that the first row in view stays the first. */
  resize(change: () => void): void {
    if (!this.away) { change(); return }
    const { viewportY, baseY, cursorY } = this.#terminal.buffer.active
    const top = this.#terminal.registerMarker(viewportY - baseY - cursorY)
    change()
    if (!top.isDisposed) this.#inside.viewFrom(Math.min(top.line, this.#terminal.buffer.active.baseY))
    this.#terminal.refresh(0, this.#terminal.rows - 1)
    top.dispose()
    if (this.#leftAt !== null) this.#leftAt = Math.min(this.#leftAt, this.#written())
  }

  /** Rows are numbered anew by this: lines that have come since the user left the end are as many as before. */
  renumber(change: () => void): void {
    const { newLines } = this
    change()
    if (this.#leftAt !== null) this.#leftAt = this.#written() - newLines
    this.#look()
  }

  /** The history is gone by the user's own wish. */
  forget(): void {
    this.#erased?.dispose()
    this.#erased = null
    this.#look()
  }

  /** @returns true when the erasing waits */
  #keepWhatIsRead(): boolean {
    if (!this.away) return false
    this.#erased?.dispose()
    this.#erased = this.#terminal.registerMarker(-this.#terminal.buffer.active.cursorY)
    return true
  }

  #look(): void {
    const away = this.away
    if (!away && this.#erased !== null && this.#terminal.buffer.active.type === 'normal') {
      const { line, isDisposed } = this.#erased
      this.#erased.dispose()
      this.#erased = null
      if (!isDisposed) this.#inside.dropRows(line)
    }
    if (away && this.#leftAt === null) this.#leftAt = this.#written()
    else if (!away && this.#terminal.buffer.active.type === 'normal') this.#leftAt = null
    this.#changed()
  }

  /** Number of the row behind the last one that holds anything: the screen's rows below the cursor are no news. */
  #written(): number {
    const { baseY, cursorY } = this.#terminal.buffer.normal
    return this.#rows.rowAt(baseY + cursorY + 1)
  }
}
