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
import { glyphGeneration } from '../draw/glyph-atlas.ts'
import type { WebglRenderer } from '../draw/webgl-inside.ts'
import { coreOf } from '../xterm-names.ts'
import { sizedCursorOf, type SizedCursor } from './block-cursor.ts'
import { paintCell, type TextLook } from './paint-cell.ts'

interface Core {
  readonly _bufferService: {
    readonly buffer: { readonly lines: { get(index: number): object | undefined } }
  }
  readonly screenElement: HTMLElement
  readonly _renderService: { readonly _renderer: { readonly value?: Partial<WebglRenderer> } }
}

/** A visible row with text of other sizes. */
interface SizedRow {
  readonly y: number
  /** Size of the row. */
  readonly size: RowSize
  readonly parts: readonly BlockPart[]
  /** The cursor, if it is in a block of this row and not a background. */
  readonly cursor: SizedCursor | undefined
}

/** Visible cells of a block (OSC 66) in one row. */
interface BlockPart {
  readonly y: number
  readonly x: number
  readonly columns: number
  /** Word of the first of these cells (terminal/screen/sized/sizing.ts). */
  readonly word: number
  /** Text of the block, and the look of these cells. */
  readonly text: string
  readonly background: number
  readonly foreground: number
  readonly extended: number
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
  /** Content of each row on the canvas. */
  #drawn: string[] = []
  /** Sizes, colors and fonts of all rows on the canvas. */
  #drawnWith: readonly unknown[] = []
  #hasStyledElements = false

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#core = coreOf<Core>(terminal)
    terminal.onRender(() => this.#draw())
  }

  #draw(): void {
    const { value: renderer } = this.#core._renderService._renderer
    const model = renderer?._model
    const cursor = renderer === undefined ? undefined : sizedCursorOf(renderer)
    const rows: SizedRow[] = []
    for (let y = 0; y < this.#terminal.rows; y += 1) {
      const size = rowSizeOf(this.#lineAt(y))
      const parts = model === undefined ? [] : this.#partsOf(y, model.cells)
      const isCursor = cursor !== undefined && y >= cursor.y && y < cursor.y + cursor.rows
      if (size !== 0 || parts.length > 0)
        rows.push({ y, size, parts, cursor: isCursor ? cursor : undefined })
    }
    this.#styleElements(model === undefined ? rows : [])
    if (rows.length === 0 || model === undefined) {
      this.#layer?.remove()
      this.#layer = null
      return
    }
    const context = this.#prepared(renderer as WebglRenderer)
    if (context !== null) this.#drawRows(context, renderer as WebglRenderer, rows)
  }

  #lineAt(y: number): object | undefined {
    const { lines } = this.#core._bufferService.buffer
    return lines.get(this.#terminal.buffer.active.viewportY + y)
  }

