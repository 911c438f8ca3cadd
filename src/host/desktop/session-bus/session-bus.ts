/**
 * One connection to the desktop's session bus: calls with a time limit and a bound, signals with
 * their sender. Whatever the bus or its clients do (gone, hung, nonsense), a call's outcome is a
 * value; nothing here blocks, and nothing throws later.
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

/**
 * `gone`: no bus, or none any more. `late`: no answer in time. `refused`: an error as answer, or no
 * answer of this kind. `busy`: too many calls wait.
 */
export type BusProblem = 'gone' | 'late' | 'refused' | 'busy'

export type Reply =
  | { readonly ok: true; readonly sender: string | undefined; readonly values: readonly unknown[] }
  | { readonly ok: false; readonly problem: BusProblem }

export interface BusCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** As D-Bus writes it, with the values of `body`; absent: no arguments. */
  readonly signature?: string
  readonly body?: unknown[]
}

/** The bus itself (D-Bus Specification, "Message Bus Messages"). */
export const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** The rule of signals that another program, or none, owns a name. */
export function ownerChanges(name: string): string {
  const { destination, interface: of } = daemon
  return (
    `type='signal',sender='${destination}',interface='${of}',` +
    `member='NameOwnerChanged',arg0='${name}'`
  )
}

export interface BusListener {
  readonly signal: (message: Message) => void
  /** Once, when the connection has ended for whatever reason. */
  readonly gone: () => void
}

export class SessionBus {
  readonly #bus: MessageBus
  #outstanding = 0

  private constructor(bus: MessageBus) {
    this.#bus = bus
  }

  /** Dials and is greeted. @throws BusProblem as the reason of the rejection */
  static async open(address: string, { signal, gone }: BusListener): Promise<SessionBus> {
    let bus: MessageBus
    try {
      // `direct`: we say Hello. The library's own, unanswered, throws out of a timer.
      bus = createClient({
        busAddress: address,
        direct: true,
        authMethods: ['EXTERNAL'],
        maxMessageSize: busMessageBytesMax,
        timeout: busCallMs,
      })
    } catch {
      // an address of a kind that nobody can dial
      throw 'gone' satisfies BusProblem
    }
    const { connection } = bus
    connection.on('error', () => {
      // the close follows; after a refused greeting the library would keep it open
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

  /** Ours on the bus: `:1.42`. */
  get name(): string {
    return this.#bus.name ?? ''
  }

  /**
   * @param done called once. With a reply it is called before anything that came behind the reply
   * is looked at. It must not throw.
   * @param reserve of the places for calls, so many are left free
   */
  call(call: BusCall, done: (reply: Reply) => void, reserve = 0): void {
    if (this.#outstanding >= busCallsMax - reserve) return done({ ok: false, problem: 'busy' })
    this.#outstanding += 1
    const settled = (reply: Reply): void => {
      this.#outstanding -= 1
      done(reply)
    }
    // The library calls back with the reply's message as `this`.
    this.#bus.invoke(
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

  /** What is answered. @throws BusProblem as the reason of the rejection */
  async values(call: BusCall): Promise<readonly unknown[]> {
    const reply = await this.ask(call)
    if (!reply.ok) throw reply.problem
    return reply.values
  }

  /** Has signals of these rules sent. @throws as `values` */
  async listen(rules: readonly string[]): Promise<void> {
    for (const rule of rules)
      await this.values({ ...daemon, member: 'AddMatch', signature: 's', body: [rule] })
  }

  /** The unique name of who owns one. @throws as `values` */
  async ownerOf(name: string): Promise<string> {
    const call = { ...daemon, member: 'GetNameOwner', signature: 's', body: [name] }
    return String((await this.values(call))[0])
  }

  /**
   * Offers an interface at a path, introspectable, and asks for a name of the bus. One that has an
   * owner comes to us when that leaves.
   */
  async offer(name: string, path: string, offered: DefinedInterface): Promise<Reply> {
    this.#bus.exportInterface(offered.impl, path, offered.descriptor)
    return this.ask({ ...daemon, member: 'RequestName', signature: 'su', body: [name, 0] })
  }

  /** Says that properties of an offered interface are others. */
  changed(path: string, offered: DefinedInterface, values: Record<string, unknown>): void {
    this.#bus.emitPropertiesChanged(path, offered.name, values)
  }

  close(): void {
    this.#bus.connection.end() // what was written still goes out
    // or never, to one that does not read
    setTimeout(() => this.#bus.connection.stream.destroy(), busCallMs).unref()
  }
}

function problemOf(error: Error): BusProblem {
  const code = 'code' in error ? error.code : undefined
  return code === 'ETIMEDOUT' ? 'late' : code === 'ECONNCLOSED' ? 'gone' : 'refused'
}
