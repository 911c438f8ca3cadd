/**
 * One window's tabs: carries out what the page asks and sends it the state. The page may go and
 * come again; sessions stay. It knows neither Electron nor Node: all it needs comes as ports.
 */
import { filesOf } from '../../config/problem.ts'
import { noSuchProfile, profileNamed, withProfile } from '../../config/profile.ts'
import type { Savable } from '../../config/savable.ts'
import { defaults, type Options } from '../../config/table.ts'
import { tomlValue } from '../../config/written.ts'
import type { MainMessage, PageMessage, ResumeLine, WindowFacts } from '../../ipc/contract.ts'
import type { Size } from '../../session/ports.ts'
import { refusalTexts } from '../../session/line-typing.ts'
import type { Session } from '../../session/session.ts'
import type { SessionEvent } from '../../session/session-ports.ts'
import { named } from '../../../base/text/safe-text.ts'
import {
  allPanes,
  emptyArrangement,
  focusPane,
  keptSplits,
  movePaneTab,
  ownTab,
  panesBeside,
  paneSlot,
  rearrange,
  renameSplit,
  splitOf,
  tabOf,
  together,
  withoutPane,
  withPane,
  withPaneBack,
  withTab,
  type Arrangement,
  type KeptSplit,
  type SplitTab,
} from '../panes/arrangement.ts'
import { panesMax } from '../panes/limits.ts'
import type { Axis } from '../panes/tree.ts'
import type { Layout } from '../layouts/layout.ts'
import { layoutPane, layoutTab, type LayoutSurroundings } from './layout-tabs.ts'
import { paneAct, type PaneAct } from '../panes/act.ts'
import { filterTabs } from '../tabs/filter-tabs.ts'
import { grouped } from '../tabs/groups.ts'
import { isGrouped } from '../tabs/tab-layout.ts'
import type { WindowRegistry } from './window-registry.ts'
import { closedTabsMax, type ClosedTab } from './closed-tabs.ts'
import { ClipboardService, type Clipboard } from './clipboard-service.ts'
import { lostWith, programInFront } from './program-in-front.ts'
import { Directories } from './directories.ts'
import { beginTab, type TabHandle } from './tab-handle.ts'
import { listedPanes, type ListedPane } from './listed-pane.ts'
import { namedDirectory } from './named-directory.ts'
import { GridSizes, halfOf } from './grid-sizes.ts'
import { tabsMax } from './limits.ts'
import { showInPager } from './pager.ts'
import { closesOnExit, commandOf, type TabOptions } from './tab-options.ts'
import { TextServices, textServiceMessages } from './text-services.ts'
import {
  anyTabMessages,
  type Attended,
  forEach,
  forSession,
  ownTabMessages,
  type PageMessageHandlers,
} from './page-message-handlers.ts'
import type { Send, WorkspaceFacts, WorkspacePorts } from './workspace-ports.ts'
export type { Clipboard, TabHandle, TabOptions, WorkspaceFacts, WorkspacePorts }

/** A tab on its way to another window. */
export interface MovedTab {
  readonly panes: readonly TabHandle[]
  /** null: it is one pane. */
  readonly split: SplitTab | null
  readonly focus: string
}

export class Workspace {
  readonly #facts: WorkspaceFacts
  readonly #ports: WorkspacePorts
  readonly #held = new Map<string, TabHandle>()
  /** Themes, links and sounds. */
  readonly texts: TextServices
  readonly #clipboard: ClipboardService
  readonly #directories: Directories
  /** Its tabs, and the panes of each. */
  #strip: Arrangement = emptyArrangement
  #page: Send | null = null
  #newPage: Send | null = null
  readonly #sizes: GridSizes
  /** What programs can ask for of this window; null: no page has sent them. */
  #windowFacts: WindowFacts | null = null
  #earlyNotices: MainMessage[] = [] // notices while there is no page
  #closed = false
  /** What narrows the tabs of its sidebar. */
  #filter = ''
  /** The window has the keyboard. */
  #focused = false
  #focusedTab: string | null = null
  #options: Options
  #configurationProblems: Extract<MainMessage, { kind: 'page/configuration' }> | null = null

