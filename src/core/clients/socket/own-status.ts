/** Paces the session's own STATUS_UPDATEs; the latest wins (docs/reference/session-socket.md). */
import type { Clock, Millis } from '../../../base/clock.ts'
import { statusIntervalMs, statusTextIntervalMs } from './limits.ts'
import type { StateFacts } from './messages.ts'

type Said = Pick<StateFacts, 'state' | 'tool' | 'kind' | 'message'>

export class OwnStatus {
  readonly #clock: Clock
  readonly #send: () => void
  /** Last facts sent; before that, facts that new clients need not be sent. */
  #said: Said
  #sentAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  /** @param send sends the current state */
  constructor(clock: Clock, first: Said, send: () => void) {
    this.#clock = clock
    this.#said = first
    this.#send = send
  }

  changed(now: Said): void {
    this.dispose()
    const { state, tool, kind, message } = this.#said
    const other = now.state !== state || now.tool !== tool || now.kind !== kind
    if (!other && now.message === message) return
    const dueMs =
      this.#sentAt + (other ? statusIntervalMs : statusTextIntervalMs) - this.#clock.now()
    const send = () => {
      this.#cancel = null
      this.#said = now
      this.#sentAt = this.#clock.now()
      this.#send()
    }
    if (dueMs <= 0) send()
    else this.#cancel = this.#clock.after(dueMs, send)
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
