/**
 * How a connection comes to its end: a screen that was promised is waited for, and a client that
 * still takes what it was sent is let finish.
 */
import type { Clock } from '../../../base/clock.ts'
import { endedMs, lastAnswerMs, stuckMs } from './limits.ts'
import type { Wire } from './ports.ts'

export class Ending {
  readonly #clock: Clock
  readonly #wire: Pick<Wire, 'progress' | 'unsentBytes' | 'destroy'>
  #cancel: (() => void) | null = null
  #then: (() => void) | null = null

  constructor(clock: Clock, wire: Pick<Wire, 'progress' | 'unsentBytes' | 'destroy'>) {
    this.#clock = clock
    this.#wire = wire
  }

  /** The session has ended, and its last words wait for an answer. */
  get waits(): boolean {
    return this.#then !== null
  }

  /** `then` is called by `answered`, or soon without. */
  await(then: () => void): void {
    this.#then = then
    this.#cancel = this.#clock.after(lastAnswerMs, () => this.answered())
  }

  answered(): void {
    const then = this.#then
    this.dispose()
    then?.()
  }

  /**
   * Our side has ended. What still comes is read and dropped, until the peer closes or has taken
   * nothing for long.
   */
  awaitClose(idleLooks = 0): void {
    this.dispose()
    const before = this.#wire.progress
    this.#cancel = this.#clock.after(endedMs, () => {
      this.#cancel = null
      const idle = this.#wire.progress === before ? idleLooks + 1 : 0
      if (this.#wire.unsentBytes > 0 && idle * endedMs < stuckMs) this.awaitClose(idle)
      else this.#wire.destroy()
    })
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = this.#then = null
  }
}
