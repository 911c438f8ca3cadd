/**
 * `BrowserWindow`: the model answers immediately, Chromium follows in order. placement.ts positions
 * its window.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { app, isStarted, windowClosed } from './app.ts'
import { pageCopied } from './clipboard.ts'
import { emitPreventable, ShimEvent } from './event.ts'
import { screenSeen, setScreen, type ScreenSeen } from './desktop.ts'
import { HEADLESS_SCREEN } from '../chromium/flags.ts'
import { windowManagedMs, windowOpenMs, windowSizeMin } from '../limits.ts'
import { iconPictures, type NativeImage } from './native-image.ts'
import type { Up } from '../page/wire.ts'
import { Placement, type Bounds, type ShowState } from '../chromium/placement.ts'
import type { PageLink } from '../chromium/page-link.ts'
import { onX11, theXDisplay } from '../desktop/the-x-display.ts'
import type { DecoratedWindow } from '../desktop/x-display.ts'
import { expected, say } from '../process/problem.ts'
import { record } from './recorded.ts'
import { focus, theEngine, windows, type Window } from '../run.ts'
import { WebContents } from './web-contents.ts'

export interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly minWidth?: number
  readonly minHeight?: number
  readonly title?: string
  readonly show?: boolean
  readonly fullscreen?: boolean
  readonly transparent?: boolean
  /** `#RRGGBB`, shown behind the page and before it loads. */
  readonly backgroundColor?: string
  readonly frame?: boolean
  readonly alwaysOnTop?: boolean
  /** Only `toolbar`. */
  readonly type?: string
  /** A PNG file. */
  readonly icon?: string
  readonly webPreferences?: {
    readonly preload?: string
    readonly sandbox?: boolean
    readonly contextIsolation?: boolean
    readonly nodeIntegration?: boolean
  }
}

let nextId = 1

/** It contains nothing else. */
const all = windows as ReadonlyMap<number, Window> as ReadonlyMap<number, BrowserWindow>

export class BrowserWindow extends EventEmitter {
  readonly id = nextId++
  readonly webContents: WebContents
  #placement: Placement | undefined
  #bounds: Bounds
  #min: { width: number; height: number }
  #title: string
  #visible = false
  /** Chromium has no hidden windows, so a hidden window is minimized. */
  #hidden = false
  /** Whether the app set bounds. Until then the page reports the bounds that Chromium chose. */
  #placed = false
  #allWorkspaces = false
  /** X11 window, if it needs special handling. */
  #xWindow: number | null = null
  #icon: string | undefined
  /** On X11, when it has class and title. */
  #dressed: (DecoratedWindow & { readonly window: number }) | null = null
  #destroyed = false
  #state: ShowState = 'normal'
  #reported: Bounds | undefined
  #closing = false
  #menuBar = true
  /** `close` was emitted for the close button, and the page is closing. */
  #asked = false

