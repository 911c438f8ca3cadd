/** Tabs in the order of their last use, for `last_used_tab` and `tabs.switch_order`. */
import type { TabId } from '../../core/ids.ts'

/**
 * A walk goes through the tabs while a modifier is held, as in Ctrl+Tab. Until it ends, the tabs
 * that it shows keep their places in the order.
 */
export class Recent {
  /** Newest last. A tab that has not been active is not in it. */
  #order: TabId[] = []
  /** The tab that the current walk shows. */
  #walked: TabId | null = null
  #isModifierHeld = false

  note(tab: TabId | null): void {
    if (tab === null || tab === this.#walked) return
    this.#endWalk()
    this.#use(tab)
  }

  /** Returns the tab before the active one, or null. Ends a walk. Forgets closed tabs. */
  before(present: readonly TabId[]): TabId | null {
    this.#endWalk()
    this.#forgetClosed(present)
    return this.#order.at(-2) ?? null
  }

  /**
   * Returns the tab that is next in the order of use, and wraps around. Tabs that have not been
   * active are the oldest, in the order of the bar.
   * @param by 1: an older tab
   */
  walk(by: 1 | -1, active: TabId | null, present: readonly TabId[]): TabId | null {
    if (present.length < 2) return null
    this.#forgetClosed(present)
    const used = new Set(this.#order)
    const newestFirst = [...this.#order.toReversed(), ...present.filter((id) => !used.has(id))]
    const from = active === null ? 0 : newestFirst.indexOf(active)
    const next = newestFirst.at((from + by) % newestFirst.length) ?? null
    this.#walked = next
    // an action of the palette or a menu is a walk of one step
    if (!this.#isModifierHeld) this.#endWalk()
    return next
  }

  /** Follows Ctrl, Shift, Alt and Super. A walk ends when none of them is held. */
  holdModifier(isHeld: boolean): void {
    this.#isModifierHeld = isHeld
    if (!isHeld) this.#endWalk()
  }

  #endWalk(): void {
    const tab = this.#walked
    this.#walked = null
    if (tab !== null) this.#use(tab)
  }

  #use(tab: TabId): void {
    this.#order = [...this.#order.filter((id) => id !== tab), tab]
  }

  #forgetClosed(present: readonly TabId[]): void {
    const there = new Set(present)
    this.#order = this.#order.filter((id) => there.has(id))
  }
}
