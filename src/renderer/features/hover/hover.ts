/**
 * A pointer that rests on a tab for half a second brings a sentence that says why the tab shows
 * what it shows.
 */
import type { SessionId, TabId } from '../../../core/ids.ts'
import { WhyRequests } from '../why/why-requests.ts'
import type { Page } from '../../page.ts'
import { Observable } from '../../state/cell.ts'

const restMs = 500

export class Hover {
  /** A sentence about the tab under the pointer. */
  readonly tip = new Observable<{
    readonly tab: TabId
    readonly session: SessionId
    readonly text: string
  } | null>(null)
  readonly #page: Page
  #over: TabId | null = null
  #timer: number | null = null

  constructor(page: Page) {
    this.#page = page
    // Whoever types looks at what is typed.
    window.addEventListener('keydown', () => this.leave(), { capture: true })
  }

  enter(tab: TabId): void {
    this.leave()
    this.#over = tab
    this.#timer = window.setTimeout(() => void this.#show(tab), restMs)
  }

  leave(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = null
    this.#over = null
    this.tip.set(null)
  }

  async #show(tab: TabId): Promise<void> {
    const session = this.#page.state.focusIn(tab)
    if (session === null) return
    const { short } = await this.#page.get(WhyRequests).ask(session)
    if (this.#over === tab && this.#page.state.overlay.value === null)
      this.tip.set({ tab, session, text: short })
  }

  /** What is shown is of another state than the tab is in now. */
  again(): void {
    if (this.#over !== null) void this.#show(this.#over)
  }
}
