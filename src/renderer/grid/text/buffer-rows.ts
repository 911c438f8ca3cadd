/** The rows of a terminal for search, links and copies, with numbers that never change. */
import type { IBuffer, IBufferCell, IBufferLine, Terminal } from '@xterm/xterm'
import type { CellText, RowSource } from './line.ts'
import type { TextPrefilter } from '../../features/find/sieve.ts'
import type { TextRange } from './prompts.ts'
import type { PictureCells } from '../pictures/picture-cells.ts'
import { blockWordsOf } from '../frames/line-maker.ts'
import { RowPrefilter } from './row-sieve.ts'
import { SeenCells } from './seen-cells.ts'
import type { XtermBuffer } from '../xterm-buffer.ts'
import type { XtermColours } from '../xterm-colours.ts'

export class BufferRows implements RowSource {
  readonly #terminal: Terminal
  readonly #inside: XtermBuffer
  readonly #colours: XtermColours
  readonly #pictures: () => PictureCells | null
  /** Rows that have left the history. The alternate screen has none. */
  #left: number
  #cell: IBufferCell | undefined

  /**
   * @param pictures visible images, or null
   * @param left of the grid that this one continues
   */
  constructor(
    terminal: Terminal,
    { buffer, colours }: { readonly buffer: XtermBuffer; readonly colours: XtermColours },
    pictures: () => PictureCells | null = () => null,
    left = 0,
  ) {
    this.#left = left
    this.#pictures = pictures
    this.#terminal = terminal
    this.#inside = buffer
    this.#colours = colours
    buffer.onTrim((count) => {
      this.#left += count
    })
  }

  get left(): number {
    return this.#left
  }

  /** Returns the number of the row at an index of the buffer. */
  rowAt(index: number): number {
    return this.first + index
  }

  indexOf(row: number): number {
    return row - this.first
  }

  /** Returns the word of a cell in a block of another size (OSC 66), or 0. */
  blockWord(row: number, column: number): number {
    return blockWordsOf(this.#inside.lines.get(this.indexOf(row)))?.[column] ?? 0
  }

  // Read for each row of a search. xterm.js's public interface would make an object each time.
  get first(): number {
    return this.#inside.alternate ? 0 : this.#left
  }

  get end(): number {
    return this.first + this.#inside.lines.length
  }

  isWrapped(row: number): boolean {
    const index = row - this.first
    const { lines } = this.#inside
    return index >= 0 && (lines.isWrapped?.(index) ?? lines.get(index)?.isWrapped === true)
  }

  text(row: number, whole: boolean): string {
    const line = this.#line(row)
    if (line === undefined) return ''
    if (!whole) return line.translateToString(true)
    // A wide character that did not fit moved to the next row and left a cell that was never
    // written.
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

  /** Returns the cells as the user sees them now. */
  look(): SeenCells {
    return new SeenCells(this.#terminal, this.#colours, this, this.#pictures())
  }

  /** Returns a function that rejects lines much faster than reading them. */
  mayMatch(sieve: TextPrefilter | null): (row: number, rows: number) => boolean {
    if (sieve === null) return () => true
    const rowSieve = new RowPrefilter(sieve)
    return (row, rows) => rowSieve.holds(this.#inside.lines, row - this.first, rows)
  }

  /** Returns the text of rows of the normal buffer, with wrapped rows joined. */
  textOf({ from, to, columns }: TextRange): string {
    let text = ''
    for (let index = from; index <= to; index += 1) {
      const row = this.rowAt(index)
      const goesOn = index < to && this.isWrapped(row + 1)
      text +=
        index === to
          ? (this.#terminal.buffer.normal.getLine(index)?.translateToString(true, 0, columns) ?? '')
          : this.text(row, goesOn) + (goesOn ? '' : '\n')
    }
    return text
  }

  get #buffer(): IBuffer {
    return this.#terminal.buffer.active
  }

  #line(row: number): IBufferLine | undefined {
    const index = row - this.first
    return index < 0 ? undefined : this.#buffer.getLine(index)
  }
}
