/**
 * What a grid does inside of its xterm.js, past the public interface: by the names of
 * xterm-names.ts, which are checked when it is made.
 */
import type { IBufferCell, Terminal } from '@xterm/xterm'
import type { PixelSize } from './fit.ts'
import type { PackedLines } from '../frames/virtual-lines.ts'
import { joinClusters, type JoinerService } from './draw/cell-clusters.ts'
import { keepAtlas, lacksGlyphs } from './draw/glyph-atlas.ts'
import type { WebglRenderer } from './draw/webgl-inside.ts'
import { keepGlyphEdges } from './draw/glyph-edges.ts'
import { Failures } from './draw/failures.ts'
import type { FrameTimer } from './draw/frame-pace.ts'
import { coreOf } from './xterm-names.ts'

/** Half a period of a blinking cursor of xterm.js. */
const xtermBlinkMs = 600

export type XtermRgb = [number, number, number]

interface Colour {
  readonly rgba: number
}

export interface LinesInside extends Partial<PackedLines> {
  readonly length: number
  readonly onTrim: (listener: (count: number) => void) => { dispose(): void }
  get(index: number): LineInside | undefined
}
/**
 * Three numbers a cell; the first holds its code point (21 bits), whether it has combining marks,
 * and its width (row-sieve.ts).
 */
export interface LineInside {
  readonly length: number
  readonly isWrapped: boolean
  readonly _data: Uint32Array
  /** Texts of more than one code point, by column. */
  readonly _combined: Readonly<Record<number, string>>
}
interface BufferInside {
  readonly lines: LinesInside
}

interface Core {
  readonly _bufferService: {
    readonly buffers: { readonly normal: BufferInside; readonly alt: BufferInside }
    readonly buffer: BufferInside
    isUserScrolling: boolean
  }
  readonly coreService: {
    readonly onUserInput: (listener: () => void) => { dispose(): void }
    isCursorHidden: boolean
    isCursorInitialized: boolean
    readonly decPrivateModes: { cursorBlink: boolean | undefined }
  }
  _coreBrowserService: { readonly window: typeof globalThis & Window }
  _syncTextArea(): void
  readonly _compositionHelper: { compositionend(): void; _isSendingComposition: boolean }
  readonly _inputHandler: {
    /** A promise only where a handler is asynchronous; none of ours is. */
    parse(data: Uint8Array): unknown
    readonly _oscLinkService: { getLinkData(number: number): { readonly uri: string } | undefined }
  }
  readonly _charSizeService: {
    readonly _measureStrategy: { measure(): PixelSize }
    measure(): void
  }
  readonly _themeService: {
    readonly colors: {
      readonly ansi: readonly Colour[]
      readonly foreground: Colour
      readonly background: Colour
      readonly cursor: Colour
      readonly cursorAccent: Colour
    }
  }
  readonly _renderService: Record<(typeof emptying)[number], (...args: unknown[]) => void> & {
    addRefreshCallback(callback: () => void): number
    /** The WebGL renderer has the method, the DOM renderer has no need of it. */
    readonly _renderer: {
      readonly value?: ({ _updateCursorBlink?(): void } & Partial<WebglRenderer>) | undefined
    }
    readonly _renderDebouncer: { _coreBrowserService: { readonly window: FrameTimer } }
    readonly dimensions: { readonly css: { readonly cell: PixelSize; readonly canvas: PixelSize } }
    _handleIntersectionChange(entry: {
      readonly isIntersecting: boolean
      readonly intersectionRatio: number
    }): void
  }
  readonly _selectionService: {
    readonly hasSelection: boolean
    refresh(isLinuxMouseSelection?: boolean): void
    readonly _model: {
      clearSelection(): void
      selectionStart: [number, number] | undefined
      selectionEnd: [number, number] | undefined
    }
    _activeSelectionMode: number
    readonly _onLinuxMouseSelection: { fire(text: string): void }
    _fireEventIfSelectionChanged(): void
  }
  readonly _characterJoinerService: JoinerService
  readonly _overviewRulerRenderer: { dispose(): void }
  readonly _viewport: {
    readonly _scrollableElement: { setRevealOnScroll(reveal: boolean): void }
    _sync(ydisp?: number): void
  }
}

/** By these a grid is given an empty canvas: of another renderer, or of another size. */
const emptying = [
  'setRenderer',
  'handleResize',
  'handleCharSizeChanged',
  'handleDevicePixelRatioChange',
] as const

export class XtermInside {
  readonly #core: Core
  readonly failures = new Failures()

  /** `terminal` has been opened. */
  constructor(terminal: Terminal) {
    this.#core = coreOf<Core>(terminal)
    // by itself it draws none before a grid has had the focus, as panes of a layout have not
    this.#core.coreService.isCursorInitialized = true
  }

