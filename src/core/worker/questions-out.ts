/**
 * Sends the queries of a session's program out of its worker: one message per chunk of output, at
 * the rate of the replies, and without those answered before the worker started.
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

  /** Starts after this offset: earlier queries have been answered or are dropped. */
  begin(answered: number): void {
    this.#answered = answered
    this.#queries = []
  }

  /** Adds a query. `at`: offset after the query; `null` for a report that is due without one. */
  add(query: TerminalQuery, at: number | null): void {
    // its reply has about 15 bytes per cursor
    const bytes = query.kind === 'extra-cursors' ? 15 * query.count : 0
    const size = queryBytes + bytes
    const isChange = at === null
    if ((isChange || at > this.#answered) && this.#rate.admit(size, 0, this.#clock.now(), isChange))
      this.#queries.push({ query: { ...query }, at }) // with the cursors of now
  }

  /** Sends them together: all queries up to one offset are answered, or sent again. */
  send(): void {
    if (this.#queries.length === 0) return
    const queries = this.#queries
    this.#queries = []
    this.#post({ kind: 'asked', queries })
  }
}
