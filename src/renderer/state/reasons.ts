/** Questions to the main process why a tab shows what it shows, and who waits for which answer. */
import type { Why } from '../../core/agent-state/index.ts'

/**
 * Reasons that were asked for and have not been told. Beyond it the oldest question is forgotten:
 * its tab may be gone.
 */
const openQuestionsMax = 16

export class Reasons {
  readonly #send: (tab: string, request: number) => void
  readonly #asked = new Map<number, (why: Why) => void>()
  #next = 1

  constructor(send: (tab: string, request: number) => void) {
    this.#send = send
  }

  ask(tab: string): Promise<Why> {
    return new Promise((resolve) => {
      const request = this.#next++
      this.#asked.set(request, resolve)
      const [oldest] = this.#asked.keys()
      if (this.#asked.size > openQuestionsMax && oldest !== undefined) this.#asked.delete(oldest)
      this.#send(tab, request)
    })
  }

  told(request: number, why: Why): void {
    this.#asked.get(request)?.(why)
    this.#asked.delete(request)
  }
}
