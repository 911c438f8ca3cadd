/**
 * Brings a program's questions in the order in which the VT core comes to them: those that the core
 * finds, and those that the dispatcher found in the same bytes before. What a job asked that ended
 * while the worker was still starting is not answered.
 */
import type { Answerable, OutputQuery } from '../../../base/sequences/query.ts'
import type { AskedReport } from '../../worker/messages.ts'
import type { RecentOutput } from '../flow/recent-output.ts'
import { earlyJobsMax } from '../limits.ts'
import type { Pty } from '../ports.ts'
import { HeldAnswers } from './queued-replies.ts'

/** Output that a job in front printed while there was no worker. */
interface EarlyOutput {
  readonly job: number
  readonly from: number
  end: number
  /** No program waits for answers to it. */
  over: boolean
}

export interface QuestionsPorts {
  readonly history: RecentOutput
  /** Bytes of history that were there before the program began. */
  readonly base: () => number
  /** Nothing parses any more: there is no order to wait for. */
  readonly isParsed: () => boolean
  readonly pty: () => Pick<Pty, 'pid' | 'reader' | 'lives'> | null
  /** Questions that the tab's program has asked, in order. */
  readonly answer: (queries: readonly Answerable[]) => void
}

export class OutputQuestions {
  readonly #ports: QuestionsPorts
  readonly #held = new HeldAnswers((end) => !this.#isOver(end))
  /** Offset up to which the core has come to questions of the dispatcher. */
  #reached = 0
  readonly #early: EarlyOutput[] = []

  constructor(ports: QuestionsPorts) {
    this.#ports = ports
  }

  /**
   * A question that the dispatcher answers, which ends at `end`: its answer waits until the core
   * has come to it, unless that has been given up. `answered`: there is an answer to it.
   */
  found(query: OutputQuery, end: number, answered: boolean): void {
    const { answer, base, isParsed } = this.#ports
    const place = base() + end
    if (place <= this.#reached || !isParsed()) answer([query])
    else this.#held.hold(query, place, answered)
  }

  /**
   * Questions in the core's order. What the dispatcher finds may end one byte after the core's
   * offset, and in the next chunk: an ESC ends a string there, its backslash does nothing more.
   */
  asked(asked: readonly AskedReport[]): void {
    this.#ports.answer(
      asked.flatMap(({ query, at }): Answerable[] => {
        if (query.kind === 'output-query') return this.#held.passed((this.#reached = (at ?? 0) + 1))
        if (at === null) return [query]
        return [...this.#held.passed(at), ...(this.#isOver(at) ? [] : [query])]
      }),
    )
  }

  /** The core has parsed everything before `upTo`. */
  passed(upTo: number): void {
    this.#ports.answer(this.#held.passed(upTo))
    while (this.#early[0] !== undefined && this.#early[0].end <= upTo) this.#early.shift()
  }

  /** The core is gone: all that waits is answered. */
  release(): void {
    this.#ports.answer(this.#held.release())
  }

  /** No program asks any more. */
  forget(): void {
    this.#held.forget()
  }

  /**
   * So many bytes are about to be printed, and the worker takes a while to start. What a job asked
   * that has ended is no answer to one that was begun after it; the shell may have had it asked, by
   * `tput u7` say. One that lives, as a shell within the shell, waits for it.
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
