/** Ends a connection: waits for a promised snapshot, and lets a client that still reads finish. */
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

  /** Whether the ended session's last messages wait for an answer. */
  get waits(): boolean {
    return this.#then !== null
  }

  /** Calls `then` after `answered`, or after a timeout. */
  await(then: () => void): void {
    this.#then = then
    this.#cancel = this.#clock.after(lastAnswerMs, () => this.answered())
  }

  answered(): void {
    const then = this.#then
    this.dispose()
    then?.()
  }

  /** Closes after the server's end, when the peer closes or stops reading. */
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
