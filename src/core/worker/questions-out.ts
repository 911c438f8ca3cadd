/**
 * Questions of a session's program on their way out of its worker: gathered for each chunk of
 * output, no faster than they are answered, and none that was answered before the worker began.
 */
import type { Clock } from '../../base/clock.ts'
import { ReplyRate } from '../../terminal/replies/replies.ts'
import type { TerminalQuery } from '../../terminal/index.ts'
import { queryBytes } from './limits.ts'
import type { AskedReport, FromShadow } from './messages.ts'

export class PendingQueries {
  readonly #clock: Clock
  readonly #post: (message: FromShadow) => void
  readonly #rate: ReplyRate
  #answered = 0
  #queries: AskedReport[] = []

  constructor(clock: Clock, post: (message: FromShadow) => void) {
    this.#clock = clock
    this.#post = post
    this.#rate = new ReplyRate(clock.now())
  }

  /** What ends at or before this offset has its answer, or gets none. */
  begin(answered: number): void {
    this.#answered = answered
    this.#queries = []
  }

  /** `at`: offset behind the question; null: nobody asked just now, a report is due. */
  add(query: TerminalQuery, at: number | null): void {
    if ((at === null || at > this.#answered) && this.#rate.admit(queryBytes, 0, this.#clock.now()))
      this.#queries.push({ query, at })
  }

  /**
   * They go out together: all that ends at one offset is answered, or all of it is asked again of
   * another worker.
   */
  send(): void {
    if (this.#queries.length === 0) return
    const queries = this.#queries
    this.#queries = []
    this.#post({ kind: 'asked', queries })
  }
}
