/**
 * D-Bus service for status bars and extensions: name `dev.vibeflow.Terminal`, interface
 * `dev.vibeflow.Terminal.Attention1` (docs/reference/dbus.md). The first of several instances
 * owns the name, then the next.
 */
import type { AccountLimits } from '../../agents/limits/account-limits.ts'
import type { Usage } from '../../agents/process/usage.ts'
import { toSessionId } from '../../core/ids.ts'
import type { AttentionAct, AttentionItem } from '../../core/windows/attention/list.ts'
import { snoozeMsMax } from '../../core/ipc/limits.ts'
import {
  defineInterface,
  SessionBus,
  Variant,
  type DefinedInterface,
} from './session-bus/session-bus.ts'
import type { AttentionCalls } from '../socket/app-socket.ts'

const name = 'dev.vibeflow.Terminal'
const path = '/dev/vibeflow/Terminal'
const minuteMs = 60_000

/** D-Bus error of a refused call. */
class Refusal extends Error {
  readonly dbusName: string

  constructor(word: 'AccessDenied' | 'InvalidArgs' | 'UnknownObject', text: string) {
    super(text)
    this.dbusName = `org.freedesktop.DBus.Error.${word}`
  }
}

/** Facts about all tabs. Both are read when they are asked for. */
interface TabFacts {
  readonly limits: () => Promise<readonly AccountLimits[]>
  readonly usage: () => readonly {
    readonly id: string
    readonly title: string
    readonly usage: Usage
  }[]
}

/**
 * Offers the service while the bus exists. Does nothing without a bus.
 * @param access value of `socket.access`: `read` refuses all actions
 * @returns ends the service
 */
export function offerAttention(
  address: string | undefined,
  calls: AttentionCalls,
  facts: TabFacts,
  access: () => 'full' | 'read',
): () => void {
  let bus: SessionBus | null = null
  let isOver = false
  let stop = (): void => undefined
  const end = (): void => {
    isOver = true
    stop()
    bus?.close()
    bus = null
  }
  const offer = async (at: string): Promise<void> => {
    bus = await SessionBus.open(at, { signal: () => undefined, gone: end })
    if (isOver) return bus.close()
    const service = serviceOf(calls, facts, access)
    await bus.offer(name, path, service)
    stop = calls.follow(() => {
      const { items, working } = calls.list()
      bus?.changed(path, service, { Count: items.length, Working: working })
      service.emit['Changed']?.(items.length, working)
    })
    if (isOver) stop()
  }
  if (address !== undefined) offer(address).catch(end) // desktop without a session bus
  return end
}

