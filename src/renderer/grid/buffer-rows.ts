/** The rows of a terminal for core: search, links and copies read it by this. Rows keep their numbers while the oldest leave. */
import type { IBuffer, IBufferCell, IBufferLine, Terminal } from '@xterm/xterm'
import type { CellText, Line, RowSource } from '../../core/lines/line.ts'
import { isDrawn } from '../../core/links/drawn.ts'
import type { Sieve } from '../../core/search/sieve.ts'
import type { RowRange } from './prompts.ts'
import { RowIndex } from './row-index.ts'
import { RowSieve } from './row-sieve.ts'
import type { LinesInside, XtermInside } from './xterm-inside.ts'

export class BufferRows implements RowSource {
  readonly #terminal: Terminal
  readonly #inside: XtermInside
  readonly #complete: boolean
  #lines: LinesInside | null = null
  /** Rows that have left the history. The alternate screen has none. */
  #left = 0
  #cell: IBufferCell | undefined
  /** Of the normal buffer. */
  readonly #index = new RowIndex()

  /** `complete`: every row of the history is there from its beginning on, so that what has been learned of it stays true. */
  constructor(terminal: Terminal, inside: XtermInside, complete = true) {
    this.#terminal = terminal
    this.#complete = complete
    this.#inside = inside
    this.#follow()
    terminal.buffer.onBufferChange(() => this.#follow())
    terminal.onResize(() => this.#index.clear())
  }

  /** Number of the row that has this index in the buffer at present. */
  rowAt(index: number): number {
    return this.first + index
  }

  indexOf(row: number): number {
    return row - this.first
  }

  // Asked for each row of a search: by xterm.js's public interface the way to a row makes an object for each.
  get first(): number {
    return this.#inside.alternate ? 0 : this.#left
  }

  get end(): number {
    return this.first + this.#inside.lines.length
  }

  isWrapped(row: number): boolean {
    if (this.#indexed) {
      const wrapped = this.#index.wrapped(row)
      if (wrapped !== undefined) return wrapped
    }
    const index = row - this.first
    const { lines } = this.#inside
    return index >= 0 && (lines.isWrapped?.(index) ?? lines.get(index)?.isWrapped === true)
  }

  text(row: number, whole: boolean): string {
    const line = this.#line(row)
    if (line === undefined) return ''
    if (!whole) return line.translateToString(true)
    // A wide character that did not fit went to the next row, and left a cell in which nothing was ever written.
    const last = line.getCell(line.length - 1)
    const next = this.#line(row + 1)?.getCell(0)
    const gap = last?.getCode() === 0 && last.getWidth() === 1 && next?.getWidth() === 2
    return line.translateToString(false, 0, gap ? line.length - 1 : line.length)
  }

  cells(row: number): readonly CellText[] {
    const line = this.#line(row)
    if (line === undefined) return []
    const cells: CellText[] = []
    for (let column = 0; column < line.length; column += 1) {
      const cell = line.getCell(column, this.#cell)
      if (cell === undefined) break
      this.#cell = cell
      const columns = cell.getWidth()
      if (columns > 0) cells.push({ length: cell.getChars().length || 1, columns })
    }
    return cells
  }

  /** Is anything of the cell's text seen? */
  isDrawn(cell: IBufferCell): boolean {
    const { drawBoldTextInBrightColors: boldIsBright = true, minimumContrastRatio: minimumContrast = 1 } = this.#terminal.options
    return isDrawn(cell, { paletteColour: (index) => this.#inside.paletteColour(index), dynamicColour: (code) => this.#inside.dynamicColour(code), boldIsBright, minimumContrast })
  }

  /** The text of the columns of a row, with blanks where nothing is drawn. */
  drawn(row: number, from = 0, to = Number.POSITIVE_INFINITY): string {
    const line = this.#line(row)
    let text = ''
    for (let column = from; line !== undefined && column < Math.min(line.length, to); column += 1) {
      const cell = line.getCell(column, this.#cell)
      if (cell === undefined) break
      this.#cell = cell
      if (cell.getWidth() > 0) text += this.isDrawn(cell) ? cell.getChars() || ' ' : ' '.repeat(cell.getChars().length || 1)
    }
    return text
  }

  /** The line's text from one offset to another, with blanks where nothing is drawn. */
  drawnLine({ row, starts, text }: Line, from: number, to: number): string {
    const rows = starts.map((start, index) => {
      const end = starts[index + 1] ?? text.length
      return start < to && end > from ? this.drawn(row + index).slice(0, end - start) : text.slice(start, end)
    })
    return rows.join('').slice(from, to)
  }

  /** Could the line of so many rows match? Much cheaper than to read it. */
  mayMatch(sieve: Sieve | null): (row: number, rows: number) => boolean {
    if (sieve === null) return () => true
    const rowSieve = new RowSieve(sieve)
    const query = this.#index.query(sieve)
    return (row, rows) => (!this.#indexed || this.#index.mayHold(row, rows, query)) && rowSieve.holds(this.#inside.lines, row - this.first, rows)
  }

  /** Learns what is in the history, so that searches need not look. `more`: is there time? @returns whether there is nothing more to learn */
  learn(more: () => boolean): boolean {
    if (this.#inside.alternate || !this.#indexed) return true
    const { baseY } = this.#terminal.buffer.normal
    // The last row of the history may still be joined to the first of the screen.
    return this.#index.learn(this.#inside.lines, this.#left, this.#left + Math.max(0, baseY - 1), more)
  }

  forget(): void {
    this.#index.clear()
  }

  /** The text of these rows of the normal buffer, wrapped ones joined. */
  textOf({ from, to, columns }: RowRange): string {
    let text = ''
    for (let index = from; index <= to; index += 1) {
      const row = this.rowAt(index)
      const goesOn = index < to && this.isWrapped(row + 1)
      text += index === to ? this.#terminal.buffer.normal.getLine(index)?.translateToString(true, 0, columns) ?? '' : this.text(row, goesOn) + (goesOn ? '' : '\n')
    }
    return text
  }

  /** What has been learned is about these lines: not those of the alternate screen, nor those of before a reset. */
  get #indexed(): boolean {
    return this.#complete && this.#inside.lines === this.#lines
  }

  get #buffer(): IBuffer {
    return this.#terminal.buffer.active
  }

  #line(row: number): IBufferLine | undefined {
    const index = row - this.first
    return index < 0 ? undefined : this.#buffer.getLine(index)
  }

  /** A reset of the terminal (RIS) makes new lines. */
  #follow(): void {
    const lines = this.#inside.normalLines
    if (lines === this.#lines) return
    this.#lines = lines
    this.#index.clear()
    lines.onTrim((count) => { if (lines === this.#lines) this.#left += count })
  }
}