  /** Returns the visible parts of blocks in a row, with text in the first cell of the block. */
  #partsOf(y: number, cells: Uint32Array): readonly BlockPart[] {
    const found: BlockPart[] = []
    const words = blockWordsOf(this.#lineAt(y)) ?? []
    for (let x = 0; x < words.length; ) {
      const word = words[x] ?? 0
      let columns = 1
      // the next column of the same block
      while (word !== 0 && words[x + columns] === cellAfter(word, columns)) columns += 1
      const text = word === 0 ? '' : this.#textOf(x, y, word)
      const at = (y * this.#terminal.cols + x) * numbersOfCell
      const [, background = 0, foreground = 0, extended = 0] = cells.subarray(at, at + 4)
      if (text !== '') found.push({ y, x, columns, word, text, background, foreground, extended })
      x += columns
    }
    return found
  }

  #textOf(x: number, y: number, word: number): string {
    const [left, top] = [x - columnInBlock(word), y - rowInBlock(word)]
    if (blockWordsOf(this.#lineAt(top))?.[left] !== firstWord(word)) return ''
    const { active } = this.#terminal.buffer
    return (
      active
        .getLine(active.viewportY + top)
        ?.getCell(left)
        ?.getChars() ?? ''
    )
  }

  /** Stretches the rows of xterm.js's DOM renderer. */
  #styleElements(rows: readonly SizedRow[]): void {
    if (rows.length === 0 && !this.#hasStyledElements) return
    this.#hasStyledElements = rows.length > 0
    const elements = this.#core.screenElement.querySelectorAll<HTMLElement>('.xterm-rows > div')
    for (const [y, { style }] of elements.entries())
      Object.assign(style, elementStyles[rows.find((row) => row.y === y)?.size ?? 0])
  }

  /** Returns the canvas, in device px. Clears it if sizes, colors or fonts have changed. */
  #prepared(renderer: WebglRenderer): CanvasRenderingContext2D | null {
    const { css, device } = renderer.dimensions
    const context = this.#canvas.getContext('2d')
    if (this.#layer === null) {
      this.#layer = document.createElement('div')
      this.#layer.className = 'sized-layer'
      this.#layer.append(this.#canvas)
      this.#core.screenElement.append(this.#layer)
    }
    const { width, height } = device.canvas
    const { cell, char } = device
    const drawnWith = [
      ...[renderer, renderer._charAtlas, glyphGeneration(), width, height],
      ...[css.canvas, cell, char].flatMap((box) => Object.values(box)),
    ]
    if (drawnWith.every((one, index) => one === this.#drawnWith[index])) return context
    this.#drawnWith = drawnWith
    this.#drawn = []
    Object.assign(this.#canvas, { width, height }) // this clears it
    Object.assign(this.#canvas.style, {
      width: `${css.canvas.width}px`,
      height: `${css.canvas.height}px`,
    })
    return context
  }

  /** Draws the rows whose content has changed. */
  #drawRows(
    context: CanvasRenderingContext2D,
    renderer: WebglRenderer,
    rows: readonly SizedRow[],
  ): void {
    const { width, height } = renderer.dimensions.device.cell
    const { cols } = this.#terminal
    const drawn = this.#drawn
    this.#drawn = []
    for (const row of rows) this.#drawn[row.y] = this.#contentOf(row, renderer._model.cells)
    for (let y = 0; y < this.#terminal.rows; y += 1)
      if (drawn[y] !== this.#drawn[y]) context.clearRect(0, y * height, cols * width, height)
    for (const row of rows) {
      if (drawn[row.y] === this.#drawn[row.y]) continue
      if (row.size !== 0) this.#drawRow(context, renderer, row)
      for (const part of row.parts) drawPart(context, renderer, part)
      if (row.cursor !== undefined) drawCursor(context, renderer, row.cursor, row.y)
    }
  }

  /** Returns all that decides how a row looks. */
  #contentOf({ y, size, parts, cursor }: SizedRow, cells: Uint32Array): string {
    const texts = [cursor ?? {}, ...parts].flatMap((part) => Object.values(part)).join()
    if (size === 0) return texts
    const { cols, buffer } = this.#terminal
    const text = buffer.active.getLine(buffer.active.viewportY + y)?.translateToString()
    const from = y * cols * numbersOfCell
    return [size, text, texts, cells.subarray(from, from + cols * numbersOfCell).join()].join()
  }

  #drawRow(context: CanvasRenderingContext2D, renderer: WebglRenderer, row: SizedRow): void {
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
}

/** Draws the part of a block that is in these cells. */
function drawPart(
  context: CanvasRenderingContext2D,
  { _charAtlas: atlas, _themeService: theme, dimensions }: WebglRenderer,
  { y, x, columns, word, text, background, foreground, extended }: BlockPart,
): void {
  if (atlas === undefined) return
  const { width, height } = dimensions.device.cell
  const place = placeOfText(word, columnsOfBlock(word), text)
  context.save()
  context.beginPath()
  context.rect(x * width, y * height, columns * width, height)
  context.clip()
  context.setTransform(
    ...[place.factor, 0, 0, place.factor],
    (x - columnInBlock(word) + place.left) * width,
    (y - rowInBlock(word) + place.top) * height,
  )
  const look: TextLook = { dimensions, atlas, colors: theme.colors.ansi }
  paintCell(context, look, { text, columns: place.columns, background, foreground, extended }, 0)
  context.restore()
}

/** Draws the part of a bar, underline or outline that is in row `row`. */
function drawCursor(
  context: CanvasRenderingContext2D,
  { dimensions, _themeService: theme }: WebglRenderer,
  { x, y, width: columns, rows, style, cursorWidth, dpr }: SizedCursor,
  row: number,
): void {
  const { width, height } = dimensions.device.cell
  const [left, top, right] = [x * width, row * height, (x + columns) * width]
  const isOutline = style === 'outline'
  const line = isOutline ? dpr : dpr * cursorWidth
  context.fillStyle = `#${(theme.colors.cursor.rgba >>> 8).toString(16).padStart(6, '0')}`
  if (style !== 'underline') context.fillRect(left, top, line, height)
  if (isOutline) context.fillRect(right - dpr, top, dpr, height)
  if (isOutline && row === y) context.fillRect(left, top, right - left, dpr)
  if (style !== 'bar' && row === y + rows - 1)
    context.fillRect(left, top + height - dpr, right - left, dpr)
}

/** Returns the word of the cell `columns` after another one in its block, which may not exist. */
const cellAfter = (word: number, columns: number): number =>
  columnInBlock(word) + columns < columnsOfBlock(word) ? word + columns * columnStep : -1
