/**
 * Commands on tabs for actions, menus and components. A command that finds nothing to do returns
 * false. Without an id it means the active tab.
 */
import type { PageMessage } from '../../core/ipc/contract.ts'
import { panesInSameTab, type SplitTab } from '../../core/windows/panes/arrangement.ts'
import type { Bars } from '../consent/bars.ts'
import type { Hold } from '../keys/hold.ts'
import { movesTo } from '../state/move-tab.ts'
import type { Notices } from '../state/notices.ts'
import { Recent } from '../state/recent.ts'
import { isOver, type WindowState } from '../state/window-state.ts'
import type { MainSync } from './main-sync.ts'

const unreadCommand =
  'Nothing was started: not all of the command has been in view. Scroll to its end, or enlarge ' +
  'the pane, then try again.'

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

  constructor(ports: Ports) {
    this.#ports = ports
    const { active } = ports.state
    active.subscribe(() => this.#recent.note(active.value))
  }

  /** Opens a tab, with this profile if one is named. */
  open(profile?: string): void {
    this.request({ kind: 'tab/open', ...(profile === undefined ? {} : { profile }) })
  }

  /** Requests a tab that is not there yet. From now on, what the user types is for that tab. */
  request(message: PageMessage): void {
    const { hold, state } = this.#ports
    if (hold.later(() => this.request(message))) return
    hold.begin({ kind: 'opened', known: state.panes() })
    this.#ports.send(message)
  }

  /** Shows the field for a tab's name. */
  startRename(id = this.#active): boolean {
    this.#ports.state.renaming.set(id)
    return id !== null
  }

  /** Closes a pane, and with its last pane the tab. */
  close(id = this.#active): boolean {
    if (id === null) return false
    this.#holdUntilClosed(id)
    this.#ports.send({ kind: 'tab/close', tab: id, force: false })
    return true
  }

  /** Closes a tab with all its panes. */
  closeWhole(id = this.#active): boolean {
    if (id === null || panesInSameTab(this.#ports.state.arrangement, id).length === 1)
      return this.close(id)
    this.#holdUntilClosed(id)
    this.#ports.send({ kind: 'tab/close', tab: id, force: false, whole: true })
    return true
  }

  closeOthers(id = this.#active): boolean {
    const order = this.#order
    for (const other of order) if (other !== id) this.closeWhole(other)
    return order.length > 1
  }

  #holdUntilClosed(id: string): void {
    if (id === this.#active) this.#ports.hold.begin({ kind: 'closed', tab: id })
  }

  /** @param since as for `Bars.approve` */
  restart(id = this.#active, since?: number): boolean {
    if (id === null) return false
    const { state, bars, notices } = this.#ports
    if (state.tab(id)?.value.deferredStart !== undefined) {
      if (bars.approve(id, since) === 'unread') notices.add('notice', unreadCommand)
      return true
    }
    this.#ports.send({ kind: 'session/restart', session: id, force: false })
    return true
  }

  activate(id: string): void {
    const { hold, state, sync } = this.#ports
    if (hold.later(() => this.activate(id)) || id === this.#active || state.tab(id) === undefined)
      return
    this.#ports.send({ kind: 'pane/focus', pane: id })
    sync.focusPane(id)
  }

  activateAt(index: number): boolean {
    const id = this.#order[index]
    if (id !== undefined) this.activate(id)
    return id !== undefined
  }

  /** Activates the tab that was in view before. */
  goBack(): boolean {
    const before = this.#recent.before(this.#order)
    if (before !== null) this.activate(before)
    return before !== null
  }

  /** Activates the next tab or the one before; the ends meet. */
  step(by: 1 | -1): boolean {
    const { length } = this.#order
    if (length < 2) return false
    return this.activateAt((this.#indexOf(this.#active) + by + length) % length)
  }

  move(by: 1 | -1, id = this.#active): boolean {
    const other = this.#order[this.#indexOf(id) + by]
    return id !== null && other !== undefined && this.moveTo(id, other)
  }

  /** Moves a tab to the place of another tab of the same group. */
  moveTo(id: string, other: string): boolean {
    const moves = movesTo(this.#ports.state, id, other)
    for (const move of moves) this.#ports.send({ kind: 'tab/move', ...move })
    return moves.length > 0
  }

  /** Changes places, ratios or zoom of the panes of a tab. */
  rearrange(split: SplitTab): void {
    this.#ports.sync.rearrange(split)
    this.#ports.send({ kind: 'pane/arrange', split })
  }

  /** The active tab if its program has ended: Enter is not the program's then. */
  get ended(): string | null {
    const id = this.#active
    return id !== null && this.isOver(id) ? id : null
  }

  /** Returns whether the tab's program has ended or could not be started. */
  isOver(tab: string): boolean {
    const view = this.#ports.state.tab(tab)?.value
    return view !== undefined && isOver(view)
  }

  /**
   * Handles Enter in a tab without a program: starts its waiting command, else closes it.
   * @param since when the keyboard came to the tab
   */
  leaveEnded(since: number): void {
    const id = this.#active
    const view = this.#ports.state.tab(id ?? '')?.value
    if (view?.deferredStart === undefined) this.close()
    else this.restart(id, since)
  }

  get #active(): string | null {
    return this.#ports.state.active.value
  }

  get #order(): readonly string[] {
    return this.#ports.state.order.value
  }

  #indexOf(id: string | null): number {
    return id === null ? -1 : this.#order.indexOf(id)
  }
}
