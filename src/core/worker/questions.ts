/**
 * Questions to one session's worker, and their answers. Each resolves with `null` if the shadow
 * terminal is off, or if the worker was lost before it answered.
 */
import type { RuleOutcome, Rule } from '../../agents/rules/rules.ts'
import type { Encoding } from '../../terminal/snapshot/encoding.ts'
import type {
  WorkerAnswer,
  DeltaAnswer,
  DialogSeen,
  DirtyAnswer,
  PlaceAnswer,
  PlacesAnswer,
  WorkerQuestion,
  SnapshotQuestion,
  Taken,
  ToShadow,
} from './messages.ts'

interface QuestionPorts {
  readonly isOn: () => boolean
  /** Returns the epoch of the worker's terminal, or `null` if no worker runs. */
  readonly epoch: () => number | null
  /** Starts a worker if none runs. Returns false if none answers. */
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

  async snapshot({
    form,
    scrollback = 0,
    hold = false,
    viewer = false,
    bytesMax = Number.MAX_SAFE_INTEGER,
    output = false,
    wrap,
  }: Pick<SnapshotQuestion, 'form'> & Partial<SnapshotQuestion>): Promise<Taken | null> {
    const answer = await this.#ask({
      kind: 'snapshot',
      form,
      scrollback,
      hold,
      viewer,
      bytesMax,
      output,
      ...(wrap === undefined ? {} : { wrap }),
    })
    return answer?.kind === 'snapshot' ? answer : null
  }

  /**
   * Asks what has changed since a revision of a snapshot for a viewer, or of a delta. After
   * `unknown`, ask for a snapshot.
   */
  async delta(
    since: { readonly epoch: number; readonly rev: number },
    encoding: Encoding,
  ): Promise<DeltaAnswer | null> {
    if (!this.#ports.isOn()) return null
    if (since.epoch !== this.#ports.epoch()) return { kind: 'unknown' }
    const answer = await this.#ask({ kind: 'delta', since: since.rev, encoding })
    return answer?.kind === 'delta' || answer?.kind === 'same' || answer?.kind === 'unknown'
      ? answer
      : null
  }

  /** Asks what differs from the image that revision `since` stands for. */
  async dirty(since: number): Promise<DirtyAnswer | null> {
    const answer = await this.#ask({ kind: 'dirty', since })
    return answer?.kind === 'dirty' ? answer : null
  }

  /**
   * Asks for rows [from, to) of the screen at the bottom of the buffer, or of the history, oldest
   * first, without trailing blanks.
   */
  async text(
    region: 'screen' | 'scrollback',
    from = 0,
    to = Number.MAX_SAFE_INTEGER,
  ): Promise<readonly string[] | null> {
    const answer = await this.#ask({ kind: 'text', region, from, to })
    return answer?.kind === 'text' ? answer.rows : null
  }

  /** Asks what these rules make of a title or a progress report. */
  async judge(rules: readonly Rule[], text: string): Promise<RuleOutcome | null | 'lost'> {
    const answer = await this.#ask({ kind: 'judge', rules, text })
    return answer?.kind === 'judge' ? answer.outcome : 'lost'
  }

  /** Asks for the dialog that is on the screen by these rules. */
  async dialog(rules: readonly Rule[]): Promise<DialogSeen | null> {
    const answer = await this.#ask({ kind: 'dialog', rules })
    return answer?.kind === 'dialog' ? answer : null
  }

  /** Asks in which row is what was printed after so many bytes. */
  async rowOf(at: number): Promise<PlaceAnswer | null> {
    const answer = await this.#ask({ kind: 'place', at })
    return answer?.kind === 'place' ? answer : null
  }

  /** Asks in which rows events of the recorder are. */
  async places(): Promise<PlacesAnswer | null> {
    const answer = await this.#ask({ kind: 'places' })
    return answer?.kind === 'places' ? answer : null
  }

  get isWaiting(): boolean {
    return this.#pending.size > 0
  }

  answer(request: number, answer: WorkerAnswer): void {
    const resolve = this.#pending.get(request)
    this.#pending.delete(request)
    resolve?.(answer)
  }

  /** The worker is gone: what waits gets no answer. */
  giveUp(): void {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const resolve of pending) resolve(null)
  }

  #ask(question: WorkerQuestion): Promise<WorkerAnswer | null> {
    if (!this.#ports.isOn() || !this.#ports.start()) return Promise.resolve(null)
    const request = ++this.#request
    return new Promise((resolve) => {
      this.#pending.set(request, resolve)
      this.#ports.post({ kind: 'ask', request, question })
    })
  }
}
