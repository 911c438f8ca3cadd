/** Reports changes of a session's terminal to the main process, at most once per interval. */
import type { Clock, Millis } from '../../base/clock.ts'
import { changedIntervalMs } from './limits.ts'

export class ChangeReports {
  readonly #clock: Clock
  readonly #report: () => void
  #follow = false
  #reportedAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(clock: Clock, report: () => void) {
    this.#clock = clock
    this.#report = report
  }

  setFollow(on: boolean): void {
    this.#follow = on
    if (!on) this.stop()
  }

  changed(): void {
    if (!this.#follow || this.#cancel !== null) return
    const dueMs = this.#reportedAt + changedIntervalMs - this.#clock.now()
    if (dueMs <= 0) this.#reportNow()
    else this.#cancel = this.#clock.after(dueMs, () => this.#reportNow())
  }

  /** Forgets a change that has not been reported. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #reportNow(): void {
    this.#cancel = null
    this.#reportedAt = this.#clock.now()
    this.#report()
  }
}
