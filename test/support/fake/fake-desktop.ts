/**
 * A session bus in this process with a program that shows notifications, as well behaved as the
 * test wants.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createBroker, createClient, type Message, type MessageBus } from 'dbus-native'

export const notifications = {
  name: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
} as const

export interface Notified {
  readonly replaces: number
  readonly title: string
  readonly body: string
  readonly actions: readonly string[]
  readonly hints: Readonly<Record<string, unknown>>
  /** -1 for the desktop's default, 0 for never. */
  readonly expireMs: number
}

export interface FakeDesktop {
  readonly address: string
  readonly notified: readonly Notified[]
  readonly withdrawn: readonly number[]
  /** Calls received so far, by member. */
  readonly calls: readonly string[]
  /** The connection of the program that shows notifications. */
  readonly bus: MessageBus
  /** Another client of the bus. */
  readonly stranger: () => Promise<MessageBus>
  readonly signal: (member: string, signature: string, body: unknown[], from?: MessageBus) => void
  readonly close: () => Promise<void>
}

export interface Behaviour {
  readonly capabilities?: readonly string[]
  /** Returns the reply of Notify. `undefined`: it never replies. */
  readonly answer?: (id: number) => unknown
}

export async function greeted(address: string): Promise<MessageBus> {
  const bus = createClient({ busAddress: address })
  bus.connection.on('error', () => undefined)
  while (bus.name === undefined) await new Promise((resolve) => setTimeout(resolve, 2))
  return bus
}

/** The program itself, on a bus that is there. */
export async function showNotifications(
  address: string,
  { capabilities = ['body', 'body-markup', 'actions'], answer = (id) => id }: Behaviour = {},
): Promise<Omit<FakeDesktop, 'close'>> {
  const [notified, withdrawn, calls] = [[] as Notified[], [] as number[], [] as string[]]
  const bus = await greeted(address)
  bus.connection.on('message', (message: Message) => {
    if (message.type === 1 && message.member !== undefined) calls.push(message.member)
  })
  const iface = 'org.freedesktop.Notifications'
  bus.setMethodCallHandler(notifications.path, iface, 'GetCapabilities', [() => capabilities, 'as'])
  bus.setMethodCallHandler(notifications.path, iface, 'Notify', [
    (
      _app: string,
      replaces: number,
      _icon: string,
      title: string,
      body: string,
      actions: string[],
      hints: Record<string, unknown>,
      expireMs: number,
    ) => {
      notified.push({ replaces, title, body, actions, hints, expireMs })
      const id = answer(replaces || notified.length)
      return id === undefined ? new Promise(() => undefined) : id
    },
    'u',
  ])
  bus.setMethodCallHandler(notifications.path, iface, 'CloseNotification', [
    (id: number) => {
      withdrawn.push(id)
      return null
    },
    '',
  ])
  await bus.requestName(notifications.name, 0)
  return {
    address,
    notified,
    withdrawn,
    calls,
    bus,
    stranger: () => greeted(address),
    signal: (member, signature, body, from = bus) =>
      from.sendSignal(notifications.path, iface, member, signature, body),
  }
}

/** Starts a bus without clients, at this path or in a folder that is removed with it. */
export async function startBus(
  given?: string,
): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const socket = given ?? join(mkdtempSync(join(tmpdir(), 'bus-')), 'bus')
  const broker = createBroker()
  await new Promise<void>((resolve, reject) => {
    broker.listen({ socket }, (error) => {
      if (error === null) resolve()
      else reject(error)
    })
  })
  return {
    address: `unix:path=${socket}`,
    close: () =>
      new Promise((resolve) => {
        broker.close(() => {
          if (given === undefined) rmSync(dirname(socket), { recursive: true })
          resolve()
        })
      }),
  }
}

/** The same, and the desktop's program on it. */
export async function startFakeDesktop(
  behaviour: Behaviour = {},
  socket?: string,
): Promise<FakeDesktop> {
  const { address, close } = await startBus(socket)
  return { ...(await showNotifications(address, behaviour)), close }
}
