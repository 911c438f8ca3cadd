/** Counts deaths of a session's workers, and decides about skips and restarts. */
import type { Clock } from '../../base/clock.ts'
import { Crashes } from './crashes.ts'
import { reviveMs, silentDeathsMax } from './limits.ts'
import type { Past, Stretch } from './worker-replay.ts'

export class WorkerDeaths {
  readonly crashes = new Crashes()
  readonly #clock: Clock
  readonly #past: Past
  /** Consecutive workers that died without an answer. */
  #silent = 0
  /** Output that the last worker died of; `null` if unknown. */
  #diedAt: Stretch | null = null
  #cancelRevival: (() => void) | null = null
  isFinal = false
  /** Sentence about why there is no worker; `null` if there is one or none is enabled. */
  problem: string | null = null

  constructor(clock: Clock, past: Past) {
    this.#clock = clock
    this.#past = past
  }

  /** Notes a message of the worker. */
  heard(): void {
    this.#silent = 0
  }

  /** Counts a death. Returns whether the previous worker died of the same output. */
  count(at: Stretch | null): boolean {
    this.#silent += 1
    // the initial state is the cause
    if (this.#silent > silentDeathsMax) this.#past.begin(null)
    const before = this.#diedAt
    this.#diedAt = at
    // the output is cut differently the second time
    return at !== null && before !== null && at.from < before.to && before.from < at.to
  }

  /** Gives up for a time: no terminal at all is worse than an occasionally blank one. */
  giveUp(why: string, tryAgain: () => void): void {
    this.isFinal = true
    this.problem = why
    this.#cancelRevival ??= this.#clock.after(reviveMs, tryAgain)
  }

  /** Skips the output from the start of the deadly part up to `end`. */
  skip(end: number): void {
    this.#past.skip({ from: this.#diedAt?.from ?? 0, to: end })
  }

  /** Allows a restart and stops the retry timer. */
  forgive(): void {
    this.dispose()
    this.problem = null
    this.isFinal = false
    this.crashes.forgive()
  }

  /** Stops permanently. */
  dispose(): void {
    this.#cancelRevival?.()
    this.#cancelRevival = null
    this.isFinal = true
  }
}
