/** Recently closed tabs of all windows, for reopening. */
import type { PaneId } from '../../ids.ts'
import type { PaneSlot } from '../panes/tree.ts'
import type { RestorableTab } from '../../session/session-ports.ts'

/** Tabs kept, each with up to 1 MiB of output; older ones are dropped. */
export const closedTabsMax = 10

export interface ClosedTab extends RestorableTab {
  /** Its index in the bar. */
  readonly place: number
  /** Its position in a split tab; `null` or absent if it was the only pane. */
  readonly slot?: PaneSlot | null
}

export class ClosedTabs {
  readonly #kept: ClosedTab[] = []
  readonly #changed: () => void

  /** @param changed called when the number changed */
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

  /**
   * A closed pane has returned with another id. Entries of panes next to it may name the old id.
   */
  cameBack(id: PaneId, as: PaneId): void {
    this.#kept.forEach((tab, at) => {
      if (tab.slot?.beside.includes(id) !== true) return
      const beside = tab.slot.beside.map((pane) => (pane === id ? as : pane))
      this.#kept[at] = { ...tab, slot: { ...tab.slot, beside } }
    })
  }

  /** Removes and returns the last one. */
  take(): ClosedTab | null {
    const tab = this.#kept.pop() ?? null
    this.#changed()
    return tab
  }
}
