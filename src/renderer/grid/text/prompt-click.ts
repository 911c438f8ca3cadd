/** Input of a click in a shell's prompt, with which the shell moves its cursor (OSC 133). */
import type { IBuffer } from '@xterm/xterm'
import type { MarkedCommand } from '../../../terminal/frames/frame.ts'
import {
  isBefore,
  isPrinted,
  suggestionIn,
  type TextPosition,
  type TextColors,
} from './suggestion.ts'

export interface PromptInput {
  readonly click: NonNullable<MarkedCommand['click']>
  /** First row of the prompt in the buffer. */
  readonly prompt: number
  /** Start of the input, if the shell marks it. */
  readonly input: TextPosition | null
}

/** Arrow keys of one click. A click that needs more is ignored. */
export const clickKeysMax = 1_000

/**
 * Returns a mouse report or arrow keys, or '' if the click is outside the prompt or its input.
 * @param buffer normal buffer
 * @param application whether cursor keys have their application form (DECCKM)
 */
export function clickInPrompt(
  buffer: IBuffer,
  { click, prompt, input }: PromptInput,
  at: TextPosition,
  application: boolean,
  colors: TextColors,
): string {
  if (at.row < prompt) return ''
  if (click === 'absolute' || click === 'relative') {
    const row = at.row - (click === 'absolute' ? buffer.baseY : prompt)
    return row < 0 ? '' : `\x1b[<0;${at.column + 1};${row + 1}M`
  }
  if (input === null) return ''
  const keys = new InputText(buffer, input, colors).keysTo(at, click)
  const total = keys.reduce((sum, [, count]) => sum + count, 0)
  if (total > clickKeysMax) return ''
  return keys.map(([key, count]) => `\x1b${application ? 'O' : '['}${key}`.repeat(count)).join('')
}

type Key = 'A' | 'B' | 'C' | 'D'

/** Text from the end of the prompt to a suggestion, or the first cell that has no text. */
class InputText {
  readonly #buffer: IBuffer
  readonly #start: TextPosition
  readonly #cursor: TextPosition
  /** Last row of the text. */
  readonly #last: number
  /** Start of the shell's suggestion. */
  readonly #suggestion: TextPosition | null

  constructor(buffer: IBuffer, start: TextPosition, colors: TextColors) {
    this.#buffer = buffer
    this.#start = start
    const cursor = { row: buffer.baseY + buffer.cursorY, column: buffer.cursorX }
    this.#cursor = cursor
    let row = cursor.row
    while (row + 1 < buffer.length && this.#printedEnd(row + 1) > 0) row += 1
    this.#last = row
    const end = { row, column: this.#printedEnd(row) }
    this.#suggestion = suggestionIn(buffer, { input: start, cursor, end }, colors)
  }

  keysTo(at: TextPosition, click: 'line' | 'm' | 'v' | 'w'): readonly (readonly [Key, number])[] {
    const cursor = this.#cursor
    const suggestion = this.#suggestion
    const isSuggested = suggestion !== null && isBefore(suggestion, at)
    const to = isSuggested ? suggestion : { row: at.row, column: this.#columnIn(at) }
    const [first, last] = isBefore(to, cursor) ? [to, cursor] : [cursor, to]
    if (first.row < this.#start.row || at.row > this.#last) return []
    const breaks = this.#breaks(first.row, last.row)
    if (click === 'line' && breaks > 0) return []
    if (click === 'line' || click === 'm' || breaks === 0)
      return [[first === to ? 'D' : 'C', this.#characters(first, last) + breaks]]
    const before = this.#characters(this.#lineStart(cursor.row), cursor)
    const after = this.#characters(this.#lineStart(to.row), to)
    const vertical = [first === to ? 'A' : 'B', breaks] as const
    if (click === 'v') return [['D', before], vertical, ['C', after]]
    const landed = Math.min(before, this.#length(to.row))
    return [vertical, [landed > after ? 'D' : 'C', Math.abs(landed - after)]]
  }

  /** Returns the column of a click within the text of its row, at the start of a character. */
  #columnIn({ row, column }: TextPosition): number {
    const within = Math.min(column, this.#end(row))
    const isSecondHalf = this.#buffer.getLine(row)?.getCell(within)?.getWidth() === 0
    return Math.max(this.#first(row), isSecondHalf ? within - 1 : within)
  }

  #first(row: number): number {
    return row === this.#start.row ? this.#start.column : 0
  }

  /** Returns the column after the input of a row. */
  #end(row: number): number {
    const [end, suggestion] = [this.#printedEnd(row), this.#suggestion]
    if (suggestion === null || row < suggestion.row) return end
    return row === suggestion.row ? suggestion.column : 0
  }

  /** Returns the column after the text of a row, a suggestion included. */
  #printedEnd(row: number): number {
    const line = this.#buffer.getLine(row)
    let end = this.#first(row)
    if (row === this.#cursor.row) end = Math.max(end, this.#cursor.column)
    while (line !== undefined && end < line.length && isPrinted(line.getCell(end))) end += 1
    return end
  }

  #characters(from: TextPosition, to: TextPosition): number {
    let count = 0
    for (let row = from.row; row <= to.row && count <= clickKeysMax; row += 1) {
      const end = row === to.row ? to.column : this.#end(row)
      for (let x = row === from.row ? from.column : this.#first(row); x < end; x += 1)
        if (this.#buffer.getLine(row)?.getCell(x)?.getWidth() !== 0) count += 1
    }
    return count
  }

  /** Returns how many rows after `from` start a line. */
  #breaks(from: number, to: number): number {
    let breaks = 0
    for (let row = from + 1; row <= to; row += 1) if (!this.#isWrapped(row)) breaks += 1
    return breaks
  }

  #lineStart(row: number): TextPosition {
    let start = row
    while (start > this.#start.row && this.#isWrapped(start)) start -= 1
    return { row: start, column: this.#first(start) }
  }

  /** Returns the number of characters in the line of a row. */
  #length(row: number): number {
    let last = row
    while (this.#isWrapped(last + 1)) last += 1
    return this.#characters(this.#lineStart(row), { row: last, column: this.#end(last) })
  }

  #isWrapped(row: number): boolean {
    return this.#buffer.getLine(row)?.isWrapped === true
  }
}
