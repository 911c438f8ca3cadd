/**
 * Changes the atlas of @xterm/addon-webgl 0.19.0: textures on which each glyph is drawn once. The
 * addon merges full pages and can exceed the number that its shader reads, after which every frame
 * throws. Here a full atlas is emptied and refilled from the screen (pixels:
 * test/app/grid/glyphs.spec.ts). A frame draws new glyphs for a limited time. A cell whose glyph is
 * not drawn yet stays empty until the next frame.
 */
import { assert } from '../../../base/assert.ts'
import type { Clock } from '../../../base/clock.ts'
import { pageClock } from '../../page/clock.ts'
import { drawsInSoftware } from '../../look/software.ts'
import {
  atlasPagePx,
  emptyingsMax,
  glyphBurstMs,
  glyphHoldMs,
  glyphHoldTypingMs,
  glyphMs,
  glyphsMin,
  glyphsMinMs,
  glyphMsFirst,
  glyphShare,
  glyphShareOfGrid,
} from '../limits.ts'
import { GlyphBudget } from './glyph-budget.ts'
import { drawGlyph } from './glyph-parts.ts'
import { rowsChanged } from './page-changes.ts'
import { processorContext } from './painter.ts'
import { keepPaletteReadable } from './palette-contrast.ts'
import {
  markChanged,
  type Atlas,
  type AtlasGlyph,
  type Glyphs,
  type AtlasPage,
  type WebglRenderer,
} from './webgl-inside.ts'
import { checkNames, webglNames } from '../xterm-names.ts'

/** Space that the addon leaves around a glyph on its canvas, both sides together, px. */
const glyphPaddingPx = 8

/** Incremented when an atlas is emptied, which invalidates stored positions. */
let generation = 0

/** Changes when glyphs are drawn again, such as after a font was loaded. */
export const glyphGeneration = (): number => generation

interface Rows {
  readonly start: number
  readonly end: number
}

/** State of a renderer between frames. */
interface Progress {
  /** Generation of the stored positions. */
  generation: number
  /** Rows with blank cells whose glyphs must still be drawn. */
  waits: Rows | null
  /** Consecutive frames that emptied an atlas for an image that is not complete yet. */
  emptyings: number
  /** The next frame is scheduled for when there is time for glyphs again. */
  rests: boolean
  /** The model was emptied since the last frame: all cells are looked up, and perhaps drawn. */
  cleared: boolean
  /** Start of the first frame with blank cells since the last image: that one may stay a while. */
  heldSince: number
  /** Time that this grid has even if others, under heavy output, use all of the shared time. */
  readonly own: GlyphBudget
}
const progresses = new WeakMap<WebglRenderer, Progress>()

interface Frame {
  readonly progress: Progress
  readonly cells: Uint32Array
  /** Pixels of the screen. */
  readonly screenPx: number
  readonly began: number
  /** New glyphs that it has drawn. */
  drawn: number
  /** After this time, no new glyph is drawn, unless it has drawn too few. */
  endsAt: number
  /** Budgets that pay for its glyphs. */
  readonly budgets: readonly GlyphBudget[]
  /** Whether it emptied an atlas. */
  emptied: boolean
  /** A glyph did not fit, so no more are looked up. */
  full: boolean
  /** Whether the next frame must look up the last glyph. */
  missed: boolean
  /** Returns whether this frame is not shown because the next one will have more of its glyphs. */
  readonly holds: () => boolean
  /** Its result, which must not change while the parts of the frame are painted. */
  held: boolean | null
}
let frame: Frame | null = null

/** Returns whether the frame that is being drawn must not be shown: glyphs are missing. */
export function holdsImage(): boolean {
  if (frame === null) return false
  frame.held ??= frame.holds()
  return frame.held
}

/** Thrown if a glyph does not fit, because the screen exceeds the atlas. The rest stays blank. */
class AtlasFull extends Error {}

/** Emoji that Unicode displays as text unless U+FE0F follows. ASCII is excluded. */
const textByDefault = /^(?![\0-\x7f]|\p{Emoji_Presentation})\p{Emoji}$/u

/**
 * Media player signs that agents use as bullets and arrows. Most systems only have them in a color
 * font, two cells wide, so they are drawn as similar geometric shapes.
 */
