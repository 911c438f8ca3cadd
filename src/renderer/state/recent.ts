/**
 * Tabs in the order in which the user looked at them last, so that one key leads back
 * (`last_used_tab`).
 */
import type { TabId } from '../../core/ids.ts'

export class Recent {
  /** Newest last. */
  #order: TabId[] = []

  /** This tab is in view. */
  note(tab: TabId | null): void {
    if (tab === null) return
    this.#order = [...this.#order.filter((id) => id !== tab), tab]
  }

  /** The tab before the one in view; null: there is none. Tabs that are gone are forgotten. */
  before(present: readonly TabId[]): TabId | null {
    const there = new Set(present)
    this.#order = this.#order.filter((id) => there.has(id))
    return this.#order.at(-2) ?? null
  }
}
