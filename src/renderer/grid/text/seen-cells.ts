/**
 * The cells of a grid as the user sees them at one moment, without text that is not drawn or may be
 * hidden by an image. Use it before more output arrives.
 */
import { columnsOfBlock, placeOfText } from '../../../terminal/screen/sized/sizing.ts'
import type { IBufferCell, Terminal } from '@xterm/xterm'
import type { CellPlace } from './line.ts'
import { isContrasty, isDrawn } from '../../../core/links/drawn.ts'
import type { CellSight, Sight } from './sight.ts'
import type { PictureCells } from '../pictures/picture-cells.ts'
import type { XtermColours } from '../xterm-colours.ts'

/** Converts row numbers to indexes in the buffer (`BufferRows`). */
interface NumberedRows {
  rowAt(index: number): number
  indexOf(row: number): number
  isWrapped(row: number): boolean
  blockWord(row: number, column: number): number
}

/** Text of OSC 66 that is smaller than this part of the font's size may be overlooked. */
const legibleFactor = 0.5

export class SeenCells implements Sight {
  readonly top: number
  readonly end: number
  readonly columns: number
  readonly #terminal: Terminal
  readonly #colours: XtermColours
  readonly #rows: NumberedRows
  readonly #pictures: PictureCells | null
  #cell: IBufferCell | undefined

  /** @param pictures visible images, or null */
  constructor(
    terminal: Terminal,
    colours: XtermColours,
    rows: NumberedRows,
    pictures: PictureCells | null,
  ) {
    this.#terminal = terminal
    this.#colours = colours
    this.#rows = rows
    this.#pictures = pictures
    this.top = rows.rowAt(terminal.buffer.active.viewportY)
    this.end = this.top + terminal.rows
    this.columns = terminal.cols
  }

  isWrapped(row: number): boolean {
    return this.#rows.isWrapped(row)
  }

  cell({ row, column }: CellPlace): CellSight {
    const cell = this.#cellAt(row, column)
    if (cell === undefined) return 'blank' // a row that is shorter than the grid
    if (column > 0 && cell.getWidth() === 0) return this.cell({ row, column: column - 1 })
    if (cell.getChars().trim() !== '') return this.isDrawn(row, column, cell) ? 'text' : 'unsure'
    return (this.#pictures?.at(column, row - this.top) ?? null) === null ? 'blank' : 'unsure'
  }

  /** Returns whether all of the cell's text is visible. @param cell the cell at that position */
  isDrawn(row: number, column: number, cell: IBufferCell): boolean {
    const word = this.#rows.blockWord(row, column)
    if (
      word !== 0 &&
      placeOfText(word, columnsOfBlock(word), cell.getChars()).factor < legibleFactor
    )
      return false
    for (let at = column; at < column + cell.getWidth(); at += 1)
      if (at >= this.columns || this.#pictures?.at(at, row - this.top) === 'over') return false
    const {
      drawBoldTextInBrightColors: boldIsBright = true,
      minimumContrastRatio: minimumContrast = 1,
    } = this.#terminal.options
    return (
      !this.#isUnderCursor(row, column) &&
      isDrawn(cell, {
        paletteColour: (index) => this.#colours.palette(index),
        dynamicColour: (code) => this.#colours.dynamic(code),
        boldIsBright,
        minimumContrast,
      })
    )
  }

  /** Returns the text of a row's columns, with spaces for cells that are not visible. */
  text(row: number, from = 0, to = Number.POSITIVE_INFINITY): string {
    let text = ''
    for (let column = from; column < to; column += 1) {
      const cell = this.#cellAt(row, column)
      if (cell === undefined) break
      if (cell.getWidth() > 0)
        text += this.isDrawn(row, column, cell)
          ? cell.getChars() || ' '
          : ' '.repeat(cell.getChars().length || 1)
    }
    return text
  }

  #cellAt(row: number, column: number): IBufferCell | undefined {
    const index = this.#rows.indexOf(row)
    const line = index < 0 ? undefined : this.#terminal.buffer.active.getLine(index)
    if (line === undefined || column >= line.length) return undefined
    return (this.#cell = line.getCell(column, this.#cell))
  }

  /** Returns whether the cursor may hide the character: programs set its color. */
  #isUnderCursor(row: number, column: number): boolean {
    const { cursorX, cursorY, baseY } = this.#terminal.buffer.active
    return (
      column === cursorX &&
      row === this.#rows.rowAt(baseY + cursorY) &&
      !isContrasty(this.#colours.dynamic(12), this.#colours.cursorText)
    )
  }
}
