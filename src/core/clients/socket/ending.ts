/**
 * How a connection comes to its end: a screen that was promised is waited for, and a client that
 * still takes what it was sent is let finish.
 */
import type { Clock } from '../../../base/clock.ts'
import { endedMs, lastAnswerMs } from './limits.ts'
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
   * Our side has ended: what still comes is read and dropped, until the peer closes or takes
   * nothing any more.
   */
  awaitClose(): void {
    this.dispose()
    const before = this.#wire.progress
    this.#cancel = this.#clock.after(endedMs, () => {
      this.#cancel = null
      if (this.#wire.unsentBytes > 0 && this.#wire.progress !== before) this.awaitClose()
      else this.#wire.destroy()
    })
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = this.#then = null
  }
}
