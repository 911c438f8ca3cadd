/**
 * What a tab calls for beside its state: a bell, a program's own notification, a request for
 * attention (docs/protocol.md). It marks the tab until the user looks at it, and never changes the
 * state. Of several the newest counts, and a notification outlives a bell.
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
  /** Clean; '' when the program gave none. */
  readonly title: string
  readonly body: string
  readonly at: Millis
  /** Of OSC 99: the program may replace or close it by this. */
  readonly id: string | null
}

export class AttentionRequests {
  readonly #clock: Clock
  /** `call`: to be judged by the policy of notifications. null: what was called is over. */
  readonly #onChange: (call: AttentionCall | null) => void
  #open: AttentionCall | null = null
  #looking = false
  readonly #rate = new RateWindow(notificationsPerSecondMax, 1_000)

  constructor(clock: Clock, onChange: (call: AttentionCall | null) => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  /** What still marks the tab. */
  get open(): AttentionCall | null {
    return this.#open
  }

  /**
   * `deaf`: a bell says nothing, since the program speaks for itself or the user does not want it
   * to.
   */
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

  /** The program takes its notification back (OSC 99, `p=close`). */
  closed(id: string): void {
    if (this.#open?.kind === 'program' && this.#open.id === id) this.clear()
  }

  /** The user looks at the tab, or looks away: what is seen calls no more. */
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
    if (kind === 'bell' && this.#open !== null) return // it calls already
    const now = this.#clock.now()
    if (!this.#rate.admit(now)) return // merged with those before
    const call = {
      kind,
      title: safeText(title, notificationTitleCharactersMax),
      body: safeText(body, notificationBodyCharactersMax),
      at: now,
      id,
    }
    // nothing was left of it
    if (kind === 'program' && call.title === '' && call.body === '') return
    if (!this.#looking) this.#open = call
    this.#onChange(call)
  }
}
