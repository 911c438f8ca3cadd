/**
 * All grids of the window, and the area where the panes of one tab are shown. A grid is made on
 * first use and given up when it was hidden for a while (parking.ts). A hidden grid keeps its size
 * until it is shown, because reflowing 60 histories during a resize would take seconds.
 */
import { Debouncer } from '../../base/time/debouncer.ts'
import { Throttle } from '../../base/time/throttle.ts'
import { paneFor, sessionIn, type PaneId, type SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import { samePlaces, splitOf, type SplitTab } from '../../core/windows/panes/arrangement.ts'
import { layOut, type Divider, type Rect } from '../../core/windows/panes/layout.ts'
import { dividerWidth } from '../../core/windows/panes/limits.ts'
import type { ArrangedTab } from '../../core/windows/panes/tab-order.ts'
import { panesOf, type Tree } from '../../core/windows/panes/tree.ts'
import { pageClock } from '../page/clock.ts'
import { Observable } from '../state/cell.ts'
import type { GridOptions } from '../../core/config/grid-options.ts'
import { ringBell } from './bell.ts'
import { Contexts } from './draw/contexts.ts'
import { Typing } from './draw/typing.ts'
import { Drawings } from './drawings.ts'
import { fitGrid, type Insets, type FittedSize } from './fit.ts'
import { Grid } from './grid.ts'
import type { LinkTarget } from './text/link-hover.ts'
import { canvasRestMs, resizeSettleMs } from './limits.ts'
import type { GridPorts } from './grid-ports.ts'
import { Parking } from './parking.ts'
import { handlePointer, type PointerPorts } from './pointer.ts'
import type { Appearance } from '../look/looks.ts'
import { WindowReports } from './window-reports.ts'

/** Functions of features for grids. */
export interface GridServices extends Omit<PointerPorts, 'writePrimary'> {
  /** Returns which paths are files, relative to the tab's directory. */
  readonly checkPaths: (session: SessionId, paths: readonly string[]) => Promise<readonly boolean[]>
  /** Shows the link under the pointer while its modifier is held. */
  readonly showLink: (target: LinkTarget | null) => void
}

const noServices: GridServices = {
  menu: () => undefined,
  paste: () => undefined,
  pastePrimary: () => undefined,
  notRead: () => undefined,
  selected: () => undefined,
  bound: () => null,
  openLink: () => undefined,
  showLink: () => undefined,
  checkPaths: (_tab, paths) => Promise.resolve(paths.map(() => false)),
}

declare global {
  var gc:
    | ((how: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>)
    | undefined
}

interface PanesPorts extends Pick<PointerPorts, 'writePrimary'> {
  readonly send: (message: PageMessage) => void
  readonly keysHeld: () => boolean
  readonly typed: () => void
  /** Sessions that get the input of this one, including itself. */
  readonly receivers: (id: SessionId) => readonly SessionId[]
  readonly kittyProtocol: () => boolean
  readonly looks: Appearance
  /** Name of a session's profile; undefined: it has none. */
  readonly profile: (session: SessionId) => string | undefined
  /** Called when the user has focused a grid. */
  readonly focused: (id: SessionId) => void
}

/** The visible panes, by their sessions, and their positions. */
export interface PanesInView {
  readonly panes: readonly { readonly id: SessionId; readonly insets: Insets }[]
  readonly dividers: readonly Divider[]
  /** Set if the tab has several panes, even if one is zoomed. */
  readonly split: SplitTab | null
}

/** Size of grids made before the area has one. */
const firstSize: FittedSize = { cols: 80, rows: 24 }

export class Panes {
  readonly #place: HTMLElement
  readonly #ports: PanesPorts
  readonly #drawings: Drawings
  readonly #reports: WindowReports
  readonly #typing = new Typing(() => pageClock.now())
  #moves = true
  #services = noServices
  readonly #grids = new Map<SessionId, Grid>()
  /** Tabs that may have a grid. */
  #ids: ReadonlySet<SessionId> = new Set()
  readonly #parking = new Parking<Grid>(pageClock, {
    giveUp: (grid) => this.#drop(grid),
    // available if the engine was started with it (main/start.ts)
    collect: () =>
      window.requestIdleCallback(() => void globalThis.gc?.({ type: 'major', execution: 'async' })),
  })
  /** State that outlives a given-up grid. */
  readonly #frozen = new Set<SessionId>()
  readonly #held = new Map<SessionId, FittedSize>()
  /** Tabs that have rung, which do not need a grid for it. */
  readonly #bells = new Map<SessionId, () => void>()
  readonly contexts = new Contexts()
  /** Called when the first frame of the active tab has been laid out. */
  readonly laidOut = new Set<() => void>()
  /** Positions of the panes, updated with the window. */
  readonly view = new Observable<PanesInView>({ panes: [], dividers: [], split: null })
  #shown: Grid | null = null
  #visible = new Set<Grid>()
  #rects: ReadonlyMap<PaneId, Rect> = new Map()
  /** The visible tab, as its panes are divided now. */
  #tab: ArrangedTab | undefined
  /** Fits on the first change, then when the size has settled: programs redraw at each step. */
  readonly #fit = new Throttle(pageClock, resizeSettleMs, () => this.#fitShown())

  constructor(place: HTMLElement, ports: PanesPorts) {
    this.#place = place
    this.#ports = ports
    this.#drawings = new Drawings(ports.looks, ports.profile)
    this.#reports = new WindowReports(place, this.#drawings, ports.send)
    let scale = window.devicePixelRatio
    const resized = (): void => {
      const isScaled = scale !== window.devicePixelRatio
      scale = window.devicePixelRatio
      this.arrange()
      if (isScaled) this.#measure()
      this.#fit.push()
    }
    // A screen of another scale changes one of both sizes, or both.
    new ResizeObserver(resized).observe(place)
    new ResizeObserver(resized).observe(place, { box: 'device-pixel-content-box' })
    // A font changes the size of a cell but not of the area.
    document.fonts.addEventListener('loadingdone', () => this.#measure())
    // canvases are empty after a crash of the graphics process, also those of the CPU
    const restored = new Debouncer(pageClock, canvasRestMs, () => {
      for (const grid of this.#grids.values()) drawAgain(grid)
    })
    window.addEventListener('contextrestored', () => restored.changed(), { capture: true })
    place.addEventListener('focusin', ({ target }) => {
      const id = target instanceof Element ? target.closest('.grid')?.id : undefined
      const grid = [...this.#visible].find(({ host }) => host.id === id)
      if (grid !== undefined && grid !== this.#shown) ports.focused(grid.id)
    })
    ports.looks.changed.add(() => {
      this.#drawings.forget()
      for (const grid of this.#grids.values()) this.#restyle(grid)
      this.#sendFacts()
    })
  }

  /** Fits the grids after a change of the size of a cell. */
  #measure(): void {
    for (const grid of this.#grids.values()) {
      grid.inside.measure()
      drawAgain(grid)
    }
    this.#fitShown()
  }

  /** Sets services for grids made from now on. */
  provide(services: Partial<GridServices>): void {
    this.#services = { ...this.#services, ...services }
  }

  get shown(): Grid | null {
    return this.#shown
  }

  /** Handles a change of modifiers. The pointer may be on a link of any visible pane. */
  linkKeys(keys: Pick<KeyboardEvent, 'ctrlKey' | 'altKey'>): void {
    for (const { links } of this.#visible) links.keys(keys)
  }

  /** Sets all options. Zoom is relative to the configured size. */
  setOptions(options: GridOptions): void {
    this.#drawings.setOptions(options)
    this.contexts.use(options.ui.renderer)
    this.#place.style.setProperty('--scrollbar-fade', `${options.scrollback.scrollbar_fade_ms}ms`)
    this.#place.dataset['scrollbar'] = options.scrollback.scrollbar
    for (const grid of this.#grids.values()) this.#restyle(grid)
    this.#fit.push()
  }

  setMotion(moves: boolean): void {
    if (moves === this.#moves) return
    this.#moves = moves
    for (const grid of this.#grids.values()) grid.pictures.motionChanged()
  }

  #restyle(grid: Grid): void {
    this.#drawings.color(grid)
    grid.restyle()
  }

  /** Tabs whose grids exist. */
  get made(): readonly SessionId[] {
    return [...this.#grids.keys()]
  }

  get(id: SessionId): Grid | undefined {
    const grid = this.#grids.get(id) ?? (this.#ids.has(id) ? this.#make(id) : undefined)
    if (grid !== undefined && !this.#visible.has(grid)) this.#parking.hidden(grid)
    return grid
  }

  /** Keeps grids for exactly these sessions from now on, and shows the tab. */
  keep(ids: readonly SessionId[], tab: ArrangedTab | undefined): void {
    this.#ids = new Set(ids)
    for (const [id, grid] of this.#grids) if (!this.#ids.has(id)) this.#drop(grid)
    for (const id of [...this.#frozen, ...this.#held.keys(), ...this.#bells.keys()])
      if (!this.#ids.has(id)) {
        this.#frozen.delete(id)
        this.#held.delete(id)
        this.#bells.delete(id)
      }
    this.#parking.keep(this.#ids)
    this.show(tab)
  }

  /** Shows a tab and its pane with the focus. */
  show(tab: ArrangedTab | undefined): void {
    const next = tab === undefined ? null : (this.get(sessionIn(tab.focus)) ?? null)
    const isSame =
      tab === undefined
        ? this.#tab === undefined
        : this.#tab?.id === tab.id && samePlaces(tab, this.#tab)
    if (next === this.#shown && isSame) return
    this.#tab = tab
    this.#shown = next
    const before = this.#visible
    const wanted = this.#tree === null ? [] : panesOf(this.#tree).map(sessionIn)
    this.#visible = new Set(wanted.flatMap((one) => this.get(one) ?? []))
    for (const grid of before) {
      if (this.#visible.has(grid)) continue
      grid.hide()
      this.#parking.hidden(grid)
    }
    for (const grid of this.#visible) {
      grid.show(this.#place)
      this.#parking.forget(grid)
    }
    this.arrange()
    this.#fitShown()
    for (const grid of this.#visible) if (!before.has(grid)) grid.sendSize()
  }

  /** Divides the active tab differently until the next change. */
  preview(split: SplitTab): void {
    if (this.#tab !== undefined) this.#tab = { ...this.#tab, ...split }
    this.arrange()
    this.#fit.push()
  }

  /** The division of the active tab, or null for a single pane. */
  get #split(): SplitTab | null {
    return splitOf(this.#tab)
  }

  /** The layout of the area. A zoomed pane fills it. */
  get #tree(): Tree | null {
    if (this.#tab === undefined || this.#shown === null) return null
    return this.#tab.zoomed ? this.#tab.focus : this.#tab.tree
  }

  /** Positions the visible grids. Their cells follow when the size has settled. */
  arrange(): void {
    const { clientWidth: width, clientHeight: height } = this.#place
    const tree = this.#tree
    const { panes, dividers } =
      tree === null
        ? { panes: new Map<PaneId, Rect>(), dividers: [] }
        : layOut(tree, { left: 0, top: 0, width, height }, dividerWidth)
    this.#rects = panes
    const placed = [...panes].map(([pane, { left, top, ...size }]) => {
      const [right, bottom] = [width - left - size.width, height - top - size.height]
      return { id: sessionIn(pane), insets: { top, left, right, bottom } }
    })
    for (const { id, insets } of placed) {
      const grid = this.#grids.get(id)
      grid?.stand(insets)
      grid?.host.toggleAttribute('data-unfocused', grid !== this.#shown)
      grid?.host.setAttribute('aria-labelledby', `tab-${this.#tab?.id}`)
      if (grid === this.#shown) this.#setEdges(insets)
    }
    this.view.set({ panes: placed, dividers, split: this.#split })
  }

  /**
   * Sets CSS distances from the window's edges to the area (`--pane-*`) and the pane (`--focus-*`).
   */
  #setEdges(insets: Insets): void {
    const { offsetTop: top, offsetLeft: left, offsetWidth, offsetHeight } = this.#place
    const right = window.innerWidth - left - offsetWidth
    const bottom = window.innerHeight - top - offsetHeight
    const { style } = document.documentElement
    for (const [edge, px] of Object.entries({ top, right, bottom, left })) {
      style.setProperty(`--pane-${edge}`, `${px}px`)
      style.setProperty(`--focus-${edge}`, `${px + insets[edge as keyof Insets]}px`)
    }
  }

  /** Passes on a frame or rows. A given-up grid does not need them. */
  take(id: SessionId, bytes: Uint8Array): void {
    this.#grids.get(id)?.frames.take(bytes)
  }

  ring(id: SessionId): void {
    if (!this.#ids.has(id)) return
    const ring =
      this.#bells.get(id) ??
      ringBell(
        () => this.#grids.get(id)?.host,
        pageClock,
        () => this.#drawings.of(id).options.bell,
        () => this.#ports.send({ kind: 'bell/ring', session: id }),
      )
    this.#bells.set(id, ring)
    ring()
  }

  /** Records that the tab's program has ended or failed, or is running again. */
  freeze(id: SessionId, frozen: boolean): void {
    if (frozen) this.#frozen.add(id)
    else this.#frozen.delete(id)
    const grid = this.#grids.get(id)
    if (grid?.freeze(frozen) === true && this.#visible.has(grid)) {
      this.#fitShown()
      grid.sendSize()
    }
  }

  /** Sets a client's size for this tab, or returns to the window's. */
  hold(id: SessionId, size: FittedSize | null): void {
    if (size === null) this.#held.delete(id)
    else this.#held.set(id, size)
    this.#grids.get(id)?.hold(size)
  }

  zoom(change: 'larger' | 'smaller' | 'reset'): void {
    if (!this.#drawings.zoom(change, this.#shown?.id ?? null)) return
    // Hidden grids get the size when they are shown.
    for (const grid of this.#visible) grid.setFontSize(this.#drawings.fontSize(grid.id))
    this.#fit.push()
  }

  /** Reports the size of columns and rows once, when a cell has a size. */
  sayMeasures(): void {
    this.#reports.sendMeasures(this.#shown?.cell)
  }

  #make(id: SessionId): Grid {
    const { clientWidth: width, clientHeight: height } = this.#place
    const parked = this.#parking.take(id)
    const size = parked?.size ?? this.#sizeFor(0, { width, height }) ?? firstSize
    const ports: GridPorts = {
      ...this.#ports,
      ...this.#services,
      contexts: this.contexts,
      options: () => this.#drawings.of(id).options,
      looks: () => this.#drawings.looks(id),
      moves: () => this.#moves,
      typed: () => {
        this.#typing.typed(this.#ports.receivers(id))
        this.#ports.typed()
      },
      typing: () => this.#typing.into(id),
      typingWaitMs: (drawnAt) => this.#typing.waitMs(id, drawnAt),
      laidOut: () => {
        if (this.#shown?.id === id) for (const act of this.laidOut) act()
      },
    }
    const grid = new Grid(id, size, this.#drawings.fontSize(id), ports, parked)
    this.#grids.set(id, grid)
    const held = this.#held.get(id)
    if (held !== undefined) grid.hold(held)
    if (this.#frozen.has(id)) grid.freeze(true)
    this.#drawings.color(grid)
    handlePointer(grid, { ...this.#ports, ...this.#services }, () => this.#drawings.options)
    return grid
  }

  #drop(grid: Grid): void {
    if (grid === this.#shown) this.#shown = null
    this.#visible.delete(grid)
    this.#parking.forget(grid)
    this.#grids.delete(grid.id)
    grid.dispose()
  }

  #fitShown(): void {
    if (this.#shown === null) return
    for (const grid of this.#visible) grid.setFontSize(this.#drawings.fontSize(grid.id))
    this.#sendFacts()
    this.#sendRoom()
    for (const grid of this.#visible) {
      const rect = this.#rects.get(paneFor(grid.id))
      const size = rect === undefined ? null : this.#sizeFor(grid.footHeight, rect, grid.cell)
      if (size !== null && (size.cols !== grid.size.cols || size.rows !== grid.size.rows))
        grid.resize(size)
    }
  }

  /** Sent before the size, because a program that starts then may query it immediately. */
  #sendFacts(): void {
    this.#reports.sendFacts(this.#plainShown?.cell, [...this.#visible])
  }

  /** Panes do not report the space of a tab, because dividers take columns. */
  #sendRoom(): void {
    const { clientWidth: width, clientHeight: height } = this.#place
    if (this.#split !== null) this.#reports.sendRoom(this.#sizeFor(0, { width, height }))
  }

  /** A visible grid without a profile of its own, preferably the focused one. */
  get #plainShown(): Grid | null {
    const plain = [...this.#visible].filter(({ id }) => this.#drawings.isPlain(id))
    return plain.find((grid) => grid === this.#shown) ?? plain[0] ?? this.#shown
  }

  /** Uses the cell of a visible grid, because the renderer of a hidden one rounds differently. */
  #sizeFor(
    foot: number,
    { width, height }: Pick<Rect, 'width' | 'height'>,
    cell = this.#plainShown?.cell,
  ): FittedSize | null {
    return cell === undefined
      ? null
      : fitGrid({ width, height: height - foot }, cell, {
          x: this.#drawings.options.window.padding_x,
          y: this.#drawings.options.window.padding_y,
        })
  }
}

/** Draws all glyphs and decorations of a grid again. */
function drawAgain({ terminal, margins, pictures }: Grid): void {
  terminal.clearTextureAtlas()
  terminal.refresh(0, terminal.rows - 1)
  margins.again()
  pictures.again()
}