  constructor(options: WindowOptions = {}) {
    super()
    if (!isStarted()) throw new Error('Cannot create BrowserWindow before app is ready')
    refuseUnsafe(options)
    this.#min = {
      width: options.minWidth ?? windowSizeMin,
      height: options.minHeight ?? windowSizeMin,
    }
    const width = Math.max(Math.round(options.width ?? 800), this.#min.width)
    const height = Math.max(Math.round(options.height ?? 600), this.#min.height)
    this.#bounds = {
      x: options.x ?? Math.max(0, Math.round((HEADLESS_SCREEN.width - width) / 2)),
      y: options.y ?? Math.max(0, Math.round((HEADLESS_SCREEN.height - height) / 2)),
      width,
      height,
    }
    this.#title = options.title ?? app.getName()
    this.#icon = options.icon
    this.webContents = new WebContents(
      {
        gone: () => this.#gone(),
        close: () => this.close(),
        mayClose: () => this.#mayClose(),
        up: (message) => this.#up(message),
      },
      options.webPreferences?.preload,
    )
    windows.set(this.id, this)
    this.webContents.on('did-finish-load', this.#readyToShow)
    this.webContents.on('did-navigate', () => {
      this.#asked = false
    })
    this.webContents.on('page-title-updated', (_event: ShimEvent, title: string) => {
      this.#title = title
      void this.#dressed?.retitle().catch(expected)
    })
    app.emit('web-contents-created', new ShimEvent(), this.webContents)
    this.#open(options).catch((error: unknown) => {
      if (this.#destroyed) return expected(error)
      say(`a window could not be opened: ${error instanceof Error ? error.message : String(error)}`)
      this.#gone()
    })
    // On X11 the window manager removes the frame. Elsewhere Chromium's window keeps its own, and
    // is never transparent.
    record('BrowserWindow.frame', this.id, options.frame !== false)
    if (options.show !== false) this.show()
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all.values()]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focus.window as BrowserWindow | null
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...all.values()].find((window) => window.webContents === contents) ?? null
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }

  show(): void {
    // The window manager decides about the focus of a new window.
    const isNew = !this.#visible && !this.#hidden
    if (!this.#visible && !this.#destroyed) {
      this.#visible = true
      if (this.#hidden) this.#placement?.setState(this.#state)
      this.#hidden = false
      this.emit('show', new ShimEvent())
    }
    this.#focus(isNew ? this.#xWindow : this.#dressed?.window)
  }

  hide(): void {
    if (!this.#visible) return
    this.#visible = false
    this.#hidden = true
    if (!theEngine().options.headless) this.#placement?.setState('minimized')
    this.blur()
    this.emit('hide', new ShimEvent())
  }

  /** On X11, also brings it from another workspace, which window managers refuse Chromium. */
  focus(): void {
    this.#focus(this.#dressed?.window)
  }

  #focus(window: number | null | undefined): void {
    if (this.#destroyed) return
    if (!theEngine().options.headless) this.webContents.focus()
    if (window != null)
      void theXDisplay()
        .then((display) => display.activate(window))
        .catch(expected)
    setFocus(this)
  }

  blur(): void {
    if (focus.window === this) setFocus(null)
  }

  isFocused(): boolean {
    return focus.window === this
  }

  isVisible(): boolean {
    return this.#visible
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  /** Listeners of `close` may prevent it. */
  close(): void {
    if (this.#destroyed || this.#closing) return
    this.#closing = true
    const prevented = emitPreventable(this, 'close')
    this.#closing = false
    if (!prevented) this.destroy()
  }

  destroy(): void {
    if (this.#destroyed) return
    const { targetId } = this.webContents
    this.#end()
    if (targetId !== '') theEngine().closePage(targetId)
  }

  getBounds(): Bounds {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Bounds>): void {
    const next = { ...this.#bounds, ...bounds }
    this.#bounds = {
      x: Math.round(next.x),
      y: Math.round(next.y),
      width: Math.max(this.#min.width, Math.round(next.width)),
      height: Math.max(this.#min.height, Math.round(next.height)),
    }
    void this.#placement?.setBounds(this.#bounds)
    if (bounds.x !== undefined || bounds.y !== undefined) this.emit('move', new ShimEvent())
  }

  getContentBounds(): Bounds {
    return this.getBounds()
  }

  getNormalBounds(): Bounds {
    return this.getBounds()
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height]
  }

  getContentSize(): number[] {
    return this.getSize()
  }

  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getTitle(): string {
    return this.#title
  }

  /** Shows a hidden window, as Electron does. */
  maximize(): void {
    if (!this.#visible) this.show()
    this.#setState('maximized', 'maximize')
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  minimize(): void {
    this.#setState('minimized', 'minimize')
  }

  restore(): void {
    if (this.isMinimized()) this.#setState('normal', 'restore')
  }

  isMinimized(): boolean {
    return this.#state === 'minimized'
  }

  setFullScreen(on: boolean): void {
    if (on === this.isFullScreen()) return
    if (on && !this.#visible) this.show()
    this.#setState(on ? 'fullscreen' : 'normal', on ? 'enter-full-screen' : 'leave-full-screen')
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }

  flashFrame(on: boolean): void {
    record('BrowserWindow.flashFrame', this.id, on)
  }

  setMenuBarVisibility(visible: boolean): void {
    record('BrowserWindow.setMenuBarVisibility', this.id, visible)
    this.#menuBar = visible
  }

  setAutoHideMenuBar(hide: boolean): void {
    record('BrowserWindow.setAutoHideMenuBar', this.id, hide)
  }

  isMenuBarVisible(): boolean {
    return this.#menuBar
  }

  /** Works only before the window exists. */
  setVisibleOnAllWorkspaces(visible: boolean): void {
    record('BrowserWindow.setVisibleOnAllWorkspaces', this.id, visible)
    this.#allWorkspaces = visible
  }

  capturePage(rect?: Bounds): Promise<NativeImage> {
    return this.webContents.capturePage(rect)
  }

  async #open(options: WindowOptions): Promise<void> {
    const engine = theEngine()
    const mark = randomUUID()
    const dressed = onX11() ? this.#dress(mark).catch(expected) : undefined
    const page = await engine.openPage(
      Placement.outerSize(this.#bounds, engine.options.headless),
      mark,
      this.#title,
      options.backgroundColor,
    )
    if (this.#destroyed) return engine.closePage(page.targetId)
    await this.webContents.open(page.targetId, page.session)
    const link = this.webContents.link
    if (link === undefined) return
    const looked = dressed?.then(() => this.#showIcon()).catch(expected)
    this.#placement = await Placement.of(engine.root, link, page.targetId, engine.options.headless)
    // With a display, the window manager positions a window without a requested position.
    await this.#placement.setBounds(
      this.#bounds,
      engine.options.headless || options.x !== undefined,
    )
    await looked
    await this.#treat(options, this.#placement).catch(expected)
    this.#placed = true
    if (!engine.options.headless) {
      const { bounds, ...seen } = (await link.evaluate(screenSeen)) as ScreenSeen
      this.#pageBounds(bounds)
      setScreen(seen) // listeners may set the bounds
    }
    const color = options.transparent === true ? '#00000000' : options.backgroundColor
    if (color !== undefined) await setBackground(link, color)
    if (options.fullscreen === true) this.setFullScreen(true)
    else if (this.#state !== 'normal') this.#placement.setState(this.#state)
    this.webContents.release()
  }

  /** Decorates the window on X11 as soon as Chromium has created it. */
  async #dress(mark: string): Promise<void> {
    const display = await theXDisplay()
    const window = await display.windowMarked(mark, windowOpenMs)
    if (window === null || this.#destroyed) return
    const dressed = await display.dress(window, {
      instance: app.getName().toLowerCase(),
      title: () => this.#title,
      isAddress: (title) => title.includes(mark) || this.webContents.isAddress(title),
    })
    this.#dressed = { ...dressed, window }
  }

  async #showIcon(): Promise<void> {
    const { link } = this.webContents // a new window without a document of the app
    if (this.#dressed === null || link === undefined || this.#icon === undefined) return
    const pictures = await link.evaluate(iconPictures(await readFile(this.#icon)))
    await this.#dressed.setIcon(pictures as readonly number[])
  }

  /** Applies hints for the X11 window manager, as Electron's Chromium does. */
  async #treat(
    { frame = true, alwaysOnTop = false, type }: WindowOptions,
    placement: Placement,
  ): Promise<void> {
    const allWorkspaces = this.#allWorkspaces
    const window = this.#dressed?.window
    if (window === undefined || (frame && !alwaysOnTop && type === undefined && !allWorkspaces))
      return
    const display = await theXDisplay()
    if (!(await display.isManaged(window, windowManagedMs))) return
    this.#xWindow = window
    const toolbar = type === 'toolbar'
    await display.treat(window, { frame, above: alwaysOnTop, toolbar, allWorkspaces })
    placement.place = (bounds) => display.place(window, bounds)
    await placement.setBounds(this.#bounds)
  }

  #setState(state: ShowState, event: string): void {
    if (this.#destroyed || state === this.#state) return
    this.#state = state
    this.#placement?.setState(state)
    setImmediate(() => {
      if (!this.#destroyed) this.emit(event, new ShimEvent())
    })
  }

  #readyToShow = (): void => {
    this.webContents.off('did-finish-load', this.#readyToShow)
    this.emit('ready-to-show', new ShimEvent())
  }

  #up(message: Up): void {
    if (message.kind === 'bounds') return this.#pageBounds(message)
    if (message.kind === 'focus' && !theEngine().options.headless && !theEngine().options.driven) {
      if (message.focused) setFocus(this)
      else this.blur()
      return
    }
    if (message.kind === 'copied') pageCopied(message.text)
  }

  /** Handles the actual bounds: the user moves and resizes windows too. */
  #pageBounds({ x, y, width, height }: Bounds): void {
    const before = this.#reported ?? this.#bounds
    this.#reported = { x, y, width, height }
    if (this.#state === 'normal' && this.#placed && !theEngine().options.headless)
      this.#bounds = { x, y, width, height }
    if (width !== before.width || height !== before.height) this.emit('resize', new ShimEvent())
    if (!theEngine().options.headless && (x !== before.x || y !== before.y))
      this.emit('move', new ShimEvent())
  }

  /**
   * Called while Chromium delays closing. If the window does not close in time, it was a reload.
   */
  #mayClose(): boolean {
    if (this.#destroyed || this.#closing) return true
    this.#closing = true
    try {
      if (emitPreventable(this, 'close') && !this.#destroyed) return false
    } finally {
      this.#closing = false
    }
    this.#asked = true
    return true
  }

  /**
   * Handles a window closed from outside: by its close button, or by a test driver, which cannot be
   * prevented.
   */
  #gone(): void {
    if (this.#destroyed) return
    if (!this.#asked) emitPreventable(this, 'close')
    this.#end()
  }

  #end(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#visible = false
    if (focus.window === this) focus.window = null
    windows.delete(this.id)
    this.#dressed?.end()
    this.webContents.destroyed()
    setImmediate(() => {
      this.emit('closed')
      windowClosed()
    })
  }
}

function setFocus(next: BrowserWindow | null): void {
  const before = focus.window
  if (before === next) return
  focus.window = next
  before?.emit('blur', new ShimEvent())
  next?.emit('focus', new ShimEvent())
}

/** Refuses unsafe pages, which the shim cannot create. */
function refuseUnsafe({ webPreferences = {} }: WindowOptions): void {
  if (webPreferences.contextIsolation === false || webPreferences.nodeIntegration === true) {
    throw new Error('the shim runs pages with contextIsolation and without nodeIntegration only')
  }
}

/** Color before a page draws, or without content: `#RRGGBB` or `#RRGGBBAA`. */
async function setBackground({ session }: PageLink, color: string): Promise<void> {
  const [, r, g, b, a = 'ff'] =
    /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i.exec(color) ?? []
  if (r === undefined || g === undefined || b === undefined) return
  const [red, green, blue, alpha] = [r, g, b, a].map((part) => Number.parseInt(part, 16))
  await session.send('Emulation.setDefaultBackgroundColorOverride', {
    color: { r: red, g: green, b: blue, a: (alpha ?? 255) / 255 },
  })
}
