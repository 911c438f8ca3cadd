/**
 * Tests the items that need the user on the session bus: listed, followed, acted on, refused, taken
 * over.
 */
import { inspect } from 'node:util'
import type { AccountLimits } from '../../../src/agents/limits/account-limits.ts'
import { readFileSync } from 'node:fs'
import type { MessageBus } from 'dbus-native'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offerAttention } from '../../../src/host/desktop/attention-service.ts'
import { attentionItemOf, fakeAttention } from '../../support/fake/fake-attention.ts'
import { greeted, startBus } from '../../support/fake/fake-desktop.ts'

const cleanUp: (() => unknown)[] = []
const uncaught = vi.fn()
beforeEach(() => {
  uncaught.mockClear()
  process.on('uncaughtException', uncaught)
})
afterEach(async () => {
  for (const act of cleanUp.splice(0).reverse()) await act()
  process.off('uncaughtException', uncaught)
  expect(uncaught.mock.calls).toEqual([])
})

const one = attentionItemOf({
  id: 'one',
  title: 'api',
  message: 'May I?',
  since: 1_700_000_000_000,
})

const work: AccountLimits = {
  ...{ agent: 'claude', directory: '/home/u/.claude-work', name: 'work', at: 5 },
  windows: [{ name: '5 h', used: 64.5, resetsAt: null }],
  sessions: [{ id: 'one', context: 42 }],
}
const used = {
  ...{ id: 'one', title: 'api' },
  usage: {
    ...{ processes: 3, memory: 3_000_000_000, cores: null, ports: [3000], estimate: false },
    biggest: [{ name: 'node', processes: 2, memory: 2_900_000_000 }],
  },
}
const nothing = { limits: () => Promise.resolve([]), usage: () => [] }

async function desktop(access: 'full' | 'read' = 'full') {
  const bus = await startBus()
  cleanUp.push(bus.close)
  const attention = fakeAttention()
  attention.set({ working: 2, items: [one] })
  const stop = offerAttention(
    bus.address,
    attention,
    { limits: () => Promise.resolve([work]), usage: () => [used] },
    () => access,
  )
  cleanUp.push(stop)
  const client = await greeted(bus.address)
  cleanUp.push(() => client.connection.end())
  const call = (member: string, signature = '', ...body: unknown[]) =>
    invoke(client, 'dev.vibeflow.Terminal.Attention1', member, signature, body)
  await expect
    .poll(() =>
      call('List').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return { address: bus.address, attention, call, client, stop }
}

function invoke(
  client: MessageBus,
  of: string,
  member: string,
  signature: string,
  body: readonly unknown[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    void client.invoke(
      {
        destination: 'dev.vibeflow.Terminal',
        path: '/dev/vibeflow/Terminal',
        interface: of,
        member,
        ...(signature === '' ? {} : { signature, body: [...body] }),
      },
      { timeout: 5_000 },
      (error, ...values) =>
        error === null ? resolve(values.length > 1 ? values : values[0]) : reject(error),
    )
  })
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)),
  )

test('the service lists the items that need the user, and can be introspected', async () => {
  const { call, client } = await desktop()
  const text = JSON.stringify(plain(await call('List')))
  for (const part of ['"one"', '"api"', '"claude"', '"waiting"', '"permission"', '"May I?"'])
    expect(text).toContain(part)
  expect(text).toContain('1700000000000')
  const about = await invoke(client, 'org.freedesktop.DBus.Introspectable', 'Introspect', '', [])
  for (const member of [
    ...['List', 'Next', 'Focus', 'Acknowledge', 'Snooze', 'Mute', 'Changed', 'Count'],
  ])
    expect(about).toContain(`name="${member}"`)
})

test('the service lists the resources of all sessions', async () => {
  const { call } = await desktop()
  const text = JSON.stringify(plain(await call('Resources')))
  for (const part of ['"one"', '"processes"', '2900000000', '["node"', '3000', '-1'])
    expect(text).toContain(part)
})

test('the service signals each change, with the properties', async () => {
  const { attention, client } = await desktop()
  const heard: unknown[] = []
  client.connection.on('message', (message) => {
    if (message.type === 4 && message.path === '/dev/vibeflow/Terminal')
      heard.push([message.member, plain(message.body)])
  })
  await client.addMatch("type='signal',path='/dev/vibeflow/Terminal'")
  attention.set({ working: 5, items: [] })
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[1]).toEqual(['Changed', [0, 5]])
  expect(JSON.stringify(heard[0])).toMatch(/PropertiesChanged.*Count.*0.*Working.*5/)
})

