/**
 * The tabs of one window: their sessions, their order, the panes of each, and the one in view.
 * Each change is sent to the page.
 */
import type { WindowFacts } from '../../ipc/contract.ts'
import type { Session } from '../../session/session.ts'
import { paneAct, type PaneAct } from '../panes/act.ts'
import {
  allPanes,
  emptyArrangement,
  focusPane,
  keptSplits,
  movePaneTab,
  panesInSameTab,
  renameSplit,
  splitOf,
  tabOf,
  together,
  withoutPane,
  withTab,
  type Arrangement,
  type KeptSplit,
  type SplitTab,
} from '../panes/arrangement.ts'
import { filterTabs } from '../tabs/filter-tabs.ts'
import { groupTabs } from '../tabs/groups.ts'
import { isGrouped } from '../tabs/tab-layout.ts'
import { tabsMax } from './limits.ts'
import type { TabHandle, TabOwner } from './tab-handle.ts'
import type { WindowContext } from './workspace-ports.ts'

/** A tab on its way to another window. */
export interface MovedTab {
  readonly panes: readonly TabHandle[]
  /** `null` if the tab is one pane. */
  readonly split: SplitTab | null
  readonly focus: string
}

/** Every pane, tab after tab, and how tabs of several panes are divided. */
export interface TabPanes {
  readonly ids: readonly string[]
  readonly splits: readonly KeptSplit[]
}

export class TabStrip {
  readonly #context: WindowContext
  /** The sessions of this window report to it. */
  readonly owner: TabOwner
  readonly #held = new Map<string, TabHandle>()
  #arrangement: Arrangement = emptyArrangement
  /** The facts that programs can ask for. `null` until a page has sent them. */
  #windowFacts: WindowFacts | null = null
  /** The text that narrows the tabs of the sidebar. */
  filter = ''
  /** The window has the keyboard. */
  #focused = false
  #focusedTab: string | null = null

  constructor(context: WindowContext, owner: TabOwner) {
    this.#context = context
    this.owner = owner
  }

  get arrangement(): Arrangement {
    return this.#arrangement
  }

  /** Tabs in the order of the bar, each by its pane with the focus. */
  get order(): readonly string[] {
    return this.#arrangement.order
  }

  /** The tab in view, by its pane with the focus. */
  get active(): string | null {
    return this.#arrangement.active
  }

