/**
 * Notifications of a tab's program (OSC 99) that the desktop may show. Their reports reach only the
 * program that was in the foreground when it sent the notification, and never a shell's prompt.
 */
import type { NotificationReport } from '../../base/sequences/query.ts'
import type { Clock } from '../../base/clock.ts'
import type { AttentionCall, NotificationRequest } from './attention-requests.ts'
import { openNotificationsPerTabMax } from './limits.ts'

export interface TrackedPorts {
  readonly clock: Clock
  /** Process group that reads the terminal; `null` if unknown. */
  readonly reader: () => number | null
  /** Whether the program may get a report now. */
  readonly takesReports: () => boolean
  readonly report: (report: NotificationReport) => void
}

export class TrackedNotification {
  readonly call: AttentionCall
  readonly request: NotificationRequest
  /** The notification with the same id that it updates; `null` if there is none. */
  #updates: TrackedNotification | null
  readonly #ports: TrackedPorts
  readonly #group: number | null
  /** `null` before it is shown, and after it is over. */
  #withdraw: (() => void) | null = null
  #cancelExpiry: (() => void) | null = null

  constructor(
    call: AttentionCall,
    request: NotificationRequest,
    updates: TrackedNotification | null,
    ports: TrackedPorts,
  ) {
    this.call = call
    this.request = request
    this.#updates = updates
    this.#ports = ports
    const { reportsClose, report } = request.options
    this.#group = reportsClose || report ? ports.reader() : null
  }

  get isShown(): boolean {
    return this.#withdraw !== null
  }

  /** Whether it would update a notification that is shown. */
  get isUpdate(): boolean {
    return this.#updates?.isShown === true
  }

  /** Whether activation shows the tab. */
  get focuses(): boolean {
    return this.request.options.focus !== false
  }

  /** Notes that it is shown. `withdraw` removes it from the desktop. */
  shown(withdraw: () => void): void {
    this.#updates?.drop()
    this.#updates = null
    this.#withdraw = withdraw
    const { expireMs = -1 } = this.request.options
    if (expireMs > 0) this.#cancelExpiry = this.#ports.clock.after(expireMs, () => this.withdraw())
  }

  /** Reports that the user has activated it. The desktop closes it. `button`: see the report. */
  activated(button: number): void {
    if (!this.isShown) return
    const { id, request } = this
    if (request.options.report === true)
      this.#report({ kind: 'notification-activated', id, button })
    this.closed()
  }

  /** Reports that the desktop shows it no longer, or could not show it. */
  closed(): void {
    if (!this.isShown) return
    this.forget()
    if (this.request.options.reportsClose === true)
      this.#report({ kind: 'notification-closed', id: this.id })
  }

  withdraw(): void {
    this.#withdraw?.()
    this.closed()
  }

  /** Reports nothing from now on. */
  forget(): void {
    this.#withdraw = null
    this.#cancelExpiry?.()
  }

  /** Removes it, and reports nothing. */
  drop(): void {
    this.#withdraw?.()
    this.forget()
  }

  /** `null` if the program gave none. */
  get id(): string | null {
    return this.call.id === '' ? null : this.call.id
  }

  #report(report: NotificationReport): void {
    const { reader, report: send, takesReports } = this.#ports
    if (takesReports() && reader() === this.#group) send(report)
  }
}

export class TrackedNotifications {
  readonly #ports: TrackedPorts
  #all: readonly TrackedNotification[] = []

  constructor(ports: TrackedPorts) {
    this.#ports = ports
  }

  /** Ids of the notifications that the desktop shows. */
  get ids(): readonly string[] {
    return this.#shown().flatMap(({ id }) => id ?? [])
  }

  /** Tracks a notification, which may not be shown. An updated notification reports nothing. */
  add(call: AttentionCall, request: NotificationRequest): TrackedNotification {
    const shown = this.#shown()
    const before = shown.find(({ id }) => id !== null && id === call.id) ?? null
    const made = new TrackedNotification(call, request, before, this.#ports)
    if (shown.length >= openNotificationsPerTabMax) shown[0]?.withdraw()
    this.#all = [...this.#shown(), made]
    return made
  }

  close(id: string): void {
    this.#shown()
      .find((one) => one.id === id)
      ?.withdraw()
  }

  /** Removes all, since the user has seen them. */
  closeAll(): void {
    for (const one of this.#shown()) one.withdraw()
  }

  /** Removes all, since their program is gone. */
  drop(): void {
    for (const one of this.#shown()) one.drop()
  }

  #shown(): readonly TrackedNotification[] {
    return this.#all.filter(({ isShown }) => isShown)
  }
}
