/**
 * Draws a grid on the CPU, without a graphics card
 * (docs/contributing/decisions/software-drawing.md). Only changed rows are drawn, because each
 * pixel costs CPU time. It implements xterm.js's `IRenderer`, as @xterm/addon-webgl does. It
 * borrows the addon's methods for the cell model, sizes, blinking and selection, and replaces the
 * drawing methods.
 */
import { CellColorResolver } from '@xterm/addon-webgl/src/CellColorResolver.ts'
import { removeTerminalFromCache } from '@xterm/addon-webgl/src/CharAtlasCache.ts'
import { RectangleRenderer } from '@xterm/addon-webgl/src/RectangleRenderer.ts'
import { RenderModel } from '@xterm/addon-webgl/src/RenderModel.ts'
import { LinkRenderLayer } from '@xterm/addon-webgl/src/renderLayer/LinkRenderLayer.ts'
import { TextureAtlas } from '@xterm/addon-webgl/src/TextureAtlas.ts'
import { WebglRenderer } from '@xterm/addon-webgl/src/WebglRenderer.ts'
import type { Terminal } from '@xterm/xterm'
import {
  allowRescaling,
  createRenderDimensions,
} from '@xterm/xterm/src/browser/renderer/shared/RendererUtils.ts'
import { CellData } from '@xterm/xterm/src/common/buffer/CellData.ts'
import { Emitter } from '@xterm/xterm/src/vs/base/common/event.ts'
import {
  Disposable,
  MutableDisposable,
  toDisposable,
} from '@xterm/xterm/src/vs/base/common/lifecycle.ts'
import { checkNames, methodNames } from '../xterm-names.ts'
import { paintBackgrounds, paintCursor } from './backgrounds.ts'
import { CellGlyphs } from './cell-glyphs.ts'
import { holdsImage } from './glyph-atlas.ts'
import { Painter } from './painter.ts'
import type { Services } from './use-renderer.ts'
import type { WebglRenderer as AddonRenderer } from './webgl-inside.ts'
import { sizeCursor, sizeExactly, sizeLines, type SizedRenderer } from '../lines/whole-pixels.ts'

/** Pages per atlas. Each needs its memory twice: as a canvas, and as pixels to copy from. */
const atlasPagesMax = 4

/** Width and height limit of a page that the addon asks for, px. No page gets this large. */
const texturePxMax = 8_192

/** A glyph may reach into the rows above and below its own. */
const overlapRows = 1

/** Fields and methods that this renderer shares with the addon's. */
interface Inherited extends AddonRenderer, Disposable {
  readonly _core: AddonRenderer['_core'] & {
    readonly screenElement: HTMLElement
    readonly linkifier: object
  }
  readonly _charSizeService: Services[1]
  readonly _themeService: Services[6]
  readonly _renderLayers: readonly LinkRenderLayer[]
  readonly _onRequestRedraw: AddonRenderer['_onRequestRedraw'] & Disposable
  readonly _onChangeTextureAtlas: Disposable
  readonly _charAtlasDisposable: Disposable
  readonly _cursorBlinkStateManager: Disposable & {
    readonly value: { readonly isCursorVisible: boolean } | undefined
  }
  _isAttached: boolean
  _updateDimensions(): void
  _updateCursorBlink(): void
  _refreshCharAtlas(): void
  _handleColorChange(): void
  _handleOptionsChanged(): void
}

// before the methods are copied
sizeExactly(WebglRenderer.prototype as unknown as SizedRenderer)
sizeLines(RectangleRenderer.prototype, LinkRenderLayer.prototype)

/** The addon's methods without its constructor, which asks for a WebGL context. */
const Methods = class extends Disposable {} as unknown as new () => Inherited
const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(WebglRenderer.prototype)
Object.defineProperties(Methods.prototype, methods)

export class SoftwareRenderer extends Methods {
  readonly #canvas = document.createElement('canvas')
  readonly #painter = new Painter(this.#canvas)
  readonly #glyphs: CellGlyphs
  /** Whether the canvas shows the model in every row that has not changed since. */
  #isDrawn = false

