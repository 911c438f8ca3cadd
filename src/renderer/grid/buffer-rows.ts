/** The rows of a terminal for core: search, links and copies read it by this. Rows keep their numbers while the oldest leave. */
import type { IBuffer, IBufferCell, IBufferLine, Terminal } from '@xterm/xterm'
import type { CellText, RowSource } from '../../core/lines/line.ts'
import type { Matcher } from '../../core/search/matcher.ts'
import type { RowRange } from './prompts.ts'
import type { LinesInside, XtermInside } from './xterm-inside.ts'

export class BufferRows implements RowSource {
  readonly #terminal: Terminal
  readonly #inside: XtermInside
  #lines: LinesInside | null = null
  /** Rows that have left the history. The alternate screen has none. */
  #left = 0
  #cell: IBufferCell | undefined

  constructor(terminal: Terminal, inside: XtermInside) {
    this.#terminal = terminal
    this.#inside = inside
    this.#follow()
    terminal.buffer.onBufferChange(() => this.#follow())
  }

  /** Number of the row that has this index in the buffer at present. */
  rowAt(index: number): number {
    return this.first + index
  }

  indexOf(row: number): number {
    return row - this.first
  }

  get first(): number {
    return this.#alternate ? 0 : this.#left
  }

  get end(): number {
    return this.first + this.#buffer.length
  }

  isWrapped(row: number): boolean {
    return this.#line(row)?.isWrapped === true
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

  /** Could the row match by itself? Much cheaper than to read it. */
  mayMatch(sieve: Matcher['sieve']): (row: number) => boolean {
    if (sieve === null) return () => true
    return (row) => this.#inside.rowHolds(this.#alternate, this.indexOf(row), sieve)
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

  get #buffer(): IBuffer {
    return this.#terminal.buffer.active
  }

  get #alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate'
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
    lines.onTrim((count) => { if (lines === this.#lines) this.#left += count })
  }
}
