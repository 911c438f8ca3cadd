/**
 * Tests the client library against servers other than vibeflow's: they know less, send more,
 * disconnect, and return (docs/reference/session-socket.md).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  NoSession,
  type SessionRefusal,
  SessionClient,
  stayConnected,
} from '../../src/cli/client/index.ts'
import { OutsideClient } from '../support/socket/outside-client.ts'

let folder: string
let path: string
const open: (() => void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-client-'))
  path = join(folder, 'ipc.sock')
})
afterEach(() => {
  for (const close of open.splice(0)) close()
  rmSync(folder, { recursive: true })
})

const { frame } = OutsideClient

/** A server that answers each whole frame as asked. */
async function serve(
  answer: (type: number, payload: Buffer, socket: Socket) => void,
  connected: (socket: Socket) => void = () => undefined,
): Promise<{ readonly server: Server; readonly received: [number, string][] }> {
  const received: [number, string][] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let pending = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk])
      for (
        ;
        pending.length >= 5 && pending.length >= 5 + pending.readUInt32BE(1);
        pending = pending.subarray(5 + pending.readUInt32BE(1))
      ) {
        const [type, payload] = [pending[0] ?? 0, pending.subarray(5, 5 + pending.readUInt32BE(1))]
        received.push([type, payload.toString()])
        answer(type, payload, socket)
      }
    })
    connected(socket)
  })
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => {
    server.listen(path, resolve)
  })
  return { server, received }
}

async function connect(
  options: Parameters<typeof SessionClient.connect>[1] = {},
): Promise<SessionClient> {
  const client = await SessionClient.connect(path, { helloMs: 60, ...options })
  open.push(() => client.close())
  return client
}

const echoing = (type: number, _: Buffer, socket: Socket) => {
  if (type === 4) socket.write(frame(4))
}

test('a server that ignores HELLO is spoken to with the plain types', async () => {
  const { received } = await serve(echoing)
  const client = await connect({ name: 'test/1', helloMs: 100 })
  expect(client.welcome).toBe(null)
  await client.input(Buffer.from('ls\r'))
  await client.resize({ cols: 100, rows: 30 })
  expect(received.filter(([type]) => type !== 4)).toEqual([
    [0x40, '{"v":1,"client":"test/1","encoding":"json"}'],
    [1, 'ls\r'],
    [2, '{"cmd":"resize","cols":100,"rows":30}'],
  ])
})

test('a server that answers HELLO with an error is spoken to plainly', async () => {
  await serve((type, payload, socket) => {
    if (type === 0x40) socket.write(frame(5, '{"code":"INVALID_MESSAGE_TYPE","message":"x"}'))
    else echoing(type, payload, socket)
  })
  const client = await connect({ helloMs: 5_000 })
  await client.input(Buffer.from('x'))
  expect(client.welcome).toBe(null)
})

test("a server's heartbeat is not echoed, and unknown types and keys are skipped", async () => {
  const states: unknown[] = []
  const { received } = await serve(echoing, (socket) => {
    for (let count = 0; count < 20; count += 1) socket.write(frame(4))
    socket.write(
      Buffer.concat([
        frame(0x4f, 'new'),
        frame(0x99, '{"a":1}'),
        frame(0x48, 'no json'),
        frame(0x48, '{"state":"idle","since":0,"source":"shell","later":{"more":1}}'),
        frame(0x46, 'short'),
      ]),
    )
  })
  const client = await connect({ events: { state: (state) => states.push(state) } })
  await client.barrier()
  expect([received.filter(([type]) => type === 4).length, states]).toEqual([
    1,
    [{ state: 'idle', since: 0, source: 'shell', later: { more: 1 } }],
  ])
})

