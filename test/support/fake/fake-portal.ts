/**
 * `org.freedesktop.portal.GlobalShortcuts` on a bus, as well behaved as the test wants: a desktop
 * that gives programs keys.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { Variant, type Message, type MessageBus } from 'dbus-native'
import { greeted } from './fake-desktop.ts'

export const portalName = 'org.freedesktop.portal.Desktop'
const path = '/org/freedesktop/portal/desktop'
const shortcuts = 'org.freedesktop.portal.GlobalShortcuts'
const request = 'org.freedesktop.portal.Request'

/** The reaction to one call: a code as the portal answers it, no answer at all, or an error. */
export type PortalAnswer = number | 'silent' | 'error' | 'hangs'

export interface PortalBehaviour {
  readonly create?: PortalAnswer
  readonly bind?: PortalAnswer
  /** The description of the key. */
  readonly trigger?: unknown
  /** The answer's signal follows the reply of the call, which the portal's specification allows. */
  readonly replyFirst?: boolean
  /** The value returned as the session. */
  readonly session?: Variant
}

export interface FakePortal {
  readonly bus: MessageBus
  /** Calls received, by member, with their arguments. */
  readonly calls: readonly (readonly [member: string, ...args: unknown[]])[]
  readonly session: string
  readonly activate: (from?: MessageBus, session?: string, id?: string) => void
  readonly closeSession: (from?: MessageBus) => void
  /** Answers a request that is still open, as if it came from this client. */
  readonly respond: (token: string, code: number, from?: MessageBus) => void
}

/** @param behaviour may be changed later: keys are given as it is then */
export async function startPortal(
  address: string,
  behaviour: PortalBehaviour = {},
): Promise<FakePortal> {
  const { create = 0, trigger = 'Super+F12', replyFirst = false, session: given } = behaviour
  const bus = await greeted(address)
  const calls: [string, ...unknown[]][] = []
  let client = ''
  bus.connection.on('message', ({ type, sender, body = [], member = '' }: Message) => {
    if (type !== 1) return
    calls.push([member, ...body])
    client = sender ?? ''
  })
  const session = `${path}/session/fake/1`
  const handleOf = (token: string) =>
    `${path}/request/${client.slice(1).replaceAll('.', '_')}/${token}`
  const answer = async (
    with_: PortalAnswer,
    options: Record<string, unknown>,
    results: object,
  ): Promise<string> => {
    await turn() // the message itself has been seen
    if (with_ === 'error') throw new Error('not for you')
    if (with_ === 'hangs') return new Promise<never>(() => undefined)
    const handle = handleOf(String(options['handle_token']))
    const say = () => bus.sendSignal(handle, request, 'Response', 'ua{sv}', [with_, results])
    if (with_ !== 'silent')
      if (replyFirst) setTimeout(say, 20)
      else say()
    return handle
  }
  bus.setMethodCallHandler(path, shortcuts, 'CreateSession', [
    (options: Record<string, unknown>) =>
      answer(create, options, { session_handle: given ?? new Variant('s', session) }),
    'o',
  ])
  bus.setMethodCallHandler(path, shortcuts, 'BindShortcuts', [
    (_session: string, wanted: [string][], _parent: string, options: Record<string, unknown>) =>
      answer(behaviour.bind ?? 0, options, {
        shortcuts: new Variant('a(sa{sv})', [
          [
            wanted[0]?.[0] ?? '',
            trigger instanceof Variant
              ? { trigger_description: trigger }
              : { trigger_description: new Variant('s', trigger) },
          ],
        ]),
      }),
    'o',
  ])
  await bus.requestName(portalName, 0)
  return {
    bus,
    calls,
    session,
    activate: (from = bus, of = session, id = 'drop-down') =>
      from.sendSignal(path, shortcuts, 'Activated', 'osta{sv}', [of, id, 1n, {}]),
    closeSession: (from = bus) =>
      from.sendSignal(session, 'org.freedesktop.portal.Session', 'Closed', 'a{sv}', [{}]),
    respond: (token, code, from = bus) =>
      from.sendSignal(handleOf(token), request, 'Response', 'ua{sv}', [
        code,
        { session_handle: new Variant('s', `${path}/session/forged/1`) },
      ]),
  }
}
