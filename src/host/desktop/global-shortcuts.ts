/**
 * A key of the whole desktop by `org.freedesktop.portal.GlobalShortcuts` (XDG Desktop Portal): the
 * desktop asks the user, may choose another key, and says when it is pressed. Only the program that
 * owns the portal's name is believed; one that is gone, hangs or answers nonsense is a problem as a
 * value, and blocks nothing.
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

/** Longer words of the desktop about a key are no key, characters. */
const triggerCharactersMax = 128

const rules = [
  `type='signal',sender='${destination}',interface='org.freedesktop.portal.Request'`,
  `type='signal',sender='${destination}',interface='org.freedesktop.portal.Session'`,
  `type='signal',sender='${destination}',interface='${shortcuts}'`,
  ownerChanges(destination),
]

export interface WantedShortcut {
  /** Names it for the desktop, which remembers the user's choice by it. */
  readonly id: string
  /** What the desktop shows when it asks. */
  readonly description: string
  /** As `desktopTrigger` writes it. */
  readonly trigger: string
  /** Of the desktop entry without its end: the desktop asks in that name. */
  readonly appId: string
}

export interface ShortcutEvents {
  readonly pressed: () => void
  /** The desktop has taken the key back, or has ended. Once, and nothing comes after it. */
  readonly gone: () => void
}

/**
 * `gone`, `late`, `busy`: as of the bus. `refused`: no such portal, or it wants none. `declined`:
 * by the user.
 */
export type ShortcutProblem = BusProblem | 'declined'

export interface BoundShortcut {
  /** In the desktop's words, to be shown; empty: the user has to choose a key there. */
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

/** What an answer by signal said: 0 done, 1 declined, else refused. */
interface Response {
  readonly code: unknown
  readonly results: Readonly<Record<string, unknown>>
}

class Portal {
  readonly #wanted: WantedShortcut
  readonly #events: ShortcutEvents
  #bus: SessionBus | null = null
  /** The unique name of the portal. */
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
    // Says who we are, before any other call: a program outside a sandbox is known by nothing else.
    // Portals before 1.20 have no such interface. Starts the portal, where the bus does that.
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
    // The user may be asked, and takes what time it takes.
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

  /**
   * A call whose answer comes as a signal.
   * @param withinMs null: for as long as it takes
   */
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
      // before the call: the answer may come ahead of its reply
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
    this.#bus?.close() // with the connection the desktop forgets the key
    this.#bus = null
  }

  /** What it is by now: it changes while something is awaited. */
  #is(state: 'binding' | 'bound' | 'over'): boolean {
    return this.#state === state
  }
}

/** Each connection has one session. */
const sessionToken = 'vibeflow'

/** What the desktop says of our key, if it is what it should be. */
function triggerOf(list: unknown, id: string): string {
  if (!Array.isArray(list)) return ''
  for (const one of list as readonly unknown[]) {
    if (!Array.isArray(one) || one[0] !== id) continue
    const { trigger_description: text } = (one[1] ?? {}) as Record<string, unknown>
    return typeof text === 'string' ? text.slice(0, triggerCharactersMax) : ''
  }
  return ''
}
