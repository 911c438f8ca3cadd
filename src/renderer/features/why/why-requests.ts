/** Asks the main process why a tab shows its state. */
import type { SessionId } from '../../../core/ids.ts'
import type { WhyState } from '../../../agents/state/why.ts'
import type { Page } from '../../page/page.ts'

/** Limit of unanswered requests. The oldest is dropped, because its tab may be closed. */
const openRequestsMax = 16

export class WhyRequests {
  readonly #page: Page
  readonly #asked = new Map<number, (why: WhyState) => void>()
  #next = 1

  constructor(page: Page) {
    this.#page = page
  }

  ask(session: SessionId): Promise<WhyState> {
    return new Promise((resolve) => {
      const request = this.#next++
      this.#asked.set(request, resolve)
      const [oldest] = this.#asked.keys()
      if (this.#asked.size > openRequestsMax && oldest !== undefined) this.#asked.delete(oldest)
      this.#page.send({ kind: 'session/why', session, request })
    })
  }

  answer(request: number, why: WhyState): void {
    this.#asked.get(request)?.(why)
    this.#asked.delete(request)
  }
}