const shapes: ReadonlyMap<string, string> = new Map([
  ['\u23f4', '\u25c0\ufe0e'],
  ['\u23f5', '\u25b6\ufe0e'],
  ['\u23f6', '\u25b2'],
  ['\u23f7', '\u25bc'],
  ['\u23f8', '\u2016'],
  ['\u23f9', '\u25a0'],
  ['\u23fa', '\u25cf'],
])

/** Requests text presentation: a color font may draw over the next cell. */
export function asText(glyph: number | string): number | string {
  const text = typeof glyph === 'number' ? String.fromCodePoint(glyph) : glyph
  const shape = shapes.get(text)
  if (shape !== undefined) return shape
  return textByDefault.test(text) ? `${text}\ufe0e` : glyph
}

const blank = {
  texturePage: 0,
  texturePosition: { x: 0, y: 0 },
  texturePositionClipSpace: { x: 0, y: 0 },
  offset: { x: 0, y: 0 },
  size: { x: 0, y: 0 },
  sizeClipSpace: { x: 0, y: 0 },
}

const done = new WeakSet<object>()

/** Patches the classes of a new renderer and its atlas. @throws as `checkNames` */
export function keepAtlas(
  renderer: WebglRenderer | undefined,
  clock: Clock = pageClock,
  least = glyphsMin,
): void {
  const atlas = renderer?._charAtlas
  const glyphs = renderer?._glyphRenderer.value
  const kind = Object.getPrototypeOf(renderer ?? {}) as WebglRenderer
  if (done.has(kind)) return
  const pagesMax: unknown =
    atlas === undefined
      ? undefined
      : (atlas.constructor as { maxAtlasPages?: number }).maxAtlasPages
  checkNames(renderer, webglNames)
  assert(
    atlas !== undefined && glyphs !== undefined && typeof pagesMax === 'number',
    'they have just been checked',
  )
  done.add(kind)
  const kindOfGlyphs = Object.getPrototypeOf(glyphs) as Glyphs
  completeFrames(kind, kindOfGlyphs, clock)
  refillModels(kind, clock)
  keepImages(glyphs, renderer?._rectangleRenderer.value)
  uploadWithoutMipmaps(kindOfGlyphs)
  const kindOfAtlas = Object.getPrototypeOf(atlas) as Atlas
  if (done.has(kindOfAtlas)) return
  done.add(kindOfAtlas)
  emptyWhenFull(kindOfAtlas, pagesMax)
  keepPaletteReadable(kindOfAtlas)
  drawInTime(kindOfAtlas, clock, least)
  // Its first page was made before the patch.
  atlas._pages.length = atlas._activePages.length = 0
  atlas._createNewPage()
}

/** A WebGL canvas shows its last image until something is drawn again. */
function keepImages(...parts: readonly (object | undefined)[]): void {
  for (const part of parts) {
    const kind = Object.getPrototypeOf(part ?? {}) as Partial<Record<Paint, Act>>
    for (const name of paints) {
      const paint = kind[name]
      if (paint === undefined) continue
      kind[name] = function (...args) {
        if (!holdsImage()) paint.apply(this, args)
      }
    }
  }
}
const paints = ['render', 'renderBackgrounds', 'renderCursor'] as const
type Paint = (typeof paints)[number]
type Act = (...args: unknown[]) => void

/**
 * The addon makes mipmaps of each page, which smear glyphs on some GPUs (xterm.js#5986). Glyphs are
 * drawn at their size, so there is no use for them. The software renderer uploads nothing.
 */
export function uploadWithoutMipmaps(kind: Glyphs): void {
  if (kind._bindAtlasPageTexture === undefined) return
  kind._bindAtlasPageTexture = function (gl, { pages }, at) {
    const [uploaded, page] = [this._atlasTextures?.[at], pages[at]]
    if (uploaded === undefined || page === undefined) return
    gl.activeTexture(gl.TEXTURE0 + at)
    gl.bindTexture(gl.TEXTURE_2D, uploaded.texture)
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE)
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, page.canvas)
    uploaded.version = page.version
  }
}

