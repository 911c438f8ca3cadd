/**
 * Commands on tabs for actions, menus and components. A command that finds nothing to do returns
 * false. Without an id it means the active tab, or the session that has the focus.
 */
import { paneFor, type SessionId, type TabId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { SplitTab } from '../../core/windows/panes/arrangement.ts'
import type { Bars } from '../overlay/consent/bars.ts'
import type { Hold } from '../keys/hold.ts'
import { movesTo } from '../state/move-tab.ts'
import type { Notices } from '../state/notices.ts'
import { Recent, withoutClosed, type TabSwitch } from '../state/recent.ts'
import { isOver, type WindowState } from '../state/window-state.ts'
import type { MainSync } from './main-sync.ts'

const unreadCommand =
  'Not started: you have not seen the whole command. Scroll to its end or enlarge the pane, then ' +
  'try again.'

interface Ports {
  readonly state: WindowState
  readonly hold: Hold
  readonly sync: Pick<MainSync, 'focusPane' | 'rearrange'>
  readonly bars: Bars
  readonly notices: Notices
  readonly send: (message: PageMessage) => void
}

export class TabCommands {
  readonly #ports: Ports
  readonly #recent = new Recent()
  #isModifierHeld = false

  constructor(ports: Ports) {
    this.#ports = ports
    const { active, order, tabSwitch } = ports.state
    active.subscribe(() => {
      this.#recent.note(active.value)
      tabSwitch.set(null)
    })
    order.subscribe(() => {
      if (tabSwitch.value !== null) tabSwitch.set(withoutClosed(tabSwitch.value, order.value))
    })
  }

  /** Opens a tab, with a profile if one is named. */
  open(profile?: string): void {
    this.request({ kind: 'tab/open', ...(profile === undefined ? {} : { profile }) })
  }

  /** Requests a new tab. The input of the user from now on belongs to that tab. */
  request(message: PageMessage): void {
    const { hold, state } = this.#ports
    if (hold.later(() => this.request(message))) return
    hold.begin({ kind: 'opened', known: state.sessions() })
    this.#ports.send(message)
  }

  startRename(id = this.#active): boolean {
    this.#ports.state.renaming.set(id)
    return id !== null
  }

  /** Closes the pane of a session, and with its last pane the tab. */
  close(session = this.#focused): boolean {
    if (session === null) return false
    this.#holdUntilClosed(session)
    this.#ports.send({ kind: 'pane/close', pane: paneFor(session), force: false })
    return true
  }

  closeWhole(tab = this.#active): boolean {
    if (tab === null) return false
    this.#holdUntilClosed(this.#ports.state.focusIn(tab))
    this.#ports.send({ kind: 'tab/close', tab, force: false })
    return true
  }

  closeOthers(tab = this.#active): boolean {
    return this.#closeAll(this.#order.filter((other) => other !== tab))
  }

  closeToTheRight(tab = this.#active): boolean {
    return tab !== null && this.#closeAll(this.#order.slice(this.#indexOf(tab) + 1))
  }

  #closeAll(tabs: TabId[]): boolean {
    if (tabs.length === 0) return false
    for (const tab of tabs) this.#holdUntilClosed(this.#ports.state.focusIn(tab))
    this.#ports.send({ kind: 'tabs/close', tabs, force: false })
    return true
  }

  #holdUntilClosed(session: SessionId | null): void {
    if (session !== null && session === this.#focused)
      this.#ports.hold.begin({ kind: 'closed', session })
  }

  /** @param since as for `Bars.approve` */
  restart(id = this.#focused, since?: number): boolean {
    if (id === null) return false
    const { state, bars, notices } = this.#ports
    if (state.session(id)?.value.deferredStart !== undefined) {
      if (bars.approve(id, since) === 'unread') notices.add('notice', unreadCommand)
      return true
    }
    this.#ports.send({ kind: 'session/restart', session: id, force: false })
    return true
  }

  /** Gives the pane of a session the focus, and shows its tab. */
  goTo(session: SessionId): void {
    const { hold, state, sync } = this.#ports
    if (hold.later(() => this.goTo(session))) return
    if (session === this.#focused || state.session(session) === undefined) return
    const pane = paneFor(session)
    this.#ports.send({ kind: 'pane/focus', pane })
    sync.focusPane(pane)
  }

  /** Shows a tab. */
  activate(tab: TabId): void {
    if (this.#ports.hold.later(() => this.activate(tab))) return
    const session = this.#ports.state.focusIn(tab)
    if (session !== null) this.goTo(session)
  }

  /** Activates a tab by its position. If it is the only one, its program gets the key. */
  activateAt(index: number): boolean {
    const id = this.#order.length > 1 ? this.#order[index] : undefined
    if (id !== undefined) this.activate(id)
    return id !== undefined
  }

  /** Activates the tab that was active before. */
  goBack(): boolean {
    const before = this.#recent.before(this.#order)
    if (before !== null) this.activate(before)
    return before !== null
  }

  /**
   * Activates the next or the previous tab of `tabs.switch_order`, and wraps around. In the order
   * of last use, a held modifier selects one, and its release activates it.
   */
  step(by: 1 | -1): boolean {
    const { length } = this.#order
    if (length < 2) return false
    if (this.#ports.state.options.value.tabs.switch_order === 'recent') {
      const { tabSwitch } = this.#ports.state
      const from = selectedTab(tabSwitch.value) ?? this.#active
      const next = this.#recent.step(by, from, this.#order)
      tabSwitch.set(next)
      // an action of the palette or a menu is a switch of one step
      if (!this.#isModifierHeld) this.#endSwitch()
      return next !== null
    }
    return this.activateAt((this.#indexOf(this.#active) + by + length) % length)
  }

  /** Follows whether a modifier is held. Without one, the selected tab becomes active. */
  holdModifier(isHeld: boolean): void {
    this.#isModifierHeld = isHeld
    if (!isHeld) this.#endSwitch()
  }

  #endSwitch(): void {
    const { tabSwitch } = this.#ports.state
    const tab = selectedTab(tabSwitch.value)
    tabSwitch.set(null)
    if (tab !== null) this.activate(tab)
  }

  move(by: 1 | -1, id = this.#active): boolean {
    const other = this.#order[this.#indexOf(id) + by]
    return id !== null && other !== undefined && this.moveTo(id, other)
  }

  moveTo(id: TabId, other: TabId): boolean {
    const moves = movesTo(this.#ports.state, id, other)
    for (const move of moves) this.#ports.send({ kind: 'tab/move', ...move })
    return moves.length > 0
  }

  /** Changes positions, ratios or zoom of the active tab's panes. */
  rearrange(split: SplitTab): void {
    const tab = this.#active
    if (tab === null) return
    this.#ports.sync.rearrange(tab, split)
    this.#ports.send({ kind: 'tab/arrange', tab, ...split })
  }

  /** The session with the focus if its program has ended: Enter is not the program's then. */
  get ended(): SessionId | null {
    const id = this.#focused
    return id !== null && this.isOver(id) ? id : null
  }

  /** Returns whether the program of a session has ended or could not be started. */
  isOver(session: SessionId): boolean {
    const view = this.#ports.state.session(session)?.value
    return view !== undefined && isOver(view)
  }

  /** Enter in a tab without a program: starts its waiting command, otherwise closes the tab. */
  leaveEnded(since: number): void {
    const id = this.#focused
    const view = id === null ? undefined : this.#ports.state.session(id)?.value
    if (view?.deferredStart === undefined) this.close()
    else this.restart(id, since)
  }

  get #active(): TabId | null {
    return this.#ports.state.active.value
  }

  get #focused(): SessionId | null {
    return this.#ports.state.focused.value
  }

  get #order(): readonly TabId[] {
    return this.#ports.state.order.value
  }

  #indexOf(id: TabId | null): number {
    return id === null ? -1 : this.#order.indexOf(id)
  }
}

function selectedTab(tabs: TabSwitch | null): TabId | null {
  return tabs?.tabs[tabs.at] ?? null
}
