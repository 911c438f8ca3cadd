/**
 * The window's page: what the main process says goes to state and grids, what the user does goes to
 * the main process.
 */
import { Bars } from './consent/bars.ts'
import { Settings } from '../core/config/settings.ts'
import { defaults, type Options } from '../core/config/table.ts'
import { assert } from '../base/assert.ts'
import type { Approval } from '../core/consent/consent.ts'
import type { JSX } from 'preact'
import type { MainMessage, PageMessage } from '../core/ipc/contract.ts'
import type { TabView } from '../core/windows/tabs/tab-view.ts'
import type { ActionName } from '../core/config/keys/actions.ts'
import {
  focusPane,
  panesBeside,
  rearrange,
  sameSplit,
  type Arrangement,
  type SplitTab,
} from '../core/windows/panes/arrangement.ts'
import { titleIntervalMs } from '../core/session/limits.ts'
import { Throttle } from '../base/time/throttle.ts'
import { windowTitle } from '../core/windows/tabs/needs-you.ts'
import { Announcer } from '../core/windows/tabs/announce.ts'
import { motionAllowed, reducesMotion } from '../core/windows/tabs/stripe.ts'
import { gridOptionsOf, type GridOptions } from '../core/config/grid-options.ts'
import { heardTime, mainNow, pageClock } from './clock.ts'
import type { Grid } from './grid/grid.ts'
import { Panes, type GridServices } from './grid/panes.ts'
import { Hold } from './keys/hold.ts'
import { Looks } from './look/looks.ts'
import { missingFonts } from './look/missing-fonts.ts'
import { movesTo } from './state/move-tab.ts'
import { Notices } from './state/notices.ts'
import { KeySettings } from './state/key-settings.ts'
import { isQuestion, type Overlay } from './state/overlay.ts'
import { OverlayStack } from './state/overlay-stack.ts'
import { Recent } from './state/recent.ts'
import { hidePointer, seeThrough, styleChrome } from './style/chrome.ts'
import { Unconfirmed } from './state/unconfirmed.ts'
import { TabChanges } from './state/tab-changes.ts'
import { noSplits, WindowState } from './state/window-state.ts'

/** @returns false when there is nothing to do; then the key is the program's */
export type Run = () => boolean

const unreadCommand =
  'Nothing was started: not all of the command has been in view. Scroll to its end, or enlarge ' +
  'the pane, then try again.'

type MessageHandlers = {
  readonly [Kind in MainMessage['kind']]?: (message: Extract<MainMessage, { kind: Kind }>) => void
}

export type OverlayViews = {
  readonly [Kind in Overlay['kind']]?: (overlay: Extract<Overlay, { kind: Kind }>) => JSX.Element
}

/** What a feature adds to the page. */
export interface Contribution {
  readonly actions?: Readonly<Partial<Record<ActionName, Run>>>
  /** Messages of the main process that are for the feature. */
  readonly messages?: MessageHandlers
  /** Draws overlays of these kinds. */
  readonly overlays?: OverlayViews
  /** Drawn over the grids all the time, each by its own state. */
  readonly layers?: readonly (() => JSX.Element | null)[]
  /** Between tab bar and grids, which give way to them. */
  readonly banners?: readonly (() => JSX.Element | null)[]
  /** What grids request of features. */
  readonly grids?: Partial<GridServices>
}

/** Called once, when the page is made. Features live as long as their page. */
export type Feature = (page: Page) => Contribution

/** Something of which a page has one, made when it is first needed. */
type Service<T extends object> = new (page: Page) => T

export const always =
  (act: () => void): Run =>
  () => {
    act()
    return true
  }

/** On the grid in view. */
export const onGrid =
  (page: Page, act: (grid: Grid) => boolean): Run =>
  () =>
    page.panes.shown !== null && act(page.panes.shown)

export interface PagePorts {
  readonly features: readonly Feature[]
  readonly send: (message: PageMessage) => void
  /** The element in which grids are shown. */
  readonly place: HTMLElement
  /** The greeting has come. */
  readonly hello: (greeting: { readonly version: string; readonly test: boolean }) => void
  /** Output as received, for specs. */
  readonly tapped: (tab: string) => void
}

