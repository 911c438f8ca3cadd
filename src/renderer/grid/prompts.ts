/**
 * What the shell's marks (OSC 133) say of a grid: where prompts, commands and their output stand, and how they ended. The marks move with
 * the text: through history, wrapping and clearing.
 */
import type { IMarker, Terminal } from '@xterm/xterm'
import type { MarkedCommand } from '../../core/frames/frame.ts'
import { parse133 } from '../../protocol/marks.ts'
import { promptsMax } from './limits.ts'

/** A row that moves with its text. */
export type RowMark = Pick<IMarker, 'line' | 'isDisposed' | 'dispose'>

export interface Command {
  readonly prompt: RowMark
  /** First row of its output; null until it has begun. */
  output: RowMark | null
  /** Where its output ends: in this row, before this column. */
  end: { readonly marker: RowMark; readonly column: number } | null
  /** null: not known. */
  exit: number | null
}

/** Rows of the buffer, both inclusive; of the last one the columns before `columns`. */
export interface RowRange {
  readonly from: number
  readonly to: number
  readonly columns: number
}

export class Prompts {
  readonly #terminal: Terminal
  readonly #all: Command[] = []
  /** Counts changes, for those who draw them. */
  version = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    terminal.parser.registerOscHandler(133, (data) => { this.#heard(data); return true })
    terminal.parser.registerEscHandler({ final: 'c' }, () => { this.#forgetAll(); return false }) // RIS: xterm.js does the rest
  }

  /** Oldest first. */
  get commands(): readonly Command[] {
    this.#sweep()
    return this.#all
  }

  /** The row of the nearest prompt above or below a row; null: there is none. */
  neighbour(row: number, direction: -1 | 1): number | null {
    const rows = this.commands.map(({ prompt }) => prompt.line)
    return (direction === -1 ? rows.findLast((line) => line < row) : rows.find((line) => line > row)) ?? null
  }

  /** Output of the last command that printed anything. */
  lastOutput(): RowRange | null {
    for (const command of this.commands.toReversed()) {
      const range = this.outputOf(command)
      if (range !== null) return range
    }
    return null
  }

  /** The command whose prompt or output holds the row. */
  at(row: number): Command | null {
    const command = this.commands.findLast(({ prompt }) => prompt.line <= row)
    return command ?? null
  }

  /** null: it has printed nothing, or not begun. */
  outputOf({ output, end }: Command): RowRange | null {
    if (output === null || output.isDisposed) return null
    const buffer = this.#terminal.buffer.normal
    const line = end === null ? buffer.baseY + buffer.cursorY : end.marker.line
    const column = end === null ? buffer.cursorX : end.column
    const range = column > 0 ? { from: output.line, to: line, columns: column } : { from: output.line, to: line - 1, columns: this.#terminal.cols }
    return range.to < range.from ? null : range
  }

  /** As the core has found them. `first`: the number of the buffer's first row at present. */
  told(commands: readonly MarkedCommand[], first: () => number): void {
    const mark = (row: number): RowMark => ({ get line() { return row - first() }, get isDisposed() { return row < first() }, dispose: () => undefined })
    this.#all.splice(0, this.#all.length, ...commands.map(({ prompt, output, end, exit }) => (
      { prompt: mark(prompt), output: output === null ? null : mark(output), end: end === null ? null : { marker: mark(end.row), column: end.column }, exit }
    )))
    this.version += 1
  }

  #heard(data: string): void {
    const mark = parse133(data)
    if (mark === null || this.#terminal.buffer.active.type === 'alternate') return
    const last = this.#all.at(-1)
    switch (mark.kind) {
      case 'prompt_start': this.#promptHere(last); break
      case 'prompt_end': break
      case 'command_start':
        if (last !== undefined && last.output === null) last.output = this.#here()
        break
      case 'command_end':
        if (last !== undefined && last.output !== null && last.end === null) {
          last.end = { marker: this.#here(), column: this.#terminal.buffer.active.cursorX }
          last.exit = mark.exit_code
        }
        break
    }
    this.version += 1
  }

  /** A prompt that is drawn again, as after a change of size, is the same one. */
  #promptHere(last: Command | undefined): void {
    const marker = this.#here()
    if (last !== undefined && last.output === null) {
      this.#all.pop()
      last.prompt.dispose()
    }
    this.#all.push({ prompt: marker, output: null, end: null, exit: null })
    if (this.#all.length > promptsMax) forget(this.#all.shift())
  }

  #here(): IMarker {
    return this.#terminal.registerMarker(0)
  }

  /** RIS puts new buffers in place of the old ones, whose markers stay as they were for ever. */
  #forgetAll(): void {
    for (const command of this.#all.splice(0)) forget(command)
    this.version += 1
  }

  /** Prompts whose rows have gone take their commands with them. */
  #sweep(): void {
    const gone = this.#all.filter(({ prompt }) => prompt.isDisposed)
    if (gone.length === 0) return
    for (const command of gone) forget(command)
    this.#all.splice(0, this.#all.length, ...this.#all.filter(({ prompt }) => !prompt.isDisposed))
    this.version += 1
  }
}

function forget(command: Command | undefined): void {
  command?.prompt.dispose()
  command?.output?.dispose()
  command?.end?.marker.dispose()
}
