/** Questions for the reasons of a tab, and who waits for their answers. */
import type { Why } from '../../core/agent-state/index.ts'

/** Reasons that were asked for and have not been told. Beyond it the oldest question is forgotten: its tab may be gone. */
const openQuestionsMax = 16

export class WhyQuestions {
  readonly #asked = new Map<number, (why: Why) => void>()
  #next = 1

  /** `send` asks the main process, with the number by which the answer is known. */
  ask(send: (request: number) => void): Promise<Why> {
    return new Promise((resolve) => {
      const request = this.#next++
      this.#asked.set(request, resolve)
      const [oldest] = this.#asked.keys()
      if (this.#asked.size > openQuestionsMax && oldest !== undefined) this.#asked.delete(oldest)
      send(request)
    })
  }

  answered(request: number, why: Why): void {
    this.#asked.get(request)?.(why)
    this.#asked.delete(request)
  }
}
