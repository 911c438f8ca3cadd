/**
 * A global shortcut through `org.freedesktop.portal.GlobalShortcuts` (XDG Desktop Portal). The
 * desktop asks the user, may choose another key and reports presses. Only signals from the owner of
 * the portal's name count. Failures are values, and nothing blocks.
 */
import { busCallMs } from './session-bus/limits.ts'
import {
  daemon,
  ownerChanges,
  SessionBus,
  Variant,
  type BusProblem,
  type BusCall,
  type Message,
} from './session-bus/session-bus.ts'

const destination = 'org.freedesktop.portal.Desktop'
const path = '/org/freedesktop/portal/desktop'
const shortcuts = 'org.freedesktop.portal.GlobalShortcuts'

/** Longest description of a key from the desktop, in characters. */
const triggerCharactersMax = 128

const rules = [
  `type='signal',sender='${destination}',interface='org.freedesktop.portal.Request'`,
  `type='signal',sender='${destination}',interface='org.freedesktop.portal.Session'`,
  `type='signal',sender='${destination}',interface='${shortcuts}'`,
  ownerChanges(destination),
]

interface WantedShortcut {
  /** The desktop remembers the user's choice under this ID. */
  readonly id: string
  /** Text that the desktop shows to the user. */
  readonly description: string
  /** In the format of `desktopTrigger`. */
  readonly trigger: string
  /** Name of the desktop entry without its extension, shown in the desktop's question. */
  readonly appId: string
}

interface ShortcutEvents {
  readonly pressed: () => void
  /** Called once if the desktop revoked the key or ended. Nothing follows. */
  readonly gone: () => void
}

/** Problem of the bus, or `refused` without a portal, or `declined` by the user. */
export type ShortcutProblem = BusProblem | 'declined'

export interface BoundShortcut {
  /** The desktop's description of the key. Empty if the user must choose one there. */
  readonly trigger: string
  readonly close: () => void
}

/** @throws ShortcutProblem as the reason of the rejection */
export async function bindShortcut(
  address: string,
  wanted: WantedShortcut,
  events: ShortcutEvents,
): Promise<BoundShortcut> {
  return new Portal(wanted, events).bind(address)
}

/** Response signal: code 0 means done, 1 declined, others refused. */
interface Response {
  readonly code: unknown
  readonly results: Readonly<Record<string, unknown>>
}

class Portal {
  readonly #wanted: WantedShortcut
  readonly #events: ShortcutEvents
  #bus: SessionBus | null = null
  /** Unique bus name of the portal. */
  #owner: string | undefined
  #session: string | undefined
  #requests = 0
  readonly #waiting = new Map<string, (response: Response | ShortcutProblem) => void>()
  #state: 'binding' | 'bound' | 'over' = 'binding'

  constructor(wanted: WantedShortcut, events: ShortcutEvents) {
    this.#wanted = wanted
    this.#events = events
  }

