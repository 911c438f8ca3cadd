/**
 * Extra cursors of a program (kitty's multiple cursors) over a grid, on a canvas that exists only
 * while some are visible. Both renderers draw the cells below it.
 */
import type { Terminal } from '@xterm/xterm'
import type {
  CursorColor,
  CursorShape,
  CursorState,
} from '../../../terminal/screen/cursors/extra-cursors.ts'
import { textColorOf } from '../draw/solid-blocks.ts'
import type { ThemeColor, WebglRenderer } from '../draw/webgl-inside.ts'
import { rowSizeOf } from '../frames/line-maker.ts'
import { paintCell } from '../sized/paint-cell.ts'
import { ordersOf } from '../bidi/row-orders.ts'
import { coreOf } from '../xterm-names.ts'

type Renderer = Partial<WebglRenderer> & {
  readonly _cursorBlinkStateManager?: { readonly value?: { readonly isCursorVisible: boolean } }
}

interface Core {
  readonly _bufferService: {
    readonly buffer: { readonly lines: { get(index: number): object | undefined } }
  }
  readonly screenElement: HTMLElement
  readonly coreService: { readonly decPrivateModes: { readonly cursorStyle?: string } }
  readonly _renderService: {
    readonly _renderer: { readonly value?: Renderer }
    readonly dimensions: WebglRenderer['dimensions']
  }
  readonly _themeService: {
    readonly colors: Readonly<
      Record<'foreground' | 'background' | 'cursor' | 'cursorAccent', ThemeColor>
    > & { readonly ansi: readonly ThemeColor[] }
  }
}

/** A cell of the renderer's model; zeros without a model. */
interface ModelCell {
  readonly background: number
  readonly foreground: number
  readonly extended: number
}

const names: Readonly<Record<Exclude<CursorShape, 29>, string>> = {
  1: 'block',
  2: 'bar',
  3: 'underline',
}
const numbersOfCell = 4
/** Bits of xterm.js's words of a cell. */
const [colorBits, rgbMode, inverseBit] = [0x3ff_ffff, 0x300_0000, 0x400_0000]

/** Everything that decides how a cursor is drawn, in device px. */
interface Look {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly style: string
  /** Colors of the cursor and of the text below it, as 24 bits. */
  readonly cursor: number
  readonly color: number
  /** The cell below a block, which is drawn again in other colors. */
  readonly text: string
  readonly columns: number
  readonly scale: number
  readonly cell: ModelCell
}

export class CursorLayer {
  readonly #terminal: Terminal
  readonly #core: Core
  readonly #canvas = document.createElement('canvas')
  #layer: HTMLElement | null = null
  #state: CursorState = { cells: [], text: 'unset', cursor: 'unset' }
  /** The cursors on the canvas, and the glyphs that they were drawn with. */
  #drawn = ''
  #atlas: Renderer['_charAtlas']

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#core = coreOf<Core>(terminal)
    terminal.onRender(() => this.#draw())
  }

  /** Takes the cursors of a frame; they are drawn with its cells. */
  place(state: CursorState): void {
    this.#state = state
  }

  #draw(): void {
    const { cells } = this.#state
    const renderer = this.#core._renderService._renderer.value ?? {}
    const isVisible = renderer._cursorBlinkStateManager?.value?.isCursorVisible !== false
    if (cells.length === 0 || !isVisible) {
      this.#layer?.remove()
      this.#layer = null
      return
    }
    const { baseY, viewportY } = this.#terminal.buffer.active
    const looks = cells.flatMap(([row, x, shape]) => {
      const y = row + baseY - viewportY
      return y < this.#terminal.rows ? [this.#lookOf(renderer, { x, y, shape })] : []
    })
    const { css, device } = this.#core._renderService.dimensions
    const { cursorWidth = 1 } = this.#terminal.options
    const sizes = [css.canvas, device.canvas, this.#pixel, cursorWidth]
    const drawn = JSON.stringify([looks, sizes])
    // programs draw text elsewhere many times a second
    if (this.#layer !== null && drawn === this.#drawn && renderer._charAtlas === this.#atlas) return
    const context = this.#prepared()
    if (context === null) return
    this.#drawn = drawn
    this.#atlas = renderer._charAtlas
    for (const look of looks) this.#drawCursor(context, renderer, look)
  }

  get #pixel(): number {
    return Math.max(1, Math.round(window.devicePixelRatio))
  }

