/** Replies to one program's queries: an allow-list, at a limited rate, after earlier input. */
import type { Clock } from '../../../base/clock.ts'
import type { Options } from '../../config/table.ts'
import type { Answerable } from '../../../base/sequences/query.ts'
import { reply, ReplyRate, type ReplyFacts } from '../../../terminal/replies/replies.ts'
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

  has(query: Answerable): boolean {
    return this.#to(query) !== null
  }

  /** Replies in this order with one write, so that 256 replies are not 256 system calls. */
  give(queries: readonly Answerable[]): void {
    if (this.#options().security.replies === 'none') return
    let text = ''
    for (const query of queries) {
      const one = this.#to(query)
      const waiting = this.#input.waitingBytes + text.length
      if (
        one !== null &&
        this.#rate.admit(one.length, waiting, this.#clock.now(), query.isChange === true)
      )
        text += one // ASCII
    }
    if (text !== '') this.#input.push('reply', new TextEncoder().encode(text))
  }

  #to(query: Answerable): string | null {
    const { clipboard, shell } = this.#options()
    return reply(query, {
      ...this.#facts,
      term: shell.term,
      clipboardWrite: clipboard.allow_osc52_write,
    })
  }
}
