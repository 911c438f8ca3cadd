/** The tabs of a window: order, panes, and the active one. */
import { paneFor, sessionIn, type PaneId, type SessionId, type TabId } from '../../ids.ts'
import { paneAct, type PaneAct } from '../panes/act.ts'
import {
  allPanes,
  focusOf,
  focusPane,
  keptSplits,
  renameSplit,
  tabOfOne,
  together,
  visiblePanes,
  withoutPane,
  type KeptSplit,
} from '../panes/arrangement.ts'
import {
  addTab,
  emptyArrangement,
  findTab,
  moveTab,
  tabOrder,
  type ArrangedTab,
  type Arrangement,
} from '../panes/tab-order.ts'
import { panesOf } from '../panes/tree.ts'
import { filterTabs } from '../tabs/filter-tabs.ts'
import { groupTabs } from '../tabs/groups.ts'
import { isGrouped } from '../tabs/tab-layout.ts'
import type { TabHandle, TabOwner } from './tab-handle.ts'
import { WindowSessions } from './window-sessions.ts'
import type { WindowContext } from './workspace-ports.ts'

/** A tab moving to another window. */
interface MovedTab {
  readonly panes: readonly TabHandle[]
  readonly tab: ArrangedTab
}

/** Every pane's session, tab after tab, and how tabs of several panes are divided. */
interface TabPanes {
  readonly ids: readonly SessionId[]
  readonly splits: readonly KeptSplit<PaneId>[]
}

export class TabStrip {
  readonly #context: WindowContext
  /** Receives the sessions' messages. */
  readonly owner: TabOwner
  readonly sessions = new WindowSessions()
  #arrangement: Arrangement = emptyArrangement
  /** Filter of the sidebar's tabs. */
  filter = ''
  /** The window is focused. */
  #focused = false
  /** The window is visible; assumed until it reports. */
  #visible = true
  /** The session that the user sees. */
  #looksAt: SessionId | null = null

  constructor(context: WindowContext, owner: TabOwner) {
    this.#context = context
    this.owner = owner
  }

  get arrangement(): Arrangement {
    return this.#arrangement
  }

  /** The tabs in their order. */
  get tabs(): readonly ArrangedTab[] {
    return this.#arrangement.tabs
  }

