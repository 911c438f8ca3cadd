/**
 * Deaths of one session's workers: whether the session has another one, what the next one passes
 * over, and when a session that was given up is tried again.
 */
import type { Clock } from '../../base/clock.ts'
import { Crashes } from './crashes.ts'
import { reviveMs, silentDeathsMax } from './limits.ts'
import type { Past, Stretch } from './worker-replay.ts'

export class WorkerDeaths {
  readonly crashes = new Crashes()
  readonly #clock: Clock
  readonly #past: Past
  /** Workers in a row that have died without an answer. */
  #silent = 0
  /** The output that the last worker died of; `null` if it was something else. */
  #diedAt: Stretch | null = null
  #cancelRevival: (() => void) | null = null
  /** Whether there is no worker any more. */
  isFinal = false
  /** Why there is none any more, in a sentence; `null` if there is one, or none is wanted. */
  problem: string | null = null

  constructor(clock: Clock, past: Past) {
    this.#clock = clock
    this.#past = past
  }

  /** A worker has sent something. */
  heard(): void {
    this.#silent = 0
  }

  /**
   * Counts a death. Returns whether the worker before died of the same output: two deaths at
   * different output, or at none, blame no output.
   */
  count(at: Stretch | null): boolean {
    this.#silent += 1
    // what they begin with is what they die of
    if (this.#silent > silentDeathsMax) this.#past.begin(null)
    const before = this.#diedAt
    this.#diedAt = at
    // The output comes in other pieces the second time.
    return at !== null && before !== null && at.from < before.to && before.from < at.to
  }

  /** Gives up for a time: a window without its terminal is worse than a blank one now and then. */
  giveUp(why: string, tryAgain: () => void): void {
    this.isFinal = true
    this.problem = why
    this.#cancelRevival ??= this.#clock.after(reviveMs, tryAgain)
  }

  /** From what it died of to `end`, nothing that was printed is fed again. */
  skip(end: number): void {
    this.#past.skip({ from: this.#diedAt?.from ?? 0, to: end })
  }

  /** A session that was given up may begin again, and no timer does it. */
  forgive(): void {
    this.dispose()
    this.problem = null
    this.isFinal = false
    this.crashes.forgive()
  }

  /** No worker is wanted any more. */
  dispose(): void {
    this.#cancelRevival?.()
    this.#cancelRevival = null
    this.isFinal = true
  }
}