function emptyWhenFull(kind: Atlas, pagesMax: number): void {
  const { _createNewPage: create, _drawToCache: draw } = kind
  kind.clearTexture = function () {
    for (const page of this._pages) {
      page.clear()
      page._glyphs.length = page._usedPixels = 0
    }
    this._cacheMap.clear()
    this._cacheMapCombined.clear()
    this._didWarmUp = false
    generation += 1
  }
  kind._createNewPage = function () {
    if (this._pages.length < pagesMax) {
      this._textureSize = pageSize(pagesMax)
      const page = create.call(this)
      if (drawsInSoftware()) usePageMemory(page)
      // events of canvases outside of the document do not reach the window
      page.canvas.addEventListener?.('contextrestored', () =>
        window.dispatchEvent(new Event('contextrestored')),
      )
      return page
    }
    if (frame !== null) {
      const { emptied, progress, screenPx } = frame
      const usedPx = this._pages.reduce((sum, page) => sum + page._usedPixels, 0)
      // Glyphs larger than a cell may all be on the screen and still be too many by their pixels.
      if (
        emptied ||
        (progress.emptyings > 0 && usedPx <= screenPx) ||
        progress.emptyings >= emptyingsMax
      ) {
        frame.full = true
        throw new AtlasFull()
      }
      frame.emptied = true
      progress.emptyings += 1
    }
    this.clearTexture()
    return this._pages[0] as AtlasPage
  }
  kind._drawToCache = function (glyph, background, foreground, extended, _inCell, container) {
    const drawn = drawGlyph(this, draw, glyph, background, foreground, extended, container)
    const page = this._pages[drawn.texturePage]
    if (page !== undefined && drawn.size.y > 0)
      rowsChanged(page.canvas, drawn.texturePosition.y, drawn.size.y)
    return drawn
  }
}

/** Replaces the canvas of a new page by a CPU canvas. */
function usePageMemory(page: AtlasPage): void {
  const { width, height } = page.canvas
  page.canvas = Object.assign(document.createElement('canvas'), { width, height })
  page.ctx = processorContext(page.canvas)
}

/** Returns an empty glyph. The next frame draws the real one unless it cannot fit. */
function missed(frame: Frame): AtlasGlyph {
  frame.missed = !frame.full || frame.emptied
  return blank
}

/** Returns a page size with which all pages have twice the area of the screen. */
function pageSize(pagesMax: number): number {
  const screenPx = window.screen.width * window.screen.height * window.devicePixelRatio ** 2
  return screenPx * 2 <= atlasPagePx ** 2 * pagesMax ? atlasPagePx : atlasPagePx * 2
}

function isOver({ began, drawn, endsAt }: Frame, now: number, least: number): boolean {
  if (now < endsAt) return false
  return endsAt === began || drawn >= least || now >= began + glyphsMinMs
}

/** @param least glyphs that a frame with time for glyphs draws in any case */
function drawInTime(kind: Atlas, clock: Clock, least: number): void {
  kind._getFromCacheMap = function (
    cache,
    glyph,
    background,
    foreground,
    extended,
    inCell,
    container,
  ) {
    const known = cache.get(glyph, background, foreground, extended)
    if (known !== undefined) return known
    if (frame !== null && (frame.full || isOver(frame, clock.now(), least))) return missed(frame)
    if (frame !== null) frame.drawn += 1
    // A wider glyph would get a page of its own, of maximum size. Only endless combining marks are
    // so wide.
    const longest = Math.floor((this._textureSize - glyphPaddingPx) / this._config.deviceCellWidth)
    const began = clock.now()
    try {
      const drawn = this._drawToCache(
        asText(typeof glyph === 'string' ? glyph.slice(0, longest) : glyph),
        background,
        foreground,
        extended,
        inCell,
        container,
      )
      cache.set(glyph, background, foreground, extended, drawn)
      return drawn
    } catch (error) {
      if (!(error instanceof AtlasFull) || frame === null) throw error
      return missed(frame)
    } finally {
      const tookMs = clock.now() - began
      for (const budget of frame?.budgets ?? []) budget.spend(tookMs)
    }
  }
}

