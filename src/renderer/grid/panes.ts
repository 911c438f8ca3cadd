/**
 * All grids of the window and the place where those of one tab are seen, as its panes are arranged.
 * One is made when it is first wanted, and given up when nobody has for a while (parking.ts).
 * Together they fill the place; a hidden one keeps its size until it is shown, since to reflow 60
 * histories at each step of a window's edge would cost seconds.
 */
import { paneFor, sessionIn, type PaneId, type SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import { samePlaces, splitOf, type SplitTab } from '../../core/windows/panes/arrangement.ts'
import { layOut, type Divider, type Rect } from '../../core/windows/panes/layout.ts'
import { dividerWidth } from '../../core/windows/panes/limits.ts'
import type { ArrangedTab } from '../../core/windows/panes/tab-order.ts'
import { panesOf, type Tree } from '../../core/windows/panes/tree.ts'
import { pageClock } from '../clock.ts'
import { Observable } from '../state/cell.ts'
import type { GridOptions } from '../../core/config/grid-options.ts'
import { ringBell } from './bell.ts'
import { Contexts } from './draw/contexts.ts'
import { Typing } from './draw/typing.ts'
import { Drawings } from './drawings.ts'
import { fitGrid, type Insets, type FittedSize } from './fit.ts'
import { Grid } from './grid.ts'
import type { LinkTarget } from './text/link-hover.ts'
import { resizeSettleMs } from './limits.ts'
import type { GridPorts } from './grid-ports.ts'
import { Parking } from './parking.ts'
import { handlePointer, type PointerPorts } from './pointer.ts'
import type { Appearance } from '../look/looks.ts'
import { WindowReports } from './window-reports.ts'

/** What features do for the grids. */
export interface GridServices extends Omit<PointerPorts, 'writePrimary'> {
  /** Which of these paths are files, seen from the tab's directory? */
  readonly checkPaths: (session: SessionId, paths: readonly string[]) => Promise<readonly boolean[]>
  /** The link under the pointer, while its modifier is held. */
  readonly showLink: (target: LinkTarget | null) => void
}

const noServices: GridServices = {
  menu: () => undefined,
  paste: () => undefined,
  pastePrimary: () => undefined,
  notRead: () => undefined,
  selected: () => undefined,
  openLink: () => undefined,
  showLink: () => undefined,
  checkPaths: (_tab, paths) => Promise.resolve(paths.map(() => false)),
}

declare global {
  var gc:
    | ((how: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>)
    | undefined
}

export interface PanesPorts extends Pick<PointerPorts, 'writePrimary'> {
  readonly send: (message: PageMessage) => void
  readonly keysHeld: () => boolean
  /** The user has typed into a grid. */
  readonly typed: () => void
  /** Sessions that get what is typed into this one, itself among them. */
  readonly receivers: (id: SessionId) => readonly SessionId[]
  readonly kittyProtocol: () => boolean
  readonly looks: Appearance
  /** Name of a session's profile; undefined: it has none. */
  readonly profile: (session: SessionId) => string | undefined
  /** The user has put the keyboard into this grid. */
  readonly focused: (id: SessionId) => void
}

/** The panes in view, by their sessions, and where they are. */
export interface PanesInView {
  readonly panes: readonly { readonly id: SessionId; readonly insets: Insets }[]
  readonly dividers: readonly Divider[]
  /** The tab has several panes, although only one may be seen. */
  readonly split: SplitTab | null
}

/** A size for grids made before the place has one. */
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
  /** Tabs that have a grid, or get one when it is wanted. */
  #ids: ReadonlySet<SessionId> = new Set()
  readonly #parking = new Parking<Grid>(pageClock, {
    giveUp: (grid) => this.#drop(grid),
    collect: collectGarbage,
  })
  /** What grids are told however long they are out of view. */
  readonly #frozen = new Set<SessionId>()
  readonly #held = new Map<SessionId, FittedSize>()
  /** Of tabs that have rung, which need no grid for it. */
  readonly #bells = new Map<SessionId, () => void>()
  readonly contexts = new Contexts()
  /** Called when the first frame of the tab in view has been laid out. */
  readonly laidOut = new Set<() => void>()
  /** What stands where; follows each change of the window. */
  readonly view = new Observable<PanesInView>({ panes: [], dividers: [], split: null })
  /** The grid with the focus. */
  #shown: Grid | null = null
  /** All grids in view. */
  #visible = new Set<Grid>()
  #rects: ReadonlyMap<PaneId, Rect> = new Map()
  /** The tab in view, as its panes are divided at the moment. */
  #tab: ArrangedTab | undefined
  #settle: number | null = null
  #unsettled = false

  constructor(place: HTMLElement, ports: PanesPorts) {
    this.#place = place
    this.#ports = ports
    this.#drawings = new Drawings(ports.looks, ports.profile)
    this.#reports = new WindowReports(place, this.#drawings, ports.send)
    new ResizeObserver(() => {
      this.arrange()
      this.#fitSoon()
    }).observe(place)
    // Fonts change the size of a cell without changing that of the place.
    document.fonts.addEventListener('loadingdone', () => {
      for (const { inside, terminal, margins } of this.#grids.values()) {
        inside.measure()
        terminal.clearTextureAtlas()
        margins.again()
      }
      this.#fitShown()
    })
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

  /** For grids that are made from now on. */
  provide(services: Partial<GridServices>): void {
    this.#services = { ...this.#services, ...services }
  }

  get shown(): Grid | null {
    return this.#shown
  }

  /** The keys that are held have changed: the pointer may rest on a link of any pane in view. */
  linkKeys(keys: Pick<KeyboardEvent, 'ctrlKey' | 'altKey'>): void {
    for (const { links } of this.#visible) links.keys(keys)
  }

  /** The user's options, whole. Zoom counts from the size that is configured. */
  setOptions(options: GridOptions): void {
    this.#drawings.setOptions(options)
    this.contexts.use(options.ui.renderer)
    this.#place.style.setProperty('--scrollbar-fade', `${options.scrollback.scrollbar_fade_ms}ms`)
    this.#place.dataset['scrollbar'] = options.scrollback.scrollbar
    for (const grid of this.#grids.values()) this.#restyle(grid)
    this.#fitSoon()
  }

  /** Whether images may move by themselves. */
  setMotion(moves: boolean): void {
    if (moves === this.#moves) return
    this.#moves = moves
    for (const grid of this.#grids.values()) grid.pictures.motionChanged()
  }

  #restyle(grid: Grid): void {
    this.#drawings.color(grid)
    grid.restyle()
  }

  /** Tabs whose grids are there. */
  get made(): readonly SessionId[] {
    return [...this.#grids.keys()]
  }

  /** Made now, if it was not there. */
  get(id: SessionId): Grid | undefined {
    const grid = this.#grids.get(id) ?? (this.#ids.has(id) ? this.#make(id) : undefined)
    if (grid !== undefined && !this.#visible.has(grid)) this.#parking.hidden(grid)
    return grid
  }

  /** These sessions have grids from now on, no others, and the tab is shown. */
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
    this.#visible = new Set(this.#wanted().flatMap((one) => this.get(one) ?? []))
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

  /** Another division of the tab in view, for as long as nothing else is said. */
  preview(split: SplitTab): void {
    if (this.#tab !== undefined) this.#tab = { ...this.#tab, ...split }
    this.arrange()
    this.#fitSoon()
  }

  /** The division of the tab in view; null: it is one pane. */
  get #split(): SplitTab | null {
    return splitOf(this.#tab)
  }

  /** How the place is divided: a zoomed pane has all of it. */
  get #tree(): Tree | null {
    if (this.#tab === undefined || this.#shown === null) return null
    return this.#tab.zoomed ? this.#tab.focus : this.#tab.tree
  }

  #wanted(): SessionId[] {
    return this.#tree === null ? [] : panesOf(this.#tree).map(sessionIn)
  }

  /** Gives the grids in view their places. Their cells follow when the room has settled. */
  arrange(): void {
    const { clientWidth: width, clientHeight: height } = this.#place
    const tree = this.#tree
    const { panes, dividers } =
      tree === null
        ? { panes: new Map<PaneId, Rect>(), dividers: [] }
        : layOut(tree, { left: 0, top: 0, width, height }, dividerWidth)
    this.#rects = panes
    const placed = [...panes].map(([pane, rect]) => ({
      id: sessionIn(pane),
      insets: insetsOf(rect, width, height),
    }))
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
   * For what lies over the grids, as distances from the edges of the window, which the tab bar and
   * notices change: `--pane-*` of the place, `--focus-*` of the pane with the focus.
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

  /** A frame or rows for a tab: for a grid that has been given up since, they are not needed. */
  take(id: SessionId, bytes: Uint8Array): void {
    this.#grids.get(id)?.frames.take(bytes)
  }

  /** The tab's program rings. */
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

  /** The tab's program has ended, failed to start, or is there (again). */
  freeze(id: SessionId, frozen: boolean): void {
    if (frozen) this.#frozen.add(id)
    else this.#frozen.delete(id)
    const grid = this.#grids.get(id)
    if (grid?.freeze(frozen) === true && this.#visible.has(grid)) {
      this.#fitShown()
      grid.sendSize()
    }
  }

  /** A client has set the size of this tab; null: the window decides. */
  hold(id: SessionId, size: FittedSize | null): void {
    if (size === null) this.#held.delete(id)
    else this.#held.set(id, size)
    this.#grids.get(id)?.hold(size)
  }

  zoom(change: 'larger' | 'smaller' | 'reset'): void {
    if (!this.#drawings.zoom(change, this.#shown?.id ?? null)) return
    // Hidden grids take it over when they are shown.
    for (const grid of this.#visible) grid.setFontSize(this.#drawings.fontSize(grid.id))
    this.#fitSoon()
  }

  /** Reports once what columns and rows of this window take, if a cell has a size. */
  sayMeasures(): void {
    this.#reports.sendMeasures(this.#shown?.cell)
  }

  #make(id: SessionId): Grid {
    const { clientWidth: width, clientHeight: height } = this.#place
    const parked = this.#parking.take(id)
    const size = parked?.size ?? this.#sizeFor(0, { width, height }) ?? firstSize
    const ports: GridPorts = {
      send: this.#ports.send,
      keysHeld: this.#ports.keysHeld,
      kittyProtocol: this.#ports.kittyProtocol,
      contexts: this.contexts,
      options: () => this.#drawings.of(id).options,
      looks: () => this.#drawings.looks(id),
      checkPaths: this.#services.checkPaths,
      showLink: this.#services.showLink,
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

  /** The first change at once, then one each time it has settled: programs redraw at each step. */
  #fitSoon(): void {
    if (this.#settle !== null) {
      this.#unsettled = true
      return
    }
    this.#fitShown()
    this.#settle = window.setTimeout(() => {
      this.#settle = null
      if (!this.#unsettled) return
      this.#unsettled = false
      this.#fitSoon()
    }, resizeSettleMs)
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

  /** Before the size that is counted with it: a program that begins then may ask immediately. */
  #sendFacts(): void {
    this.#reports.sendFacts(this.#plainShown?.cell, [...this.#visible])
  }

  /** Panes do not send it: columns are lost between them. */
  #sendRoom(): void {
    const { clientWidth: width, clientHeight: height } = this.#place
    if (this.#split !== null) this.#reports.sendRoom(this.#sizeFor(0, { width, height }))
  }

  /** A grid in view that is drawn as the window says; else the one with the focus. */
  get #plainShown(): Grid | null {
    const plain = [...this.#visible].filter(({ id }) => this.#drawings.isPlain(id))
    return plain.find((grid) => grid === this.#shown) ?? plain[0] ?? this.#shown
  }

  /** By the cell of a grid in view: the renderer of a hidden one rounds it in another way. */
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

/** Where the engine was started so (main/index.ts). */
function collectGarbage(): void {
  window.requestIdleCallback(() => void globalThis.gc?.({ type: 'major', execution: 'async' }))
}

function insetsOf({ left, top, width, height }: Rect, within: number, high: number): Insets {
  return { top, left, right: within - left - width, bottom: high - top - height }
}
