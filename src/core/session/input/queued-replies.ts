/**
 * Holds the dispatcher's queries until the VT core has reached them. The dispatcher finds them when
 * the bytes arrive; the core finds others, such as DA1, when it parses them. Replies keep the order
 * of all queries.
 */
import type { OutputQuery } from '../../../base/sequences/query.ts'

/** As many as the reply rate allows in a second. Further queries are dropped. */
export const heldAnswersMax = 256

export class HeldAnswers {
  readonly #held: {
    readonly query: OutputQuery
    readonly end: number
    readonly answered: boolean
  }[] = []
  readonly #isWanted: (end: number) => boolean

  /** `isWanted`: whether the program whose query ends there still waits. */
  constructor(isWanted: (end: number) => boolean = () => true) {
    this.#isWanted = isWanted
  }

  /** Holds a query. One without a reply (`answered`) is held too, but yields to others. */
  hold(query: OutputQuery, end: number, answered: boolean): void {
    if (this.#held.length >= heldAnswersMax) {
      const idle = answered ? this.#held.findIndex((one) => !one.answered) : -1
      if (idle === -1) return
      this.#held.splice(idle, 1)
    }
    this.#held.push({ query, end, answered })
  }

  /** Releases queries up to `upTo`, even if the core took them for something else. */
  passed(upTo: number): OutputQuery[] {
    const next = this.#held.findIndex(({ end }) => end > upTo)
    return this.#held
      .splice(0, next === -1 ? this.#held.length : next)
      .filter(({ end }) => this.#isWanted(end))
      .map(({ query }) => query)
  }

  /** Releases all queries: nothing parses any more. */
  release(): OutputQuery[] {
    return this.passed(Number.MAX_SAFE_INTEGER)
  }

  forget(): void {
    this.#held.length = 0
  }
}
