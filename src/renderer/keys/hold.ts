/**
 * Keeps keys and actions in order while the main process decides which tab becomes active: a new
 * one, or the neighbor of a closed one. They belong to that tab, not to the visible one.
 */
import type { SessionId } from '../../core/ids.ts'
import type { Clock } from '../../base/clock.ts'
import { heldMax, holdMs } from './limits.ts'

/**
 * The event that keys wait for: the page's first tab, however long it takes, since there is no
 * other; a tab that is not among `known`; or the removal of `session`.
 */
type Awaited =
  | { readonly kind: 'first' }
  | { readonly kind: 'opened'; readonly known: readonly SessionId[] }
  | { readonly kind: 'closed'; readonly session: SessionId }

export class Hold {
  readonly #clock: Clock
  readonly #send: (bytes: Uint8Array) => void
  #awaited: Awaited | null = null
  #waiting: (Uint8Array | (() => void))[] = []
  #cancel: (() => void) | null = null

  /** @param send types into the active tab */
  constructor(clock: Clock, send: (bytes: Uint8Array) => void) {
    this.#clock = clock
    this.#send = send
  }

  get on(): boolean {
    return this.#awaited !== null
  }

  /** Starts holding. A hold that is already on continues. */
  begin(awaited: Awaited): void {
    if (this.#awaited !== null) return
    this.#awaited = awaited
    if (awaited.kind !== 'first') this.#cancel = this.#clock.after(holdMs, () => this.#release())
  }

  /** Holds keys for a pty, or a function. @returns false if nothing is held: act now */
  later(action: Uint8Array | (() => void)): boolean {
    if (this.#awaited === null) return false
    if (this.#awaited.kind === 'first' && this.#waiting.length >= heldMax) return true
    this.#waiting.push(action)
    if (this.#waiting.length > heldMax) this.#release()
    return true
  }

  /** Sets the sessions of the window. The page shows the active one. */
  settle(ids: readonly SessionId[]): void {
    const awaited = this.#awaited
    if (awaited === null) return
    const known = awaited.kind === 'opened' ? awaited.known : []
    if (
      awaited.kind === 'closed'
        ? !ids.includes(awaited.session)
        : ids.some((id) => !known.includes(id))
    )
      this.#release()
  }

  /** Drops input held for the next tab: this tab stays until the user has answered. */
  refused(session: SessionId | null): void {
    if (this.#awaited?.kind !== 'closed' || this.#awaited.session !== session) return
    this.#waiting = []
    this.#release()
  }

  /** Acts in order, until an action starts another hold. */
  #release(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#awaited = null
    while (!this.on) {
      const action = this.#waiting.shift()
      if (action === undefined) return
      if (action instanceof Uint8Array) this.#send(action)
      else action()
    }
  }
}