  async bind(address: string): Promise<BoundShortcut> {
    try {
      const bus = await SessionBus.open(address, {
        signal: (message) => this.#signal(message),
        gone: () => this.#over('gone'),
      })
      this.#bus = bus
      const trigger = await this.#bound(bus)
      if (this.#is('over')) throw 'gone' satisfies ShortcutProblem
      this.#state = 'bound'
      return { trigger, close: () => this.#end() }
    } catch (error) {
      this.#end()
      throw error
    }
  }

  async #bound(bus: SessionBus): Promise<string> {
    await bus.listen(rules)
    // Identifies vibeflow before any other call, the only way for a program outside a sandbox.
    // Portals before 1.20 lack this interface. The call also starts the portal.
    const { appId, id, description, trigger } = this.#wanted
    await bus.ask({
      destination,
      path,
      interface: 'org.freedesktop.host.portal.Registry',
      member: 'Register',
      signature: 'sa{sv}',
      body: [appId, {}],
    })
    this.#owner = await bus.ownerOf(destination)
    const made = await this.#request(
      (token) => ({
        member: 'CreateSession',
        signature: 'a{sv}',
        body: [{ handle_token: token, session_handle_token: new Variant('s', sessionToken) }],
      }),
      busCallMs,
    )
    const session = made.results['session_handle']
    if (typeof session !== 'string') throw 'refused' satisfies ShortcutProblem
    this.#session = session
    // The desktop may ask the user, so there is no time limit.
    const bound = await this.#request(
      (token) => ({
        member: 'BindShortcuts',
        signature: 'oa(sa{sv})sa{sv}',
        body: [
          session,
          [
            [
              id,
              {
                description: new Variant('s', description),
                preferred_trigger: new Variant('s', trigger),
              },
            ],
          ],
          '',
          { handle_token: token },
        ],
      }),
      null,
    )
    return triggerOf(bound.results['shortcuts'], id)
  }

  /** Makes a call that is answered by a signal, with a time limit unless that is `null`. */
  async #request(
    call: (token: Variant) => Pick<BusCall, 'member' | 'signature' | 'body'>,
    withinMs: number | null,
  ): Promise<Response> {
    const bus = this.#bus
    if (bus === null) throw 'gone' satisfies ShortcutProblem
    const token = `vibeflow${(this.#requests += 1)}`
    const sender = bus.name.replace(/^:/, '').replaceAll('.', '_')
    const handle = `${path}/request/${sender}/${token}`
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<Response | ShortcutProblem>((resolve) => {
      // before the call: the answer may precede its reply
      this.#waiting.set(handle, resolve)
      if (withinMs !== null) timer = setTimeout(() => resolve('late'), withinMs)
    })
    try {
      const named = call(new Variant('s', token))
      await bus.values({ destination, path, interface: shortcuts, ...named })
      const answer = await answered
      if (typeof answer === 'string') throw answer
      if (answer.code === 0) return answer
      throw (answer.code === 1 ? 'declined' : 'refused') satisfies ShortcutProblem
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(handle)
    }
  }

  #signal({ sender, path: from, interface: of, member, body = [] }: Message): void {
    const [first, second] = body
    if (sender === daemon.destination) {
      const [, , owner] = body
      if (member === 'NameOwnerChanged' && first === destination && this.#owner !== undefined)
        if (owner !== this.#owner) this.#over('gone')
      return
    }
    if (this.#owner === undefined || sender !== this.#owner) return
    if (of === 'org.freedesktop.portal.Request' && member === 'Response')
      this.#waiting.get(from ?? '')?.({
        code: first,
        results: (second ?? {}) as Readonly<Record<string, unknown>>,
      })
    else if (this.#session === undefined) return
    else if (of === 'org.freedesktop.portal.Session' && member === 'Closed') {
      if (from === this.#session) this.#over('refused')
    } else if (of === shortcuts && member === 'Activated' && this.#is('bound')) {
      if (from === path && first === this.#session && second === this.#wanted.id)
        this.#events.pressed()
    }
  }

  #over(problem: ShortcutProblem): void {
    const wasBound = this.#is('bound')
    for (const answer of this.#waiting.values()) answer(problem)
    this.#end()
    if (wasBound) this.#events.gone()
  }

  #end(): void {
    this.#state = 'over'
    this.#bus?.close() // closing the connection releases the key
    this.#bus = null
  }

  /** A method, since the state changes during awaits. */
  #is(state: 'binding' | 'bound' | 'over'): boolean {
    return this.#state === state
  }
}

/** Each connection has one session. */
const sessionToken = 'vibeflow'

/** Returns the desktop's description of the key, if it has the expected form. */
function triggerOf(list: unknown, id: string): string {
  if (!Array.isArray(list)) return ''
  for (const one of list as readonly unknown[]) {
    if (!Array.isArray(one) || one[0] !== id) continue
    const { trigger_description: text } = (one[1] ?? {}) as Record<string, unknown>
    return typeof text === 'string' ? text.slice(0, triggerCharactersMax) : ''
  }
  return ''
}
