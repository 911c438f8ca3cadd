/**
 * Collects tab changes for one frame. The first change applies immediately. Changes that follow it
 * are applied together in the next frame. With sixty agents, the bar would otherwise be drawn
 * several times per frame.
 */
import type { Clock } from '../../base/clock.ts'
import { Throttle } from '../../base/time/throttle.ts'
import type { SessionId } from '../../core/ids.ts'
import type { TabView } from '../../core/windows/tabs/tab-view.ts'

/** Shortest time between two changes of the tab bar, ms: one frame. */
export const changesIntervalMs = 16

export class TabChanges {
  readonly #views = new Map<SessionId, TabView>()
  readonly #pace: Throttle

  /** @param apply receives the newest view of each changed tab */
  constructor(clock: Clock, apply: (views: readonly TabView[]) => void) {
    this.#pace = new Throttle(clock, changesIntervalMs, () => {
      const views = [...this.#views.values()]
      this.#views.clear()
      apply(views)
    })
  }

  add(view: TabView): void {
    this.#views.set(view.id, view)
    this.#pace.push()
  }

  flush(): void {
    this.#pace.flush()
  }
}
