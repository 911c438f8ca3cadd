/**
 * Tests for former bugs in reading a screen. Each was found in the code, and its test failed at
 * first.
 */
import { expect, test } from 'vitest'
import { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { FakeClient, SocketWorld } from '../../support/socket/socket-session.ts'
import { messageType as type } from '../../../src/core/clients/socket/message-types.ts'
import type { Hub } from '../../../src/core/clients/socket/hub.ts'
import { unsentBytesMax } from '../../../src/core/clients/socket/limits.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

const size = { cols: 80, rows: 24 }
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
function make() {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const { start, ptys } = fakeStart()
  let opened: Hub | null = null
  const session = new Session(
    {
      ...bashTab,
      size,
    },
    {
      clock,
      start,
      writeClipboard: () => undefined,
      shadow: shadows.port,
      send: () => undefined,
      socket: {
        options: { access: 'full', evidence: true, version: '1' },
        places: { taken: 0 },
        open: (_, hub) => {
          opened = hub
          return { path: '/x', close: () => undefined }
        },
        sinceEpoch: (at) => at,
      },
    },
  )
  const load = (): void => {
    session.delivery.detach()
    session.attach()
  }
  /** Connects a client and sends its hello. */
  const client = (): FakeClient => {
    const one = new FakeClient()
    if (opened !== null) one.connection = opened.connect(one)
    one.send(type.hello, '{"v":1}')
    one.frames()
    return one
  }
  return {
    clock,
    load,
    ptys,
    session,
    shadows,
    client,
    print: (text: string) => ptys.at(-1)?.print(text),
  }
}

test('a program that ended and is started again has its screen in the current size', async () => {
  const { clock, load, print, ptys, session } = make()
  load()
  print('hi\r\n')
  clock.advance(2_000)
  ptys.at(-1)?.end({ code: 0, signal: null })
  session.program.resize({ cols: 120, rows: 40 })
  clock.advance(1_000)
  session.program.restart()
  print('again\r\n')
  clock.advance(1_000)
  const taken = await session.delivery.shadow.questions.snapshot({ form: 'json' })
  expect(JSON.parse(new TextDecoder().decode(taken?.payload))).toMatchObject({
    cols: 120,
    rows: 40,
  })
})

test('a client that subscribes during the last output gets that output', async () => {
  const { clock, load, print, shadows, client } = make()
  load()
  print('one\r\n')
  clock.advance(2_000)
  await settled()
  const follower = client()
  shadows.hold = true
  follower.send(type.subscribe, '{"screen":true}')
  print('two\r\n') // the answer is on its way
  clock.advance(20)
  shadows.hold = false
  shadows.deliver()
  await settled()
  await settled()
  const snapshot = JSON.parse(
    new TextDecoder().decode(
      follower.frames().findLast((frame) => frame.type === type.snapshot)?.payload,
    ),
  ) as { epoch: number; rev: number }
  follower.send(type.acknowledge, JSON.stringify({ epoch: snapshot.epoch, rev: snapshot.rev }))
  for (let round = 0; round < 4; round += 1) {
    clock.advance(500)
    await settled()
  }
  expect(follower.frames().map((frame) => frame.type)).toContain(type.delta)
})

test('a client gets the output it requested while a worker died', async () => {
  const { clock, load, print, shadows, client } = make()
  load()
  print('one\r\n')
  clock.advance(2_000)
  await settled()
  const reader = client()
  shadows.hold = true
  reader.send(type.subscribe, '{"output":true,"state":true}')
  shadows.kill('whole')
  shadows.hold = false
  shadows.deliver()
  for (let round = 0; round < 4; round += 1) await settled()
  reader.send(type.subscribe, '{"output":true,"state":true}')
  await settled()
  print('two\r\n')
  clock.advance(100)
  await settled()
  const types = reader.frames().map((frame) => frame.type)
  expect([types.includes(type.snapshot), types.includes(type.output)]).toEqual([true, true])
})

test('a client that fell behind the ring gets the last screen before the end', () => {
  const world = new SocketWorld()
  const slow = world.connect('v')
  slow.send(type.hello, '{"v":1}')
  slow.send(type.subscribe, '{"output":true}')
  slow.frames()
  world.unsent('v', unsentBytesMax + 1)
  for (let round = 0; round < 40; round += 1) world.prints(new Uint8Array(40_000).fill(97))
  world.later = []
  world.hub.exit({ code: 0, signal: null })
  for (const answer of world.later.splice(0)) answer()
  expect(slow.frames().map((frame) => frame.type)).toContain(type.snapshot)
})
