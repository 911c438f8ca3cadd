/**
 * Tracks a tab's calls for attention: bells, programs' notifications and requests
 * (docs/reference/protocols.md). A call marks the tab until the user looks at it, and never changes
 * the state. The newest call counts, except that a bell does not replace a notification.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { RateWindow } from '../../base/time/rate-window.ts'
import type { OutputReport } from '../../agents/dispatch/evidence.ts'
import type { ProgramNotification } from '../../agents/dispatch/notification-parts.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import type { Options99 } from '../../protocol/index.ts'
import { headerOf } from '../../terminal/images/header.ts'
import {
  buttonLabelCharactersMax,
  iconSideMax,
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
  /** The rest of a notification of OSC 99. */
  readonly request?: NotificationRequest
}

/** Options, buttons and icon of a notification (OSC 99). Texts are sanitized. */
export interface NotificationRequest {
  readonly options: Options99
  readonly buttons: readonly string[]
  readonly icon: Uint8Array | null
}

export class AttentionRequests {
  readonly #clock: Clock
  /** Receives each call for the notification policy; `null` when the open call is over. */
  readonly #onChange: (call: AttentionCall | null) => void
  readonly #isVisible: () => boolean
  #open: AttentionCall | null = null
  #looking = false
  readonly #rate = new RateWindow(notificationsPerSecondMax, 1_000)

  /** @param isVisible whether the user sees the tab, with or without the keyboard focus */
  constructor(
    clock: Clock,
    onChange: (call: AttentionCall | null) => void,
    isVisible = () => this.#looking,
  ) {
    this.#clock = clock
    this.#onChange = onChange
    this.#isVisible = isVisible
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
          this.#notified(evidence.value.notification, evidence.value.id ?? '')
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

  /** The program may ask not to notify while the user sees the tab. */
  #notified(notification: ProgramNotification, id: string): void {
    const { options = {}, buttons = [], icon = null } = notification
    const { occasion = 'always', app } = options
    if (occasion !== 'always' && this.#looking) return
    if (occasion === 'invisible' && this.#isVisible()) return
    this.#call('program', notification, id, {
      options: app === undefined ? options : { ...options, app: safeText(app, nameCharactersMax) },
      buttons: buttons.map((label, at) => safeText(label, buttonLabelCharactersMax) || `${at + 1}`),
      icon: icon !== null && isIcon(icon) ? icon : null,
    })
  }

  #call(
    kind: AttentionCall['kind'],
    { title = '', body = '' }: { readonly title?: string; readonly body?: string },
    id: string | null,
    request?: NotificationRequest,
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
      ...(request === undefined ? {} : { request }),
    }
    // sanitizing removed all the text
    if (kind === 'program' && call.title === '' && call.body === '') return
    if (!this.#looking) this.#open = call
    this.#onChange(call)
  }
}

/** Returns whether the data is an image of a kind and size that the desktop may decode. */
function isIcon(data: Uint8Array): boolean {
  const header = headerOf(data)
  return (
    header !== null &&
    header.kind !== 'webp' &&
    Math.max(header.width, header.height) <= iconSideMax
  )
}
