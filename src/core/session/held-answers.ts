/**
 * Answers of the dispatcher that wait for their turn. It sees a question when the bytes come; the page's parser answers others, such as
 * DA1, when it has come to them. So that answers go out in the order of the questions, each waits until the page has come to it too.
 */
import type { OutputQuery } from '../replies/query.ts'

/** As many as the rate of answers lets out in a second. Beyond it: not answered, and counted. */
export const heldAnswersMax = 256

export class HeldAnswers {
  readonly #answer: (query: OutputQuery) => void
  readonly #held: { readonly query: OutputQuery; readonly end: number; readonly answered: boolean }[] = []
  /** Questions that were not held. */
  dropped = 0

  constructor(answer: (query: OutputQuery) => void) {
    this.#answer = answer
  }

  /** `answered`: there is an answer to it. One without is held too, for the page comes to it all the same, but gives way to one with. */
  hold(query: OutputQuery, end: number, answered: boolean): void {
    if (this.#held.length >= heldAnswersMax) {
      this.dropped += 1
      const idle = answered ? this.#held.findIndex((one) => !one.answered) : -1
      if (idle === -1) return
      this.#held.splice(idle, 1)
    }
    this.#held.push({ query, end, answered })
  }

  /** The page's parser has come to such a question. One that is none for the dispatcher finds nothing here, or what is next anyway. */
  reached(): void {
    const next = this.#held.shift()
    if (next !== undefined) this.#answer(next.query)
  }

  /** Everything before `upTo` has been parsed: what the page's parser took for something else is answered now. */
  passed(upTo: number): void {
    while ((this.#held[0]?.end ?? Number.POSITIVE_INFINITY) <= upTo) this.reached()
  }

  /** Nobody parses: all that waits is answered at once. */
  release(): void {
    this.passed(Number.MAX_SAFE_INTEGER)
  }

  forget(): void {
    this.#held.length = 0
  }
}
