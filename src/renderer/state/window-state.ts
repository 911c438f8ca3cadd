/**
 * What the page knows of its window: the main process says it, components follow it. Each tab has a
 * cell of its own.
 */
import type { Direction } from '../../core/windows/panes/tree.ts'
import type { ShownProblem } from '../../core/config/problem.ts'
import { defaults, type Options } from '../../core/config/table.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import {
  allPanes,
  panesInSameTab,
  type Arrangement,
  type SplitTab,
} from '../../core/windows/panes/arrangement.ts'
import { groupTabs, groupsOf, noProject, type TabGroup } from '../../core/windows/tabs/groups.ts'
import { asks } from '../../core/windows/tabs/needs-you.ts'
import { isGrouped } from '../../core/windows/tabs/tab-layout.ts'
import { usualWindow, type GridFacts } from '../../core/config/grid-options.ts'
import { twinMarks } from '../../core/windows/tabs/duplicate-titles.ts'
import type { FittedSize } from '../grid/fit.ts'
import type { MainMessage } from '../../core/ipc/contract.ts'
import { Broadcast } from './broadcast.ts'
import { Observable, setIfChanged } from './cell.ts'
import type { Overlay } from './overlay.ts'

/** No tab has several panes: always the same, so that nothing is drawn anew for it. */
export const noSplits: readonly SplitTab[] = []

type PasteProgress = Omit<Extract<MainMessage, { kind: 'session/paste-progress' }>, 'kind'>

/** A side of a pane in view. */
export interface DropSide {
  readonly pane: string
  readonly side: Direction
}

export class WindowState {
  /** Its id among all windows. */
  window = ''
  /** Facts of this window that the configuration does not decide. */
  readonly facts = new Observable<GridFacts>(usualWindow)
  /** The tabs as the bar has them, each by its pane with the focus. */
  readonly order = new Observable<readonly string[]>([])
  /** The group of each of them; empty: there are no groups. */
  readonly groupNames = new Observable<readonly string[]>([])
  /** The same as the main process has them: in the bar those of a group stand together. */
  #mainOrder: readonly string[] = []
  /** Tabs that have several panes. */
  readonly splits = new Observable<readonly SplitTab[]>(noSplits)
  readonly active = new Observable<string | null>(null)
  /** The tab that is being given a name. */
  readonly renaming = new Observable<string | null>(null)
  /** What the sidebar's tabs are narrowed by; empty: it shows them all. */
  readonly tabFilter = new Observable('')
  /** The slot over which another window's tab is held. */
  readonly dropMark = new Observable<number | null>(null)
  /** px, as its edge was dragged; null: as the option says. */
  readonly sidebarWidth = new Observable<number | null>(null)
  readonly overlay = new Observable<Overlay | null>(null)
  /** The configuration in force. */
  readonly options = new Observable<Options>(defaults)
  /** Where a tab that is dragged would become a pane; null: nowhere. */
  readonly dropZone = new Observable<DropSide | null>(null)
  /** Names of the saved layouts. */
  readonly layouts = new Observable<readonly string[]>([])
  /** Agents whose integration is not offered any more. */
  readonly answeredOffers = new Observable<readonly string[]>([])
  /** Problems of the configuration. */
  readonly complaint = new Observable({ file: '', problems: [] as readonly ShownProblem[] })
  /** Sentences about fonts that the configuration names and that are not there. */
  readonly missingFonts = new Observable<readonly string[]>([])
  /** The window can be seen. */
  readonly visible = new Observable(true)
  /** Something may move by itself: the user wants it, and the window can be seen. */
  readonly moves = new Observable(false)
  /** Tabs that ask for the user, in the order of the bar. */
  readonly asking = new Observable<readonly TabView[]>([])
  /** What distinguishes tabs that would read alike, by id. */
  readonly twins = new Observable<ReadonlyMap<string, string>>(new Map())
  /** The tab whose reasons stay in view. */
  readonly pinnedWhy = new Observable<string | null>(null)
  /** What was announced to a screen reader last. */
  readonly said = new Observable<{ readonly polite: string; readonly assertive: string }>({
    polite: '',
    assertive: '',
  })
  /** Tabs whose size a client of their socket decides. */
  readonly heldSizes = new Observable<ReadonlyMap<string, FittedSize>>(new Map())
  /** Who gets what is typed. */
  readonly broadcast = new Broadcast()
  /** The user has typed into a terminal of this window. */
  readonly typed = new Observable(false)
  readonly pastes = new Observable<readonly PasteProgress[]>([])
  readonly #tabs = new Map<string, Observable<TabView>>()

