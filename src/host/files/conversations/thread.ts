/**
 * Searches transcripts in a thread with bounded memory, which starts with the first search and ends
 * a while after the last. A new search replaces the one before. A thread that does not answer, as
 * on a dead disk, is given up; no other is started until it has ended.
 */
import { Worker } from 'node:worker_threads'
import type { FoundConversation, SearchEnd } from '../../../agents/conversations/found.ts'
import { searchMs } from '../../../agents/conversations/limits.ts'
import type { Clock } from '../../../base/clock.ts'
import type { AgentDirectory } from '../../../core/config/accounts.ts'
import { searchIdleMs, searchLateMs, searchMemoryMb } from '../limits.ts'

export interface ToSearch {
  readonly number: number
  readonly directories: readonly AgentDirectory[]
  readonly text: string
}

export type FromSearch = { readonly number: number } & (
  | { readonly conversation: FoundConversation }
  | { readonly end: SearchEnd }
)

interface Waiting {
  readonly number: number
  readonly found: (conversation: FoundConversation) => void
  readonly ended: (end: SearchEnd) => void
}

export class ConversationSearch {
  readonly #program: string
  readonly #clock: Clock
  readonly #current = new SharedArrayBuffer(4)
  #thread: Worker | null = null
  /** Threads that were given up and have not ended. */
  #stuck = 0
  #waiting: Waiting | null = null
  #number = 0
  #cancelTimer: (() => void) | null = null

  /** @param program worker.ts, or its build */
  constructor(program: string, clock: Clock) {
    this.#program = program
    this.#clock = clock
  }

  /** Calls back for each conversation, newest first, then once with the end. */
  search(
    { directories, text }: Omit<ToSearch, 'number'>,
    events: Omit<Waiting, 'number'>,
  ): () => void {
    this.#settle({ stopped: 'Another window started a search.', transcripts: 0 })
    if (this.#stuck > 0) {
      events.ended(failed('A disk does not respond.'))
      return () => undefined
    }
    const number = (this.#number += 1)
    Atomics.store(new Int32Array(this.#current), 0, number)
    this.#waiting = { number, ...events }
    this.#after(searchMs + searchLateMs, () => this.#giveUp('A disk does not respond.'))
    this.#thread ??= this.#begin()
    this.#thread.postMessage({ number, directories, text } satisfies ToSearch)
    return () => this.#cancel(number)
  }

  dispose(): void {
    this.#waiting = null
    this.#cancelTimer?.()
    void this.#thread?.terminate()
    this.#thread = null
  }

  #cancel(number: number): void {
    if (this.#waiting?.number !== number) return
    Atomics.store(new Int32Array(this.#current), 0, 0)
    this.#waiting = null
    this.#rest()
  }

  #begin(): Worker {
    const thread = new Worker(this.#program, {
      name: 'vibeflow conversations',
      stdin: false,
      workerData: this.#current,
      resourceLimits: { maxOldGenerationSizeMb: searchMemoryMb, maxYoungGenerationSizeMb: 16 },
    })
    thread.unref()
    thread.on('message', (message: FromSearch) => {
      if (message.number !== this.#waiting?.number) return
      if ('conversation' in message) this.#waiting.found(message.conversation)
      else {
        this.#settle(message.end)
        this.#rest()
      }
    })
    thread.on('error', () => {
      if (this.#thread === thread) this.#giveUp('It needed too much memory.')
    })
    return thread
  }

  #settle(end: SearchEnd): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.ended(end)
  }

  /** Ends the idle thread after a while. */
  #rest(): void {
    this.#after(searchIdleMs, () => {
      void this.#thread?.terminate()
      this.#thread = null
    })
  }

  #giveUp(why: string): void {
    const thread = this.#thread
    this.#thread = null
    this.#cancelTimer?.()
    if (thread !== null) {
      this.#stuck += 1
      void thread.terminate().finally(() => {
        this.#stuck -= 1
      })
    }
    this.#settle(failed(why))
  }

  #after(ms: number, act: () => void): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#clock.after(ms, act)
  }
}

function failed(why: string): SearchEnd {
  return { stopped: `The search failed. ${why}`, transcripts: 0 }
}
