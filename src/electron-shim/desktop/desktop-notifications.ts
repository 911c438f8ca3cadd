/**
 * `org.freedesktop.Notifications` on the session bus (Desktop Notifications Specification 1.3).
 * Text is escaped only if the desktop reads markup. Only signals from the name's owner count. A
 * missing or failing service is logged once.
 */
import { sentBody, sentTitle } from './notification-text.ts'
import { expected } from '../process/problem.ts'
import { busRetryMs, notificationsOpenMax, notificationsWaitingMax } from '../limits.ts'
import {
  daemon,
  ownerChanges,
  SessionBus,
  Variant,
  type BusProblem,
  type Message,
  type Reply,
} from '../../host/desktop/session-bus/session-bus.ts'

export interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly urgency: 'low' | 'normal' | 'critical'
  readonly silent: boolean
  readonly timeoutType: 'default' | 'never'
  /** Labels. */
  readonly buttons: readonly string[]
  /** Further hints of the specification. */
  readonly hints: Readonly<Record<string, string>>
  readonly clicked: () => void
  /** `index`: the button. */
  readonly pressed: (index: number) => void
  /** It is no longer on the desktop, or never was. */
  readonly closed: () => void
}

interface Desktop {
  readonly bus: SessionBus
  /** Unique bus name of the notification service. */
  readonly owner: string
  readonly capabilities: ReadonlySet<unknown>
}

/**
 * State of sending a notification. `again`: the app has shown it again before its ID was known. It
 * is replaced as soon as the ID is known.
 */
interface Sending {
  phase: 'dialling' | 'sent' | 'again'
}

const service = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const
const rules = [
  `type='signal',sender='${service.destination}',path='${service.path}',interface='` +
    `${service.interface}'`,
  ownerChanges(service.destination),
]
const buttonKey = (index: number) => `button-${index + 1}`
const urgencies = { low: 0, normal: 1, critical: 2 } as const

const sentences: Readonly<Record<BusProblem, string>> = {
  gone: 'the session bus cannot be reached',
  late: 'the desktop does not answer',
  refused: 'no program of this desktop takes them',
  busy: 'too many of them wait',
}

export class DesktopNotifications {
  readonly #address: string
  readonly #say: (line: string) => void
  #desktop: Promise<Desktop> | null = null
  /** No new connection before this time after a failure. */
  #closedUntil = { at: Number.NEGATIVE_INFINITY, problem: 'gone' as BusProblem }
  #hasLogged = false
  /** Sent, without an ID yet. */
  readonly #waiting = new Map<ShownNotification, Sending>()
  readonly #ids = new Map<ShownNotification, number>()
  readonly #open = new Map<number, ShownNotification>()

  /** Connects with the first notification. */
  constructor(address: string, say: (line: string) => void) {
    this.#address = address
    this.#say = say
  }

