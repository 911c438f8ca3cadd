/** Synchronizes state and grids with the main process. Shows changes before they are confirmed. */
import type { PaneId, TabId } from '../../core/ids.ts'
import type { MainMessage } from '../../core/ipc/contract.ts'
import {
  focusOf,
  focusPane,
  rearrange,
  samePlaces,
  tabWith,
  type SplitTab,
} from '../../core/windows/panes/arrangement.ts'
import { findTab, type Arrangement } from '../../core/windows/panes/tab-order.ts'
import { StateAnnouncer } from '../../core/windows/tabs/announce.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import { pageClock } from './clock.ts'
import type { Panes } from '../grid/panes.ts'
import type { Hold } from '../keys/hold.ts'
import { isQuestion } from '../state/overlay.ts'
import type { OverlayStack } from '../state/overlay-stack.ts'
import { TabChanges } from '../state/tab-changes.ts'
import { Unconfirmed } from '../state/unconfirmed.ts'
import { isOver, type WindowState } from '../state/window-state.ts'
import type { WindowStatus } from './window-status.ts'

/** Other places for the panes of a tab. */
interface Rearranged extends SplitTab {
  readonly tab: TabId
}

interface Ports {
  readonly state: WindowState
  readonly panes: Panes
  readonly overlays: OverlayStack
  readonly hold: Hold
  readonly status: WindowStatus
}

export class MainSync {
  readonly #ports: Ports
  readonly #announcer: StateAnnouncer
  readonly #changes = new TabChanges(pageClock, (views) => this.#applyChanges(views))
  readonly #switches = new Unconfirmed<PaneId>(pageClock)
  readonly #rearranged = new Unconfirmed<Rearranged>(pageClock)

  constructor(ports: Ports) {
    this.#ports = ports
    const { said } = ports.state
    this.#announcer = new StateAnnouncer(pageClock, (urgency, text) =>
      said.set({ ...said.value, [urgency]: text }),
    )
  }

  /** Focuses a pane before the main process confirms it. */
  focusPane(pane: PaneId): void {
    this.#switches.made(pane)
    this.#arrange(focusPane(this.#ports.state.arrangement, pane))
  }

  /** Arranges the panes of a tab before the main process confirms it. */
  rearrange(tab: TabId, split: SplitTab): void {
    this.#rearranged.made({ ...split, tab })
    this.#arrange(rearrange(this.#ports.state.arrangement, tab, split))
  }

  #arrange(arrangement: Arrangement): void {
    const { state, panes } = this.#ports
    this.#changeGrid(() => {
      state.arrange(arrangement)
      panes.show(findTab(arrangement, arrangement.active))
      state.activate(arrangement)
    })
  }

  receiveWindow({
    id: window,
    sessions,
    tabs,
    active,
    visible,
  }: MainMessage & { kind: 'window/state' }): void {
    const { state, panes, overlays, hold, status } = this.#ports
    state.window = window
    status.setVisible(visible)
    this.#changes.flush()
    const ids = sessions.map(({ id }) => id)
    const received: Arrangement = { tabs, active }
    const named = focusOf(received)
    const focus = this.#switches
      .settle(
        (pane) => pane === named,
        (pane) => tabWith(received, pane) !== undefined,
      )
      .at(-1)
    const given = this.#rearranged
      .settle(
        (one) => tabs.some((tab) => tab.id === one.tab && samePlaces(tab, one)),
        (one) => rearrange(received, one.tab, one) !== received,
      )
      .reduce((before, { tab, ...split }) => rearrange(before, tab, split), received)
    const arranged = focus === undefined ? given : focusPane(given, focus)
    this.#changeGrid(() => {
      state.setSessions(sessions, arranged)
      panes.keep(ids, findTab(arranged, arranged.active))
      for (const view of sessions) panes.freeze(view.id, isOver(view))
      state.activate(arranged)
      const overlay = state.overlay.value
      if (isQuestion(overlay) && overlays.isGone(overlay)) overlays.dismiss()
    })
    hold.settle(ids)
    panes.sayMeasures()
  }

  /** Changes that decide which tab gets keys apply immediately, others with the next frame. */
  receiveView(view: TabView): void {
    this.#changes.add(view)
    if (this.#ports.state.session(view.id)?.value.phase !== view.phase) this.#changes.flush()
  }

  /** Focuses the active grid after `change`, unless the bar or an overlay has the keyboard. */
  #changeGrid(change: () => void): void {
    const { state, panes, status } = this.#ports
    const barHasFocus = document.activeElement?.closest('[role=tablist]') != null
    const { shown } = panes
    change()
    if (panes.shown !== shown && !barHasFocus && state.overlay.value === null) panes.shown?.focus()
    status.updateTitle()
  }

  #applyChanges(views: readonly TabView[]): void {
    const { state, panes, status } = this.#ports
    // the others were closed while this message was on its way
    const here = views.filter(({ id }) => state.session(id) !== undefined)
    for (const view of here) {
      this.#announcer.changed(state.session(view.id)?.value.state ?? view.state, view)
      panes.freeze(view.id, isOver(view))
    }
    state.changeTabs(here)
    status.updateTitle()
  }
}
