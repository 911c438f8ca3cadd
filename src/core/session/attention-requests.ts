/**
 * Tracks a tab's calls for attention: bells, programs' notifications and requests
 * (docs/reference/protocols.md). A call marks the tab until the user looks at it, and never changes
 * the state. The newest call counts, except that a bell does not replace a notification.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { RateWindow } from '../../base/time/rate-window.ts'
import type { OutputReport } from '../../agents/dispatch/evidence.ts'
import { safeText } from '../../base/text/safe-text.ts'
import {
  notificationBodyCharactersMax,
  notificationTitleCharactersMax,
  notificationsPerSecondMax,
} from './limits.ts'

export interface AttentionCall {
  readonly kind: 'bell' | 'program'
  /** Sanitized; empty if the program gave none. */
  readonly title: string
  readonly body: string
  readonly at: Millis
  /** OSC 99 identifier, with which the program replaces or closes the notification. */
  readonly id: string | null
}

export class AttentionRequests {
  readonly #clock: Clock
  /** Receives each call for the notification policy; `null` when the open call is over. */
  readonly #onChange: (call: AttentionCall | null) => void
  #open: AttentionCall | null = null
  #looking = false
  readonly #rate = new RateWindow(notificationsPerSecondMax, 1_000)

  constructor(clock: Clock, onChange: (call: AttentionCall | null) => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  /** The call that still marks the tab. */
  get open(): AttentionCall | null {
    return this.#open
  }

  /** `deaf`: the program reports its own state, or the user muted bells. */
  found(evidence: OutputReport, deaf: () => boolean): void {
    switch (evidence.type) {
      case 'bell':
        if (this.#open === null && this.#rate.hasRoom(this.#clock.now()) && !deaf())
          this.#call('bell', {}, null)
        return
      case 'attention':
        if (evidence.value.on) this.#call('bell', {}, null)
        else if (this.#open?.kind === 'bell') this.clear()
        return
      case 'notify':
        this.#call('program', evidence.value, null)
        return
      case 'osc99':
        if (evidence.value.notification !== undefined)
          this.#call('program', evidence.value.notification, evidence.value.id ?? '')
        return
      case 'ris':
        this.clear()
        return
      default:
        return
    }
  }

  /** Closes the notification that the program withdrew (OSC 99, `p=close`). */
  closed(id: string): void {
    if (this.#open?.kind === 'program' && this.#open.id === id) this.clear()
  }

  /** Records whether the user sees the tab. Seeing it clears the call. */
  look(on: boolean): void {
    this.#looking = on
    if (on) this.clear()
  }

  clear(): void {
    if (this.#open === null) return
    this.#open = null
    this.#onChange(null)
  }

  #call(
    kind: AttentionCall['kind'],
    { title = '', body = '' }: { readonly title?: string; readonly body?: string },
    id: string | null,
  ): void {
    if (kind === 'bell' && this.#open !== null) return // the tab is already marked
    const now = this.#clock.now()
    if (!this.#rate.admit(now)) return // merged with the earlier calls
    const call = {
      kind,
      title: safeText(title, notificationTitleCharactersMax),
      body: safeText(body, notificationBodyCharactersMax),
      at: now,
      id,
    }
    // sanitizing removed all the text
    if (kind === 'program' && call.title === '' && call.body === '') return
    if (!this.#looking) this.#open = call
    this.#onChange(call)
  }
}