  /** Shows it, or replaces a shown one. */
  show(notification: ShownNotification): void {
    const before = this.#waiting.get(notification)
    if (before !== undefined) {
      if (before.phase === 'sent') before.phase = 'again'
      return
    }
    if (this.#waiting.size >= notificationsWaitingMax) {
      this.#failed(notification, 'busy')
      return
    }
    const sending: Sending = { phase: 'dialling' }
    // Otherwise it was withdrawn, and perhaps shown again.
    const wanted = (): boolean => this.#waiting.get(notification) === sending
    this.#waiting.set(notification, sending)
    this.#connected().then(
      (desktop) => {
        if (wanted()) this.#notify(desktop, notification, sending)
      },
      (problem: BusProblem) => {
        if (!wanted()) return
        this.#waiting.delete(notification)
        this.#failed(notification, problem)
      },
    )
  }

  /** Removes it without calling `closed`. */
  withdraw(notification: ShownNotification): void {
    this.#waiting.delete(notification) // a pending reply closes it
    const id = this.#ids.get(notification)
    if (id === undefined) return
    this.#forget(id)
    // closed with the service
    this.#desktop?.then((desktop) => this.#close(desktop, id)).catch(expected)
  }

  dispose(): void {
    const notifications = [...this.#ids.keys()]
    for (const notification of notifications) this.withdraw(notification)
    this.#leave()
  }

  #leave(): void {
    this.#desktop?.then(({ bus }) => bus.close()).catch(expected)
  }

  #notify(desktop: Desktop, notification: ShownNotification, sending: Sending): void {
    sending.phase = 'sent'
    const { title, body, urgency, silent, buttons, timeoutType } = notification
    const has = (capability: string): boolean => desktop.capabilities.has(capability)
    const hints = {
      urgency: new Variant('y', urgencies[urgency]),
      'desktop-entry': new Variant('s', 'vibeflow'),
      ...(silent ? { 'suppress-sound': new Variant('b', true) } : {}),
      ...Object.fromEntries(
        Object.entries(notification.hints).map(([name, value]) => [
          name,
          new Variant('s', sentTitle(value)),
        ]),
      ),
    }
    const labels = buttons.flatMap((label, index) => [buttonKey(index), sentTitle(label)])
    const call = {
      ...service,
      member: 'Notify',
      signature: 'susssasa{sv}i',
      body: [
        'vibeflow',
        this.#ids.get(notification) ?? 0,
        '',
        sentTitle(title),
        sentBody(body, has('body-markup')),
        has('actions') ? ['default', 'Open', ...labels] : [],
        hints,
        timeoutType === 'never' ? 0 : -1,
      ],
    }
    // Closing has reserved calls: many new notifications cannot keep old ones on the screen.
    desktop.bus.call(
      call,
      (reply) => this.#notified(desktop, notification, sending, reply),
      notificationsWaitingMax,
    )
  }

  #notified(
    desktop: Desktop,
    notification: ShownNotification,
    sending: Sending,
    reply: Reply,
  ): void {
    const wanted = this.#waiting.get(notification) === sending
    if (wanted) this.#waiting.delete(notification)
    const id = reply.ok && reply.sender === desktop.owner ? reply.values[0] : undefined
    if (typeof id !== 'number' || id === 0) {
      if (wanted) this.#failed(notification, reply.ok ? 'refused' : reply.problem)
      return
    }
    this.#hasLogged = false
    if (!wanted) {
      this.#close(desktop, id)
      return
    }
    const before = this.#ids.get(notification)
    if (before !== undefined && before !== id) {
      // The desktop gave the replacement another ID.
      this.#forget(before)
      this.#close(desktop, before)
    }
    if (this.#open.get(id) !== notification) this.#forget(id)?.closed()
    this.#ids.set(notification, id)
    this.#open.set(id, notification)
    const [oldest] = this.#open.keys()
    if (this.#open.size > notificationsOpenMax && oldest !== undefined)
      this.#forget(oldest)?.closed()
    if (sending.phase === 'again') this.show(notification)
  }

  #close({ bus }: Desktop, id: number): void {
    bus.call(
      { ...service, member: 'CloseNotification', signature: 'u', body: [id] },
      () => undefined,
    ) // a closed notification is an error too
  }

  #forget(id: number): ShownNotification | undefined {
    const notification = this.#open.get(id)
    this.#open.delete(id)
    if (notification !== undefined) this.#ids.delete(notification)
    return notification
  }

  #failed(notification: ShownNotification, problem: BusProblem): void {
    if (!this.#hasLogged)
      this.#say(`desktop notifications are not shown for now: ${sentences[problem]}`)
    this.#hasLogged = true
    notification.closed()
  }

  #connected(): Promise<Desktop> {
    if (this.#desktop !== null) return this.#desktop
    if (performance.now() < this.#closedUntil.at) return Promise.reject(this.#closedUntil.problem)
    let owner: string | undefined
    const ended = (): void => {
      if (this.#desktop === desktop) this.#ended()
    }
    const desktop = this.#connect({
      owner: (name) => {
        owner = name
      },
      signal: (message) => {
        if (this.#desktop === desktop && owner !== undefined) this.#signal(message, owner)
      },
      gone: ended,
    })
    desktop.catch((problem: BusProblem) => {
      this.#closedUntil = { at: performance.now() + busRetryMs, problem }
      ended()
    })
    return (this.#desktop = desktop)
  }

  async #connect({
    owner: found,
    ...listener
  }: {
    owner: (name: string) => void
    signal: (message: Message) => void
    gone: () => void
  }): Promise<Desktop> {
    const bus = await SessionBus.open(this.#address, listener)
    try {
      await bus.listen(rules)
      // Starts the service if it is bus-activated.
      const [capabilities] = await bus.values({ ...service, member: 'GetCapabilities' })
      const owner = await bus.ownerOf(service.destination)
      found(owner)
      return { bus, owner, capabilities: new Set(Array.isArray(capabilities) ? capabilities : []) }
    } catch (problem) {
      bus.close()
      throw problem
    }
  }

  #signal({ sender, path, interface: of, member, body = [] }: Message, owner: string): void {
    const [first, second, third] = body
    if (
      sender === daemon.destination &&
      member === 'NameOwnerChanged' &&
      first === service.destination &&
      third !== owner
    ) {
      this.#leave()
      this.#ended() // the service changed or ended: the next notification connects again
      return
    }
    if (
      sender !== owner ||
      path !== service.path ||
      of !== service.interface ||
      typeof first !== 'number'
    )
      return
    if (member === 'ActionInvoked') this.#invoked(first, second)
    else if (member === 'NotificationClosed') this.#forget(first)?.closed()
  }

  #invoked(id: number, action: unknown): void {
    const notification = this.#open.get(id)
    if (action === 'default') notification?.clicked()
    const index = notification?.buttons.findIndex((_, at) => buttonKey(at) === action) ?? -1
    if (index !== -1) notification?.pressed(index)
  }

  /** Handles the end of the service, and of its notifications. */
  #ended(): void {
    this.#desktop = null
    const notifications = [...this.#open.values()]
    this.#open.clear()
    this.#ids.clear()
    for (const notification of notifications) notification.closed()
  }
}
