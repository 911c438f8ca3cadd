/** The page's copy of its window, which components follow. Each tab has its own cell. */
import { paneFor, sessionIn, type PaneId, type SessionId, type TabId } from '../../core/ids.ts'
import type { Direction } from '../../core/windows/panes/tree.ts'
import type { ShownProblem } from '../../core/config/problem.ts'
import { defaults, type Options } from '../../core/config/table.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import { focusOf, tabWith } from '../../core/windows/panes/arrangement.ts'
import { tabOrder, type ArrangedTab, type Arrangement } from '../../core/windows/panes/tab-order.ts'
import { panesOf } from '../../core/windows/panes/tree.ts'
import { groupTabs, groupsOf, noProject, type TabGroup } from '../../core/windows/tabs/groups.ts'
import { asks, waitingCount, type WaitingCount } from '../../core/windows/tabs/needs-you.ts'
import { isGrouped } from '../../core/windows/tabs/tab-layout.ts'
import { usualWindow, type GridFacts } from '../../core/config/grid-options.ts'
import { twinMarks } from '../../core/windows/tabs/duplicate-titles.ts'
import type { FittedSize } from '../grid/fit.ts'
import type { MainMessage } from '../../core/ipc/contract.ts'
import { Broadcast } from './broadcast.ts'
import { Observable, setIfChanged } from './cell.ts'
import type { Overlay } from './overlay.ts'
import type { TabSwitch } from './recent.ts'

type PasteProgress = Omit<Extract<MainMessage, { kind: 'session/paste-progress' }>, 'kind'>

/** A side of a visible pane. */
export interface DropSide {
  readonly pane: PaneId
  readonly side: Direction
}

export class WindowState {
  /** Id among all windows. */
  window = ''
  /** Version of vibeflow. */
  version = ''
  /** Facts of this window that the configuration does not decide. */
  readonly facts = new Observable<GridFacts>(usualWindow)
  /** The tabs in the order of the bar. */
  readonly order = new Observable<readonly TabId[]>([])
  /** Group of each tab of `order`. Empty if tabs are not grouped. */
  readonly groupNames = new Observable<readonly string[]>([])
  /** The tabs and their panes in the order of the main process. The bar puts groups together. */
  readonly tabs = new Observable<readonly ArrangedTab[]>([])
  readonly active = new Observable<TabId | null>(null)
  /** The session in the pane with the focus. */
  readonly focused = new Observable<SessionId | null>(null)
  /** The tab whose name is being edited. */
  readonly renaming = new Observable<TabId | null>(null)
  /** Filter of the sidebar's tabs. Empty shows all. */
  readonly tabFilter = new Observable('')
  /** Slot over which another window's tab is dragged. */
  readonly dropMark = new Observable<number | null>(null)
  /** Width in px after dragging the edge, or null for the option's. */
  readonly sidebarWidth = new Observable<number | null>(null)
  readonly overlay = new Observable<Overlay | null>(null)
  readonly options = new Observable<Options>(defaults)
  /** Position at which a dragged tab would become a pane, or null. */
  readonly dropZone = new Observable<DropSide | null>(null)
  readonly layouts = new Observable<readonly string[]>([])
  /** Installed families whose letters have one width; empty until they are requested. */
  readonly fontFamilies = new Observable<readonly string[]>([])
  /** Agents whose integration is no longer offered. */
  readonly answeredOffers = new Observable<readonly string[]>([])
  readonly complaint = new Observable({ file: '', problems: [] as readonly ShownProblem[] })
  /** Sentences about configured fonts that are not installed. */
  readonly missingFonts = new Observable<readonly string[]>([])
  readonly visible = new Observable(true)
  /** Whether animations run: the user allows them and the window is visible. */
  readonly moves = new Observable(false)
  /** Tabs that need the user, in the order of the bar. */
  readonly asking = new Observable<readonly TabView[]>([])
  /** The count of the tab bar, which includes questions that were only seen. */
  readonly waiting = new Observable<WaitingCount | null>(null)
  /** Marks that distinguish tabs with the same title, by id. */
  readonly twins = new Observable<ReadonlyMap<SessionId, string>>(new Map())
  /** The session whose reasons stay visible. */
  readonly pinnedWhy = new Observable<SessionId | null>(null)
  /** The last text for screen readers. */
  readonly said = new Observable<{ readonly polite: string; readonly assertive: string }>({
    polite: '',
    assertive: '',
  })
  /** Sessions whose size a client of their socket decides. */
  readonly heldSizes = new Observable<ReadonlyMap<SessionId, FittedSize>>(new Map())
  readonly broadcast = new Broadcast()
  /** Set while a held modifier selects a tab. Null cancels it. */
  readonly tabSwitch = new Observable<TabSwitch | null>(null)
  /** Gets all pressed keys while shortcuts are recorded. */
  recordKey: ((event: KeyboardEvent) => void) | null = null
  /** The started sequence of a shortcut (`ctrl+a`), or ''. */
  readonly sequence = new Observable('')
  /** Whether the user has typed into a terminal of this window. */
  readonly typed = new Observable(false)
  readonly pastes = new Observable<readonly PasteProgress[]>([])
  readonly #sessions = new Map<SessionId, Observable<TabView>>()
  /** `tabs` by their ids: a window can have a thousand. */
  #tabs: ReadonlyMap<TabId, ArrangedTab> = new Map()

