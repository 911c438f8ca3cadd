/**
 * Sentences of docs/reference/session-socket.md that neither the vectors nor the other tests of
 * sockets hold, each against a real session by a client that knows the document alone. The number
 * before a name is the document's section.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startInstance, type Instance } from '../../support/instance.ts'
import { OutsideClient } from '../../support/socket/outside-client.ts'
import { asSession } from '../../support/windows/ids.ts'

let instance: Instance
beforeAll(() => {
  instance = startInstance()
})
afterAll(() => instance.close(), 60_000) // a busy disk

const clients: OutsideClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

async function connect(path: string): Promise<OutsideClient> {
  const client = await OutsideClient.connect(path)
  clients.push(client)
  return client
}

async function greet(path: string, hello: object = { v: 1 }): Promise<Record<string, any>> {
  const client = await connect(path)
  client.send(0x40, hello)
  await client.until(() => client.of(0x41).length === 1)
  return client.json(0x41)[0] as Record<string, any> // it was counted
}

const file = (name: string) => join(instance.home, name)
const lines = (name: string) =>
  existsSync(file(name)) ? readFileSync(file(name), 'utf8').split('\n').slice(0, -1) : []
const any = (type: unknown) => expect.any(type) as unknown

test('1: ids have 12 characters of a-z and 2-7, and a program never inherits one', async () => {
  const { id, path } = instance.open(
    '/bin/sh',
    '-c',
    `echo "$VIBEFLOW_SESSION_ID" > ${file('id')}; exec cat`,
  )
  const client = await connect(path)
  await client.until(() => lines('id').length === 1)
  expect([/^[a-z2-7]{12}$/.test(id), lines('id'), path]).toEqual([
    true,
    [id],
    join(instance.home, 'run/vibeflow', id, 'ipc.sock'),
  ])
})

test('6: a stopped program dies of SIGTERM, since SIGCONT follows', async () => {
  const { path } = instance.open('/bin/sh', '-c', 'kill -STOP $$; echo never')
  const client = await connect(path)
  await new Promise((resolve) => setTimeout(resolve, 100))
  client.send(2, { cmd: 'kill' })
  await client.until(() => client.closed !== null)
  expect(client.json(3).map(({ state, signal }) => [state, signal])).toEqual([['exited', 15]])
})

test('6: a signal goes to the first process alone, never to its group', async () => {
  const { path } = instance.open(
    '/bin/sh',
    '-c',
    `trap 'echo got >> ${file('reported')}' USR1; sleep 60 & echo $! > ${file('other')}; while ` +
      ':; do sleep 0.05; done',
  )
  const client = await connect(path)
  await client.until(() => lines('other').length === 1)
  client.send(2, { cmd: 'kill', signal: 'SIGUSR1' })
  await client.until(() => lines('reported').length === 1)
  const other = Number(lines('other')[0])
  expect(() => process.kill(other, 0)).not.toThrow()
  process.kill(other)
})

test("6: update-title is below the user's name and above the program's", async () => {
  const { id, path } = instance.open(
    '/bin/sh',
    '-c',
    'printf "\\033]2;of the program\\007"; exec cat',
  )
  const client = await connect(path)
  const title = async () => (await greet(path))['session'].title as string
  while ((await title()) !== 'of the program')
    await new Promise((resolve) => setTimeout(resolve, 20))
  const titles = [await title()]
  for (const said of ['by a client\u202e\u0007', '']) {
    client.send(2, { cmd: 'update-title', title: said })
    await client.barrier()
    titles.push(await title())
  }
  client.send(2, { cmd: 'update-title', title: 'by a client' })
  await client.barrier()
  instance.workspace.receive({ kind: 'session/rename', session: asSession(id), name: 'mine' })
  titles.push(await title())
  expect(titles).toEqual(['of the program', 'by a client', 'of the program', 'mine'])
})

test('8: a status that claims a state is sent as STATE and STATUS_UPDATE, complete', async () => {
  const { path } = instance.open('/bin/cat')
  const [plain, sender, viewer] = [await connect(path), await connect(path), await connect(path)]
  viewer.send(0x40, { v: 1 })
  viewer.send(0x42, { state: true })
  await viewer.until(() => viewer.of(0x48).length === 1)
  sender.send(3, {
    app: 'codex',
    status: 'run rm -rf build?',
    state: 'awaiting-approval',
    kind: 'permission',
    project: 'api',
    tokens: 7,
  })
  await viewer.until(() => viewer.of(0x48).length === 2)
  await sender.until(() => sender.of(3).length === 1)
  await plain.until(() => plain.of(3).length === 2)
  const own = {
    app: 'codex',
    status: 'run rm -rf build?',
    state: 'waiting',
    kind: 'permission',
    source: 'socket',
    seq: any(Number),
    timestamp: any(Number),
    origin: 'vibeflow',
  }
  expect(plain.json(3)).toEqual([
    {
      app: 'codex',
      status: 'run rm -rf build?',
      state: 'awaiting-approval',
      kind: 'permission',
      project: 'api',
      tokens: 7,
    },
    own,
  ])
  expect(sender.json(3)).toEqual([own])
  expect(viewer.json(0x48)).toEqual([
    {
      v: 1,
      seq: any(Number),
      state: 'active',
      since: any(Number),
      seen: any(Boolean),
      source: 'shell',
      confidence: any(String),
    },
    {
      v: 1,
      seq: any(Number),
      state: 'waiting',
      since: any(Number),
      seen: any(Boolean),
      source: 'socket',
      confidence: 'fact',
      tool: 'codex',
      kind: 'permission',
      project: 'api',
      message: 'run rm -rf build?',
    },
  ])
  expect(plain.got.every(({ type }) => type <= 5)).toBe(true)
  const late = await connect(path)
  await late.until(() => late.of(3).length === 1)
  expect(late.json(3)).toEqual([own]) // the first frame of a newcomer
})

test('8: a report that a terminal broadcasts is forwarded, and does not count', async () => {
  const { path } = instance.open('/bin/cat')
  const [one, other] = [await connect(path), await connect(path)]
  one.send(3, { app: 'codex', status: 'x', state: 'error', origin: 'vibeflow' })
  await other.until(() => other.of(3).length === 1)
  expect((await greet(path))['state'].state).toBe('active')
})

test('9: watching changes no size, and a HELLO client takes its size along', async () => {
  const { path } = instance.open('/bin/cat')
  const size = async () => {
    const { cols, rows, sizeBy } = (await greet(path))['session'] as {
      cols: number
      rows: number
      sizeBy: string
    }
    return [cols, rows, sizeBy]
  }
  const viewer = await connect(path)
  viewer.send(0x40, { v: 1 })
  viewer.send(0x42, { output: true, screen: true, state: true })
  await viewer.barrier()
  const sizes = [await size()]
  viewer.send(2, { cmd: 'resize', cols: 100, rows: 30 })
  await viewer.barrier()
  sizes.push(await size())
  viewer.socket.end()
  await viewer.until(() => viewer.closed !== null)
  sizes.push(await size())
  const plain = await connect(path)
  plain.send(2, { cmd: 'resize', cols: 90, rows: 20 })
  await plain.barrier()
  plain.socket.end()
  await plain.until(() => plain.closed !== null)
  sizes.push(await size())
  expect(sizes).toEqual([
    [80, 24, 'window'],
    [100, 30, 'socket'],
    [80, 24, 'window'],
    [90, 20, 'socket'],
  ])
})

test('12: WELCOME is as documented, and an unknown encoding means JSON', async () => {
  const { id, path } = instance.open('/bin/sh', '-c', 'exec cat')
  const client = await connect(path)
  await client.barrier()
  expect(await greet(path, { v: 7, client: 'test/1.0', encoding: 'cbor', later: [1] })).toEqual({
    v: 1,
    server: 'vibeflow/0.1.0',
    encoding: 'json',
    session: {
      id,
      pid: any(Number),
      title: any(String),
      cwd: instance.home,
      command: '/bin/sh -c exec cat',
      cols: 80,
      rows: 24,
      sizeBy: 'window',
      access: 'full',
      startedAt: any(Number),
      clients: 2,
    },
    state: {
      v: 1,
      seq: any(Number),
      state: 'active',
      since: any(Number),
      seen: any(Boolean),
      source: 'shell',
      confidence: any(String),
    },
    at: any(Number),
    limits: { frameBytes: 1_048_576, jsonBytes: 16_384 },
  })
})

test('12: a subscription is replaced whole, and only subscribers get MODE changes', async () => {
  const { path } = instance.open(
    '/bin/sh',
    '-c',
    'stty -echo; while read -r line; do printf "$line"; done',
  )
  const [client, other] = [await connect(path), await connect(path)]
  for (const one of [client, other]) one.send(0x40, { v: 1 })
  client.send(0x42, { output: true })
  other.send(0x42, { state: true })
  await client.until(() => client.of(0x44).length === 1)
  client.stdin('\\033[?1049h\\033[?1049h\n')
  await client.until(() => client.of(0x4a).length === 1)
  client.send(2, { cmd: 'resize', cols: 100, rows: 30 })
  await client.until(() => client.of(0x4a).length === 2)
  client.stdin('\\033[?47l\n')
  await client.until(() => client.of(0x4a).length === 3)
  client.send(0x42, { state: true, why: true })
  client.stdin('\\033[?1049h\n')
  await client.barrier()
  await other.barrier()
  expect(client.json(0x4a)).toEqual([
    { screen: 'grid', cols: 80, rows: 24, at: any(Number) },
    { screen: 'grid', cols: 100, rows: 30, at: any(Number) },
    { screen: 'stream', cols: 100, rows: 30, at: any(Number) },
  ])
  // a state that changes in the meantime is explained as well
  expect(Object.keys(client.json(0x48)[0] ?? {})).toEqual(
    expect.arrayContaining(['rule', 'parts', 'dissent', 'history']),
  )
  expect(
    other.got.map(({ type }) => type).filter((type) => type === 0x4a || type === 0x46),
  ).toEqual([])
})
