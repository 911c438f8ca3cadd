/**
 * Passes a program's queries on in the order in which the VT core reaches them. The queries that
 * the dispatcher found earlier keep this order as well. Queries of a job that ended while the
 * worker was starting get no reply.
 */
import type { Answerable, OutputQuery } from '../../../base/sequences/query.ts'
import type { AskedReport } from '../../worker/messages.ts'
import type { RecentOutput } from '../flow/recent-output.ts'
import { earlyJobsMax } from '../limits.ts'
import type { Pty } from '../ports.ts'
import { HeldAnswers } from './queued-replies.ts'

/** Output of a foreground job while there was no worker. */
interface EarlyOutput {
  readonly job: number
  readonly from: number
  end: number
  /** No program waits for replies to it. */
  over: boolean
}

export interface QuestionsPorts {
  readonly history: RecentOutput
  /** Bytes of history from before the program started. */
  readonly base: () => number
  /** Returns `false` if the output is not parsed. Then queries have no order to wait for. */
  readonly isParsed: () => boolean
  readonly pty: () => Pick<Pty, 'pid' | 'reader' | 'lives'> | null
  /** Receives the tab's queries, in order. */
  readonly answer: (queries: readonly Answerable[]) => void
}

export class OutputQuestions {
  readonly #ports: QuestionsPorts
  readonly #held = new HeldAnswers((end) => !this.#isOver(end))
  /** Offset up to which the core has reached the dispatcher's queries. */
  #reached = 0
  readonly #early: EarlyOutput[] = []

  constructor(ports: QuestionsPorts) {
    this.#ports = ports
  }

  /**
   * Takes a query that the dispatcher found, ending at `end`. The reply waits until the core
   * reaches it, unless the core has stopped. `answered`: whether there is a reply.
   */
  found(query: OutputQuery, end: number, answered: boolean): void {
    const { answer, base, isParsed } = this.#ports
    const place = base() + end
    if (place <= this.#reached || !isParsed()) answer([query])
    else this.#held.hold(query, place, answered)
  }

  /**
   * Takes queries in the core's order. The dispatcher's query may end one byte later than the
   * core's offset, in the next chunk: ESC ends a string, and its backslash does nothing more.
   */
  asked(asked: readonly AskedReport[]): void {
    this.#ports.answer(
      asked.flatMap(({ query, at }): Answerable[] => {
        if (query.kind === 'output-query') return this.#held.passed((this.#reached = (at ?? 0) + 1))
        if (at === null) return [{ ...query, isChange: true }]
        return [...this.#held.passed(at), ...(this.#isOver(at) ? [] : [query])]
      }),
    )
  }

  /** Notes that the core has parsed everything before `upTo`. */
  passed(upTo: number): void {
    this.#ports.answer(this.#held.passed(upTo))
    while (this.#early[0] !== undefined && this.#early[0].end <= upTo) this.#early.shift()
  }

  /** Replies to all pending queries, since the core is gone. */
  release(): void {
    this.#ports.answer(this.#held.release())
  }

  forget(): void {
    this.#held.forget()
  }

  /**
   * Takes output that comes while the worker is starting. A query of a job that has ended must not
   * be answered to a later job, even if the shell ran it (`tput u7`). A live job, such as a nested
   * shell, waits for its reply.
   */
  printedEarly(length: number): void {
    const pty = this.#ports.pty()
    const job = pty?.reader()?.group ?? null
    // the tab's own program, or unknown
    if (pty === null || job === null || job === pty.pid) return
    const from = this.#ports.history.end
    const last = this.#early.at(-1)
    if (last?.job === job && last.end === from) {
      last.end += length
      return
    }
    for (const one of this.#early) one.over ||= one.job < job && !pty.lives(one.job)
    this.#early.push({ job, from, end: from + length, over: false })
    const [first, second] = this.#early
    if (this.#early.length <= earlyJobsMax || first === undefined || second === undefined) return
    this.#early.splice(0, 2, { ...first, end: second.end, over: true })
  }

  #isOver(at: number): boolean {
    return this.#early.some(({ from, end, over }) => over && from < at && at <= end)
  }
}
