/** A grid's access to inner parts of xterm.js. xterm-names.ts lists and checks the names. */
import type { Terminal } from '@xterm/xterm'
import type { PixelSize } from './fit.ts'
import { joinLeftToRight, orderCells } from './bidi/draw-order.ts'
import { orderPointer } from './bidi/pointer-order.ts'
import { ordersOf, type RowOrders } from './bidi/row-orders.ts'
import { joinClusters, type JoinerService } from './draw/cell-clusters.ts'
import { keepAtlas, lacksGlyphs } from './draw/glyph-atlas.ts'
import type { WebglRenderer } from './draw/webgl-inside.ts'
import { keepGlyphEdges } from './draw/glyph-edges.ts'
import { doubleRows, halveColumns, type MouseService } from './sized/double-rows.ts'
import { Failures } from './draw/failures.ts'
import type { FrameTimer } from './draw/frame-pace.ts'
import { XtermBuffer } from './xterm-buffer.ts'
import { XtermColours } from './xterm-colours.ts'
import { sizeExactly, wholePixels, type SizedRenderer } from './lines/whole-pixels.ts'
import { checkNames, coreOf, domNames } from './xterm-names.ts'

/** Half a period of xterm.js's cursor blink. */
const xtermBlinkMs = 600

interface Core {
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
    /** A promise only if a handler is asynchronous, which none is. */
    parse(data: Uint8Array): unknown
  }
  readonly _charSizeService: {
    readonly _measureStrategy: { measure(): PixelSize }
    measure(): void
  }
  readonly _renderService: Record<(typeof emptying)[number], (...args: unknown[]) => void> & {
    addRefreshCallback(callback: () => void): number
    /** Only the WebGL renderer has the method. */
    readonly _renderer: {
      readonly value?:
        | ({ _updateCursorBlink?(): void; handleCharSizeChanged(): void } & Partial<WebglRenderer>)
        | undefined
    }
    readonly _renderDebouncer: { _coreBrowserService: { readonly window: FrameTimer } }
    readonly dimensions: { readonly css: { readonly cell: PixelSize } }
    _handleIntersectionChange(entry: {
      readonly isIntersecting: boolean
      readonly intersectionRatio: number
    }): void
  }
  readonly _selectionService: {
    readonly hasSelection: boolean
    refresh(isLinuxMouseSelection?: boolean): void
    readonly _onLinuxMouseSelection: { fire(text: string): void }
  }
  readonly _mouseService: MouseService
  readonly _characterJoinerService: JoinerService
  readonly _overviewRulerRenderer: { dispose(): void }
  readonly _viewport: {
    readonly _scrollableElement: { setRevealOnScroll(reveal: boolean): void }
    _sync(ydisp?: number): void
  }
}

/** These give a grid an empty canvas, of another renderer or size. */
const emptying = [
  'setRenderer',
  'handleResize',
  'handleCharSizeChanged',
  'handleDevicePixelRatioChange',
] as const

export class XtermInside {
  readonly #core: Core
  readonly failures = new Failures()
  readonly buffer: XtermBuffer
  readonly colours: XtermColours
  /** Visual order of the rows. */
  readonly orders: RowOrders

