/** In which order the tabs of the window were in view, the newest first. */
import type { WindowState } from './window-state.ts'

export class UsedTabs {
  readonly #state: WindowState
  #ids: string[] = []

  constructor(state: WindowState) {
    this.#state = state
    state.active.subscribe(() => {
      const { value } = state.active
      if (value !== null) this.#ids = [value, ...this.newestFirst().filter((id) => id !== value)]
    })
  }

  /** Those that are still there. */
  newestFirst(): readonly string[] {
    return this.#ids.filter((id) => this.#state.tab(id) !== undefined)
  }

  /** The tab that was in view before the present one. */
  before(): string | null {
    return this.newestFirst().find((id) => id !== this.#state.active.value) ?? null
  }
}