  readonly #handlers: PageMessageHandlers = {
    'page/ready': () => this.#greet(),
    'tab/open': ({ profile }) => this.open(this.newTab(profile)),
    'tab/close': ({ tab, force, whole }) => this.#close(tab, force, whole === true),
    'tab/restart': ({ tab, force }) => this.#restart(tab, force),
    'tab/start': (message) => this.#start(message),
    'tab/resume': ({ tab, accept }) => this.#resume(tab, accept),
    'tab/activate': ({ tab }) => this.activate(tab),
    'tab/move': ({ tab, to }) => this.#setStrip(movePaneTab(this.#strip, tab, to)),
    'pane/split': ({ tab, axis }) => this.split(tab, axis),
    'pane/arrange': ({ split }) => this.#setStrip(rearrange(this.#strip, split)),
    'pane/join': ({ tab, at, side }) => {
      if (!this.#held.has(tab) || !this.#held.has(at)) return
      const problem = this.pane(tab, { act: 'join', at, side })
      if (problem !== null) this.notice('warning', problem)
    },
    'pane/own-tab': ({ tab }) => this.#setStrip(ownTab(this.#strip, tab)),
    'tab/duplicate': ({ tab }) => this.#duplicate(tab),
    'tab/reopen': () => this.#reopen(),
    'tab/why': ({ tab, request }) => this.#why(tab, request),
    'tab/to-window': ({ tab, window }) => this.#moveToWindow(tab, window),
    'tab/drag': ({ tab, at, drop }) => this.#ports.registry?.drag(tab, at, drop),
    'tab/page': (message) => this.#openInPager(message),
    'tab/resize': ({ tab, cols, rows }) => this.#resize(tab, { cols, rows }),
    'tab/paste': (message) => this.#paste(message),
    'tab/input': (message) => this.#type(message),
    ...forSession(ownTabMessages, (tab) => this.session(tab)),
    ...forSession(
      anyTabMessages(() => this.#ports.clock.now()),
      (tab) => this.#find(tab),
    ),
    ...forEach(textServiceMessages, (message) => this.texts.receive(message)),
    'clipboard/write': ({ selection, text }) => void this.#clipboard.write(selection, text),
    'clipboard/read': ({ tab, selection, request }) =>
      void this.#clipboard.read(
        selection,
        request,
        () => this.session(tab)?.heedsBrackets === true,
      ),
    'window/new': () => this.#ports.registry?.newWindow(this.placeForNewTab()),
    'layout/save': ({ name, overwrite }) => this.#saveLayout(name, overwrite),
    'layout/open': ({ name }) => {
      const problem = this.#ports.layouts?.open(name) ?? null
      if (problem !== null) this.notice('error', problem)
    },
    'window/close': ({ force }) => this.#closeWindow(force),
    'window/fullscreen': () => this.#ports.window.toggleFullscreen(),
    'window/facts': (message) => this.#setFacts(message),
    'window/filter': ({ text }) => {
      this.#filter = text
    },
    'window/room': ({ kind: _, ...size }) => this.#sizes.hasRoom(size),
    'window/measured': (message) => this.#ports.window.measured?.(message),
    'window/focus': ({ focused }) => this.#setFocused(focused),
    'config/open': (message) => this.#openConfiguration(message),
    'config/reload': () => this.#ports.reloadConfiguration?.(),
    'option/never-ask': () => this.#ports.registry?.neverAsk(),
    'offer/answered': ({ agent }) => this.#ports.offers?.answer(agent),
    'mcp/answer': ({ question, access }) => this.#ports.mcp?.answer(question, access),
    'mcp/forget': ({ path }) => this.#ports.mcp?.forget(path),
    'option/save': ({ option }) => this.#saveOption(option),
    'attention/go': ({ tab }) => this.#ports.registry?.goTo(tab),
    'attention/dialog': ({ tab }) => void this.#showDialog(tab),
    'attention/answer': (message) => void this.#answerDialog(message),
    'attention/history': () => this.#sendNotificationHistory(),
    'app/quit': ({ force }) => this.#quit(force),
  }

