/**
 * Gathers what the main process says of tabs, for a frame: the first change counts at once, those
 * that follow together. With sixty agents that report, each by itself would draw the bar hundreds
 * of times a second, and more than once for one picture.
 */
import type { Clock } from '../../base/clock.ts'
import type { SessionId } from '../../core/ids.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'

/** Shortest time between two changes of the tab bar, ms: one frame. */
export const changesIntervalMs = 16

export class TabChanges {
  readonly #clock: Clock
  readonly #apply: (views: readonly TabView[]) => void
  readonly #views = new Map<SessionId, TabView>()
  #resting = false

  /** `apply`: the newest of each tab that has changed. */
  constructor(clock: Clock, apply: (views: readonly TabView[]) => void) {
    this.#clock = clock
    this.#apply = apply
  }

  add(view: TabView): void {
    this.#views.set(view.id, view)
    if (this.#resting) return
    this.flush()
    this.#rest()
  }

  /** What has been gathered counts now. */
  flush(): void {
    if (this.#views.size === 0) return
    const views = [...this.#views.values()]
    this.#views.clear()
    this.#apply(views)
  }

  #rest(): void {
    this.#resting = true
    this.#clock.after(changesIntervalMs, () => {
      this.#resting = false
      if (this.#views.size === 0) return
      this.flush()
      this.#rest()
    })
  }
}
