/**
 * Questions of a session's program on their way out of its worker: gathered for each chunk of output, no faster than they are answered, and none that was
 * answered before the worker began.
 */
import { unreachable } from '../assert.ts'
import type { Clock } from '../clock.ts'
import { parse99 } from '../../protocol/index.ts'
import type { Answerable } from '../replies/query.ts'
import { ReplyRate } from '../replies/replies.ts'
import type { TerminalQuery } from '../vt/index.ts'
import { queryBytes } from './limits.ts'
import type { FromShadow } from './messages.ts'

type Asked = Extract<FromShadow, { readonly kind: 'asked' }>

export class QuestionsOut {
  readonly #clock: Clock
  readonly #post: (message: Asked) => void
  readonly #rate: ReplyRate
  #answered = 0
  #queries: { readonly query: Answerable; readonly at: number | null }[] = []

  constructor(clock: Clock, post: (message: Asked) => void) {
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
  add(asked: TerminalQuery, at: number | null): void {
    if (at !== null && at <= this.#answered) return
    const query = answerable(asked)
    if (query !== null && this.#rate.admit(queryBytes, 0, this.#clock.now())) this.#queries.push({ query, at })
  }

  /** They go out together: all that ends at one offset is answered, or all of it is asked again of another worker. */
  send(): void {
    if (this.#queries.length === 0) return
    const queries = this.#queries
    this.#queries = []
    this.#post({ kind: 'asked', queries })
  }
}

/** null: it asks nothing after all. */
function answerable(asked: TerminalQuery): Answerable | null {
  if (asked.kind !== 'command') return asked
  const { code, body, terminator } = asked
  switch (code) {
    case 99: {
      const read = parse99(body)
      return read?.ok === true && 'query' in read.value ? { kind: 'notification-support', id: read.value.id ?? null, terminator } : null
    }
    case 7501: return { kind: 'program-status', terminator }
    default: return unreachable(code)
  }
}