export class Page {
  readonly state = new WindowState()
  readonly keys = new KeySettings()
  readonly notices = new Notices()
  readonly looks = new Looks()
  /** The configuration in force. */
  readonly settings = new Settings(defaults)
  readonly panes: Panes
  /** What features draw over the grids and above them, and the overlays that they draw. */
  readonly layers: readonly (() => JSX.Element | null)[]
  readonly banners: readonly (() => JSX.Element | null)[]
  readonly overlayViews: OverlayViews
  readonly #services = new Map<Service<object>, object>()
  readonly #actions: Readonly<Partial<Record<ActionName, Run>>>
  readonly #handlers: MessageHandlers
  readonly #recent = new Recent()
  readonly #ports: PagePorts
  readonly #announcer = new Announcer(pageClock, (urgency, text) =>
    this.state.said.set({ ...this.state.said.value, [urgency]: text }),
  )
  readonly #reduced = window.matchMedia('(prefers-reduced-motion: reduce)')
  readonly #changes = new TabChanges(pageClock, (views) => this.#applyChanges(views))
  readonly #windowName = new Throttle(pageClock, titleIntervalMs, (name: string) => {
    document.title = name
  })
  /** The window's name as of now; it is sent at a pace. */
  #name = ''
  /** The main process says that the window can be seen. */
  #visible = true
  #focusSent: boolean | null = null
  readonly #overlays = new OverlayStack(this.state, () => this.focusGrid())
  readonly #switches = new Unconfirmed<string>(pageClock)
  readonly #rearranged = new Unconfirmed<SplitTab>(pageClock)
  readonly #hold = new Hold(pageClock, (bytes) => this.#typeIntoActive(bytes))

  constructor(ports: PagePorts) {
    this.#ports = ports
    this.state.active.subscribe(() => this.#recent.note(this.state.active.value))
    this.state.tabFilter.subscribe(() =>
      this.send({ kind: 'window/filter', text: this.state.tabFilter.value }),
    )
    this.panes = new Panes(ports.place, {
      send: (message) => {
        if (message.kind !== 'tab/input') this.send(message)
        else if (!this.#hold.later(message.bytes)) this.#type(message.tab, message.bytes)
      },
      keysHeld: () => this.#hold.on,
      kittyProtocol: () => this.state.options.value.keyboard.kitty_protocol,
      typed: () => {
        this.state.typed.set(true)
        hidePointer(this.state.options.value)
      },
      receivers: (id) => this.state.broadcast.of(id),
      looks: this.looks,
      profile: (tab) => this.state.tab(tab)?.value.profile,
      focused: (id) => this.activate(id),
      writePrimary: (text) => this.send({ kind: 'clipboard/write', selection: 'primary', text }),
    })
    const added = ports.features.map((feature) => feature(this))
    this.#actions = Object.assign({}, ...added.map(({ actions }) => actions))
    this.#handlers = Object.assign(this.#ownHandlers(), ...added.map(({ messages }) => messages))
    this.overlayViews = Object.assign({}, ...added.map(({ overlays }) => overlays))
    this.layers = added.flatMap(({ layers }) => layers ?? [])
    this.banners = added.flatMap(({ banners }) => banners ?? [])
    for (const { grids } of added) if (grids !== undefined) this.panes.provide(grids)
  }

  /** The page's one `service`, such as the search; made when it is first needed. */
  get<T extends object>(service: Service<T>): T {
    const made = this.#services.get(service) ?? new service(this)
    this.#services.set(service, made)
    return made as T // stored under its own constructor
  }

  listen(): void {
    this.#hold.begin({ kind: 'first' })
    this.#followSettings()
    this.#reduced.addEventListener('change', () => this.#decideMotion())
    document.addEventListener('visibilitychange', () => this.#decideMotion())
    for (const kind of ['focus', 'blur'] as const)
      window.addEventListener(kind, () => this.#sendFocus())
    this.#decideMotion()
  }

  mainNow(): number {
    return mainNow()
  }

  setGridOptions(options: GridOptions): void {
    this.panes.setOptions(options)
    this.looks.setOptions(options)
  }

  #followSettings(): void {
    this.#follow(
      (options) => options,
      (options) => {
        this.state.options.set(options)
        styleChrome(options)
        this.#decideMotion()
        this.state.lookAgain()
        this.#nameWindow()
      },
    )
    this.#follow(
      ({ shortcuts }) => shortcuts,
      (shortcuts) => this.keys.set(shortcuts),
    )
    this.#follow(
      (options) => gridOptionsOf(options, this.state.facts),
      (options) => this.setGridOptions(options),
    )
    this.#follow(
      ({ fonts, profiles }) => ({ fonts, profiles }),
      (options) =>
        window.requestIdleCallback(() => this.state.missingFonts.set(missingFonts(options))),
    )
  }

  /** Now, and whenever it changes. */
  #follow<Value>(selector: (options: Options) => Value, listener: (value: Value) => void): void {
    listener(selector(this.settings.options))
    this.settings.subscribe(selector, listener)
  }

  send(message: PageMessage): void {
    this.#ports.send(message)
  }

  receive<Kind extends MainMessage['kind']>(message: Extract<MainMessage, { kind: Kind }>): void {
    const handle: ((message: Extract<MainMessage, { kind: Kind }>) => void) | undefined =
      this.#handlers[message.kind as Kind]
    assert(handle !== undefined, `a feature takes ${message.kind}`)
    handle(message)
  }

  /** What is for no feature. */
  #ownHandlers(): MessageHandlers {
    const { state } = this
    return {
      'page/hello': (message) => {
        heardTime(message.now)
        const translucent = seeThrough(message.translucent)
        state.facts = { ...state.facts, translucent, fonts: message.fonts }
        this.#ports.hello(message)
        this.send({ kind: 'page/ready' })
        this.#sendFocus()
      },
      'window/state': (message) => {
        heardTime(message.now)
        this.#windowState(message)
      },
      'page/options': ({ options }) => this.settings.set(options),
      'page/layouts': ({ names }) => state.layouts.set(names),
      'page/offers': ({ answered }) => state.answeredOffers.set(answered),
      'page/configuration': ({ file, problems }) => state.complaint.set({ file, problems }),
      'tab/changed': ({ tab }) => this.#tabChanged(tab),
      'tab/cells': ({ tab, bytes }) => {
        this.#ports.tapped(tab)
        this.panes.take(tab, bytes)
      },
      'tab/bell': ({ tab }) => this.panes.ring(tab),
      'tab/size': ({ tab, size }) => {
        this.panes.hold(tab, size)
        state.holdSize(tab, size)
      },
      'tab/confirm-close': (message) => {
        this.#hold.refused(message.tab)
        this.open({ ...message, kind: 'close-tab' })
      },
      'window/confirm-close': (message) => {
        if (state.overlay.value?.kind === 'close-window') this.confirmOverlay()
        else this.open({ ...message, kind: 'close-window' })
      },
      'page/action': ({ action }) => {
        if (!isQuestion(state.overlay.value)) this.perform(action)
      },
      'page/themes': ({ themes, problems }) => this.looks.setOwn(themes, problems),
      'page/screen-reader': () => {
        state.facts = { ...state.facts, readerRuns: true }
        this.settings.compare()
      },
      'page/toast': ({ text }) => this.notices.say(text),
      'bar/drop-mark': ({ place }) => state.dropMark.set(place),
      'page/notice': (message) => this.notices.add(message.level, message.text, message),
    }
  }

  // What actions, menus and components do. Those that can find nothing to do say so by false.

  /** Now, or once the tab is there that the user means. */
  perform(action: ActionName): boolean {
    const run = this.#actions[action]
    assert(run !== undefined, `a feature performs ${action}`)
    return this.#hold.later(run) || run()
  }

  /** What the user types waits for another tab than the one in view. */
  get holdsKeys(): boolean {
    return this.#hold.on
  }

  newTab(profile?: string): void {
    this.opens({ kind: 'tab/open', ...(profile === undefined ? {} : { profile }) })
  }

  /** Asks for a tab that is not there yet; what the user types from now on is meant for it. */
  opens(message: PageMessage): void {
    if (this.#hold.later(() => this.opens(message))) return
    this.#hold.begin({ kind: 'opened', known: this.state.panes() })
    this.send(message)
  }

  /** Begins to give a tab a name. */
  rename(id = this.state.active.value): boolean {
    this.state.renaming.set(id)
    return id !== null
  }

  /** The tab that was in view before. */
  goBack(): boolean {
    const before = this.#recent.before(this.state.order.value)
    if (before !== null) this.activate(before)
    return before !== null
  }

  /** A pane, and with its last one the tab. */
  closeTab(id = this.state.active.value): boolean {
    if (id !== null && id === this.state.active.value) this.#hold.begin({ kind: 'closed', tab: id })
    if (id !== null) this.send({ kind: 'tab/close', tab: id, force: false })
    return id !== null
  }

  /** A tab with all its panes. */
  closeWholeTab(id = this.state.active.value): boolean {
    if (id === null || panesBeside(this.state.arrangement, id).length === 1)
      return this.closeTab(id)
    if (id === this.state.active.value) this.#hold.begin({ kind: 'closed', tab: id })
    this.send({ kind: 'tab/close', tab: id, force: false, whole: true })
    return true
  }

  closeOthers(id = this.state.active.value): boolean {
    for (const other of this.state.order.value) if (other !== id) this.closeWholeTab(other)
    return this.state.order.value.length > 1
  }

  /** @param since as for `Bars.approve` */
  restartTab(id = this.state.active.value, since?: number): boolean {
    if (id === null) return false
    if (this.state.tab(id)?.value.deferredStart !== undefined) {
      if (this.get(Bars).approve(id, since) === 'unread') this.notices.add('notice', unreadCommand)
      return true
    }
    this.send({ kind: 'tab/restart', tab: id, force: false })
    return true
  }

  /** Starts the command that waits in a tab. The approval is for it and its directory. */
  startTab(tab: string, { texts: [command = '', directory = ''] }: Approval): void {
    this.send({ kind: 'tab/start', tab, command, directory })
  }

  activate(id: string): void {
    if (
      this.#hold.later(() => this.activate(id)) ||
      id === this.state.active.value ||
      this.state.tab(id) === undefined
    )
      return
    this.send({ kind: 'tab/activate', tab: id })
    this.#switches.made(id)
    this.#changeGrid(() => this.#arrange(focusPane(this.state.arrangement, id)))
  }

  /** Takes over at once what the main process is going to say. */
  #arrange(arrangement: Arrangement): void {
    this.state.arrange(arrangement)
    this.panes.show(arrangement.active, this.state.splits.value)
    this.state.active.set(arrangement.active)
  }

  /** Other places, ratios or zoom for the panes of a tab. */
  rearrange(split: SplitTab): void {
    this.#changeGrid(() => this.#arrange(rearrange(this.state.arrangement, split)))
    this.send({ kind: 'pane/arrange', split })
    this.#rearranged.made(split)
  }

  activateAt(index: number): boolean {
    const id = this.state.order.value[index]
    if (id !== undefined) this.activate(id)
    return id !== undefined
  }

  /** The next tab or the one before, round the ends. */
  step(by: 1 | -1): boolean {
    const { length } = this.state.order.value
    if (length < 2) return false
    return this.activateAt((this.#indexOf(this.state.active.value) + by + length) % length)
  }

  moveTab(by: 1 | -1, id = this.state.active.value): boolean {
    const other = this.state.order.value[this.#indexOf(id) + by]
    return id !== null && other !== undefined && this.moveTabTo(id, other)
  }

  /** To the place of another tab, of the same group. */
  moveTabTo(id: string, other: string): boolean {
    const moves = movesTo(this.state, id, other)
    for (const move of moves) this.send({ kind: 'tab/move', ...move })
    return moves.length > 0
  }

  /**
   * Enter, where no program is: starts the command that waits for that, else closes the tab.
   * @param since when the keyboard came to the tab
   */
  leaveEnded(since: number): void {
    const id = this.state.active.value
    const view = this.state.tab(id ?? '')?.value
    if (view?.deferredStart === undefined) this.closeTab()
    else this.restartTab(id, since)
  }

  /** The active tab, when its program has ended: Enter is not the program's. */
  endedTab(): string | null {
    const id = this.state.active.value
    return id !== null && this.isOver(id) ? id : null
  }

  /** The tab's program has ended, or could not be started. */
  isOver(tab: string): boolean {
    const phase = this.state.tab(tab)?.value.phase
    return phase !== undefined && isOver(phase)
  }

  open(overlay: Overlay): void {
    this.#overlays.open(overlay)
  }

  /** Takes away what lies over the window. */
  dismiss(): void {
    this.#overlays.dismiss()
  }

  dismissThen(act: () => void): void {
    this.#overlays.dismissThen(act)
  }

  /** The questions that are open or wait. */
  questions(): readonly (Overlay | null)[] {
    return this.#overlays.questions()
  }

  overlayGone(): void {
    this.#overlays.gone()
  }

  /** Does what the open question asks about. */
  confirmOverlay(): void {
    const overlay = this.state.overlay.value
    this.dismiss()
    if (overlay?.kind === 'close-tab')
      this.send({
        kind: overlay.restart ? 'tab/restart' : 'tab/close',
        tab: overlay.tab,
        force: true,
        ...(overlay.whole === true && !overlay.restart ? { whole: true } : {}),
      })
    if (overlay?.kind === 'close-window')
      this.send(
        overlay.quit ? { kind: 'app/quit', force: true } : { kind: 'window/close', force: true },
      )
  }

  /** Opens the link that the user has approved; its address is the approval's text. */
  openLink(tab: string, { text: address }: Approval): void {
    this.dismiss()
    this.send({ kind: 'link/open', tab, address })
  }

  focusGrid(): void {
    this.panes.shown?.focus()
  }

  #windowState({
    id: window,
    tabs,
    active: named,
    split,
    visible,
  }: MainMessage & { kind: 'window/state' }): void {
    this.state.window = window
    this.#visible = visible
    this.#decideMotion()
    this.#changes.flush()
    const ids = tabs.map(({ id }) => id)
    const switched = this.#switches.settle(
      (tab) => tab === named,
      (tab) => ids.includes(tab),
    )
    const active = switched.at(-1) ?? named
    const said = { order: split?.order ?? ids, splits: split?.splits ?? noSplits, active: named }
    const given = this.#rearranged
      .settle(
        (one) => said.splits.some((other) => sameSplit(one, other)),
        (one) => rearrange(said, one) !== said,
      )
      .reduce(rearrange, said)
    const arranged = active === null || active === named ? given : focusPane(given, active)
    this.#changeGrid(() => {
      this.state.setTabs(tabs, arranged)
      this.panes.keep(ids, active, this.state.splits.value)
      for (const { id, phase } of tabs) this.panes.freeze(id, isOver(phase))
      this.state.active.set(active)
      const overlay = this.state.overlay.value
      if (isQuestion(overlay) && this.#overlays.isGone(overlay)) this.dismiss()
    })
    this.#hold.settle(ids)
    this.panes.sayMeasures()
  }

  /** After `change` the keyboard is with the grid in view, unless the bar or an overlay has it. */
  #changeGrid(change: () => void): void {
    const barHasFocus = document.activeElement?.closest('[role=tablist]') != null
    const shown = this.panes.shown
    change()
    if (this.panes.shown !== shown && !barHasFocus && this.state.overlay.value === null)
      this.focusGrid()
    this.#nameWindow()
  }

  #typeIntoActive(bytes: Uint8Array): void {
    const tab = this.state.active.value
    if (tab !== null) this.#type(tab, bytes)
  }

  /**
   * A key that comes before there is a grid to take it.
   * @returns false: there is one, or the page waits for none
   */
  typeEarly(text: string): boolean {
    if (this.panes.shown !== null) return false
    return this.#hold.later(new TextEncoder().encode(text))
  }

  /** Into this pane, and all others that get what is typed into it. */
  #type(pane: string, bytes: Uint8Array): void {
    for (const tab of this.state.broadcast.of(pane)) this.send({ kind: 'tab/input', tab, bytes })
  }

  /** What decides where keys go counts at once, the rest with the next frame. */
  #tabChanged(view: TabView): void {
    this.#changes.add(view)
    if (this.state.tab(view.id)?.value.phase !== view.phase) this.#changes.flush()
  }

  #applyChanges(views: readonly TabView[]): void {
    // the others went while this was on its way
    const here = views.filter(({ id }) => this.state.tab(id) !== undefined)
    for (const view of here) {
      this.#announcer.changed(this.state.tab(view.id)?.value.state ?? view.state, view)
      this.panes.freeze(view.id, isOver(view.phase))
    }
    this.state.changeTabs(here)
    this.#nameWindow()
  }

  #nameWindow(): void {
    const id = this.state.active.value
    const name = windowTitle(
      this.state.options.value.window.title,
      id === null ? undefined : this.state.tab(id)?.value,
      this.state.asking.value.length,
    )
    if (name !== this.#name) this.#windowName.push((this.#name = name))
  }

  #decideMotion(): void {
    const visible = this.#visible && document.visibilityState === 'visible'
    const { ui } = this.state.options.value
    const reduced = this.#reduced.matches
    this.state.moves.set(visible && motionAllowed(ui, reduced))
    this.panes.setMotion(visible && !reducesMotion(ui, reduced))
    this.state.visible.set(visible)
  }

  #sendFocus(): void {
    const focused = document.hasFocus()
    if (focused === this.#focusSent) return
    this.#focusSent = focused
    this.send({ kind: 'window/focus', focused })
  }

  #indexOf(id: string | null): number {
    return id === null ? -1 : this.state.order.value.indexOf(id)
  }
}

function isOver(phase: TabView['phase']): boolean {
  return phase === 'ended' || phase === 'failed'
}
