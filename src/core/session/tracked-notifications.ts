/**
 * Notifications of a tab's program (OSC 99) that the desktop may show. Reports and lists of ids are
 * sent only while the process group that read the terminal when the notification was parsed does.
 */
import type { NotificationReport } from '../../base/sequences/query.ts'
import type { Clock } from '../../base/clock.ts'
import type { AttentionCall, NotificationRequest } from './attention-requests.ts'
import { openNotificationsPerTabMax } from './limits.ts'

export interface TrackedPorts {
  readonly clock: Clock
  /** Process group that may read reports; `null` if unknown, or if it must get none. */
  readonly reader: () => number | null
  /** Whether the program may get a report now. */
  readonly takesReports: () => boolean
  readonly report: (report: NotificationReport) => void
}

export class TrackedNotification {
  readonly call: AttentionCall
  readonly request: NotificationRequest
  /** The shown notification with the same id, which it updates, or `null`. */
  #updates: TrackedNotification | null
  readonly #ports: TrackedPorts
  readonly #group: number | null
  /** `null` before it is shown, and after it is over. */
  #withdraw: (() => void) | null = null
  #cancelExpiry: (() => void) | null = null
  #isOver = false

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
    this.#group = ports.reader()
  }

  get isShown(): boolean {
    return this.#withdraw !== null
  }

  /** The shown notification that it would update, or `null`. */
  get replaces(): TrackedNotification | null {
    return this.#updates?.isShown === true ? this.#updates : null
  }

  get isUpdate(): boolean {
    return this.replaces !== null
  }

  /** Whether activation shows the tab. */
  get focuses(): boolean {
    return this.request.options.focus !== false
  }

  /** Notes that it is shown, instead of the one it updates. `withdraw` removes it. */
  shown(withdraw: () => void): void {
    this.#updates?.forget()
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
    this.#reportClose()
  }

  /** Reports the close if the user's options kept it from the desktop, and it is not an update. */
  notShown(): void {
    if (!this.isShown && !this.#isOver && !this.isUpdate) this.#reportClose()
  }

  withdraw(): void {
    this.#withdraw?.()
    this.closed()
  }

  /** Reports nothing from now on. */
  forget(): void {
    this.#withdraw = null
    this.#isOver = true
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

  /** Whether the process group that sent it reads the terminal. */
  get isRead(): boolean {
    const { reader, takesReports } = this.#ports
    return this.#group !== null && takesReports() && reader() === this.#group
  }

  #reportClose(): void {
    if (this.request.options.reportsClose === true)
      this.#report({ kind: 'notification-closed', id: this.id })
  }

  #report(report: NotificationReport): void {
    if (this.isRead) this.#ports.report(report)
  }
}

export class TrackedNotifications {
  readonly #ports: TrackedPorts
  #all: readonly TrackedNotification[] = []

  constructor(ports: TrackedPorts) {
    this.#ports = ports
  }

  /** Ids of the shown notifications that the program in the foreground sent. */
  get ids(): readonly string[] {
    return this.#shown().flatMap(({ id, isRead }) => (id !== null && isRead ? [id] : []))
  }

  /** Tracks a notification, which may not be shown. An updated notification reports nothing. */
  add(call: AttentionCall, request: NotificationRequest): TrackedNotification {
    const shown = this.#shown()
    const before = shown.find(({ id }) => id !== null && id === call.id) ?? null
    const made = new TrackedNotification(call, request, before, this.#ports)
    if (before === null && shown.length >= openNotificationsPerTabMax) shown[0]?.withdraw()
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
