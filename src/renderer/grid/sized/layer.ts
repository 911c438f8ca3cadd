/** Text of other sizes over a grid, on a canvas that exists only while some is visible. */
import type { Terminal } from '@xterm/xterm'
import type { RowSize } from '../../../terminal/history/grid-rows.ts'
import {
  columnInBlock,
  columnsOfBlock,
  firstWord,
  rowInBlock,
  columnStep,
  placeOfText,
} from '../../../terminal/screen/sized/sizing.ts'
import { blockWordsOf, rowSizeOf } from '../frames/line-maker.ts'
import type { WebglRenderer } from '../draw/webgl-inside.ts'
import { coreOf } from '../xterm-names.ts'
import { paintCell, type TextLook } from './paint-cell.ts'

interface Core {
  readonly _bufferService: {
    readonly buffer: { readonly lines: { get(index: number): object | undefined } }
  }
  readonly screenElement: HTMLElement
  readonly _renderService: { readonly _renderer: { readonly value?: Partial<WebglRenderer> } }
}

/** A visible row of double size. */
interface DoubleRow {
  readonly y: number
  readonly size: RowSize
}

/** Visible cells of a block (OSC 66) in one row. */
interface BlockPart {
  readonly y: number
  readonly x: number
  readonly columns: number
  /** Word of the first of these cells (terminal/screen/sized/sizing.ts). */
  readonly word: number
}

/** Styles of row elements of xterm.js's DOM renderer, by size. */
const elementStyles = [
  { transform: '', transformOrigin: '', clipPath: '' },
  { transform: 'scale(2, 1)', transformOrigin: '0 0', clipPath: 'inset(0 50% 0 0)' },
  { transform: 'scale(2, 2)', transformOrigin: '0 0', clipPath: 'inset(0 50% 50% 0)' },
  { transform: 'scale(2, 2)', transformOrigin: '0 100%', clipPath: 'inset(50% 50% 0 0)' },
] as const

const [upperHalf, lowerHalf] = [2, 3]
const numbersOfCell = 4

export class SizedLayer {
  readonly #terminal: Terminal
  readonly #core: Core
  #layer: HTMLElement | null = null
  readonly #canvas = document.createElement('canvas')
  #hasStyledElements = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#core = coreOf<Core>(terminal)
    terminal.onRender(() => this.#draw())
  }

