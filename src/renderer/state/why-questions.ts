/** Questions for a tab's reasons that are on their way to the main process. */
import type { Why } from '../../core/agent-state/index.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'

/** Reasons that were asked for and have not been told. Beyond it the oldest question is forgotten: its tab may be gone. */
const openQuestionsMax = 16

export class WhyQuestions {
  readonly #send: (message: PageMessage) => void
  readonly #asked = new Map<number, (why: Why) => void>()
  #next = 1

  constructor(send: (message: PageMessage) => void) {
    this.#send = send
  }

  ask(tab: string): Promise<Why> {
    return new Promise((resolve) => {
      const request = this.#next++
      this.#asked.set(request, resolve)
      const [oldest] = this.#asked.keys()
      if (this.#asked.size > openQuestionsMax && oldest !== undefined) this.#asked.delete(oldest)
      this.#send({ kind: 'tab/why', tab, request })
    })
  }

  answered(request: number, why: Why): void {
    this.#asked.get(request)?.(why)
    this.#asked.delete(request)
  }
}