  /** The session in the pane with the focus of the window. */
  get focused(): SessionId | null {
    const pane = focusOf(this.#arrangement)
    return pane === null ? null : sessionIn(pane)
  }

  /** Whether the user sees the session's pane: the window is focused and shows it. */
  isVisible(id: SessionId): boolean {
    const tab = findTab(this.#arrangement, this.#arrangement.active)
    if (!this.#focused || tab === undefined) return false
    const pane = paneFor(id)
    return tab.zoomed ? tab.focus === pane : panesOf(tab.tree).includes(pane)
  }

  get panes(): TabPanes {
    return panesIn(this.#arrangement)
  }

  /** The panes without `once` ones. `active` is an index of `ids`. */
  get lasting(): TabPanes & { readonly active: number } {
    const { ids: all } = this.panes
    const left = this.#without(all.filter((id) => this.sessions.get(id)?.once === true))
    const panes = panesIn(left)
    const focus = focusOf(left)
    return { ...panes, active: focus === null ? -1 : panes.ids.indexOf(sessionIn(focus)) }
  }

  /** Gives a pane the focus, and makes its tab the active one. */
  focusPane(pane: PaneId): void {
    this.set(focusPane(this.#arrangement, pane))
  }

  /** Performs a pane action. Returns a sentence about why not, or `null` if done. */
  act(pane: PaneId, act: PaneAct): string | null {
    const done = paneAct(this.#arrangement, pane, act, this.#context.ports.registry.newTabId)
    if (typeof done === 'string') return done
    if (done !== null) this.set(done)
    return null
  }

  /**
   * Activates one of the tabs just opened, and joins panes.
   * @param active index of `ids`
   * @param splits name panes by their index in `ids`
   */
  arrange(ids: readonly (SessionId | null)[], active: number, splits: readonly KeptSplit[]): void {
    const panes = ids.map((id) => (id === null ? null : paneFor(id)))
    const shown = panes[active] ?? panes[0]
    if (shown != null) this.focusPane(shown)
    for (const split of splits)
      for (const named of renameSplit(split, (at) => panes[Number(at)] ?? null))
        this.set(together(this.#arrangement, named))
  }

  /** Adds and activates a tab at the default position or at `place`. */
  add(held: TabHandle, place?: number): void {
    this.put([held], (before) => this.withNewTab(before, paneFor(held.session.id), place))
  }

  /** Returns the arrangement with a new tab of one pane, where new tabs go or at `place`. */
  withNewTab(before: Arrangement, pane: PaneId, place?: number): Arrangement {
    return this.#withTab(before, tabOfOne(this.#context.ports.registry.newTabId(), pane), place)
  }

  #withTab(before: Arrangement, tab: ArrangedTab, place: number | undefined): Arrangement {
    const added = addTab(before, tab, this.#context.options.tabs.new_position)
    return place === undefined ? added : moveTab(added, tab.id, place)
  }

  /** Adds panes at the positions that `change` sets. */
  put(panes: readonly TabHandle[], change: (strip: Arrangement) => Arrangement): void {
    for (const held of panes) {
      held.owner = this.owner
      this.sessions.add(held)
    }
    this.#arrangement = change(this.#arrangement)
    for (const { session } of panes) this.#context.ports.registry.changed(session.view())
    this.#updateFocus()
    this.sendState()
    if (this.#context.page.isReady) for (const { session } of panes) session.attach()
  }

  /** Releases a tab with all panes to another window. Its programs continue. */
  release(tab: ArrangedTab): MovedTab {
    const panes = this.sessions.inTab(tab).flatMap(({ id }) => this.sessions.handle(id) ?? [])
    for (const { session } of panes) session.delivery.detach()
    this.forget(panes.map(({ session }) => session.id))
    return { panes, tab }
  }

  /** Adds a tab that another window released. */
  adopt({ panes, tab }: MovedTab, place?: number): void {
    this.put(panes, (before) => this.#withTab(before, tab, place))
  }

  /**
   * Removes sessions with their panes in one step, so that none is seen in between. A window
   * without tabs closes.
   */
  forget(sessions: readonly SessionId[]): void {
    const left = this.#without(sessions)
    for (const id of sessions) this.sessions.delete(id)
    this.set(left)
    if (this.sessions.isEmpty) this.#context.ports.window.close()
  }

  set(arrangement: Arrangement): void {
    if (arrangement === this.#arrangement) return
    this.#arrangement = arrangement
    this.#context.ports.arranged()
    this.#updateFocus()
    this.sendState()
  }

  setFocused(focused: boolean): void {
    this.#focused = focused
    this.#updateFocus()
  }

  /** Handles a change of the window. `visible`: the user could see it. */
  windowChanged(visible: boolean): void {
    this.#visible = visible
    this.#updateVisible()
    this.sendState()
  }

  /** Sends all tabs to the page. Without a page it does nothing: views cost time. */
  sendState(): void {
    const { page, ports } = this.#context
    if (!page.isReady) return
    const { tabs, active } = this.#arrangement
    page.send({
      kind: 'window/state',
      now: ports.clock.now(),
      id: ports.window.id,
      sessions: this.panes.ids.flatMap((id) => this.sessions.get(id)?.view() ?? []),
      tabs: [...tabs],
      active,
      fullscreen: ports.window.isFullscreen(),
      visible: ports.window.isVisible(),
    })
  }

  /** Updates the sessions' focus. One has it: that in the active tab of a focused window. */
  #updateFocus(): void {
    const { focused } = this
    for (const session of this.sessions.all) session.delivery.rest.setActive(session.id === focused)
    this.#updateVisible()
    const now = this.#focused ? focused : null
    if (now === this.#looksAt) return
    const before = this.#looksAt
    this.#looksAt = now
    this.#context.ports.registry.front(now) // first: an active tab gets no notification
    if (before !== null) this.sessions.get(before)?.evidence.apply({ type: 'focus', on: false })
    if (now !== null) this.sessions.get(now)?.evidence.apply({ type: 'focus', on: true })
  }

  /** Updates which programs draw for the window (mode 2033). */
  #updateVisible(): void {
    const visible = new Set(this.#visible ? visiblePanes(this.#arrangement) : [])
    for (const session of this.sessions.all)
      session.delivery.setViewed('window', visible.has(paneFor(session.id)))
  }

  /** Returns the arrangement without these sessions. The first pane of a tab is removed last. */
  #without(sessions: readonly SessionId[]): Arrangement {
    return sessions.map(paneFor).reduceRight((left, pane) => {
      const active = findTab(left, left.active)
      return active?.tree === pane
        ? withoutPane(left, pane, this.#around(left, active.id))
        : withoutPane(left, pane)
    }, this.#arrangement)
  }

  /** Returns the tab and the others visible in the bar; all if no other is. */
  #around(arrangement: Arrangement, tab: TabId): readonly TabId[] {
    const viewsOf = (id: TabId) =>
      this.sessions.inTab(findTab(this.#arrangement, id)).map((session) => session.view())
    const projectOf = (id: TabId) => viewsOf(id)[0]?.project ?? ''
    const { tabs } = this.#context.options
    const order = tabOrder(arrangement)
    const all = isGrouped(tabs) ? groupTabs(order, projectOf) : order
    if (this.filter === '') return all
    const left = all.filter((id) => id === tab || filterTabs(viewsOf(id), this.filter).length > 0)
    return left.length > 1 ? left : all
  }
}

function panesIn(arrangement: Arrangement): TabPanes {
  return { ids: allPanes(arrangement).map(sessionIn), splits: keptSplits(arrangement) }
}