  #draw(): void {
    const rows = this.#doubleRows()
    const blocks = this.#blockParts()
    const { value: renderer } = this.#core._renderService._renderer
    this.#styleElements(renderer?._model === undefined ? rows : [])
    if (rows.length + blocks.length === 0 || renderer?._model === undefined) {
      this.#layer?.remove()
      this.#layer = null
      return
    }
    const context = this.#prepared(renderer as WebglRenderer)
    if (context === null) return
    for (const row of rows) this.#drawRow(context, renderer as WebglRenderer, row)
    for (const part of blocks) this.#drawBlock(context, renderer as WebglRenderer, part)
  }

  #lineAt(y: number): object | undefined {
    const { lines } = this.#core._bufferService.buffer
    return lines.get(this.#terminal.buffer.active.viewportY + y)
  }

  #doubleRows(): readonly DoubleRow[] {
    const found: DoubleRow[] = []
    for (let y = 0; y < this.#terminal.rows; y += 1) {
      const size = rowSizeOf(this.#lineAt(y))
      if (size !== 0) found.push({ y, size })
    }
    return found
  }

  #blockParts(): readonly BlockPart[] {
    const found: BlockPart[] = []
    for (let y = 0; y < this.#terminal.rows; y += 1) {
      const words = blockWordsOf(this.#lineAt(y)) ?? []
      for (let x = 0; x < words.length; ) {
        const word = words[x] ?? 0
        let columns = 1
        // the next column of the same block
        while (word !== 0 && words[x + columns] === cellAfter(word, columns)) columns += 1
        if (word !== 0) found.push({ y, x, columns, word })
        x += columns
      }
    }
    return found
  }

  /** Stretches the rows of xterm.js's DOM renderer. */
  #styleElements(rows: readonly DoubleRow[]): void {
    if (rows.length === 0 && !this.#hasStyledElements) return
    this.#hasStyledElements = rows.length > 0
    const elements = this.#core.screenElement.querySelectorAll<HTMLElement>('.xterm-rows > div')
    for (const [y, { style }] of elements.entries())
      Object.assign(style, elementStyles[rows.find((row) => row.y === y)?.size ?? 0])
  }

  /** Returns the cleared canvas, in device px. */
  #prepared({ dimensions: { css, device } }: WebglRenderer): CanvasRenderingContext2D | null {
    if (this.#layer === null) {
      this.#layer = document.createElement('div')
      this.#layer.className = 'sized-layer'
      this.#layer.append(this.#canvas)
      this.#core.screenElement.append(this.#layer)
    }
    const { width, height } = device.canvas
    if (this.#canvas.width !== width || this.#canvas.height !== height)
      Object.assign(this.#canvas, { width, height })
    Object.assign(this.#canvas.style, {
      width: `${css.canvas.width}px`,
      height: `${css.canvas.height}px`,
    })
    const context = this.#canvas.getContext('2d')
    context?.clearRect(0, 0, width, height)
    return context
  }

  #drawRow(context: CanvasRenderingContext2D, renderer: WebglRenderer, row: DoubleRow): void {
    const { _model: model, _charAtlas: atlas, dimensions } = renderer
    if (atlas === undefined) return
    const { cols, buffer } = this.#terminal
    const line = buffer.active.getLine(buffer.active.viewportY + row.y)
    const { width, height } = dimensions.device.cell
    const look: TextLook = { dimensions, atlas, colors: renderer._themeService.colors.ansi }
    context.save()
    context.beginPath()
    context.rect(0, row.y * height, cols * width, height)
    context.clip()
    const isTall = row.size === upperHalf || row.size === lowerHalf
    const top = (row.size === lowerHalf ? row.y - 1 : row.y) * height
    context.setTransform(2, 0, 0, isTall ? 2 : 1, 0, top)
    for (let x = 0; x < cols >> 1; x += 1) {
      const cell = line?.getCell(x)
      const columns = cell?.getWidth() ?? 0
      if (cell === undefined || columns === 0) continue
      // doubleRows has made two of each cell of the model
      const at = (row.y * cols + 2 * x) * numbersOfCell
      const [, background = 0, foreground = 0, extended = 0] = model.cells.subarray(at, at + 4)
      const text = cell.getChars()
      paintCell(context, look, { text, columns, background, foreground, extended }, x * width)
    }
    context.restore()
  }
  /** Draws the part of a block that is in these cells, if its text is in the block's first cell. */
  #drawBlock(
    context: CanvasRenderingContext2D,
    { _charAtlas: atlas, _model: model, _themeService: theme, dimensions }: WebglRenderer,
    { y, x, columns, word }: BlockPart,
  ): void {
    const [left, top] = [x - columnInBlock(word), y - rowInBlock(word)]
    const first = this.#lineAt(top)
    if (atlas === undefined || blockWordsOf(first)?.[left] !== firstWord(word)) return
    const { buffer, cols } = this.#terminal
    const line = buffer.active.getLine(buffer.active.viewportY + top)
    const text = line?.getCell(left)?.getChars() ?? ''
    if (text === '') return
    const { width, height } = dimensions.device.cell
    const place = placeOfText(word, columnsOfBlock(word), text)
    const at = (y * cols + x) * numbersOfCell
    const [, background = 0, foreground = 0, extended = 0] = model.cells.subarray(at, at + 4)
    context.save()
    context.beginPath()
    context.rect(x * width, y * height, columns * width, height)
    context.clip()
    context.setTransform(
      ...[place.factor, 0, 0, place.factor],
      (left + place.left) * width,
      (top + place.top) * height,
    )
    const look: TextLook = { dimensions, atlas, colors: theme.colors.ansi }
    paintCell(context, look, { text, columns: place.columns, background, foreground, extended }, 0)
    context.restore()
  }
}

/** Returns the word of the cell `columns` after another one in its block, which may not exist. */
const cellAfter = (word: number, columns: number): number =>
  columnInBlock(word) + columns < columnsOfBlock(word) ? word + columns * columnStep : -1