  /**
   * Makes a cell as wide as a whole number of device pixels. The WebGL renderer would cut the
   * fraction off by itself and the DOM renderer keep it: with this both draw cells of one size, and
   * one can take the place of the other without a jump. `heightFactor`: lines closer than the
   * font's own, which xterm.js refuses as `lineHeight`.
   */
  useWholePixels(heightFactor: () => number): void {
    const sizes = this.#core._charSizeService
    const strategy = sizes._measureStrategy
    const measure = strategy.measure.bind(strategy)
    strategy.measure = () => {
      const { width, height } = measure()
      const ratio = window.devicePixelRatio
      return {
        width: width > 0 ? Math.max(1, Math.round(width * ratio)) / ratio : width,
        height: height * heightFactor(),
      }
    }
    sizes.measure()
  }

  /** The size of a cell may be another now: another font, another one under the same name. */
  measure(): void {
    this.#core._charSizeService.measure()
  }

  /**
   * The WebGL renderer's cursor blinks every 600 ms, by timers of the window that it is given: from
   * now on those take as long as is wanted. The DOM renderer blinks by a CSS animation, see
   * grid.css.
   */
  blinkEvery(halfPeriodMs: () => number): void {
    const service = this.#core._coreBrowserService
    const scaled = (ms = 0): number => (ms * (halfPeriodMs() || xtermBlinkMs)) / xtermBlinkMs
    const timers = new Proxy(service.window, {
      get(target, name) {
        if (name === 'setTimeout')
          return (act: () => void, ms?: number) => target.setTimeout(act, scaled(ms))
        if (name === 'setInterval')
          return (act: () => void, ms?: number) => target.setInterval(act, scaled(ms))
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    this.#core._coreBrowserService = Object.create(service, {
      window: { get: () => timers },
    }) as typeof service
  }

  /**
   * The hidden field that takes the keys follows the cursor, since an input method shows its window
   * there: behind the frame from now on, and only while it has the keyboard. To move it and to lay
   * it out before would hold each echo up, and to move those of panes beside would take pictures of
   * the window for themselves.
   */
  moveFieldBehindFrames(field: HTMLElement | undefined): void {
    const core = this.#core
    const move = core._syncTextArea.bind(core)
    let waits = false
    field?.addEventListener('focus', () => core._syncTextArea())
    core._syncTextArea = () => {
      if (waits || document.activeElement !== field) return
      waits = true
      this.inNextFrame(() =>
        setTimeout(() => {
          waits = false
          if (core._renderService._renderer.value !== undefined) move()
        }),
      )
    }
  }

  /** Hides what is composed. xterm.js does not send it. */
  endComposition(): void {
    const composition = this.#core._compositionHelper
    composition.compositionend()
    composition._isSendingComposition = false
  }

  /**
   * xterm.js puts what is dragged over into the field that takes the keys, for the primary
   * selection, which selection.ts writes: what is composed there would be gone, and its picture
   * stay.
   */
  keepFieldInDrags(): void {
    this.#core._selectionService._onLinuxMouseSelection.fire = () => undefined
  }

  /**
   * Calls just before `onData` when that data comes from the user, and not when xterm.js answers a
   * program by itself.
   */
  onUserInput(listener: () => void): void {
    this.#core.coreService.onUserInput(listener)
  }

  get cursorHidden(): boolean {
    return this.#core.coreService.isCursorHidden
  }

  set cursorHidden(hidden: boolean) {
    this.#core.coreService.isCursorHidden = hidden
  }

  /** What the program asked by DECSCUSR: undefined when it left the choice to the option. */
  get blinkWanted(): boolean | undefined {
    return this.#core.coreService.decPrivateModes.cursorBlink
  }

  set blinkWanted(wanted: boolean | undefined) {
    this.#core.coreService.decPrivateModes.cursorBlink = wanted
  }

  /**
   * The cursor blinks as was asked last. By itself the WebGL renderer of xterm.js looks only when
   * an option changes.
   */
  followBlink(): void {
    this.#core._renderService._renderer.value?._updateCursorBlink?.()
  }

  /** Where a cell leads that a program has made a part of a link (OSC 8). */
  linkOf(cell: IBufferCell): string | undefined {
    const { extended } = cell as IBufferCell & { readonly extended: { readonly urlId: number } }
    const { urlId } = extended
    return urlId === 0
      ? undefined
      : this.#core._inputHandler._oscLinkService.getLinkData(urlId)?.uri
  }

  paletteColour(index: number): XtermRgb {
    return rgb(this.#core._themeService.colors.ansi[index])
  }

  dynamicColour(code: 10 | 11 | 12): XtermRgb {
    const { foreground, background, cursor } = this.#core._themeService.colors
    return rgb({ 10: foreground, 11: background, 12: cursor }[code])
  }

  /** Color of the character under a block cursor. */
  get cursorText(): XtermRgb {
    return rgb(this.#core._themeService.colors.cursorAccent)
  }

  /** From now on the terminal asks here for its frames. */
  set frames(frames: FrameTimer) {
    const service = this.#core._renderService
    service._renderDebouncer._coreBrowserService = { window: frames }
    for (const name of emptying) {
      const empty = service[name].bind(service)
      service[name] = (...args) => {
        empty(...args)
        frames.incomplete()
      }
    }
  }

  /**
   * The selection is redrawn in view only, and only where there is or was one. By itself xterm.js
   * asks the page for a frame, past FramePace, and draws the whole grid in it for each frame of the
   * core that brings rows of history: in a flood that is the drawing which FramePace puts off.
   * @returns draws the selection anew, when the grid comes into view
   */
  drawSelectionWhile(shown: () => boolean): () => void {
    const selection = this.#core._selectionService
    const refresh = selection.refresh.bind(selection)
    let drawn = false
    selection.refresh = (isLinuxMouseSelection) => {
      const { hasSelection } = selection
      if (!shown() || !(hasSelection || drawn)) return
      drawn = hasSelection
      refresh(isLinuxMouseSelection)
    }
    return () => {
      drawn = true
      selection.refresh()
    }
  }

  /**
   * The user's own scrolling reveals the scroll bar, output does not: its fading in and out would
   * be some twenty pictures of the window.
   */
  keepScrollBarQuiet(): void {
    const { _viewport: viewport } = this.#core
    const { _scrollableElement: element } = viewport
    const sync = viewport._sync.bind(viewport)
    viewport._sync = (line) => {
      element.setRevealOnScroll(false)
      sync(line)
      element.setRevealOnScroll(true)
    }
  }

  /**
   * Ends the overview ruler, which we show nothing in: it asks for a frame behind each frame, to
   * draw that nothing.
   */
  endOverviewRuler(): void {
    this.#core._overviewRulerRenderer.dispose()
  }

  /** Emoji and syllables are drawn as one whose parts have cells of their own. */
  joinClusters(terminal: Terminal): void {
    joinClusters(terminal, this.#core._characterJoinerService, (row) => this.lines.get(row))
  }

  /** No cell of the last picture is blank for want of a glyph. */
  get whole(): boolean {
    return !lacksGlyphs(this.#core._renderService._renderer.value)
  }

  /** Calls in the grid's next frame, which is asked for. */
  inNextFrame(act: () => void): void {
    this.#core._renderService.addRefreshCallback(act)
  }

  /**
   * Selects from cell to cell, the end behind the last one; as a block: these columns of each row.
   * Rows count from the oldest.
   */
  select(
    start: readonly [column: number, row: number],
    end: readonly [column: number, row: number],
    block: boolean,
  ): void {
    const selection = this.#core._selectionService
    selection._model.clearSelection()
    selection._activeSelectionMode = block ? 3 : 0
    selection._model.selectionStart = [...start]
    selection._model.selectionEnd = [...end]
    selection.refresh()
    selection._fireEventIfSelectionChanged()
  }

  /** Output does not move what is in view, at the end of the history too. */
  holdPosition(): void {
    this.#core._bufferService.isUserScrolling = true
  }

  /** Output takes what is in view along again, if that is the end of the history. */
  release(atEnd: boolean): void {
    if (atEnd) this.#core._bufferService.isUserScrolling = false
  }

  /** Calls when the oldest rows of the history go. */
  onTrim(listener: (rows: number) => void): { dispose(): void } {
    return this.normalLines.onTrim(listener)
  }

  /** The lines of the normal screen and its history. */
  get normalLines(): LinesInside {
    return this.#core._bufferService.buffers.normal.lines
  }

  /** The lines of the screen in force and its history. */
  get lines(): LinesInside {
    return this.#core._bufferService.buffer.lines
  }

  get alternate(): boolean {
    const { buffer, buffers } = this.#core._bufferService
    return buffer === buffers.alt
  }

  /** Parses sequences of ours at once, past xterm.js's own queue. */
  parse(bytes: Uint8Array): void {
    this.failures.attempt(() => {
      this.#core._inputHandler.parse(bytes)
    })
  }

  /** One cell, in CSS px, as the present renderer draws it. */
  get cell(): PixelSize {
    return this.#core._renderService.dimensions.css.cell
  }

  /** All cells, in CSS px. */
  get canvas(): PixelSize {
    return this.#core._renderService.dimensions.css.canvas
  }

  /**
   * Lets the terminal draw in the very next frame. It would learn by itself that it is in view, but
   * only after that frame, which would show what stood there when it was hidden.
   */
  drawNow(): void {
    this.#core._renderService._handleIntersectionChange({
      isIntersecting: true,
      intersectionRatio: 1,
    })
  }
}

/**
 * Has the renderer that this terminal has just been given keep its glyphs as glyph-atlas.ts says.
 */
export function keepGlyphs(terminal: Terminal): void {
  const renderer = coreOf<Core>(terminal)._renderService._renderer.value as WebglRenderer
  keepAtlas(renderer) // its names are checked there
  keepGlyphEdges(renderer)
}

function rgb({ rgba } = { rgba: 0 }): XtermRgb {
  return [rgba >>> 24, (rgba >>> 16) & 0xff, (rgba >>> 8) & 0xff]
}
