/** Questions to the main process why a tab shows what it shows, and who waits for which answer. */
import type { Why } from '../../../core/agent-state/index.ts'
import type { Page } from '../../page.ts'

/**
 * WhyRequests that were asked for and have not been told. Beyond it the oldest question is forgotten:
 * its tab may be gone.
 */
const openQuestionsMax = 16

export class WhyRequests {
  readonly #page: Page
  readonly #asked = new Map<number, (why: Why) => void>()
  #next = 1

  constructor(page: Page) {
    this.#page = page
  }

  ask(tab: string): Promise<Why> {
    return new Promise((resolve) => {
      const request = this.#next++
      this.#asked.set(request, resolve)
      const [oldest] = this.#asked.keys()
      if (this.#asked.size > openQuestionsMax && oldest !== undefined) this.#asked.delete(oldest)
      this.#page.send({ kind: 'tab/why', tab, request })
    })
  }

  answer(request: number, why: Why): void {
    this.#asked.get(request)?.(why)
    this.#asked.delete(request)
  }
}