  constructor() {
    this.options.subscribe(() => {
      this.#group()
      this.#look()
    })
  }

  tab(id: string): Observable<TabView> | undefined {
    return this.#tabs.get(id)
  }

  /** Which tabs there are, their panes, and who has the focus. */
  get arrangement(): Arrangement {
    return { order: this.#mainOrder, active: this.active.value, splits: this.splits.value }
  }

  /** Tabs and panes are arranged in another way; all of them are known. */
  arrange({ order, splits }: Omit<Arrangement, 'active'>): void {
    this.splits.set(splits.length === 0 ? noSplits : splits)
    this.#mainOrder = order
    this.#group()
  }

  /** The bar has its tabs in groups. */
  get isGrouped(): boolean {
    return isGrouped(this.options.value.tabs)
  }

  /** What these tabs, which follow each other in the bar, stand under there. */
  groups(tabs: readonly string[]): readonly TabGroup[] {
    return this.isGrouped ? groupsOf(tabs, (tab) => this.#groupOf(tab)) : []
  }

  inOneGroup(one: string, other: string): boolean {
    return !this.isGrouped || this.#groupOf(one) === this.#groupOf(other)
  }

  /** The project of its first pane. */
  #groupOf(tab: string): string {
    const [first = tab] = panesInSameTab({ splits: this.splits.value }, tab)
    return this.#tabs.get(first)?.value.project || noProject
  }

  #group(): void {
    const order = this.isGrouped
      ? groupTabs(this.#mainOrder, (tab) => this.#groupOf(tab))
      : this.#mainOrder
    const names = this.isGrouped ? order.map((tab) => this.#groupOf(tab)) : []
    setIfChanged(this.groupNames, names)
    setIfChanged(this.order, order)
  }

  /** The views of the panes of a tab. */
  panesOf(tab: string): TabView[] {
    return panesInSameTab({ splits: this.splits.value }, tab).flatMap(
      (pane) => this.#tabs.get(pane)?.value ?? [],
    )
  }

  /** Every pane in the order of the bar. */
  panes(): string[] {
    return allPanes({ ...this.arrangement, order: this.order.value })
  }

  /** The views of all panes in the order of the bar. */
  views(): TabView[] {
    return this.panes().flatMap((id) => this.#tabs.get(id)?.value ?? [])
  }

  /** `tabs`: every pane. */
  setTabs(
    tabs: readonly TabView[],
    arranged: Omit<Arrangement, 'active'> = { order: tabs.map(({ id }) => id), splits: noSplits },
  ): void {
    const ids = tabs.map(({ id }) => id)
    const known = new Set(ids)
    for (const tab of tabs) this.#put(tab)
    // The order first: components of tabs that are gone go before their cells.
    this.arrange(arranged)
    for (const id of this.#tabs.keys()) if (!known.has(id)) this.#tabs.delete(id)
    if (this.renaming.value !== null && !known.has(this.renaming.value)) this.renaming.set(null)
    if (this.pinnedWhy.value !== null && !known.has(this.pinnedWhy.value)) this.pinnedWhy.set(null)
    this.broadcast.keep(known)
    this.#look()
    this.#compare()
    if (this.pastes.value.some(({ session }) => !known.has(session)))
      this.pastes.set(this.pastes.value.filter(({ session }) => known.has(session)))
  }

  /** These have changed. */
  changeTabs(views: readonly TabView[]): void {
    let named = false
    for (const view of views) {
      const before = this.#tabs.get(view.id)?.value
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
    const cell = this.#tabs.get(view.id)
    if (cell === undefined) this.#tabs.set(view.id, new Observable(view))
    else setIfChanged(cell, view)
  }

  /** Which tabs would read alike now. */
  #compare(): void {
    const marks = twinMarks(this.views())
    const before = this.twins.value
    if (marks.size !== before.size || [...marks].some(([id, mark]) => before.get(id) !== mark))
      this.twins.set(marks)
  }

  /** Who asks for the user now. */
  #look(): void {
    const asking = this.views().filter((view) => asks(view, this.options.value.attention.include))
    const before = this.asking.value
    if (asking.length !== before.length || asking.some((view, index) => view !== before[index]))
      this.asking.set(asking)
  }

  holdSize(tab: string, size: FittedSize | null): void {
    const others = [...this.heldSizes.value].filter(([id]) => id !== tab && this.#tabs.has(id))
    this.heldSizes.set(new Map(size === null ? others : [...others, [tab, size]]))
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
