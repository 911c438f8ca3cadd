/**
 * The text of a grid as it is copied. Rows of its history may be on their way from the core: they
 * are waited for, and never read as blank ones.
 */
import type { Terminal } from '@xterm/xterm'
import { copiedText } from '../../../base/text/copied-text.ts'
import type { FrameView } from '../../frames/frame-view.ts'
import type { BufferRows } from './buffer-rows.ts'
import type { TextRange } from './prompts.ts'

export class GridText {
  readonly #terminal: Terminal
  readonly #rows: BufferRows
  readonly #frames: FrameView
  readonly #trims: () => boolean

  /** `trims`: blanks at the ends of lines are left out. */
  constructor(terminal: Terminal, rows: BufferRows, frames: FrameView, trims: () => boolean) {
    this.#terminal = terminal
    this.#rows = rows
    this.#frames = frames
    this.#trims = trims
  }

  /** What the user has selected, as far as it is there. */
  get selected(): string {
    return copiedText(this.#terminal.getSelection(), this.#trims())
  }

  /**
   * Calls with what the user has selected once its rows are there: at once if they are now. null:
   * they are no more, or do not come.
   */
  readSelection(done: (text: string | null) => void): void {
    if (this.#terminal.buffer.active.type === 'alternate') {
      done(this.selected)
      return
    } // which has no history
    const rows = (): Pick<TextRange, 'from' | 'to'> | null => {
      const place = this.#terminal.getSelectionPosition()
      return place === undefined ? null : { from: place.start.y, to: place.end.y }
    }
    this.#onAvailable(rows, (there) => done(there ? this.selected : null))
  }

  /**
   * Calls with the text of rows of the normal buffer, wrapped ones joined, once they are there: at
   * once if they are now.
   * @param rows which they are, whenever it is asked; null: they are no more
   * @param done `text` null: they are no more, or do not come
   */
  read(rows: () => TextRange | null, done: (text: string | null) => void): void {
    this.#onAvailable(rows, (there) => {
      const now = there ? rows() : null
      done(now === null ? null : copiedText(this.#rows.textOf(now), this.#trims()))
    })
  }

  /**
   * Calls with what `look` makes of rows of the buffer, once those that it looks at are there, or
   * do not come: at once if they are now.
   * @param look may be called several times
   */
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
