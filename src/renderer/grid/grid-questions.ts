/** Which questions of a grid's program are passed to the main process: not those of replayed bytes, and no more than are answered. */
import type { Terminal } from '@xterm/xterm'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { Query } from '../../core/replies/query.ts'
import { ReplyRate } from '../../core/replies/replies.ts'
import { pageClock } from '../clock.ts'
import type { Intake } from './intake.ts'
import { queryBytes } from './limits.ts'
import { takeQuestions, type Inside } from './questions.ts'
import { queryTerminators, type Terminator } from './terminators.ts'

type Question = Extract<PageMessage, { readonly kind: 'tab/query' | 'tab/output-query' }>
type WithoutTab<M> = M extends unknown ? Omit<M, 'tab'> : never

export interface GridQuestionPorts {
  readonly send: (question: WithoutTab<Question>) => void
  /** May the page pass on one more question of a program? */
  readonly admit: () => boolean
  /** Flags of the kitty keyboard protocol in force; null: it is not spoken. */
  readonly keyboardFlags: () => number | null
}

export class GridQuestions {
  /** Questions that came faster than they are answered, and were not passed on. */
  dropped = 0
  readonly #intake: Intake
  readonly #ports: GridQuestionPorts
  readonly #rate = new ReplyRate(pageClock.now())
  /** Terminators of the colour queries in the chunk that is being parsed, and how many of them have been met. */
  #terminators: { chunk: unknown; all: readonly Terminator[]; next: number } = { chunk: null, all: [], next: 0 }

  constructor(terminal: Terminal, inside: Inside, intake: Intake, ports: GridQuestionPorts) {
    this.#intake = intake
    this.#ports = ports
    takeQuestions(terminal, inside, {
      ask: (query) => this.#ask(query), outputQuery: () => this.#outputQuery(), terminator: () => this.#terminator(), keyboardFlags: ports.keyboardFlags,
    })
  }

  #ask(query: Query): void {
    if (this.#intake.current?.replayed === true) return
    if (!this.#admits()) { this.dropped += 1; return }
    this.#ports.send({ kind: 'tab/query', query })
  }

  /** What is not passed on is answered by the main process, when the bytes behind it have been parsed. */
  #outputQuery(): void {
    if (this.#intake.current?.replayed !== true && this.#admits()) this.#ports.send({ kind: 'tab/output-query' })
  }

  /** A program may print a million questions, and the gate of the main process would drop those of other tabs with them. */
  #admits(): boolean {
    return this.#rate.admit(queryBytes, 0, pageClock.now()) && this.#ports.admit()
  }

  #terminator(): Terminator {
    const chunk = this.#intake.current
    if (chunk === null) return 'st'
    if (this.#terminators.chunk !== chunk) {
      const tail = this.#intake.before?.bytes ?? new Uint8Array(0)
      this.#terminators = { chunk, all: queryTerminators(tail, chunk.bytes), next: 0 }
    }
    const { all, next } = this.#terminators
    this.#terminators.next += 1
    return all[next] ?? 'st'
  }
}
