/**
 * Tests crowds of clients on a session's socket: real sockets around a session with a fake clock,
 * so that 30 s take no time.
 */
import { afterEach, expect, test } from 'vitest'
import {
  frameCompleteMs,
  packetOutputBytesMax,
  stuckMs,
  unsentBytesMax,
} from '../../../src/core/clients/socket/limits.ts'
import { LiveSocket } from '../../support/socket/live-socket.ts'
import { OutsideClient, type Got } from '../../support/socket/outside-client.ts'

let live: LiveSocket
afterEach(() => live.dispose())

const { frame } = OutsideClient
const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `c${from + at}`)
const codes = (frames: readonly Got[]) =>
  frames
    .filter(({ type }) => type === 5)
    .map(({ payload }) => (JSON.parse(payload.toString()) as { code: string }).code)

test('slow-loris: connections with unfinished frames, and only those, end after 30 s', async () => {
  live = new LiveSocket({})
  await live.connect('honest')
  for (const name of names(63)) {
    await live.connect(name)
    await live.send(name, frame(1, 'x'.repeat(1_000)).subarray(0, 7))
  }
  await live.connect('late')
  expect([codes(live.frames('late')), live.ended]).toEqual([['CONNECTION_LIMIT'], ['late']])
  for (let second = 1; second < frameCompleteMs / 1_000; second += 1) {
    live.world.clock.advance(1_000)
    await live.send('c0', Buffer.from('x'))
  } // a byte a second does not complete a frame
  live.world.clock.advance(1_000)
  await live.settle()
  expect(new Set(names(63).flatMap((name) => codes(live.frames(name))))).toEqual(
    new Set(['MALFORMED_FRAME']),
  )
  expect(live.ended).toEqual([...names(63), 'late'])
  expect([live.world.hub.clients, live.world.stdin]).toEqual([1, []])
  await live.send('honest', frame(1, 'a'))
  expect(live.world.stdin).toEqual([97])
})

test('64 clients, one deaf, cost 256 KiB and a frame, and the deaf one is given up', async () => {
  live = new LiveSocket({})
  const readers = names(3)
  for (const name of ['deaf', ...readers]) {
    await live.connect(name)
    await live.send(
      name,
      Buffer.concat([frame(0x40, '{"v":1}'), frame(0x42, '{"output":true,"state":true}')]),
    )
    live.frames(name)
  }
  for (const name of names(60, 3)) await live.connect(name)
  live.deafen('deaf')
  let most = 0
  for (let round = 0; round < 30; round += 1) {
    live.world.prints(Buffer.alloc(50_000, 65 + (round % 26)))
    await live.send(
      'c3',
      frame(3, JSON.stringify({ app: 'x', status: `s${round}`, pad: 'p'.repeat(10_000) })),
    )
    most = Math.max(most, live.unsent('deaf'))
  }
  await live.settle()
  expect(most).toBeGreaterThan(unsentBytesMax) // it is deaf indeed
  expect(most).toBeLessThanOrEqual(unsentBytesMax + packetOutputBytesMax + 13)
  for (const name of readers) {
    const frames = live.frames(name)
    expect(
      Buffer.concat(
        frames.filter(({ type }) => type === 0x46).map(({ payload }) => payload.subarray(8)),
      ).length,
    ).toBe(1_500_000)
    expect(
      frames
        .filter(({ type }) => type === 3)
        .map(({ payload }) => (JSON.parse(payload.toString()) as { status: string }).status),
    ).toEqual(Array.from({ length: 30 }, (_, round) => `s${round}`))
  }
  expect(live.unsent('c3') + live.unsent('c0')).toBe(0)
  live.world.clock.advance(stuckMs + 2_000)
  expect(live.world.hub.clients).toBe(63)
})

test('five hundred connections with garbage leave no client and no timer', async () => {
  live = new LiveSocket({})
  await live.connect('honest')
  for (let wave = 0; wave < 10; wave += 1) {
    await Promise.all(
      names(50).map(async (_, index) => {
        const client = await OutsideClient.connect(live.path)
        if (index % 3 === 0) client.socket.write(frame(1, 'never').subarray(0, 6))
        if (index % 3 === 1) client.socket.write(Buffer.from([0xfe, 0xff, 0xff, 0xff, 0xff, 0x00]))
        client.close()
      }),
    )
    await live.settle()
  }
  for (let tries = 0; tries < 100 && live.world.hub.clients > 1; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
  expect([live.world.hub.clients, live.world.stdin, live.world.clock.timers]).toEqual([1, [], 0])
  await live.send('honest', frame(4))
  expect(live.frames('honest').map(({ type }) => type)).toEqual([4])
})