  constructor(terminal: Terminal, ...services: Services) {
    super()
    checkNames(this, methodNames)
    const [, , , , , options, theme] = services
    TextureAtlas.maxAtlasPages ??= atlasPagesMax
    TextureAtlas.maxTextureSize ??= texturePxMax
    Object.assign(this, fieldsOf(terminal, services), { _canvas: this.#canvas })
    const { device } = this.dimensions
    this.#glyphs = new CellGlyphs(
      terminal,
      device,
      (code, cells, glyphWidth) =>
        options.rawOptions.rescaleOverlappingGlyphs &&
        allowRescaling(code, cells, glyphWidth, device.cell.width),
    )
    Object.assign(this, { _glyphRenderer: { value: this.#glyphs } })
    this._core.screenElement.append(this.#canvas)
    for (const part of [
      this._onRequestRedraw,
      this._onChangeTextureAtlas,
      this._cursorBlinkStateManager,
      this._charAtlasDisposable,
      ...this._renderLayers,
      theme.onChangeColors(() => this._handleColorChange()),
      options.onOptionChange(() => this._handleOptionsChanged()),
      toDisposable(() => {
        this.#canvas.remove()
        removeTerminalFromCache(terminal)
      }),
    ])
      this._register(part)
    try {
      this.handleResize()
      this._updateCursorBlink()
    } catch (error) {
      this.dispose() // the caller has no reference to do it
      throw error
    }
  }

  override handleResize(): void {
    this._updateDimensions()
    const { css, device } = this.dimensions
    this._model.resize(this._terminal.cols, this._terminal.rows)
    for (const layer of this._renderLayers) layer.resize(this._terminal, this.dimensions)
    this.#canvas.width = device.canvas.width
    this.#canvas.height = device.canvas.height
    for (const { style } of [this.#canvas, this._core.screenElement]) {
      style.width = `${css.canvas.width}px`
      style.height = `${css.canvas.height}px`
    }
    this.#glyphs.clear()
    this._refreshCharAtlas()
    this._clearModel(false)
  }

  override _clearModel(glyphsToo: boolean): void {
    this.#isDrawn = false
    super._clearModel(glyphsToo)
  }

  override renderRows(start: number, end: number): void {
    if (!this.#attach()) return
    const last = this._terminal.rows - 1
    if (this.#glyphs.beginFrame()) {
      this._clearModel(true)
      this._updateModel(0, last)
    } else this._updateModel(start, end)
    if (holdsImage()) {
      this.#isDrawn = false
      return
    }
    const { cell } = this.dimensions.device
    if (!this.#isDrawn || (start <= 0 && end >= last)) this.#painter.begin(0, Infinity)
    else
      this.#painter.begin(
        (start - overlapRows) * cell.height,
        (end + overlapRows + 1) * cell.height,
      )
    this.#paint()
    this.#painter.end()
    this.#isDrawn = true
  }

  #paint(): void {
    const { cell } = this.dimensions.device
    const { colors } = this._themeService
    const { lineLengths, cursor } = this._model
    paintBackgrounds(this.#painter, this._model, this._terminal, cell, colors)
    this.#glyphs.paint(this.#painter, lineLengths)
    const blinks = this._cursorBlinkStateManager.value
    if (cursor !== undefined && blinks?.isCursorVisible !== false)
      paintCursor(this.#painter, cursor, cell, colors)
  }

  /** Returns whether sizes are known, as they are once the grid is in the document. */
  #attach(): boolean {
    if (this._isAttached) return true
    const { width, height } = this._charSizeService
    if (!this._core.screenElement.isConnected || width === 0 || height === 0) return false
    this._updateDimensions()
    this._refreshCharAtlas()
    this._isAttached = true
    return true
  }
}

/** Returns the fields that the addon's constructor sets, except the fields for drawing. */
function fieldsOf(terminal: Terminal, services: Services): object {
  const [joiner, charSize, browser, core, decorations, options, theme] = services
  const { _core: inside } = terminal as unknown as Pick<Inherited, '_core'>
  const { screenElement: screen, linkifier } = inside
  const model = new RenderModel()
  const redraws = new Emitter()
  const atlasChanges = new Emitter()
  return {
    dimensions: createRenderDimensions(),
    onRequestRedraw: redraws.event,
    _onRequestRedraw: redraws,
    _onChangeTextureAtlas: atlasChanges,
    _onAddTextureAtlasCanvas: atlasChanges,
    _onRemoveTextureAtlasCanvas: atlasChanges,
    _terminal: terminal,
    _core: inside,
    _characterJoinerService: joiner,
    _charSizeService: charSize,
    _coreBrowserService: browser,
    _coreService: core,
    _decorationService: decorations,
    _optionsService: options,
    _themeService: theme,
    _model: model,
    _workCell: new CellData(),
    _cellColorResolver: new CellColorResolver(
      terminal,
      options,
      model.selection,
      decorations,
      browser,
      theme,
    ),
    _renderLayers: [new LinkRenderLayer(screen, 2, terminal, linkifier, browser, options, theme)],
    // backgrounds.ts reads backgrounds and cursor from the model
    _rectangleRenderer: {
      value: { updateBackgrounds: () => undefined, updateCursor: sizeCursor },
    },
    _cursorBlinkStateManager: new MutableDisposable(),
    _charAtlasDisposable: new MutableDisposable(),
    _devicePixelRatio: browser.dpr,
    _deviceMaxTextureSize: texturePxMax,
    _isAttached: screen.isConnected,
  }
}
