/** The used inner parts of @xterm/addon-webgl 0.19.0. xterm-names.ts checks the names. */
import type { Terminal } from '@xterm/xterm'
import type { FrameTimer } from './frame-pace.ts'

export interface AtlasPage {
  canvas: HTMLCanvasElement
  ctx: CanvasRenderingContext2D
  readonly _glyphs: unknown[]
  _usedPixels: number
  clear(): void
}

/** Position of a glyph on its page, in device px. `offset`: from its corner to its cell's. */
export interface AtlasGlyph {
  readonly texturePage: number
  readonly texturePosition: { readonly x: number; readonly y: number }
  readonly size: { readonly x: number; readonly y: number }
  readonly offset: { readonly x: number; readonly y: number }
}

interface Cache {
  get(glyph: number | string, ...style: readonly number[]): AtlasGlyph | undefined
  set(
    glyph: number | string,
    background: number,
    foreground: number,
    extended: number,
    drawn: AtlasGlyph,
  ): void
  clear(): void
}

/** Attributes of a cell as xterm.js packs them. The predicates return 0 for no. */
interface CellStyle {
  fg: number
  bg: number
  readonly extended: { ext: number }
  isInvisible(): number
  isUnderline(): number
  isStrikethrough(): number
  isOverline(): number
  isInverse(): number
  isDim(): number
  isBold(): number
  isItalic(): number
  getFgColor(): number
  getFgColorMode(): number
  getBgColor(): number
  getBgColorMode(): number
}

/** The used part of the addon's `TextureAtlas`. Terminals with the same look share one. */
export interface Atlas {
  readonly _pages: AtlasPage[]
  readonly _activePages: AtlasPage[]
  readonly _cacheMap: Cache
  readonly _cacheMapCombined: Cache
  readonly _config: {
    customGlyphs: boolean
    minimumContrastRatio: number
    readonly allowTransparency: boolean
    readonly colors: { readonly ansi: readonly ThemeColor[] }
    readonly deviceCellWidth: number
    readonly deviceCellHeight: number
    readonly deviceCharWidth: number
    readonly deviceCharHeight: number
    devicePixelRatio: number
    readonly fontSize: number
    readonly fontFamily: string
    readonly fontWeight: string | number
    readonly fontWeightBold: string | number
  }
  readonly _workAttributeData: CellStyle
  readonly _unicodeService: { getStringCellWidth(text: string): number }
  _getForegroundColor(
    background: number,
    backgroundMode: number,
    backgroundColour: number,
    foreground: number,
    mode: number,
    colour: number,
    inverse: boolean,
    dim: boolean,
    bold: boolean,
    asBackground: boolean,
  ): { readonly rgba: number; readonly css: string }
  /** Returns another color for text that lacks contrast. Modes and colors as above. */
  _getMinimumContrastColor(
    background: number,
    backgroundMode: number,
    backgroundColour: number,
    foreground: number,
    mode: number,
    colour: number,
    ...rest: readonly boolean[]
  ): ThemeColor | undefined
  /** Canvas for a single glyph, which is then copied to a page. */
  readonly _tmpCtx: CanvasRenderingContext2D
  _textureSize: number
  _didWarmUp: boolean
  _createNewPage(): AtlasPage
  _drawToCache(
    glyph: number | string,
    background: number,
    foreground: number,
    extended: number,
    inCell: boolean,
    container: HTMLElement | undefined,
  ): AtlasGlyph
  _getFromCacheMap(
    cache: Cache,
    glyph: number | string,
    background: number,
    foreground: number,
    extended: number,
    inCell: boolean,
    container: HTMLElement | undefined,
  ): AtlasGlyph
  getRasterizedGlyph(
    code: number,
    background: number,
    foreground: number,
    extended: number,
    inCell: boolean,
    container: HTMLElement | undefined,
  ): AtlasGlyph
  getRasterizedGlyphCombinedChar(
    text: string,
    background: number,
    foreground: number,
    extended: number,
    inCell: boolean,
    container: HTMLElement | undefined,
  ): AtlasGlyph
  clearTexture(): void
}

/** The used part of the addon's `GlyphRenderer`. */
export interface Glyphs {
  readonly _terminal: { readonly cols: number }
  beginFrame(): boolean
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
  ): void
  /** Uploads a page of the atlas. Only the WebGL renderer has it. */
  _bindAtlasPageTexture?(gl: WebGL2RenderingContext, atlas: UploadedAtlas, page: number): void
  readonly _atlasTextures?: { readonly texture: WebGLTexture; version: number }[]
}

/** The pages of an atlas as its upload sees them. */
export interface UploadedAtlas {
  readonly pages: readonly { readonly canvas: HTMLCanvasElement; readonly version: number }[]
}

/**
 * The cursor as the model has it. `width` is in cells; `cursorWidth`, that of a bar, in CSS px;
 * `dpr`, the width of other lines, in device px.
 */
export interface ModelCursor {
  x: number
  readonly y: number
  width: number
  readonly style: string
  readonly cursorWidth: number
  dpr: number
}

/** The addon's copy of the visible cells. */
export interface Model {
  /** Four numbers per cell: code point, background, foreground, extended attributes. */
  readonly cells: Uint32Array<ArrayBuffer>
  /** By row: number of cells up to the last cell that is not blank. */
  readonly lineLengths: Uint32Array
  cursor: ModelCursor | undefined
  resize(cols: number, rows: number): void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The used part of the addon's `WebglRenderer`, one per terminal with a context. */
export interface WebglRenderer {
  readonly _terminal: Pick<Terminal, 'rows' | 'cols' | 'buffer'>
  /** The terminal's core. `_isNextRenderRedrawOnly` means that nothing has changed. */
  readonly _core: {
    readonly buffer: {
      readonly ydisp: number
      readonly lines: { get(index: number): object | undefined }
    }
    readonly _renderService: {
      readonly _isNextRenderRedrawOnly: boolean
      readonly _renderDebouncer: { readonly _coreBrowserService: { readonly window: FrameTimer } }
    }
  }
  readonly dimensions: {
    readonly css: { readonly canvas: Size }
    readonly device: {
      readonly canvas: Size
      readonly cell: Size
      readonly char: Size & { readonly left: number; readonly top: number }
    }
  }
  readonly _charAtlas: Atlas | undefined
  readonly _themeService: {
    readonly colors: { readonly ansi: readonly ThemeColor[]; readonly cursor: ThemeColor }
  }
  /** The first layer underlines links. */
  readonly _renderLayers: readonly {
    _fillBottomLineAtCells(x: number, y: number, width?: number): void
    _clearCells(x: number, y: number, width: number, height: number): void
  }[]
  readonly _glyphRenderer: { readonly value: Glyphs | undefined }
  readonly _model: Model
  readonly _rectangleRenderer: {
    readonly value:
      | { updateBackgrounds(model: object): void; updateCursor(model: object): void }
      | undefined
  }
  handleResize(): void
  _clearModel(glyphsToo: boolean): void
  _updateModel(start: number, end: number): void
  renderRows(start: number, end: number): void
  readonly _onRequestRedraw: { fire(rows: { readonly start: number; readonly end: number }): void }
}

/** A color of the theme, red in the highest byte. */
export interface ThemeColor {
  readonly rgba: number
}

/** Numbers of a cell in the model. */
export const numbersOfCell = 4

/** Makes a renderer treat a cell as changed. */
export function markChanged(cells: Uint32Array, at: number): void {
  cells[at * numbersOfCell] = 0xffff_ffff // not a code point
}
