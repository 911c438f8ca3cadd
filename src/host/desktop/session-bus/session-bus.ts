/**
 * A connection to the session bus: calls with a time limit and a bound, signals with their sender.
 * Whatever the bus or its clients do, the outcome of a call is a value. Nothing blocks, and nothing
 * throws later.
 */
import {
  createClient,
  defineInterface,
  messageType,
  Variant,
  type DefinedInterface,
  type Message,
  type MessageBus,
} from 'dbus-native'
import { busCallMs, busCallsMax, busMessageBytesMax } from './limits.ts'

export { defineInterface, Variant, type DefinedInterface, type Message }

/** No bus or closed; no reply in time; an error or unexpected reply; too many calls. */
export type BusProblem = 'gone' | 'late' | 'refused' | 'busy'

export type Reply =
  | { readonly ok: true; readonly sender: string | undefined; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly problem: BusProblem }

export interface BusCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** D-Bus signature of `body`, absent without arguments. */
  readonly signature?: string
  readonly body?: unknown[]
}

/** The bus itself (D-Bus Specification, "Message Bus Messages"). */
export const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** Returns the match rule for a change of a name's owner. */
export function ownerChanges(name: string): string {
  const { destination, interface: of } = daemon
  return (
    `type='signal',sender='${destination}',interface='${of}',` +
    `member='NameOwnerChanged',arg0='${name}'`
  )
}

interface BusListener {
  readonly signal: (message: Message) => void
  /** Called once when the connection has ended. */
  readonly gone: () => void
}

export class SessionBus {
  readonly #bus: MessageBus
  #outstanding = 0

  private constructor(bus: MessageBus) {
    this.#bus = bus
  }

  /** Connects and sends Hello. Rejects with a `BusProblem`. */
  static async open(address: string, { signal, gone }: BusListener): Promise<SessionBus> {
    let bus: MessageBus
    try {
      // `direct` leaves Hello to this class: without a reply, the library's own throws from a
      // timer.
      bus = createClient({
        busAddress: address,
        direct: true,
        authMethods: ['EXTERNAL'],
        maxMessageSize: busMessageBytesMax,
        timeout: busCallMs,
      })
    } catch {
      // an unsupported kind of address
      throw 'gone' satisfies BusProblem
    }
    const { connection } = bus
    connection.on('error', () => {
      // `close` follows. After a refused greeting the library would keep the socket open.
      connection.stream.destroy()
    })
    connection.on('close', gone)
    connection.on('message', (message) => {
      if (message.type === messageType.signal) signal(message)
    })
    const session = new SessionBus(bus)
    try {
      const [name] = await session.values({ ...daemon, member: 'Hello' })
      bus.name = String(name)
    } catch (problem) {
      session.close()
      throw problem
    }
    return session
  }

  /** The connection's bus name, such as `:1.42`. */
  get name(): string {
    return this.#bus.name ?? ''
  }

  /**
   * @param done called once, with a reply before later messages are handled. It must not throw.
   * @param reserve number of places for calls to leave free
   */
  call(call: BusCall, done: (reply: Reply) => void, reserve = 0): void {
    if (this.#outstanding >= busCallsMax - reserve) return done({ ok: false, problem: 'busy' })
    this.#outstanding += 1
    const settled = (reply: Reply): void => {
      this.#outstanding -= 1
      done(reply)
    }
    // The library passes the reply's message as `this`.
    void this.#bus.invoke(
      { ...call },
      { timeout: busCallMs },
      function (this: { readonly message?: Message } | undefined, error, ...values) {
        if (error === null) settled({ ok: true, sender: this?.message?.sender, values })
        else settled({ ok: false, problem: problemOf(error) })
      },
    )
  }

  ask(call: BusCall): Promise<Reply> {
    return new Promise((resolve) => {
      this.call(call, resolve)
    })
  }

  /** Returns the values of the reply. Rejects with a `BusProblem`. */
  async values(call: BusCall): Promise<readonly unknown[]> {
    const reply = await this.ask(call)
    if (!reply.ok) throw reply.problem
    return reply.values
  }

  /** Subscribes to signals. Rejects like `values`. */
  async listen(rules: readonly string[]): Promise<void> {
    for (const rule of rules)
      await this.values({ ...daemon, member: 'AddMatch', signature: 's', body: [rule] })
  }

  /** Returns the unique name of a name's owner. Rejects like `values`. */
  async ownerOf(name: string): Promise<string> {
    const call = { ...daemon, member: 'GetNameOwner', signature: 's', body: [name] }
    return String((await this.values(call))[0])
  }

  /** Returns the process ID of a connection, as the bus sees it. Rejects like `values`. */
  async processOf(name: string): Promise<unknown> {
    const member = 'GetConnectionUnixProcessID'
    return (await this.values({ ...daemon, member, signature: 's', body: [name] }))[0]
  }

  /** Offers an interface at a path and requests a bus name, or queues for it. */
  async offer(name: string, path: string, offered: DefinedInterface): Promise<Reply> {
    this.#bus.exportInterface(offered.impl, path, offered.descriptor)
    return this.ask({ ...daemon, member: 'RequestName', signature: 'su', body: [name, 0] })
  }

  /** Reports changed properties of an offered interface. */
  changed(path: string, offered: DefinedInterface, values: Record<string, unknown>): void {
    this.#bus.emitPropertiesChanged(path, offered.name, values)
  }

  close(): void {
    this.#bus.connection.end() // pending messages are still sent
    // The peer may never read them.
    setTimeout(() => this.#bus.connection.stream.destroy(), busCallMs).unref()
  }
}

function problemOf(error: Error): BusProblem {
  const code = 'code' in error ? error.code : undefined
  return code === 'ETIMEDOUT' ? 'late' : code === 'ECONNCLOSED' ? 'gone' : 'refused'
}
