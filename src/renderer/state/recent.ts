/** Tabs in the order of their last use, for `last_used_tab`. */
import type { TabId } from '../../core/ids.ts'

export class Recent {
  /** Newest last. */
  #order: TabId[] = []

  note(tab: TabId | null): void {
    if (tab === null) return
    this.#order = [...this.#order.filter((id) => id !== tab), tab]
  }

  /** Returns the tab before the active one, or null. Forgets closed tabs. */
  before(present: readonly TabId[]): TabId | null {
    const there = new Set(present)
    this.#order = this.#order.filter((id) => there.has(id))
    return this.#order.at(-2) ?? null
  }
}
