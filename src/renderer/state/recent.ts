/** Tabs in the order of their last use, for `last_used_tab` and `tabs.switch_order`. */
import type { TabId } from '../../core/ids.ts'

/** The tabs in the order of their last use, newest first, while a modifier is held. */
export interface TabSwitch {
  readonly tabs: readonly TabId[]
  /** Index of the selected tab. */
  readonly at: number
}

export class Recent {
  /** Newest last. A tab that has not been active is not in it. */
  #order: TabId[] = []

  note(tab: TabId | null): void {
    if (tab !== null) this.#order = [...this.#order.filter((id) => id !== tab), tab]
  }

  /** Returns the tab before the active one, or null. Forgets closed tabs. */
  before(present: readonly TabId[]): TabId | null {
    this.#forgetClosed(present)
    return this.#order.at(-2) ?? null
  }

  /**
   * Selects the tab that is next to `from` in the order of use, and wraps around. Tabs that have
   * not been active are the oldest, in the order of the bar. Returns null without another tab.
   * @param by 1: an older tab
   */
  step(by: 1 | -1, from: TabId | null, present: readonly TabId[]): TabSwitch | null {
    if (present.length < 2) return null
    this.#forgetClosed(present)
    const used = new Set(this.#order)
    const tabs = [...this.#order.toReversed(), ...present.filter((id) => !used.has(id))]
    const start = from === null ? 0 : tabs.indexOf(from)
    return { tabs, at: (start + by + tabs.length) % tabs.length }
  }

  #forgetClosed(present: readonly TabId[]): void {
    const there = new Set(present)
    this.#order = this.#order.filter((id) => there.has(id))
  }
}

/**
 * Returns a selection without closed tabs, or null without another tab. The tab after a closed one
 * is selected instead of it, or the last one.
 */
export function withoutClosed(
  { tabs, at }: TabSwitch,
  present: readonly TabId[],
): TabSwitch | null {
  const there = new Set(present)
  const left = tabs.filter((id) => there.has(id))
  const before = tabs.slice(0, at).filter((id) => there.has(id)).length
  return left.length < 2 ? null : { tabs: left, at: Math.min(before, left.length - 1) }
}
