/**
 * The tabs that were closed last, of all windows, so that they can be opened again.
 */
import type { RestorableTab } from '../session/session-ports.ts'

/** Tabs kept. Each holds its newest output, a MiB at most; the oldest leave. */
export const closedTabsMax = 10

export interface ClosedTab extends RestorableTab {
  /** Index in the bar that it had. */
  readonly place: number
}

export class ClosedTabs {
  readonly #kept: ClosedTab[] = []

  get count(): number {
    return this.#kept.length
  }

  add(tab: ClosedTab): void {
    this.#kept.push(tab)
    if (this.#kept.length > closedTabsMax) this.#kept.shift()
  }

  /** The one that was closed last; it is kept no more. */
  take(): ClosedTab | null {
    return this.#kept.pop() ?? null
  }
}
