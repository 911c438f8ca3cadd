/**
 * Keeps state and grids in step with the main process: applies the window and the tabs as it
 * reports them, and shows changes of the page before it confirms them.
 */
import type { MainMessage } from '../../core/ipc/contract.ts'
import {
  focusPane,
  rearrange,
  sameSplit,
  type Arrangement,
  type SplitTab,
} from '../../core/windows/panes/arrangement.ts'
import { StateAnnouncer } from '../../core/windows/tabs/announce.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'
import { pageClock } from '../clock.ts'
import type { Panes } from '../grid/panes.ts'
import type { Hold } from '../keys/hold.ts'
import { isQuestion } from '../state/overlay.ts'
import type { OverlayStack } from '../state/overlay-stack.ts'
import { TabChanges } from '../state/tab-changes.ts'
import { Unconfirmed } from '../state/unconfirmed.ts'
import { isOver, noSplits, type WindowState } from '../state/window-state.ts'
import type { WindowStatus } from './window-status.ts'

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
  readonly #switches = new Unconfirmed<string>(pageClock)
  readonly #rearranged = new Unconfirmed<SplitTab>(pageClock)

  constructor(ports: Ports) {
    this.#ports = ports
    const { said } = ports.state
    this.#announcer = new StateAnnouncer(pageClock, (urgency, text) =>
      said.set({ ...said.value, [urgency]: text }),
    )
  }

  /** Gives a pane the focus before the main process confirms it. */
  focusPane(id: string): void {
    this.#switches.made(id)
    this.#arrange(focusPane(this.#ports.state.arrangement, id))
  }

  /** Arranges the panes of a tab before the main process confirms it. */
  rearrange(split: SplitTab): void {
    this.#rearranged.made(split)
    this.#arrange(rearrange(this.#ports.state.arrangement, split))
  }

  #arrange(arrangement: Arrangement): void {
    const { state, panes } = this.#ports
    this.#changeGrid(() => {
      state.arrange(arrangement)
      panes.show(arrangement.active, state.splits.value)
      state.active.set(arrangement.active)
    })
  }

  receiveWindow({
    id: window,
    tabs,
    active: named,
    split,
    visible,
  }: MainMessage & { kind: 'window/state' }): void {
    const { state, panes, overlays, hold, status } = this.#ports
    state.window = window
    status.setVisible(visible)
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
      state.setTabs(tabs, arranged)
      panes.keep(ids, active, state.splits.value)
      for (const view of tabs) panes.freeze(view.id, isOver(view))
      state.active.set(active)
      const overlay = state.overlay.value
      if (isQuestion(overlay) && overlays.isGone(overlay)) overlays.dismiss()
    })
    hold.settle(ids)
    panes.sayMeasures()
  }

  /** Changes that decide where keys go apply immediately, the others with the next frame. */
  receiveView(view: TabView): void {
    this.#changes.add(view)
    if (this.#ports.state.tab(view.id)?.value.phase !== view.phase) this.#changes.flush()
  }

  /** After `change` the grid in view has the keyboard, unless the bar or an overlay has it. */
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
    // the others were closed while this was on its way
    const here = views.filter(({ id }) => state.tab(id) !== undefined)
    for (const view of here) {
      this.#announcer.changed(state.tab(view.id)?.value.state ?? view.state, view)
      panes.freeze(view.id, isOver(view))
    }
    state.changeTabs(here)
    status.updateTitle()
  }
}