function completeFrames(kind: WebglRenderer, glyphs: Glyphs, clock: Clock): void {
  const { renderRows } = kind
  // Whether to look at all rows again.
  glyphs.beginFrame = () => frame === null || frame.progress.generation !== generation
  const { updateCell } = glyphs
  glyphs.updateCell = function (x, y, ...cell) {
    updateCell.call(this, x, y, ...cell)
    if (frame?.missed !== true) return
    frame.missed = false
    const { progress, cells } = frame
    markChanged(cells, y * this._terminal.cols + x)
    const { start, end } = progress.waits ?? { start: y, end: y }
    progress.waits = { start: Math.min(start, y), end: Math.max(end, y) }
  }
  const shared = new GlyphBudget(clock, glyphShare, glyphBurstMs)
  // All panes together: a zoom or a theme draws all of them in one animation frame.
  const firsts = { since: Number.NEGATIVE_INFINITY, ms: 0 }
  kind.renderRows = function (start, end) {
    const known = progresses.get(this)
    const progress = known ?? newProgress(clock)
    progresses.set(this, progress)
    if (progress.waits === null || !this._core._renderService._isNextRenderRedrawOnly)
      progress.emptyings = 0
    const { width, height } = this.dimensions.device.canvas
    const waitMs = (): number => Math.min(shared.waitMs, progress.own.waitMs)
    // visible text must not disappear for lack of time
    const needsTime = progress.generation !== generation
    // The first frame replaces a complete one of the DOM renderer, or an image of another size.
    const isFirst = known === undefined || (progress.cleared && waitMs() === 0)
    const began = clock.now()
    if (began - firsts.since > glyphHoldMs) Object.assign(firsts, { since: began, ms: 0 })
    const firstMs = Math.max(glyphMs, glyphMsFirst - firsts.ms)
    const frameMs = isFirst ? firstMs : needsTime || waitMs() === 0 ? glyphMs : 0
    const { window } = this._core._renderService._renderDebouncer._coreBrowserService
    if (progress.waits === null)
      progress.heldSince = progress.cleared ? Number.NEGATIVE_INFINITY : began
    progress.cleared = false
    frame = {
      progress,
      cells: this._model.cells,
      screenPx: width * height,
      began,
      drawn: 0,
      endsAt: began + frameMs,
      budgets: [shared, progress.own],
      emptied: false,
      full: false,
      missed: false,
      holds: () =>
        progress.waits !== null &&
        clock.now() < progress.heldSince + (window.typing ? glyphHoldTypingMs : glyphHoldMs) &&
        waitMs() === 0,
      held: null,
    }
    try {
      renderRows.call(this, start, end)
    } finally {
      frame = null
    }
    if (isFirst) firsts.ms += clock.now() - began
    if (progress.waits === null || progress.rests) return
    const goOn = (): void => {
      progress.rests = false
      if (progress.waits === null) return
      window.incomplete() // even under heavy output
      this._onRequestRedraw.fire(withCursor(this, progress.waits))
    }
    const restMs = waitMs()
    if (restMs === 0) goOn()
    else {
      progress.rests = true
      clock.after(restMs, goOn)
    }
  }
}

/** Fills the models again if an atlas is emptied during a frame. */
function refillModels(kind: WebglRenderer, clock: Clock): void {
  const { _updateModel: update, _clearModel: clear } = kind
  kind._clearModel = function (glyphsToo) {
    nothingWaits(this)
    const progress = progresses.get(this)
    if (progress !== undefined && frame === null) progress.cleared = true
    clear.call(this, glyphsToo)
    // The addon would keep the backgrounds of before where nothing but blanks follows.
    this._rectangleRenderer.value?.updateBackgrounds(this._model)
  }
  kind._updateModel = function (start, end) {
    const before = generation
    const { waits } = frame?.progress ?? {}
    if (waits != null && start <= waits.start && end >= waits.end) nothingWaits(this)
    update.call(this, start, end)
    if (generation !== before) {
      // visible text must not disappear for a frame
      if (frame !== null) frame.endsAt = clock.now() + glyphMs
      this._clearModel(true)
      update.call(this, 0, this._terminal.rows - 1)
    }
    if (frame !== null) frame.progress.generation = generation
  }
}

/** Returns whether cells of the last frame are empty because their glyphs are not drawn yet. */
export function lacksGlyphs(renderer: object | undefined): boolean {
  return (progresses.get(renderer as WebglRenderer)?.waits ?? null) !== null
}

function newProgress(clock: Clock): Progress {
  return {
    generation: -1,
    waits: null,
    emptyings: 0,
    rests: false,
    cleared: true,
    heldSince: Number.NEGATIVE_INFINITY,
    own: new GlyphBudget(clock, glyphShareOfGrid, glyphMs),
  }
}

function nothingWaits(renderer: WebglRenderer): void {
  const progress = progresses.get(renderer)
  if (progress !== undefined) progress.waits = null
}

/** Adds the cursor's row, because the addon otherwise draws no cursor. */
function withCursor({ _terminal: { buffer, rows } }: WebglRenderer, { start, end }: Rows): Rows {
  const { baseY, cursorY, viewportY } = buffer.active
  const row = Math.min(rows - 1, baseY + cursorY - viewportY)
  return { start: Math.min(start, row), end: Math.max(end, row) }
}