  constructor() {
    this.options.subscribe(() => this.#group())
  }

  session(id: SessionId): Observable<TabView> | undefined {
    return this.#sessions.get(id)
  }

  /** The tabs, their panes, and the focus. */
  get arrangement(): Arrangement {
    return { tabs: this.tabs.value, active: this.active.value }
  }

  tab(id: TabId | null): ArrangedTab | undefined {
    return id === null ? undefined : this.#tabs.get(id)
  }

  /** Returns the sessions of a tab, by its panes from left to right and from top to bottom. */
  sessionsIn(id: TabId | null): SessionId[] {
    const { tree } = this.tab(id) ?? {}
    return tree === undefined ? [] : panesOf(tree).map(sessionIn)
  }

  /** Returns the session that has the focus in a tab. */
  focusIn(id: TabId): SessionId | null {
    const { focus } = this.tab(id) ?? {}
    return focus === undefined ? null : sessionIn(focus)
  }

  /** Returns whether the tab of a session has several panes. */
  isSplit(session: SessionId): boolean {
    const pane = paneFor(session)
    return tabWith(this.arrangement, pane)?.tree !== pane
  }

  /** Arranges tabs and panes, all of which are known. */
  arrange({ tabs }: Pick<Arrangement, 'tabs'>): void {
    this.#tabs = new Map(tabs.map((tab) => [tab.id, tab]))
    setIfChanged(this.tabs, tabs)
    this.#group()
  }

  /** Makes a tab active, and gives its pane the focus. */
  activate(arrangement: Arrangement): void {
    const pane = focusOf(arrangement)
    this.active.set(arrangement.active)
    this.focused.set(pane === null ? null : sessionIn(pane))
  }

  get isGrouped(): boolean {
    return isGrouped(this.options.value.tabs)
  }

  /** Returns the group headings of `tabs`, which are consecutive in the bar. */
  groups(tabs: readonly TabId[]): readonly TabGroup[] {
    return this.isGrouped ? groupsOf(tabs, (tab) => this.#groupOf(tab)) : []
  }

  inOneGroup(one: TabId, other: TabId): boolean {
    return !this.isGrouped || this.#groupOf(one) === this.#groupOf(other)
  }

  /** Returns the project of the tab's first pane. */
  #groupOf(tab: TabId): string {
    const [first] = this.viewsIn(tab)
    return first?.project || noProject
  }

  #group(): void {
    const own = tabOrder(this.arrangement)
    const order = this.isGrouped ? groupTabs(own, (tab) => this.#groupOf(tab)) : own
    const names = this.isGrouped ? order.map((tab) => this.#groupOf(tab)) : []
    setIfChanged(this.groupNames, names)
    setIfChanged(this.order, order)
  }

  /** The views of the sessions of a tab. */
  viewsIn(tab: TabId | null): TabView[] {
    return this.sessionsIn(tab).flatMap((id) => this.#sessions.get(id)?.value ?? [])
  }

  /** Every session in the order of the bar. */
  sessions(): SessionId[] {
    return this.order.value.flatMap((tab) => this.sessionsIn(tab))
  }

  /** The views of all sessions in the order of the bar. */
  views(): TabView[] {
    return this.order.value.flatMap((tab) => this.viewsIn(tab))
  }

  /** Replaces all sessions, and arranges their panes. */
  setSessions(views: readonly TabView[], arranged: Pick<Arrangement, 'tabs'>): void {
    const known = new Set(views.map(({ id }) => id))
    for (const view of views) this.#put(view)
    // The order first, so that components of closed tabs are removed before their cells.
    this.arrange(arranged)
    for (const id of this.#sessions.keys()) if (!known.has(id)) this.#sessions.delete(id)
    if (this.tab(this.renaming.value) === undefined) this.renaming.set(null)
    if (this.pinnedWhy.value !== null && !known.has(this.pinnedWhy.value)) this.pinnedWhy.set(null)
    this.broadcast.keep(known)
    this.#look()
    this.#compare()
    if (this.pastes.value.some(({ session }) => !known.has(session)))
      this.pastes.set(this.pastes.value.filter(({ session }) => known.has(session)))
  }

  changeTabs(views: readonly TabView[]): void {
    let named = false
    for (const view of views) {
      const before = this.#sessions.get(view.id)?.value
      named ||=
        before === undefined ||
        before.title !== view.title ||
        before.project !== view.project ||
        before.agent?.tool !== view.agent?.tool ||
        before.state !== view.state
      this.#put(view)
    }
    if (named) this.#group()
    this.#look()
    if (named) this.#compare()
  }

  #put(view: TabView): void {
    const cell = this.#sessions.get(view.id)
    if (cell === undefined) this.#sessions.set(view.id, new Observable(view))
    else setIfChanged(cell, view)
  }

  /** Recomputes the marks of tabs with the same title. */
  #compare(): void {
    const marks = twinMarks(this.views())
    const before = this.twins.value
    if (marks.size !== before.size || [...marks].some(([id, mark]) => before.get(id) !== mark))
      this.twins.set(marks)
  }

  /** Recomputes the tabs that need the user. */
  #look(): void {
    const views = this.views()
    setIfChanged(this.waiting, waitingCount(views))
    const asking = views.filter(asks)
    const before = this.asking.value
    if (asking.length !== before.length || asking.some((view, index) => view !== before[index]))
      this.asking.set(asking)
  }

  holdSize(session: SessionId, size: FittedSize | null): void {
    const others = [...this.heldSizes.value].filter(
      ([id]) => id !== session && this.#sessions.has(id),
    )
    this.heldSizes.set(new Map(size === null ? others : [...others, [session, size]]))
  }

  setPaste(progress: PasteProgress): void {
    const others = this.pastes.value.filter(({ session }) => session !== progress.session)
    this.pastes.set(progress.done < progress.total ? [...others, progress] : others)
  }
}

/** Returns whether the tab's program has ended or could not be started. */
export function isOver({ phase }: TabView): boolean {
  return phase === 'ended' || phase === 'failed'
}
