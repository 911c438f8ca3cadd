/** The tabs that were closed last, of all windows, so that they can be opened again. */
import type { PaneId } from '../../ids.ts'
import type { PaneSlot } from '../panes/tree.ts'
import type { RestorableTab } from '../../session/session-ports.ts'

/** Tabs kept. Each holds its newest output, a MiB at most; the oldest leave. */
export const closedTabsMax = 10

export interface ClosedTab extends RestorableTab {
  /** Index in the bar that it had. */
  readonly place: number
  /** Where it stood in a tab of several panes; absent, null: it had one for itself. */
  readonly slot?: PaneSlot | null
}

export class ClosedTabs {
  readonly #kept: ClosedTab[] = []
  readonly #changed: () => void

  /** @param changed there are more or fewer */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get count(): number {
    return this.#kept.length
  }

  add(tab: ClosedTab): void {
    this.#kept.push(tab)
    if (this.#kept.length > closedTabsMax) this.#kept.shift()
    this.#changed()
  }

  /** A pane that was closed has come back under another id. Others may have been next to it. */
  cameBack(id: PaneId, as: PaneId): void {
    this.#kept.forEach((tab, at) => {
      if (tab.slot?.beside.includes(id) !== true) return
      const beside = tab.slot.beside.map((pane) => (pane === id ? as : pane))
      this.#kept[at] = { ...tab, slot: { ...tab.slot, beside } }
    })
  }

  /** The one that was closed last; it is kept no more. */
  take(): ClosedTab | null {
    const tab = this.#kept.pop() ?? null
    this.#changed()
    return tab
  }
}
