/** Answers one program's questions: by the closed list, no more than the rate lets out, behind what the user typed before. */
import type { Clock } from '../clock.ts'
import type { Options } from '../config/table.ts'
import type { Query } from '../ipc/contract.ts'
import { reply, ReplyRate, type OutputQuery, type ReplyFacts } from '../replies/replies.ts'
import type { InputQueue } from './input-queue.ts'

export class Answers {
  readonly #facts: ReplyFacts
  readonly #clock: Clock
  readonly #input: InputQueue
  readonly #options: () => Options
  readonly #rate: ReplyRate

  constructor(facts: ReplyFacts, clock: Clock, input: InputQueue, options: () => Options) {
    this.#facts = facts
    this.#clock = clock
    this.#input = input
    this.#options = options
    this.#rate = new ReplyRate(clock.now())
  }

  /** There is an answer to it. */
  has(query: Query | OutputQuery): boolean {
    return this.#to(query) !== null
  }

  give(query: Query | OutputQuery): void {
    const text = this.#options().security.replies === 'none' ? null : this.#to(query)
    if (text === null) return
    const bytes = new TextEncoder().encode(text)
    if (this.#rate.admit(bytes.length, this.#input.waitingBytes, this.#clock.now())) this.#input.push('reply', bytes)
  }

  #to(query: Query | OutputQuery): string | null {
    return reply(query, { ...this.#facts, clipboardWrite: this.#options().clipboard.allow_osc52_write })
  }
}