  /** Returns the cleared canvas, in device px. */
  #prepared(): CanvasRenderingContext2D | null {
    const { css, device } = this.#core._renderService.dimensions
    if (this.#layer === null) {
      this.#layer = document.createElement('div')
      this.#layer.className = 'cursor-layer'
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

  #lookOf(
    renderer: Renderer,
    { x, y, shape }: { readonly x: number; readonly y: number; readonly shape: CursorShape },
  ): Look {
    const { buffer } = this.#terminal
    const { cell } = this.#core._renderService.dimensions.device
    const line = buffer.active.viewportY + y
    const scale = rowSizeOf(this.#core._bufferService.buffer.lines.get(line)) === 0 ? 1 : 2
    const read = buffer.active.getLine(line)?.getCell(x)
    const columns = Math.max(1, read?.getWidth() ?? 1)
    const drawn = ordersOf(this.#terminal).visual(line, x) * scale
    const modelCell = this.#modelCell(renderer, drawn, y)
    const { cursor, text } = this.#colors(renderer, modelCell)
    return {
      ...{ left: drawn * cell.width, top: y * cell.height },
      ...{ width: columns * scale * cell.width, height: cell.height },
      ...{ style: this.#styleOf(shape), cursor, color: text },
      ...{ text: read?.getChars() ?? '', columns, scale, cell: modelCell },
    }
  }

  #drawCursor(
    context: CanvasRenderingContext2D,
    { _charAtlas: atlas, dimensions }: Renderer,
    { left, top, width, height, style, cursor, color, text, columns, scale, cell }: Look,
  ): void {
    const pixel = this.#pixel
    const { cursorWidth } = this.#terminal.options
    context.fillStyle = context.strokeStyle = hex(cursor)
    if (style === 'bar') context.fillRect(left, top, Math.round(pixel * (cursorWidth ?? 1)), height)
    else if (style === 'underline') context.fillRect(left, top + height - pixel, width, pixel)
    else if (style === 'outline') {
      context.lineWidth = pixel
      context.strokeRect(left + pixel / 2, top + pixel / 2, width - pixel, height - pixel)
    } else {
      // xterm.js's DOM renderer draws the text below
      context.globalAlpha = atlas === undefined ? 0.5 : 1
      context.fillRect(left, top, width, height)
      context.globalAlpha = 1
      if (atlas === undefined || dimensions === undefined) return
      const look = { dimensions, atlas, colors: this.#core._themeService.colors.ansi }
      const drawn = {
        text,
        columns,
        background: (cell.background & ~colorBits) | rgbMode | cursor,
        foreground: (cell.foreground & ~(colorBits | inverseBit)) | rgbMode | color,
        extended: cell.extended,
      }
      context.save()
      context.beginPath()
      context.rect(left, top, width, height)
      context.clip()
      context.setTransform(scale, 0, 0, 1, left, top)
      paintCell(context, look, drawn, 0)
      context.restore()
    }
  }

  /** Without the focus, a block is an outline, as the main cursor. */
  #styleOf(shape: CursorShape): string {
    const { cursorInactiveStyle, cursorStyle } = this.#terminal.options
    const { decPrivateModes } = this.#core.coreService
    const main = decPrivateModes.cursorStyle ?? cursorStyle ?? 'block'
    const style = shape === 29 ? main : names[shape]
    const isFocused = this.#terminal.textarea === document.activeElement && document.hasFocus()
    return style === 'block' && !isFocused ? (cursorInactiveStyle ?? 'outline') : style
  }

  #modelCell({ _model: model }: Renderer, x: number, y: number): ModelCell {
    const at = (y * this.#terminal.cols + x) * numbersOfCell
    const [, background = 0, foreground = 0, extended = 0] = model?.cells.subarray(at, at + 4) ?? []
    return { background, foreground, extended }
  }

  /** Returns the colors of a cursor and of the text below it, as 24 bits. */
  #colors({ _charAtlas: atlas }: Renderer, cell: ModelCell): { cursor: number; text: number } {
    const { colors } = this.#core._themeService
    const { background, foreground, extended } = cell
    const ofCell = (swapped: boolean): number =>
      atlas === undefined
        ? rgb(swapped ? colors.background : colors.foreground)
        : rgb(
            textColorOf(
              atlas,
              background,
              swapped ? foreground ^ inverseBit : foreground,
              extended,
              true,
            ),
          )
    const resolved = (color: CursorColor, unset: ThemeColor, special: boolean): number => {
      if (color === 'unset') return rgb(unset)
      if (color === 'special') return ofCell(special)
      return typeof color === 'number' ? rgb(colors.ansi[color] ?? unset) : color.rgb
    }
    const text = this.#state.cursor === 'special' ? 'special' : this.#state.text
    return {
      cursor: resolved(this.#state.cursor, colors.cursor, false),
      text: resolved(text, colors.cursorAccent, true),
    }
  }
}

const rgb = ({ rgba }: ThemeColor): number => (rgba >>> 8) & 0xff_ffff

const hex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`
