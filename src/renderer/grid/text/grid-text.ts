/** The text of a grid for copies. Waits for rows of the history that have not arrived. */
import type { Terminal } from '@xterm/xterm'
import { copiedText } from '../../../base/text/copied-text.ts'
import type { FrameView } from '../frames/frame-view.ts'
import type { BufferRows } from './buffer-rows.ts'
import type { TextRange } from './prompts.ts'

export class GridText {
  readonly #terminal: Terminal
  readonly #rows: BufferRows
  readonly #frames: FrameView
  readonly #trims: () => boolean

  /** @param trims whether to drop blanks at line ends */
  constructor(terminal: Terminal, rows: BufferRows, frames: FrameView, trims: () => boolean) {
    this.#terminal = terminal
    this.#rows = rows
    this.#frames = frames
    this.#trims = trims
  }

  /** The selected text, as far as it has arrived. */
  get selected(): string {
    return copiedText(this.#terminal.getSelection(), this.#trims())
  }

  /** Passes the selected text when its rows are there. Null if they do not arrive. */
  readSelection(done: (text: string | null) => void): void {
    // the alternate screen has no history
    if (this.#terminal.buffer.active.type === 'alternate') {
      done(this.selected)
      return
    }
    const rows = (): Pick<TextRange, 'from' | 'to'> | null => {
      const place = this.#terminal.getSelectionPosition()
      return place === undefined ? null : { from: place.start.y, to: place.end.y }
    }
    this.#onAvailable(rows, (there) => done(there ? this.selected : null))
  }

  /**
   * Calls `done` with the text of rows of the normal buffer, wrapped rows joined, when they are
   * there, or immediately.
   * @param rows returns the rows now, or null if they are gone
   * @param done `text` is null if they are gone or do not arrive
   */
  read(rows: () => TextRange | null, done: (text: string | null) => void): void {
    this.#onAvailable(rows, (there) => {
      const now = there ? rows() : null
      done(now === null ? null : copiedText(this.#rows.textOf(now), this.#trims()))
    })
  }

  /** Calls `done` when the newest screen of a grid that was hidden is there, or is late. */
  whenShown(done: () => void): void {
    this.#frames.whenShown(done)
  }

  /** Calls `done` with the value of `look`, called again when rows that it reads arrive. */
  whenSeen<Value>(look: () => Value, done: (value: Value) => void): void {
    this.#frames.whenRead(look, done)
  }

  #onAvailable(
    rows: () => Pick<TextRange, 'from' | 'to'> | null,
    done: (there: boolean) => void,
  ): void {
    const frames = this.#frames
    frames.when(() => {
      const now = rows()
      return now === null
        ? null
        : { from: frames.dropped + now.from, end: frames.dropped + now.to + 1 }
    }, done)
  }
}
