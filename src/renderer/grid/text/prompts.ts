/** Prompts, commands, output and exit codes from prompt marks (OSC 133), as the core found them. */
import type { IMarker, Terminal } from '@xterm/xterm'
import type { MarkedCommand } from '../../../terminal/frames/frame.ts'
import { outputRange, type TextRange } from '../../../terminal/frames/output-range.ts'
import type { PromptInput } from './prompt-click.ts'

/** A row that moves with its text. */
type RowMark = Readonly<Pick<IMarker, 'line' | 'isDisposed'>>

export interface PromptCommand {
  readonly prompt: RowMark
  /** First row of its output, or null if it has not started. */
  readonly output: RowMark | null
  /** End of its output: in this row, before this column. */
  readonly end: { readonly marker: RowMark; readonly column: number } | null
  /** Null if unknown. */
  readonly exit: number | null
  /** How a click moves the cursor in the input; absent if the prompt takes none. */
  readonly click?: PromptInput['click']
  readonly input?: { readonly marker: RowMark; readonly column: number }
}

export type { TextRange }

export class PromptMarks {
  readonly #terminal: Terminal
  #all: readonly PromptCommand[] = []
  /** Counts changes, for drawing. */
  version = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Commands whose prompt is still there, oldest first. */
  get commands(): readonly PromptCommand[] {
    return this.#all.filter(({ prompt }) => !prompt.isDisposed)
  }

  /** Returns the row of the nearest prompt above or below a row, or null. */
  neighbour(row: number, direction: -1 | 1): number | null {
    const rows = this.commands.map(({ prompt }) => prompt.line)
    return (
      (direction === -1 ? rows.findLast((line) => line < row) : rows.find((line) => line > row)) ??
      null
    )
  }

  /** Returns the output of the last command that printed anything. */
  lastOutput(): TextRange | null {
    for (const command of this.commands.toReversed()) {
      const range = this.outputOf(command)
      if (range !== null) return range
    }
    return null
  }

  at(row: number): PromptCommand | null {
    const command = this.commands.findLast(({ prompt }) => prompt.line <= row)
    return command ?? null
  }

  /** Returns the rows of a command's output, or null if it has printed nothing. */
  outputOf({ output, end }: PromptCommand): TextRange | null {
    if (output === null || output.isDisposed) return null
    const buffer = this.#terminal.buffer.normal
    const row = end === null ? buffer.baseY + buffer.cursorY : end.marker.line
    const column = end === null ? buffer.cursorX : end.column
    return outputRange(output.line, { row, column }, this.#terminal.cols)
  }

  /** The prompt that takes clicks, or null if a command runs or its shell does not take them. */
  get clicked(): PromptInput | null {
    const { prompt, click, input } = this.#all.at(-1) ?? {}
    if (prompt === undefined || click === undefined || prompt.isDisposed) return null
    const start = input === undefined ? null : { row: input.marker.line, column: input.column }
    return { click, prompt: prompt.line, input: start }
  }

  /** Sets the commands. @param first returns the number of the buffer's first row now */
  update(commands: readonly MarkedCommand[], first: () => number): void {
    const mark = (row: number): RowMark => ({
      get line() {
        return row - first()
      },
      get isDisposed() {
        return row < first()
      },
    })
    this.#all = commands.map(({ prompt, output, end, exit, click, input }) => ({
      prompt: mark(prompt),
      output: output === null ? null : mark(output),
      end: end === null ? null : { marker: mark(end.row), column: end.column },
      exit,
      ...(click === undefined ? {} : { click }),
      ...(input === undefined ? {} : { input: { marker: mark(input.row), column: input.column } }),
    }))
    this.version += 1
  }
}