  get panes(): TabPanes {
    return { ids: allPanes(this.#arrangement), splits: keptSplits(this.#arrangement) }
  }

  /** The panes without those that show something once. `active` is an index of `ids`. */
  get lasting(): TabPanes & { readonly active: number } {
    const once = allPanes(this.#arrangement).filter((id) => this.session(id)?.once === true)
    const strip = this.#without(once)
    const ids = allPanes(strip)
    return { ids, splits: keptSplits(strip), active: ids.indexOf(strip.active ?? '') }
  }

  session(tab: string): Session | undefined {
    return this.#held.get(tab)?.session
  }

  get sessions(): readonly Session[] {
    return [...this.#held.values()].map(({ session }) => session)
  }

  handle(tab: string): TabHandle | undefined {
    return this.#held.get(tab)
  }

  /** Returns `true` if the window can hold so many more panes. */
  hasRoomFor(panes: number): boolean {
    return this.#held.size + panes <= tabsMax
  }

  /** Makes a tab the one in view. */
  activate(tab: string): void {
    this.set(focusPane(this.#arrangement, tab))
  }

  /** Changes the arrangement by a pane act. Returns why not, in a sentence, or `null` if done. */
  act(pane: string, act: PaneAct): string | null {
    const done = paneAct(this.#arrangement, pane, act)
    if (typeof done === 'string') return done
    if (done !== null) this.set(done)
    return null
  }

  /**
   * Shows one of the tabs that have just been opened, and makes panes of others.
   * @param active an index of `ids`
   * @param splits name panes by their index in `ids`, as text
   */
  arrange(ids: readonly (string | null)[], active: number, splits: readonly KeptSplit[]): void {
    this.activate(ids[active] ?? ids[0] ?? '')
    for (const split of splits)
      for (const named of renameSplit(split, (at) => ids[Number(at)] ?? null))
        this.set(together(this.#arrangement, named))
  }

  /** Adds a tab where new ones go, or at `place`, and shows it. Its program does not notice. */
  add(held: TabHandle, place?: number): void {
    this.put([held], (before) => this.withTab(before, held, place))
  }

  withTab(before: Arrangement, { session: { id } }: TabHandle, place?: number): Arrangement {
    const strip = withTab(before, id, this.#context.options.tabs.new_position)
    return place === undefined ? strip : movePaneTab(strip, id, place)
  }

  /** Adds panes to the places that `change` gives them. */
  put(panes: readonly TabHandle[], change: (strip: Arrangement) => Arrangement): void {
    for (const held of panes) {
      held.owner = this.owner
      this.#held.set(held.session.id, held)
      if (this.#windowFacts !== null) held.session.delivery.shownIn(this.#windowFacts)
    }
    this.#arrangement = change(this.#arrangement)
    for (const { session } of panes) this.#context.ports.registry.changed(session.view())
    this.#updateFocus()
    this.sendState()
    if (this.#context.page.isReady) for (const { session } of panes) session.attach()
  }

  /**
   * Releases a tab, with all its panes, to another window. Its programs go on, and their output is
   * kept for the next page.
   */
  release(tab: string): MovedTab {
    const split = splitOf(this.#arrangement, tab)
    const focus = tabOf(this.#arrangement, tab)
    const panes = panesInSameTab(this.#arrangement, tab).flatMap((id) => this.#held.get(id) ?? [])
    for (const { session } of panes) session.delivery.detach()
    this.forget(panes.map(({ session }) => session.id))
    return { panes, split, focus }
  }

  /** Adds a tab that another window has released. */
  adopt({ panes, split, focus }: MovedTab, place?: number): void {
    this.put(panes, (before) => {
      const tabs = panes.reduce((strip, held) => this.withTab(strip, held, place), before)
      const shown = focusPane(tabs, focus)
      return split === null ? shown : together(shown, split)
    })
  }

  /**
   * Removes panes all at once, so that none of them is looked at between. A window without tabs
   * closes.
   */
  forget(panes: readonly string[]): void {
    const strip = this.#without(panes)
    for (const id of panes) this.#held.delete(id)
    this.set(strip)
    if (this.#held.size === 0) this.#context.ports.window.close()
  }

  /** Removes all sessions when the window is gone. */
  clear(): void {
    this.#held.clear()
  }

  set(arrangement: Arrangement): void {
    if (arrangement === this.#arrangement) return
    this.#arrangement = arrangement
    this.#updateFocus()
    this.sendState()
  }

  /** Passes the facts of the window to its sessions, and to those that come later. */
  showIn(facts: WindowFacts): void {
    this.#windowFacts = facts
    for (const session of this.sessions) session.delivery.shownIn(facts)
  }

  setFocused(focused: boolean): void {
    this.#focused = focused
    this.#updateFocus()
  }

  /**
   * Sends all tabs to the page. Without a page nothing is built: each of 1,000 tabs that come back
   * would view all.
   */
  sendState(): void {
    const { page, ports } = this.#context
    if (!page.isReady) return
    const { order, active, splits } = this.#arrangement
    page.send({
      kind: 'window/state',
      now: ports.clock.now(),
      id: ports.window.id,
      tabs: allPanes(this.#arrangement).flatMap((id) => this.session(id)?.view() ?? []),
      active,
      ...(splits.length === 0 ? {} : { split: { order: [...order], splits: [...splits] } }),
      fullscreen: ports.window.isFullscreen(),
      visible: ports.window.isVisible(),
    })
  }

  /** Updates the sessions' focus: the active tab of a focused window has it. */
  #updateFocus(): void {
    const { active } = this.#arrangement
    for (const id of allPanes(this.#arrangement))
      this.session(id)?.delivery.rest.setActive(id === active)
    const now = this.#focused ? active : null
    if (now === this.#focusedTab) return
    const before = this.#focusedTab
    this.#focusedTab = now
    this.#context.ports.registry.front(now) // first: a tab in front gets no notification
    if (before !== null) this.session(before)?.evidence.apply({ type: 'focus', on: false })
    if (now !== null) this.session(now)?.evidence.apply({ type: 'focus', on: true })
  }

  /** The first pane of a tab, which has its place in the bar, goes last. */
  #without(panes: readonly string[]): Arrangement {
    return panes.reduceRight(
      (strip, id) =>
        strip.active === id && splitOf(strip, id) === null
          ? withoutPane(strip, id, this.#around(strip, id))
          : withoutPane(strip, id),
      this.#arrangement,
    )
  }

  /**
   * Returns the tab and the others that the bar shows. Returns all tabs if the bar shows no other.
   * Views every tab.
   */
  #around(strip: Arrangement, tab: string): readonly string[] {
    const viewsOf = (id: string) =>
      panesInSameTab(strip, id).flatMap((pane) => this.session(pane)?.view() ?? [])
    const projectOf = (id: string) => viewsOf(id)[0]?.project ?? ''
    const { tabs } = this.#context.options
    const all = isGrouped(tabs) ? groupTabs(strip.order, projectOf) : strip.order
    if (this.filter === '') return all
    const left = all.filter((id) => id === tab || filterTabs(viewsOf(id), this.filter).length > 0)
    return left.length > 1 ? left : all
  }
}