test('an ERROR rejects the call whose barrier follows it, and no other', async () => {
  await serve((type, payload, socket) => {
    if (type === 2 && payload.includes('kill'))
      socket.write(
        frame(5, '{"code":"CONTROL_MESSAGE_FAILED","message":"gone","details":{"reason":"later"}}'),
      )
    else echoing(type, payload, socket)
  })
  const client = await connect()
  const outcomes = await Promise.allSettled([
    client.resize({ cols: 80, rows: 24 }),
    client.kill(9),
    client.setTitle('x'),
  ])
  expect(
    outcomes.map((one) =>
      one.status === 'rejected' ? (one.reason as SessionRefusal).code : one.status,
    ),
  ).toEqual(['fulfilled', 'CONTROL_MESSAGE_FAILED', 'fulfilled'])
})

test('six calls together need four echoes a second and lose none with a slow server', async () => {
  const times: number[] = []
  await serve(
    (type, _payload, socket) => {
      if (type === 4) {
        times.push(performance.now())
        socket.write(frame(4))
      }
    },
    (socket) => {
      socket.pause()
      setTimeout(() => socket.resume(), 300)
    },
  )
  const client = await connect({ hello: false })
  await Promise.all(Array.from({ length: 6 }, () => client.barrier()))
  expect(times.length).toBe(6)
  expect(
    Math.max(...times.map((time) => times.filter((one) => one >= time && one < time + 900).length)),
  ).toBeLessThanOrEqual(4)
})

test('snapshots that are requested together are distinguished', async () => {
  await serve((type, payload, socket) => {
    if (type === 0x43)
      socket.write(
        frame(
          0x44,
          '{"v":1,"format":"text","text":' +
            `${payload.toString().replace(/.*"scrollback":(\d+).*/, '"$1"')}}`,
        ),
      )
    else echoing(type, payload, socket)
  })
  const client = await connect()
  const snapshots = await Promise.all(
    [1, 2, 3].map((scrollback) => client.snapshot({ format: 'text', scrollback })),
  )
  expect(
    snapshots.map((one) => (JSON.parse(Buffer.from(one).toString()) as { text: string }).text),
  ).toEqual(['1', '2', '3'])
})

test('no listener and an impossible path are both NoSession', async () => {
  await expect(SessionClient.connect(path)).rejects.toBeInstanceOf(NoSession)
  await expect(SessionClient.connect(`/${'x'.repeat(107)}`)).rejects.toThrow(
    'too long for a socket path',
  )
})

test('calls that wait when the connection breaks are rejected', async () => {
  await serve((type, _payload, socket) => {
    if (type === 4) socket.destroy()
  })
  const client = await connect({ hello: false })
  await expect(client.input(Buffer.from('x'))).rejects.toBeInstanceOf(NoSession)
  expect(client.closed).toBe(true)
})

test('the client reconnects with a parser that forgot the truncated frame', async () => {
  const states: string[] = []
  const waited: number[] = []
  let connections = 0
  const { server } = await serve(echoing, (socket) => {
    connections += 1
    if (connections === 1)
      socket.end(
        Buffer.concat([
          frame(0x48, '{"state":"working","since":0,"source":"shell"}'),
          frame(0x48, '{"state":"lost"}').subarray(0, 9),
        ]),
      )
    else if (connections === 2) {
      server.close()
      socket.destroy()
    } // the client is not connected for a while
    else socket.write(frame(0x48, '{"state":"waiting","since":0,"source":"shell"}'))
  })
  const stop = stayConnected(path, {
    hello: false,
    firstDelayMs: 8,
    random: () => 0.5,
    events: { state: ({ state }) => states.push(state) },
    connected: () => undefined,
    waiting: (ms) => {
      waited.push(ms)
      if (waited.length === 5) server.listen(path)
    },
  })
  open.push(stop)
  const end = performance.now() + 8_000
  while (!states.includes('waiting') && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect(states).toEqual(['working', 'waiting'])
  // half of the doubled delay and half of that by chance
  expect(waited.slice(2, 5)).toEqual([12, 24, 48])
  stop()
  const before = connections
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(connections).toBe(before)
})
