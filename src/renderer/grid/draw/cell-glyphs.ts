/**
 * Stores which glyph each cell of a grid shows, and draws them. The software renderer uses it
 * instead of the addon's `GlyphRenderer`.
 */
import { pagePixels, pixelOf, type Painter } from './painter.ts'
import { solidBlockOf } from './solid-blocks.ts'
import type { Atlas, AtlasGlyph, Glyphs, WebglRenderer } from './webgl-inside.ts'

/** Per cell: left, top, width, height, page, then x, y and columns on that page, in device px. */
const numbersOfCell = 8

/** Page number of a cell that is one rectangle. Its pixel is stored as x. */
const solidPage = -1

export class CellGlyphs implements Glyphs {
  readonly _terminal: {
    readonly cols: number
    readonly rows: number
    readonly element: HTMLElement | undefined
  }
  readonly #device: WebglRenderer['dimensions']['device']
  readonly #narrows: (code: number, cells: number, glyphWidth: number) => boolean
  #atlas: Atlas | undefined
  #cells = new Int32Array(0)

  /** @param narrows returns whether a glyph of this width is drawn narrower */
  constructor(
    terminal: CellGlyphs['_terminal'],
    device: WebglRenderer['dimensions']['device'],
    narrows: (code: number, cells: number, glyphWidth: number) => boolean,
  ) {
    this._terminal = terminal
    this.#device = device
    this.#narrows = narrows
  }

  /** Returns whether all cells must be updated. glyph-atlas.ts replaces this method. */
  beginFrame(): boolean {
    return false
  }

  setAtlas(atlas: Atlas): void {
    this.#atlas = atlas
  }

  /** Removes all glyphs, and adopts the terminal's size. */
  clear(): void {
    const { cols, rows } = this._terminal
    const length = cols * rows * numbersOfCell
    if (this.#cells.length === length) this.#cells.fill(0)
    else this.#cells = new Int32Array(length)
  }

  updateCell(
    x: number,
    y: number,
    code: number,
    background: number,
    foreground: number,
    extended: number,
    text: string,
    width: number,
    backgroundToLeft: number,
  ): void {
    const cells = this.#cells
    const atlas = this.#atlas
    const at = (y * this._terminal.cols + x) * numbersOfCell
    if (code === 0) {
      cells.fill(0, at, at + numbersOfCell)
      return
    }
    if (atlas === undefined) return
    const solid = solidBlockOf(atlas, text, code, background, foreground, extended)
    if (solid !== null) {
      const { left, top, width: wide, height } = solid.box
      cells[at] = left
      cells[at + 1] = top
      cells[at + 2] = wide
      cells[at + 3] = height
      cells[at + 4] = solidPage
      cells[at + 5] = pixelOf(solid.rgba)
      return
    }
    const { element } = this._terminal
    const glyph =
      text.length > 1
        ? atlas.getRasterizedGlyphCombinedChar(
            text,
            background,
            foreground,
            extended,
            false,
            element,
          )
        : atlas.getRasterizedGlyph(code, background, foreground, extended, false, element)
    this.#storeGlyph(at, glyph, background === backgroundToLeft)
    if (this.#narrows(code, width, glyph.size.x)) cells[at + 2] = this.#device.cell.width - 1
  }

  /** Stores a glyph, clipped at its cell's left edge if the cell there has another background. */
  #storeGlyph(at: number, glyph: AtlasGlyph, reachesLeft: boolean): void {
    const { cell, char } = this.#device
    const { offset, size, texturePage, texturePosition } = glyph
    const beyond = offset.x - Math.floor((cell.width - char.width) / 2)
    const cut = reachesLeft ? 0 : Math.max(0, beyond)
    const cells = this.#cells
    cells[at] = char.left - offset.x + cut
    cells[at + 1] = char.top - offset.y
    cells[at + 2] = cells[at + 7] = size.x - cut
    cells[at + 3] = size.y
    cells[at + 4] = texturePage
    cells[at + 5] = texturePosition.x + cut
    cells[at + 6] = texturePosition.y
  }

  /** @param lineLengths number of cells to draw, by row */
  paint(painter: Painter, lineLengths: Uint32Array): void {
    const { cols, rows } = this._terminal
    const { width: cellWidth, height: cellHeight } = this.#device.cell
    const cells = this.#cells
    const pages = this.#atlas?._pages.map(({ canvas }) => pagePixels(canvas)) ?? []
    const { first, end } = painter.rowsOf(cellHeight)
    // A glyph may reach into the rows above and below its own.
    for (let row = Math.max(0, first - 1); row < Math.min(rows, end + 1); row += 1) {
      const length = lineLengths[row] ?? 0
      for (let column = 0; column < length; column += 1) {
        const at = (row * cols + column) * numbersOfCell
        const height = cells[at + 3] ?? 0
        if (height === 0) continue
        const left = column * cellWidth + (cells[at] ?? 0)
        const top = row * cellHeight + (cells[at + 1] ?? 0)
        const width = cells[at + 2] ?? 0
        const pageNumber = cells[at + 4] ?? 0
        const x = cells[at + 5] ?? 0
        if (pageNumber === solidPage) {
          painter.rectangle(left, top, width, height, x)
          continue
        }
        const page = pages[pageNumber]
        if (page === undefined) continue
        const y = cells[at + 6] ?? 0
        const columns = cells[at + 7] ?? 0
        painter.glyph(page, { left, top, width, height, x, y, columns })
      }
    }
  }
}