function serviceOf(
  calls: AttentionCalls,
  facts: TabFacts,
  access: () => 'full' | 'read',
): DefinedInterface {
  const refuseReaders = (): void => {
    if (access() === 'read')
      throw new Refusal(
        'AccessDenied',
        'Not allowed: socket.access is "read" in the configuration.',
      )
  }
  const attend = (id: string, act: AttentionAct): void => {
    refuseReaders()
    if (!calls.attend(toSessionId(id), act)) throw noSuchSession()
  }
  return defineInterface({
    name: `${name}.Attention1`,
    properties: {
      Count: { type: 'u', access: 'read', get: () => calls.list().items.length },
      Working: { type: 'u', access: 'read', get: () => calls.list().working },
    },
    methods: {
      List: { out: { items: 'aa{sv}' }, handler: () => calls.list().items.map(fieldsOf) },
      Limits: {
        out: { accounts: 'aa{sv}' },
        handler: async () => (await facts.limits()).map(accountFields),
      },
      Resources: { out: { sessions: 'aa{sv}' }, handler: () => facts.usage().map(usageFields) },
      Next: {
        out: { id: 's' },
        handler: () => {
          refuseReaders()
          return calls.next()?.id ?? ''
        },
      },
      Dialog: {
        in: { id: 's' },
        out: { lines: 'as', choices: 'a(us)', token: 's', why: 's' },
        handler: async ({ id }: { id: string }) => {
          const dialog = await calls.dialog(toSessionId(id))
          if (dialog === null) throw noSuchSession()
          const choices = dialog.choices.map(({ number, label }) => [number, label])
          const { lines, token, why = '' } = dialog
          return { lines, choices, token: token ?? '', why }
        },
      },
      Answer: {
        in: { id: 's', token: 's', choice: 'u' },
        out: { sent: 'b', why: 's' },
        handler: async ({ id, token, choice }: { id: string; token: string; choice: number }) => {
          refuseReaders()
          const answered = await calls.answer(toSessionId(id), token, choice)
          if (answered === null) throw noSuchSession()
          return { sent: answered.sent, why: answered.sent ? '' : answered.why }
        },
      },
      Focus: {
        in: { id: 's' },
        handler: ({ id }: { id: string }) => attend(id, { act: 'go' }),
      },
      Acknowledge: {
        in: { id: 's' },
        handler: ({ id }: { id: string }) => attend(id, { act: 'acknowledge' }),
      },
      MarkSeen: {
        in: { id: 's' },
        handler: ({ id }: { id: string }) => attend(id, { act: 'seen' }),
      },
      Snooze: {
        in: { id: 's', minutes: 'u' },
        handler: ({ id, minutes }: { id: string; minutes: number }) => {
          const forMs = minutes * minuteMs
          if (forMs === 0 || forMs > snoozeMsMax)
            throw new Refusal('InvalidArgs', `minutes must be from 1 to ${snoozeMsMax / minuteMs}.`)
          attend(id, { act: 'snooze', forMs })
        },
      },
      Mute: {
        in: { id: 's', muted: 'b' },
        handler: ({ id, muted }: { id: string; muted: boolean }) =>
          attend(id, { act: muted ? 'mute' : 'unmute' }),
      },
    },
    signals: { Changed: { args: { count: 'u', working: 'u' } } },
  })
}

function noSuchSession(): Refusal {
  return new Refusal('UnknownObject', 'No such session.')
}

/** A time that is unknown is 0. */
function accountFields(account: AccountLimits): Record<string, Variant> {
  const { agent, at, directory, name: badge, sessions, windows } = account
  const rows = windows.map(({ name: length, used, resetsAt }) => [length, used, resetsAt ?? 0])
  const contexts = sessions.map(({ id, context }) => [id, context ?? -1])
  return {
    ...{ agent: new Variant('s', agent), directory: new Variant('s', directory) },
    ...{ account: new Variant('s', badge), at: new Variant('x', Math.round(at)) },
    ...{ windows: new Variant('a(sdx)', rows), contexts: new Variant('a(sd)', contexts) },
  }
}

/** Cores that are unknown are -1. */
function usageFields({ id, title, usage }: ReturnType<TabFacts['usage']>[number]) {
  const { processes, memory, cores, biggest, estimate, ports } = usage
  const rows = biggest.map((one) => [one.name, one.processes, one.memory])
  return {
    ...{ id: new Variant('s', id), title: new Variant('s', title) },
    ...{ processes: new Variant('u', processes), memory: new Variant('x', memory) },
    ...{ cores: new Variant('d', cores ?? -1), biggest: new Variant('a(sux)', rows) },
    ...{ ports: new Variant('aq', [...ports]), estimate: new Variant('b', estimate) },
  }
}

function fieldsOf(item: AttentionItem): Record<string, Variant> {
  const { id, title, project, tool, state, kind = '', message, since, window, seen, muted } = item
  const { account = '' } = item
  const texts = Object.entries({ id, title, project, tool, state, kind, message, window, account })
  const until = item.limit?.until
  return {
    ...(until === undefined ? {} : { limitedUntil: new Variant('x', until) }),
    ...Object.fromEntries(texts.map(([key, text]) => [key, new Variant('s', text)])),
    since: new Variant('x', since),
    seen: new Variant('b', seen),
    muted: new Variant('b', muted),
  }
}