  /** @param terminal has been opened */
  constructor(terminal: Terminal) {
    this.#core = coreOf<Core>(terminal)
    this.buffer = new XtermBuffer(terminal)
    this.colours = new XtermColours(terminal)
    this.orders = ordersOf(terminal)
    // or a grid that never had the focus, as in a layout, would have no cursor
    this.#core.coreService.isCursorInitialized = true
    // it copies selections into the input field, which would end compositions
    this.#core._selectionService._onLinuxMouseSelection.fire = () => undefined
    // the overview ruler is unused, but requests a frame after each frame
    this.#core._overviewRulerRenderer.dispose()
    halveColumns(this.#core._mouseService, () => this.buffer.active)
    orderPointer(this.#core._mouseService, this.orders)
    joinClusters(terminal, this.#core._characterJoinerService, (row) => this.buffer.lines.get(row))
    joinLeftToRight(this.#core._characterJoinerService, this.orders)
    this.#keepScrollBarQuiet()
  }

  /** Lets output scroll without revealing the scrollbar, whose fading costs some twenty draws. */
  #keepScrollBarQuiet(): void {
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
   * Makes cells a whole number of device pixels in size. The WebGL renderer cuts fractions and the
   * DOM renderer keeps them, so switching would move text.
   * @param heightFactor below 1 for lines closer than the font's, which xterm.js refuses as
   * `lineHeight`
   */
  useWholePixels(heightFactor: () => number): void {
    const sizes = this.#core._charSizeService
    const strategy = sizes._measureStrategy
    const measure = strategy.measure.bind(strategy)
    strategy.measure = () => {
      const { width, height } = measure()
      return {
        width: wholePixels(width, window.devicePixelRatio),
        height: height * heightFactor(),
      }
    }
    const dom = this.#core._renderService._renderer.value
    checkNames(dom, domNames)
    sizeExactly(Object.getPrototypeOf(dom) as SizedRenderer)
    sizes.measure()
    dom?.handleCharSizeChanged()
  }

  /** Measures cells again after a change of fonts or of the scale. */
  measure(): void {
    // xterm.js follows the scale too, but later than the grid is fitted
    this.#core._renderService.handleDevicePixelRatioChange()
  }

  /**
   * Sets the blink period of the WebGL renderer's cursor, 600 ms in xterm.js, by scaling the timers
   * of its window. The DOM renderer uses a CSS animation (grid.css).
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
   * Moves the hidden input field, at which an input method opens its window, to the cursor after
   * the frame, and only while focused. Moving it before would delay each echo, and moving that of
   * other panes would cost draws.
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
          if (core._renderService._renderer.value === undefined) return
          move()
          const { style } = field as HTMLElement // it has the focus
          const { ybase, x, y, ydisp, isCursorInViewport } = this.buffer.active
          if (isCursorInViewport) style.top = `${(ybase + y - ydisp) * this.cell.height}px`
          if (this.buffer.cursorRowSize !== 0) style.left = `${2 * Number.parseFloat(style.left)}px`
          const column = this.orders.at(ybase + y)?.visual[x]
          if (column !== undefined) style.left = `${column * this.cell.width}px`
        }),
      )
    }
  }

  /** The column in which the cursor is drawn, in a row of single size. */
  get cursorColumn(): number {
    const { x, y, ybase } = this.buffer.active
    return this.orders.visual(ybase + y, x)
  }

  /** Whether the cursor is in a paragraph that starts at the right. */
  get startsAtRight(): boolean {
    const { y, ybase } = this.buffer.active
    return this.orders.at(ybase + y)?.rightToLeft === true
  }

  /** Hides the composed text. xterm.js does not send it. */
  endComposition(): void {
    const composition = this.#core._compositionHelper
    composition.compositionend()
    composition._isSendingComposition = false
  }

  /** Calls just before `onData` if the user caused the data, not for xterm.js's own replies. */
  onUserInput(listener: () => void): void {
    this.#core.coreService.onUserInput(listener)
  }

  get cursorHidden(): boolean {
    return this.#core.coreService.isCursorHidden
  }

  set cursorHidden(hidden: boolean) {
    this.#core.coreService.isCursorHidden = hidden
  }

  /** The program's choice with DECSCUSR, or undefined if it left that to the option. */
  get blinkWanted(): boolean | undefined {
    return this.#core.coreService.decPrivateModes.cursorBlink
  }

  set blinkWanted(wanted: boolean | undefined) {
    this.#core.coreService.decPrivateModes.cursorBlink = wanted
  }

  /** Applies `blinkWanted`. xterm.js's WebGL renderer only checks when an option changes. */
  followBlink(): void {
    this.#core._renderService._renderer.value?._updateCursorBlink?.()
  }

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
   * Draws the selection only while visible and only where there is or was one. xterm.js would
   * request a frame of the page, past FramePace, and draw the whole grid for each frame of the core
   * with history rows.
   * @returns a function that redraws the selection when the grid is shown
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

  /** Whether no cell of the last frame lacks its glyph. */
  get whole(): boolean {
    return !lacksGlyphs(this.#core._renderService._renderer.value)
  }

  /** Calls in the grid's next frame, and requests it. */
  inNextFrame(act: () => void): void {
    this.#core._renderService.addRefreshCallback(act)
  }

  /** Parses our sequences immediately, bypassing xterm.js's queue. */
  parse(bytes: Uint8Array): void {
    this.failures.attempt(() => {
      this.#core._inputHandler.parse(bytes)
    })
  }

  /** Size of a cell as drawn, CSS px. */
  get cell(): PixelSize {
    return this.#core._renderService.dimensions.css.cell
  }

  /** Makes the terminal draw in the next frame. It would only notice after it. */
  drawNow(): void {
    this.#core._renderService._handleIntersectionChange({
      isIntersecting: true,
      intersectionRatio: 1,
    })
  }
}

/** Applies our changes of glyph-atlas.ts to this terminal's new renderer. */
export function keepGlyphs(terminal: Terminal): void {
  const renderer = coreOf<Core>(terminal)._renderService._renderer.value as WebglRenderer
  keepAtlas(renderer) // checks the names
  keepGlyphEdges(renderer)
  orderCells(renderer, ordersOf(terminal))
  doubleRows(renderer)
}
