/**
 * A pointer that rests on a tab for half a second brings a sentence that says why the tab shows
 * what it shows.
 */
import { WhyRequests } from '../why/why-requests.ts'
import type { Page } from '../../page.ts'
import { Observable } from '../../state/cell.ts'

const restMs = 500

export class Hover {
  /** A sentence about the tab under the pointer. */
  readonly tip = new Observable<{ readonly tab: string; readonly text: string } | null>(null)
  readonly #page: Page
  #over: string | null = null
  #timer: number | null = null

  constructor(page: Page) {
    this.#page = page
    // Whoever types looks at what is typed.
    window.addEventListener('keydown', () => this.leave(), { capture: true })
  }

  enter(tab: string): void {
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

  async #show(tab: string): Promise<void> {
    const { short } = await this.#page.get(WhyRequests).ask(tab)
    if (this.#over === tab && this.#page.state.overlay.value === null)
      this.tip.set({ tab, text: short })
  }

  /** What is shown is of another state than the tab is in now. */
  again(): void {
    if (this.#over !== null) void this.#show(this.#over)
  }
}
