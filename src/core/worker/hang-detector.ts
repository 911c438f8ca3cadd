/**
 * Finds a worker that hangs: one that owes something and says nothing. It would hold the pty for
 * good.
 */
import type { Clock } from '../../base/clock.ts'
import { silenceMs } from './limits.ts'

export interface SilencePorts {
  readonly clock: Clock
  /** It owes an answer, or much that it was sent. */
  readonly owes: () => boolean
  /** What it has said so far, counted; undefined: there is none. */
  readonly received: () => number | undefined
  readonly hung: () => void
}

export class Silence {
  readonly #ports: SilencePorts
  #cancel: (() => void) | null = null
  /** How many times in a row the worker said nothing. */
  #times = 0

  constructor(ports: SilencePorts) {
    this.#ports = ports
  }

  /** It may owe something from now on. */
  watch(): void {
    const { clock, received, hung, owes } = this.#ports
    if (this.#cancel !== null || !owes()) return
    const before = received()
    this.#cancel = clock.after(silenceMs, () => {
      this.#cancel = null
      this.#times = owes() && received() === before ? this.#times + 1 : 0
      if (this.#times < 2) {
        this.watch()
        return
      }
      this.#times = 0
      hung()
    })
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
