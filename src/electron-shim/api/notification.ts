/** `Notification`: shown over the session bus if there is one and a display. Always recorded. */
import { EventEmitter } from 'node:events'
import { beforeLeaving } from '../process/closing.ts'
import { makeEvent, ShimEvent } from './event.ts'
import type { ShownNotification } from '../desktop/desktop-notifications.ts'
import { expected, say } from '../process/problem.ts'
import { madeOnce } from '../desktop/made-once.ts'
import { record } from './recorded.ts'
import { theEngine } from '../run.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'

interface NotificationAction {
  readonly type: 'button' | 'selection'
  readonly text?: string
}

interface NotificationOptions {
  readonly title?: string
  readonly body?: string
  readonly silent?: boolean
  readonly urgency?: ShownNotification['urgency']
  readonly timeoutType?: ShownNotification['timeoutType']
  readonly actions?: NotificationAction[]
  readonly hints?: ShownNotification['hints']
}

export class Notification extends EventEmitter implements ShownNotification {
  title: string
  body: string
  silent: boolean
  urgency: ShownNotification['urgency']
  timeoutType: ShownNotification['timeoutType']
  actions: NotificationAction[]
  hints: ShownNotification['hints']
  readonly clicked = (): void => {
    this.emit('click', new ShimEvent())
  }
  readonly pressed = (actionIndex: number): void => {
    this.emit('action', makeEvent({ actionIndex }), actionIndex)
  }
  readonly closed = (): void => {
    this.emit('close', new ShimEvent())
  }

  constructor({
    title = '',
    body = '',
    silent = false,
    urgency = 'normal',
    timeoutType = 'default',
    actions = [],
    hints = {},
  }: NotificationOptions = {}) {
    super()
    this.title = title
    this.body = body
    this.silent = silent
    this.urgency = urgency
    this.timeoutType = timeoutType
    this.actions = actions
    this.hints = hints
  }

  get buttons(): readonly string[] {
    return this.actions.map(({ text = '' }) => text)
  }

  /** Shows it, or replaces a shown one with its current properties. */
  show(): void {
    record('Notification.show', this)
    if (address() !== undefined)
      void service().then(
        (desktop) => desktop.show(this),
        (error: unknown) => {
          expected(error)
          this.closed()
        },
      ) // calls keep their order
  }

  close(): void {
    record('Notification.close', this)
    if (address() !== undefined) void service().then((desktop) => desktop.withdraw(this), expected)
  }
}

/** Loads the library with the first notification, for a faster start. */
const service = madeOnce(async () => {
  const { DesktopNotifications } = await import('../desktop/desktop-notifications.ts')
  const made = new DesktopNotifications(address() ?? '', say)
  beforeLeaving(() => made.dispose())
  return made
})

function address(): string | undefined {
  return theEngine().options.headless ? undefined : sessionBusAddress(process.env)
}
