/**
 * Questions of the dispatcher that wait for their turn. It sees them when the bytes come; those
 * that the VT core finds, such as DA1, come when that has parsed them. So that answers go out in
 * the order of the questions, each waits until the core has come to it too.
 */
import type { OutputQuery } from '../../../base/sequences/query.ts'

/** As many as the rate of answers lets out in a second. Beyond it: not answered, and counted. */
export const heldAnswersMax = 256

export class HeldAnswers {
  readonly #held: {
    readonly query: OutputQuery
    readonly end: number
    readonly answered: boolean
  }[] = []
  readonly #isWanted: (end: number) => boolean
  /** Questions that were not held. */
  dropped = 0

  /** `isWanted`: who asked what ends there still waits. Asked when its turn has come. */
  constructor(isWanted: (end: number) => boolean = () => true) {
    this.#isWanted = isWanted
  }

  /**
   * `answered`: there is an answer to it. One without is held too, for the core comes to it all the
   * same, but gives way to one with.
   */
  hold(query: OutputQuery, end: number, answered: boolean): void {
    if (this.#held.length >= heldAnswersMax) {
      this.dropped += 1
      const idle = answered ? this.#held.findIndex((one) => !one.answered) : -1
      if (idle === -1) return
      this.#held.splice(idle, 1)
    }
    this.#held.push({ query, end, answered })
  }

  /**
   * Those that end at or before `upTo`, which has been parsed: what a terminal took for something
   * else is answered now.
   */
  passed(upTo: number): OutputQuery[] {
    const next = this.#held.findIndex(({ end }) => end > upTo)
    return this.#held
      .splice(0, next === -1 ? this.#held.length : next)
      .filter(({ end }) => this.#isWanted(end))
      .map(({ query }) => query)
  }

  /** Nobody parses: all that waits. */
  release(): OutputQuery[] {
    return this.passed(Number.MAX_SAFE_INTEGER)
  }

  forget(): void {
    this.#held.length = 0
  }
}
