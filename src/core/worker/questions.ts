/** Questions to a session's worker; `null` if it is off or was lost before answering. */
import type { RuleOutcome, Rule } from '../../agents/rules/rules.ts'
import type { Encoding } from '../../terminal/snapshot/encoding.ts'
import type {
  WorkerAnswer,
  DeltaAnswer,
  DialogSeen,
  PlaceAnswer,
  PlacesAnswer,
  WorkerQuestion,
  SnapshotQuestion,
  Taken,
  ToShadow,
} from './messages.ts'

type AnswerTo<Q extends WorkerQuestion> = Q extends { readonly kind: 'delta' }
  ? DeltaAnswer
  : Extract<WorkerAnswer, { readonly kind: Q['kind'] }>

interface QuestionPorts {
  readonly isOn: () => boolean
  /** Epoch of the worker's terminal; `null` if no worker runs. */
  readonly epoch: () => number | null
  /** Starts a worker if none runs. Returns `false` if none answers. */
  readonly start: () => boolean
  readonly post: (message: ToShadow) => void
}

export class WorkerQuestions {
  readonly #ports: QuestionPorts
  #request = 0
  readonly #pending = new Map<number, (answer: WorkerAnswer | null) => void>()

  constructor(ports: QuestionPorts) {
    this.#ports = ports
  }

  snapshot(
    question: Pick<SnapshotQuestion, 'form'> & Partial<SnapshotQuestion>,
  ): Promise<Taken | null> {
    return this.#ask({ scrollback: 0, hold: false, viewer: false, ...question, kind: 'snapshot' })
  }

  /** Returns the changes since a revision. After `unknown`, request a snapshot. */
  async delta(
    since: { readonly epoch: number; readonly rev: number },
    encoding: Encoding,
  ): Promise<DeltaAnswer | null> {
    if (!this.#ports.isOn()) return null
    if (since.epoch !== this.#ports.epoch()) return { kind: 'unknown' }
    return this.#ask({ kind: 'delta', since: since.rev, encoding })
  }

  /** Applies rules to a title or progress report. */
  async judge(rules: readonly Rule[], text: string): Promise<RuleOutcome | null | 'lost'> {
    const answer = await this.#ask({ kind: 'judge', rules, text })
    return answer === null ? 'lost' : answer.outcome
  }

  /** Returns the dialog or the prompt on the screen, by these rules. */
  dialog(rules: readonly Rule[], prompt: Rule | null = null): Promise<DialogSeen | null> {
    return this.#ask({ kind: 'dialog', rules, prompt })
  }

  /** Returns the row of the output printed after `at` bytes. */
  rowOf(at: number): Promise<PlaceAnswer | null> {
    return this.#ask({ kind: 'place', at })
  }

  /** Returns the rows of all recorder events. */
  places(): Promise<PlacesAnswer | null> {
    return this.#ask({ kind: 'places' })
  }

  /** Returns the line up to the cursor; `null` if that is not the end of the line. */
  async line(): Promise<string | null> {
    return (await this.#ask({ kind: 'line' }))?.text ?? null
  }

  get isWaiting(): boolean {
    return this.#pending.size > 0
  }

  answer(request: number, answer: WorkerAnswer): void {
    const resolve = this.#pending.get(request)
    this.#pending.delete(request)
    resolve?.(answer)
  }

  /** Resolves pending questions with `null`, since the worker is gone. */
  giveUp(): void {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const resolve of pending) resolve(null)
  }

  #ask<Q extends WorkerQuestion>(question: Q): Promise<AnswerTo<Q> | null> {
    if (!this.#ports.isOn() || !this.#ports.start()) return Promise.resolve(null)
    const request = ++this.#request
    return new Promise((resolve) => {
      // a worker answers a question with its kind
      this.#pending.set(request, (answer) => resolve(answer as AnswerTo<Q> | null))
      this.#ports.post({ kind: 'ask', request, question })
    })
  }
}