test('the service acts on a session, and reports why where it cannot', async () => {
  const { attention, call } = await desktop()
  expect(await call('Next')).toBe('one')
  await call('Focus', 's', 'one')
  await call('Acknowledge', 's', 'one')
  await call('MarkSeen', 's', 'one')
  await call('Snooze', 'su', 'one', 10)
  await call('Mute', 'sb', 'one', true)
  expect(attention.acts.map(({ act }) => act)).toEqual([
    ...['go', 'go', 'acknowledge', 'seen', 'snooze', 'mute'],
  ])
  await expect(call('Focus', 's', 'none')).rejects.toThrow('No such session')
  await expect(call('Snooze', 'su', 'one', 0)).rejects.toThrow('minutes')
  await expect(call('Snooze', 'su', 'one', 4_000_000_000)).rejects.toThrow('minutes')
  attention.set({ working: 0, items: [] })
  expect(await call('Next')).toBe('')
})

test('under socket.access = "read" it lists alone', async () => {
  const { attention, call } = await desktop('read')
  for (const [member, signature, ...body] of [
    ['Next', ''],
    ['Focus', 's', 'one'],
    ['Mute', 'sb', 'one', true],
  ] as const)
    await expect(call(member, signature, ...body)).rejects.toThrow('socket.access')
  expect(attention.acts).toEqual([])
})

test('a second service gets the name when the first leaves, and none is needed', async () => {
  const { address, call, stop } = await desktop()
  const second = fakeAttention()
  second.set({ working: 0, items: [attentionItemOf({ id: 'two' })] })
  cleanUp.push(offerAttention(address, second, nothing, () => 'full'))
  await expect.poll(() => second.followers.size).toBe(1)
  expect(await call('Next')).toBe('one')
  stop()
  await expect.poll(() => call('Next').catch((error: Error) => error.message)).toBe('two')
  for (const none of [undefined, 'unix:path=/nonexistent/bus', 'nonsense'])
    offerAttention(none, second, nothing, () => 'full')()
})

test('limits of accounts are read', async () => {
  const { call } = await desktop('read')
  expect(inspect(await call('Limits'), { depth: 9, compact: true })).toMatch(
    /claude-work.*work.*5 h.*64\.5.*one.*42/s,
  )
})

test('a dialog is read and answered, with its token, by clients that may act', async () => {
  const { attention, call } = await desktop()
  attention.dialogs.set('one', {
    lines: ['rm x'],
    choices: [{ number: 1, label: 'Yes' }],
    token: 't',
  })
  const dialog = JSON.stringify(plain(await call('Dialog', 's', 'one')))
  for (const part of ['"rm x"', '"Yes"']) expect(dialog).toContain(part)
  expect(await call('Answer', 'ssu', 'one', 'other', 1)).toEqual([false, 'It is another dialog.'])
  expect(await call('Answer', 'ssu', 'one', 't', 1)).toEqual([true, ''])
  expect(attention.answers).toEqual([['one', 't', 1]])
  await expect(call('Answer', 'ssu', 'two', 't', 1)).rejects.toThrow('No such session')
  const reader = await desktop('read')
  reader.attention.dialogs.set('one', { lines: ['x'], choices: [], token: null })
  expect(JSON.stringify(plain(await reader.call('Dialog', 's', 'one')))).toContain('"x"')
  await expect(reader.call('Answer', 'ssu', 'one', 't', 1)).rejects.toThrow('socket.access')
})

test('the service offers the members that the GNOME Shell extension uses', async () => {
  const { client } = await desktop()
  const offered = String(
    await invoke(client, 'org.freedesktop.DBus.Introspectable', 'Introspect', '', []),
  )
  const extension = readFileSync(
    'src/integrations/desktop/gnome-shell/vibeflow@vibeflow.dev/extension.js',
    'utf8',
  )
  const used = /<node>[^]*<\/node>/.exec(extension)?.[0] ?? ''
  expect(membersOf(used)).toHaveLength(6)
  expect(membersOf(offered)).toEqual(expect.arrayContaining([...membersOf(used)]))
})

/**
 * Returns entries such as `method List out aa{sv}`, from vibeflow's interface in an introspection.
 */
function membersOf(xml: string): readonly string[] {
  const ours = /<interface name="dev\.vibeflow\.Terminal\.Attention1">([^]*?)<\/interface>/.exec(
    xml,
  )
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="(.*?)"`).exec(tag)?.[1]
  const member = /<(property|method|signal)\b([^>]*?)(?:\/>|>([^]*?)<\/\1>)/g
  return [...(ours?.[1] ?? '').matchAll(member)].map(([, kind, tag = '', args = '']) => {
    const types = [...args.matchAll(/<arg\b[^>]*>/g)].map(
      ([one]) =>
        `${kind === 'signal' ? '' : attribute(one, 'direction')} ${attribute(one, 'type')}`,
    )
    return [kind, attribute(tag, 'name'), attribute(tag, 'type') ?? '', ...types].join(' ')
  })
}
