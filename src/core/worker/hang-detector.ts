/** Detects a worker that owes a message and sends none. It would pause the pty forever. */
import type { Clock } from '../../base/clock.ts'
import { silenceMs } from './limits.ts'

interface SilencePorts {
  readonly clock: Clock
  /** Whether it owes an answer or has much unparsed input. */
  readonly owes: () => boolean
  /** Number of messages so far; `undefined` without a worker. */
  readonly received: () => number | undefined
  readonly hung: () => void
}

export class Silence {
  readonly #ports: SilencePorts
  #cancel: (() => void) | null = null
  /** Consecutive silent intervals. */
  #times = 0

  constructor(ports: SilencePorts) {
    this.#ports = ports
  }

  /** Starts to watch if the worker owes something. */
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