  constructor(facts: WorkspaceFacts, ports: WorkspacePorts) {
    this.#facts = facts
    this.#ports = ports
    this.#options = ports.options ?? defaults
    this.#directories = new Directories(ports, facts.home, (id) => this.session(id))
    this.texts = new TextServices(
      facts,
      ports,
      () => this.#options,
      (tab) => this.session(tab),
      (message) => this.send(message),
    )
    this.#clipboard = new ClipboardService(ports.clipboard, ports.clock, (message) =>
      this.send(message),
    )
    this.#sizes = new GridSizes({
      clock: ports.clock,
      arrangement: () => this.#strip,
      sessions: () => [...this.#held.values()].map(({ session }) => session),
    })
  }

  /**
   * A page's port is there. It is sent nothing but the greeting before it says that it is ready.
   */
  connect(send: Send): void {
    this.disconnect()
    this.#newPage = send
    send({
      kind: 'page/hello',
      version: this.#facts.version,
      test: this.#facts.test,
      now: this.#ports.clock.now(),
      translucent: this.#ports.window.translucent === true,
      fonts: [...(this.#facts.fonts ?? [])],
    })
  }

  /** Other options are in force. */
  configure(options: Options): void {
    const before = this.#options
    this.#options = options
    for (const { session } of this.#held.values())
      session.configure(withProfile(options, profileNamed(options, session.facts().profile)))
    this.send({ kind: 'page/options', options })
    this.texts.configured(before, options)
  }

  sendOffers(): void {
    this.send({ kind: 'page/offers', answered: [...(this.#ports.offers?.answered() ?? [])] })
  }

  /** Which programs may use `vibeflow mcp`, and what is asked about it. */
  sendMcp(): void {
    if (this.#ports.mcp !== undefined) this.send(this.#ports.mcp.state())
  }

  /** What is wrong with the configuration; nothing: it is good. */
  showConfigurationProblems(found: {
    readonly file: string
    readonly problems: Readonly<Extract<MainMessage, { kind: 'page/configuration' }>['problems']>
  }): void {
    this.#configurationProblems = {
      kind: 'page/configuration',
      file: found.file,
      problems: [...found.problems],
    }
    this.send(this.#configurationProblems)
  }

  /**
   * Says something to the user in this window. `editor`: a file of the configuration can be opened
   * in it. `instead`: the text of a notice that is no longer true.
   */
  notice(
    level: 'error' | 'warning' | 'notice',
    text: string,
    editor?: { readonly name: string; readonly file: string },
    instead?: string,
  ): void {
    const notice: MainMessage = {
      kind: 'page/notice',
      level,
      text,
      ...(editor === undefined ? {} : { editor }),
      ...(instead === undefined ? {} : { instead }),
    }
    if (this.#page === null) this.#earlyNotices = [...this.#earlyNotices, notice].slice(-4)
    else this.send(notice)
  }

  /** The page is gone: reloaded, crashed, closed. */
  disconnect(): void {
    this.#page = null
    this.#newPage = null
    this.#filter = ''
    for (const { session } of this.#held.values()) session.detach()
  }

  get id(): string {
    return this.#ports.window.id
  }
  get options(): Options {
    return this.#options
  }

  /** Tabs in the order of the bar, each by its pane with the focus. */
  get tabs(): readonly string[] {
    return this.#strip.order
  }

  /** Every pane, tab after tab, and how tabs that have several are divided. */
  get panes(): { readonly ids: readonly string[]; readonly splits: readonly KeptSplit[] } {
    return { ids: allPanes(this.#strip), splits: keptSplits(this.#strip) }
  }

  /** The same as if those that show something once were closed; `active`: an index of `ids`. */
  get lasting(): Workspace['panes'] & { readonly active: number } {
    const once = allPanes(this.#strip).filter((id) => this.session(id)?.once === true)
    const strip = this.#without(once)
    const ids = allPanes(strip)
    return { ids, splits: keptSplits(strip), active: ids.indexOf(strip.active ?? '') }
  }

  /** Every pane in words; `window`: its name. */
  listed(window: string): ListedPane[] {
    this.lookUpDirectories()
    return listedPanes(this.#strip, (id) => this.session(id), window)
  }

  panesBeside(pane: string): readonly string[] {
    return panesBeside(this.#strip, pane)
  }

  /** The tab in view: its pane with the focus. */
  get active(): string | null {
    return this.#strip.active
  }

  session(tab: string): Session | undefined {
    return this.#held.get(tab)?.session
  }
  /**
   * `before`: a closed tab that comes back, at its place. @returns its id; null: there are too many
   */
  open(tab: TabOptions, before?: ClosedTab): string | null {
    if (!this.#hasRoom()) return null
    const held = this.#begin(tab, this.#sizes.ofTab, before)
    this.adopt(held, before?.place)
    return held.session.id
  }

  /**
   * Divides the room of a pane in two; the other half is a new pane, in the same directory unless
   * `tab` says otherwise, and has the focus.
   * @returns its id; null: there are too many, or none to be split
   */
  split(at: string, axis: Axis, tab?: TabOptions): string | null {
    const session = this.session(at)
    if (session === undefined || !this.#hasRoom()) return null
    if (panesBeside(this.#strip, at).length >= panesMax) {
      this.notice(
        'warning',
        `This tab has ${panesMax} panes, which is as many as it can hold. Close one first.`,
      )
      return null
    }
    const { profile } = session.facts()
    const place = tab ?? { ...this.#placeBeside(at, profile), ...profileOf(profile) }
    const held = this.#begin(place, halfOf(session.size ?? this.#sizes.ofTab, axis))
    this.#take([held], (strip) => withPane(strip, at, held.session.id, axis))
    return held.session.id
  }

  /** For so many more panes. */
  hasRoomFor(panes: number): boolean {
    return this.#held.size + panes <= tabsMax
  }

  /** Does this to a pane. @returns why not, in a sentence; null: it is done */
  pane(id: string, act: PaneAct): string | null {
    const done = paneAct(this.#strip, id, act)
    if (typeof done === 'string') return done
    if (done !== null) this.#setStrip(done)
    else if (act.act === 'close') return this.#closePane(id, act.force)
    return null
  }

  #closePane(id: string, force: boolean): string | null {
    const session = this.session(id)
    if (session === undefined) return null
    const lost = force ? null : lostWith(session, this.#ports.foreground, this.#facts.home)
    if (lost !== null) return `${lost}. --force closes it all the same.`
    this.#end(id)
    return null
  }

  #hasRoom(): boolean {
    if (this.hasRoomFor(1)) return true
    this.send({
      kind: 'page/notice',
      level: 'error',
      text: `This window has ${tabsMax} tabs, which is as many as it can hold. Close one first.`,
    })
    return false
  }

  #begin(tab: TabOptions, size: Size | null, before?: ClosedTab): TabHandle {
    return beginTab(
      { ...tab, ...(before === undefined ? {} : { before }) },
      {
        facts: this.#facts,
        ports: this.#ports,
        options: this.#options,
        size,
        owner: this,
        bellMarks: () => this.#rules.bell.attention,
      },
    )
  }

  /** A tab of the last run, behind the others. @returns its id; null: there are too many */
  restore(tab: ClosedTab): string | null {
    const again = { ...this.#directories.again(tab), ...titleOf(tab) }
    return this.open({ ...again, restored: true, waits: true }, tab)
  }

  /**
   * Tabs that have just been opened: shows one of them, by its index, and makes panes of those that
   * `splits` names by theirs, as text.
   */
  arrange(ids: readonly (string | null)[], active: number, splits: readonly KeptSplit[]): void {
    this.activate(ids[active] ?? ids[0] ?? '')
    for (const split of splits)
      for (const named of renameSplit(split, (at) => ids[Number(at)] ?? null))
        this.#setStrip(together(this.#strip, named))
  }

  /** Opens the panes of a layout, in a window without tabs. Their commands wait to be started. */
  openLayout({ panes, splits, active }: Layout, others: LayoutSurroundings): void {
    const { home, environment } = this.#facts
    const ids = panes.map((pane, place) => {
      const { missing, ...tab } = layoutTab(pane, { ...others, home, environment }, this.#options)
      if (missing !== undefined) this.notice('warning', missing)
      if (!this.#hasRoom()) return null
      const held = this.#begin(tab, this.#sizes.ofTab)
      this.adopt(held, place)
      return held.session.id
    })
    this.arrange(ids, active, splits)
  }

  #saveLayout(name: string, overwrite: boolean): void {
    const saved = this.#ports.layouts?.save(name, overwrite)
    if (saved === undefined) return
    this.sendLayouts()
    if ('problem' in saved) this.notice('error', saved.problem)
    else
      this.notice(
        saved.notes.length === 0 ? 'notice' : 'warning',
        [`Saved as ${saved.file}.`, ...saved.notes].join(' '),
      )
  }

  sendLayouts(): void {
    this.send({ kind: 'page/layouts', names: [...(this.#ports.layouts?.names() ?? [])] })
  }

  /** Asks the kernel where each tab is: a moment after `cd` it is not known. */
  lookUpDirectories(): void {
    for (const { session } of this.#held.values()) this.#directories.lookUp(session)
  }

  /** Its tabs as they are now, without what they show. */
  get layout(): Layout {
    const { ids, splits, active } = this.lasting
    this.lookUpDirectories()
    const at = (id: string) => String(ids.indexOf(id))
    return {
      panes: ids.flatMap((id) => {
        const session = this.session(id)
        return session === undefined ? [] : layoutPane(session.restorable(0))
      }),
      splits: splits.flatMap((split) => renameSplit(split, at)),
      active: Math.max(0, active),
    }
  }

  /** Takes a tab in, where new ones go or at `place`, and shows it. Its program does not notice. */
  adopt(held: TabHandle, place?: number): void {
    this.#take([held], (before) => this.#withTab(before, held, place))
  }

  #withTab(before: Arrangement, { session: { id } }: TabHandle, place?: number): Arrangement {
    const strip = withTab(before, id, this.#options.tabs.new_position)
    return place === undefined ? strip : movePaneTab(strip, id, place)
  }

  #take(panes: readonly TabHandle[], put: (strip: Arrangement) => Arrangement): void {
    for (const held of panes) {
      held.owner = this
      this.#held.set(held.session.id, held)
      if (this.#windowFacts !== null) held.session.shownIn(this.#windowFacts)
    }
    this.#strip = put(this.#strip)
    for (const { session } of panes) this.#ports.registry?.changed(session.view())
    this.#updateFocus()
    this.#sendState()
    if (this.#page !== null) for (const { session } of panes) session.attach()
  }

  /**
   * Lets a tab go to another window, with all its panes: its programs go on, and what they print
   * meanwhile is kept for the page that they come to.
   */
  release(tab: string): MovedTab {
    const split = splitOf(this.#strip, tab)
    const focus = tabOf(this.#strip, tab)
    const panes = panesBeside(this.#strip, tab).flatMap((id) => this.#held.get(id) ?? [])
    for (const { session } of panes) session.detach()
    this.#forget(panes.map(({ session }) => session.id))
    return { panes, split, focus }
  }

  /** Takes in what another window has let go. */
  adoptTab({ panes, split, focus }: MovedTab, place?: number): void {
    this.#take(panes, (before) => {
      const tabs = panes.reduce((strip, held) => this.#withTab(strip, held, place), before)
      const shown = focusPane(tabs, focus)
      return split === null ? shown : together(shown, split)
    })
  }

  /**
   * Takes a tab away again that could not be started and that nobody asked to see; `before`, the
   * tab in view until then, is in view again.
   */
  withdraw(tab: string, before: string | null): void {
    const session = this.session(tab)
    if (session?.phase !== 'failed') return
    if (before !== null && this.#strip.active === tab) this.activate(before)
    session.dispose()
    this.#forget([tab])
    this.#ports.registry?.gone(tab)
  }

  /** Makes a tab the one in view. */
  activate(tab: string): void {
    this.#setStrip(focusPane(this.#strip, tab))
  }

  /** A client of its socket wants the tab to be seen. False: there is no window any more. */
  show(tab: string): boolean {
    if (this.#closed) return false
    if (this.#ports.registry === undefined) this.activate(tab)
    else this.#ports.registry.goTo(tab)
    return true
  }

  /**
   * A message of the page. One about a tab that is gone is ignored: the page may not know it yet.
   */
  receive(message: PageMessage): void {
    const handler = this.#handlers[message.kind] as (message: PageMessage) => void
    handler(message)
  }

  /**
   * The user asked to close the window. True: it may go. False: the page asks first, and answers
   * with `window/close`. Without a page that could ask, it may go.
   */
  mayClose(): boolean {
    if (!this.canAsk || !this.#rules.ui.confirm_on_close) return true
    const sentences = this.wouldBeLost()
    const tabs = this.#strip.order.length
    if (sentences.length === 0 && (tabs <= 1 || this.#ports.registry?.comesBack() === true))
      return true
    this.send({ kind: 'window/confirm-close', sentences, tabs, quit: false })
    return false
  }

  /** There is a page that could ask the user. */
  get canAsk(): boolean {
    return this.#page !== null
  }

  /** A sentence for each tab in which something would be lost. */
  wouldBeLost(): string[] {
    return [...this.#held.values()]
      .map(({ session }) => lostWith(session, this.#ports.foreground, this.#facts.home))
      .filter((sentence) => sentence !== null)
  }

  /** Ends every session. Returns at once. */
  dispose(): void {
    this.#closed = true
    this.#page = null
    this.#sizes.dispose()
    this.#directories.dispose()
    const { registry } = this.#ports
    const lasting = [...this.#held].filter(([, { session }]) => !session.once)
    for (const [id, { session }] of lasting.slice(-closedTabsMax))
      registry?.closed.add(this.#closedTab(id, session))
    for (const [id, { session }] of this.#held) {
      session.dispose()
      this.#ports.registry?.gone(id)
    }
    this.#held.clear()
  }

  /** The window is full-screen or not, can be seen or not: that has changed. */
  windowChanged(): void {
    this.#sendState()
  }

  #greet(): void {
    if (this.#newPage === null) return // once for each page
    this.#page = this.#newPage
    this.#newPage = null
    this.send({ kind: 'page/options', options: this.#options })
    if (this.#configurationProblems !== null) this.send(this.#configurationProblems)
    if (this.#ports.offers?.answered().length) this.sendOffers()
    if (this.#ports.layouts !== undefined) this.sendLayouts()
    this.sendMcp()
    this.#sendState()
    this.texts.greet()
    const overview = this.#ports.registry?.overview()
    if (overview != null) this.send(overview)
    const active = this.#strip.active
    const panes = allPanes(this.#strip)
    const order = active === null ? panes : [active, ...panes.filter((id) => id !== active)]
    for (const id of order) this.session(id)?.attach() // what the user looks at comes first
    for (const notice of this.#earlyNotices.splice(0)) this.send(notice)
  }

  /** Keys first, then what makes way for their echo. */
  #type({ tab, bytes }: Extract<PageMessage, { readonly kind: 'tab/input' }>): void {
    this.session(tab)?.input('keys', bytes)
    for (const { session } of this.#held.values()) if (session.id !== tab) session.typedBeside()
  }

  /** Keeps the sessions' focus: the active tab of a focused window has it. */
  #updateFocus(): void {
    for (const id of allPanes(this.#strip)) this.session(id)?.setActive(id === this.#strip.active)
    const now = this.#focused ? this.#strip.active : null
    if (now === this.#focusedTab) return
    const before = this.#focusedTab
    this.#focusedTab = now
    this.#ports.registry?.front(now) // first: a tab in front gets no notification
    if (before !== null) this.#held.get(before)?.session.applyEvidence({ type: 'focus', on: false })
    if (now !== null) this.#held.get(now)?.session.applyEvidence({ type: 'focus', on: true })
  }

  #setFocused(focused: boolean): void {
    this.#focused = focused
    this.#updateFocus()
  }

  /** A tab that is its window's only one stays there, unless another window is named. */
  #moveToWindow(tab: string, window: string | null): void {
    if (this.#strip.order.length > 1 || window !== null) this.#ports.registry?.moveTab(tab, window)
  }

  /** Opens only files that the user was shown a problem of. */
  #openConfiguration({ file, inTerminal }: Extract<PageMessage, { kind: 'config/open' }>): void {
    if (
      file === undefined ||
      this.#configurationProblems?.file === file ||
      filesOf(this.#configurationProblems?.problems, this.texts.themeProblems).has(file)
    )
      this.#ports.openConfiguration?.(file ?? null, inTerminal === true)
  }

  /** *Save* on a setting: written into the user's file. */
  #saveOption(option: Savable): void {
    const { name, value } = option
    const save = this.#ports.saveOption
    const problem = save === undefined ? 'there is no configuration to save in.' : save(option)
    const text = value === null ? `Removed: ${name}` : `Saved: ${name} = ${tomlValue(value)}`
    if (problem === null) this.send({ kind: 'page/toast', text })
    else this.send({ kind: 'page/notice', level: 'warning', text: problem })
  }

  #sendNotificationHistory(): void {
    this.send({ kind: 'attention/history', notifications: this.#ports.registry?.history() ?? [] })
  }

  #quit(force: boolean): void {
    if (this.#ports.registry === undefined) this.#closeWindow(force)
    else this.#ports.registry.quit(force)
  }

  #why(id: string, request: number): void {
    const session = this.session(id)
    if (session !== undefined)
      this.send({ kind: 'tab/why', tab: id, request, report: session.why() })
  }

  async #showDialog(tab: string): Promise<void> {
    const dialog = await this.#find(tab)?.dialog()
    if (dialog !== undefined) this.send({ kind: 'attention/dialog', tab, dialog })
  }

  async #answerDialog({
    tab,
    token,
    choice,
  }: Extract<PageMessage, { kind: 'attention/answer' }>): Promise<void> {
    const answered = await this.#find(tab)?.answer(token, choice)
    const why = answered?.sent === true ? null : (answered?.why ?? 'The tab is gone.')
    this.send({ kind: 'attention/answered', tab, why })
  }

  /** `whole`: with the other panes of its tab. */
  #close(id: string, force: boolean, whole: boolean): void {
    const session = this.session(id)
    if (session === undefined) return
    const closing = whole ? panesBeside(this.#strip, id) : [id]
    const sentences =
      force || !this.#rules.ui.confirm_on_close
        ? []
        : closing
            .flatMap((one) => this.session(one) ?? [])
            .map((one) => lostWith(one, this.#ports.foreground, this.#facts.home))
            .filter((sentence) => sentence !== null)
    if (sentences.length > 0)
      this.send({
        kind: 'tab/confirm-close',
        tab: id,
        running: programInFront(session, this.#ports.foreground),
        restart: false,
        sentence: sentences.join('; '),
        ...(closing.length > 1 ? { whole: true } : {}),
      })
    else for (const one of closing.toReversed()) this.#end(one) // as #without
  }

  /** Ends a session for good; it can be opened again. */
  #end(id: string): void {
    const session = this.session(id)
    if (session === undefined) return
    if (!session.once) this.#ports.registry?.closed.add(this.#closedTab(id, session))
    session.dispose()
    this.#forget([id])
    this.#ports.registry?.gone(id)
  }

  #closedTab(id: string, session: Session): ClosedTab {
    const slot = paneSlot(this.#strip, id)
    this.#directories.lookUp(session) // it may have gone elsewhere a moment ago
    return { ...session.restorable(), place: this.#placeOf(id), id, slot }
  }

  /** Index of the pane's tab in the bar. */
  #placeOf(id: string): number {
    return this.#strip.order.indexOf(tabOf(this.#strip, id))
  }

  /**
   * Without these panes, at once: none of them is looked at between. Without any tab there is no
   * window.
   */
  #forget(panes: readonly string[]): void {
    const strip = this.#without(panes)
    for (const id of panes) {
      this.#held.delete(id)
      this.#directories.forget(id)
    }
    this.#setStrip(strip)
    if (this.#held.size === 0) this.#ports.window.close()
  }

  /** The first pane of a tab, which has its place in the bar, goes last. */
  #without(panes: readonly string[]): Arrangement {
    return panes.reduceRight(
      (strip, id) =>
        strip.active === id && splitOf(strip, id) === null
          ? withoutPane(strip, id, this.#around(strip, id))
          : withoutPane(strip, id),
      this.#strip,
    )
  }

  /** The tab and those that the bar shows, if it shows any other, else all. Looks at all. */
  #around(strip: Arrangement, tab: string): readonly string[] {
    const viewsOf = (id: string) =>
      panesBeside(strip, id).flatMap((pane) => this.session(pane)?.view() ?? [])
    const projectOf = (id: string) => viewsOf(id)[0]?.project ?? ''
    const all = isGrouped(this.#options.tabs) ? grouped(strip.order, projectOf) : strip.order
    if (this.#filter === '') return all
    const left = all.filter((id) => id === tab || filterTabs(viewsOf(id), this.#filter).length > 0)
    return left.length > 1 ? left : all
  }

  #duplicate(id: string): void {
    const session = this.session(id)
    if (session === undefined) return
    this.#directories.lookUp(session)
    this.#strip = focusPane(this.#strip, id) // the new one stands behind it
    const again = this.#directories.again(session.facts())
    this.open({ ...again, once: session.once, word: 'duplicated' })
  }

  #reopen(): void {
    const { closed } = this.#ports.registry ?? {}
    const tab = closed?.take()
    if (tab == null || !this.#hasRoom()) return
    const again = { ...this.#directories.again(tab), ...titleOf(tab) }
    const held = this.#begin(again, null, tab) // until its place is known
    const { id } = held.session
    this.#take(
      [held],
      (strip) =>
        (tab.slot == null ? null : withPaneBack(strip, id, tab.slot)) ??
        this.#withTab(strip, held, tab.place),
    )
    if (this.#sizes.ofTab !== null && held.session.phase === 'starting')
      held.session.resize(this.#sizes.of(id))
    if (tab.id !== undefined) closed?.cameBack(tab.id, id)
  }

  happened(id: string, event: SessionEvent): void {
    const held = this.#held.get(id)
    if (held === undefined) return
    this.#ports.registry?.happened(id, event)
    if (event.type !== 'ended') return
    this.#ports.registry?.changed(held.session.view()) // before it may go
    const onExit = held.onExit ?? this.#rules.tabs.on_exit
    const shellRanMs = held.session.facts().isUserShell
      ? (held.session.view().exit?.ranMs ?? 0)
      : null
    if (closesOnExit(onExit, event.exit, shellRanMs)) this.#end(id)
  }

  clipboardForProgram(id: string, selection: 'clipboard' | 'primary', text: string): void {
    void this.#clipboard.writeForProgram(selection, text, {
      title: () => this.session(id)?.view().title ?? null,
      notice: () => this.#options.clipboard.osc52_notice,
    })
  }

  /**
   * A paste is bounded as a whole, and one at a time: a program that does not read must not make
   * the terminal grow.
   */
  #paste({ tab, bytes, total, last }: Extract<PageMessage, { kind: 'tab/paste' }>): void {
    if (this.session(tab)?.paste(bytes, { total, last }) !== false) return
    this.send({
      kind: 'page/notice',
      level: 'warning',
      text:
        'Nothing more was pasted: another paste into this tab is still under way. Wait for ' +
        'it, or cancel it.',
    })
  }

  #openInPager({ tab, ...asked }: Extract<PageMessage, { kind: 'tab/page' }>): void {
    const session = this.session(tab)
    const command = this.#ports.pager
    if (session === undefined || command === undefined) return
    void showInPager(asked, session, {
      command,
      program: this.#options.scrollback.pager,
      open: (made) => this.open({ ...made, instead: [this.#facts.home] }),
      notice: (level, text) => this.notice(level, text),
    })
  }

  /** Starts the command that waits in a tab, if it is the one that the user was shown. */
  #start({ tab, command, directory }: Extract<PageMessage, { kind: 'tab/start' }>): void {
    if (this.session(tab)?.startDeferred({ command, directory }, this.#sizes.of(tab)) === false)
      this.notice(
        'warning',
        'Nothing was started: another command waits in this tab now. Read it, then start it.',
      )
  }

  #restart(id: string, force: boolean): void {
    const session = this.session(id)
    if (session === undefined) return
    if (session.facts().waits === true) {
      // An agent was resumed in place of the command, which the user has not approved.
      if (session.phase === 'running')
        this.notice(
          'notice',
          'Nothing was restarted: the command of this tab waits for Start. End its agent first.',
        )
      return
    }
    if (!force && session.phase === 'running') {
      const running = programInFront(session, this.#ports.foreground)
      this.send({
        kind: 'tab/confirm-close',
        tab: id,
        running,
        restart: true,
        sentence:
          lostWith(session, this.#ports.foreground, this.#facts.home) ??
          `${named(session.view().title)} is running`,
      })
      return
    }
    session.restart(this.#sizes.of(id))
  }

  #resume(id: string, accept: ResumeLine | false): void {
    const session = this.session(id)
    if (session === undefined) return
    if (accept === false) {
      session.declineResume()
      return
    }
    const running = programInFront(session, this.#ports.foreground)
    const refusal =
      running === null
        ? session.resume(accept, this.#sizes.of(id), () => this.#ports.resumed?.())
        : 'prompt'
    if (refusal === null) return
    this.notice(
      'warning',
      `Can't resume the agent in ${named(session.view().title)}: ` +
        (running === null
          ? refusalTexts[refusal]
          : `${named(running)} runs in that tab. Try again at its prompt.`),
    )
  }

  #resize(id: string, size: Size): void {
    this.session(id)?.resize(size)
    this.#sizes.measured(id, size)
  }

  /** A tab with a profile is sent its own after these. */
  #setFacts({ kind: _, tab, ...facts }: Extract<PageMessage, { kind: 'window/facts' }>): void {
    if (tab !== undefined) {
      this.session(tab)?.shownIn(facts)
      return
    }
    this.#windowFacts = facts
    for (const { session } of this.#held.values()) session.shownIn(facts)
  }

  #closeWindow(force: boolean): void {
    if (force || this.mayClose()) this.#ports.window.close()
  }

  get #rules(): WindowRegistry['rules'] {
    return this.#ports.registry?.rules ?? this.#options
  }

  /** A tab of this window, else of another. */
  #find(id: string): Attended | undefined {
    return this.session(id) ?? this.#ports.registry?.find(id)
  }

  /** Where a tab or pane begins that is opened from this one. */
  #placeBeside(tab: string | null, profile?: string): Pick<TabOptions, 'directory' | 'instead'> {
    const options = withProfile(this.#options, profileNamed(this.#options, profile))
    const named = namedDirectory(options, this.#facts.home, this.#facts.environment)
    return named === null ? this.#directories.forNewTab(tab) : this.#directories.ifThere(named)
  }

  /** Where a tab begins that names no folder. */
  placeForNewTab(profile?: string): Pick<TabOptions, 'directory' | 'instead'> {
    return this.#placeBeside(this.#strip.active, profile)
  }

  /** A tab with this profile, or with none; of one that is not there the user is notified. */
  newTab(profile?: string): TabOptions {
    const found = profileNamed(this.#options, profile)
    if (profile !== undefined && found === undefined)
      this.notice('warning', `${noSuchProfile(this.#options, profile)} The tab has none.`)
    return {
      ...this.placeForNewTab(profile),
      ...(found === undefined ? {} : { ...profileOf(profile), ...commandOf(found) }),
    }
  }

  /**
   * What a session says to its page. Views come at the pace at which they are drawn, and serve
   * those who watch over all tabs too.
   */
  fromSession(message: MainMessage): void {
    if (message.kind === 'tab/changed') this.#ports.registry?.changed(message.tab)
    this.send(message)
  }

  /** A tab's program has printed something. */
  printed(id: string): void {
    this.#directories.checkLater(id)
  }

  #setStrip(strip: Arrangement): void {
    if (strip === this.#strip) return
    this.#strip = strip
    this.#updateFocus()
    this.#sendState()
  }

  #sendState(): void {
    // without a page nothing is made for it: each of 1,000 tabs that come back would view all
    if (this.#closed || this.#page === null) return
    const { order, active, splits } = this.#strip
    const tabs = allPanes(this.#strip).flatMap((id) => this.session(id)?.view() ?? [])
    this.send({
      kind: 'window/state',
      now: this.#ports.clock.now(),
      id: this.#ports.window.id,
      tabs,
      active,
      ...(splits.length === 0 ? {} : { split: { order: [...order], splits: [...splits] } }),
      fullscreen: this.#ports.window.isFullscreen(),
      visible: this.#ports.window.isVisible(),
    })
  }

  /** To the page; without one it is dropped. */
  send(message: MainMessage): void {
    this.#page?.(message)
  }
}

function profileOf(profile: string | undefined): Pick<TabOptions, 'profile'> {
  return profile === undefined ? {} : { profile }
}

function titleOf({ title }: ClosedTab): Pick<TabOptions, 'title'> {
  return title === null ? {} : { title }
}
