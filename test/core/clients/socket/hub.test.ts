/** Tests behavior beyond the scenarios of the vectors: limits of memory and time, order, deltas. */
import { describe, expect, it } from 'vitest'
import { encodePacket, FrameParser } from '../../../../src/core/clients/socket/frame.ts'
import {
  acknowledgeMs,
  clientsOfProcessMax,
  deltaIntervalMs,
  detailMs,
  endedMs,
  frameBytesMax,
  frameCompleteMs,
  lastAnswerMs,
  packetOutputBytesMax,
  ptyQueueHigh,
  stuckMs,
  unsentBytesMax,
} from '../../../../src/core/clients/socket/limits.ts'
import { messageType as type } from '../../../../src/core/clients/socket/message-types.ts'
import { newSessionId, socketRoot } from '../../../../src/core/clients/socket/paths.ts'
import { below, seeded } from '../../../support/random.ts'
import { type FakeClient, SocketWorld } from '../../../support/socket/socket-session.ts'

const json = (client: FakeClient) =>
  client
    .frames()
    .map(
      (frame) =>
        [
          frame.type,
          frame.payload[0] !== 0x7b
            ? null
            : (JSON.parse(new TextDecoder().decode(frame.payload)) as any),
        ] as const,
    )
const types = (client: FakeClient) => client.frames().map((frame) => frame.type)

function viewer(world: SocketWorld, subscription: object, name = 'v'): FakeClient {
  const client = world.connect(name)
  client.send(type.hello, '{"v":1}')
  client.send(type.subscribe, JSON.stringify(subscription))
  client.frames()
  return client
}

describe('the parser', () => {
  it('returns the same frames for any cutting, and stores no more than it reports', () => {
    const random = seeded(7)
    const frames = Array.from({ length: 40 }, () =>
      encodePacket(
        below(random, 256),
        new Uint8Array(below(random, 4) === 0 ? below(random, 200_000) : below(random, 20)).fill(
          below(random, 256),
        ),
      ),
    )
    const stream = Buffer.concat(frames)
    const parser = new FrameParser()
    const got: Buffer[] = []
    for (let at = 0; at < stream.length; ) {
      const chunk = stream.subarray(at, at + 1 + below(random, random() < 0.5 ? 3 : 65_536))
      at += chunk.length
      parser.push(chunk)
      for (let frame = parser.next(); frame !== null; frame = parser.next())
        if (!('refused' in frame)) got.push(Buffer.from(encodePacket(frame.type, frame.payload)))
      expect(parser.pendingBytes).toBeLessThanOrEqual(frameBytesMax + 65_536)
    }
    expect(Buffer.concat(got).equals(stream)).toBe(true)
    expect([got.length, parser.pendingBytes]).toEqual([40, 0])
  })
})

describe('a client that does not read', () => {
  it('is owed the stated limit and one frame, whatever is reported and printed', () => {
    const world = new SocketWorld()
    const deaf = viewer(world, { output: true, state: true })
    const before = deaf.writtenBytes
    Object.defineProperty(deaf, 'unsentBytes', { get: () => deaf.writtenBytes - before })
    const other = world.connect('other')
    for (let round = 0; round < 200; round += 1) {
      world.prints(new Uint8Array(50_000).fill(120))
      world.shows({ state: round % 2 === 0 ? 'working' : 'done', tool: 'x' })
      world.hub.mode(round % 2 === 0 ? 'grid' : 'stream', world.ring.end)
      other.send(
        type.status,
        JSON.stringify({ app: 'x', status: `${round}`, pad: 'p'.repeat(10_000) }),
      )
      deaf.send(type.snapshotRequest, '{"format":"text"}')
    }
    expect(deaf.writtenBytes - before).toBeLessThanOrEqual(
      unsentBytesMax + packetOutputBytesMax + 100,
    )
    world.clock.advance(stuckMs + 2_000)
    expect(deaf.isDestroyed).toBe(true)
    expect(world.hub.clients).toBe(1)
  })

  it('lives as long as it takes something, and gets the newest of each when it reads again', () => {
    const world = new SocketWorld()
    const slow = viewer(world, { output: true, state: true })
    world.unsent('v', unsentBytesMax + 1)
    world.prints(Buffer.from('abc'))
    for (const state of ['working', 'waiting', 'done']) world.shows({ state, tool: 'x' })
    for (let second = 0; second < 60; second += 1) {
      world.clock.advance(1_000)
      if (second % 20 === 0) slow.takes += 1
    }
    expect([slow.isDestroyed, slow.frames()]).toEqual([false, []])
    world.unsent('v', 0)
    expect(json(slow).map(([kind, value]) => [kind, value?.state])).toEqual([
      [type.status, 'done'],
      [type.state, 'done'],
      [type.output, undefined],
    ])
  })

  it('gets a new snapshot when missed output has left the ring', () => {
    const world = new SocketWorld()
    const slow = viewer(world, { output: true })
    world.unsent('v', unsentBytesMax + 1)
    for (let round = 0; round < 40; round += 1) world.prints(new Uint8Array(40_000).fill(97))
    world.unsent('v', 0)
    expect(json(slow)).toEqual([
      [type.snapshot, expect.objectContaining({ format: 'ansi', at: 1_600_000 })],
    ])
    world.prints(Buffer.from('on'))
    expect(types(slow)).toEqual([type.output])
  })
})

describe('time', () => {
  it('without reading does not count against an unfinished frame', () => {
    const world = new SocketWorld()
    const client = world.connect('a')
    world.queue = ptyQueueHigh + 1
    client.connection.received(
      Buffer.concat([
        encodePacket(type.stdin, 'x'),
        encodePacket(type.stdin, 'late').subarray(0, 6),
      ]),
    )
    world.clock.advance(frameCompleteMs * 2)
    world.waits(0)
    world.clock.advance(frameCompleteMs - 1)
    expect(client.isEnded).toBe(false)
    world.clock.advance(1)
    expect([client.isEnded, json(client).map(([, value]) => value?.code)]).toEqual([
      true,
      ['MALFORMED_FRAME'],
    ])
    world.clock.advance(endedMs)
    expect([client.isDestroyed, world.clock.timers]).toEqual([true, 0])
  })

  it('a status without a known state is the detail line for half a minute', () => {
    const world = new SocketWorld()
    world.connect('a').send(type.status, '{"app":"x","status":"Reading files"}')
    expect(world.detail).toBe('Reading files')
    world.clock.advance(detailMs - 1)
    world.client('a').send(type.status, '{"app":"x","status":"Writing"}')
    world.clock.advance(detailMs - 1)
    expect(world.detail).toBe('Writing')
    world.clock.advance(1)
    expect(world.detail).toBe(null)
  })

  it('a changed text alone is sent once a second', () => {
    const world = new SocketWorld()
    const client = world.connect('a')
    for (let tenth = 0; tenth < 25; tenth += 1) {
      world.shows({ state: 'working', tool: 'x', message: `step ${tenth}` })
      world.clock.advance(100)
    }
    world.clock.advance(2_000)
    expect(json(client).map(([, value]) => value?.status)).toEqual([
      ...['step 0', 'step 9', 'step 19', 'step 24'],
    ])
  })
})

describe('the shadow', () => {
  it('off: nothing of a subscription that needs it is applied', () => {
    const world = new SocketWorld({ shadow: false })
    const client = viewer(world, {})
    client.send(type.subscribe, '{"output":true,"state":true}')
    client.send(type.snapshotRequest, '{"format":"text"}')
    expect(json(client).map(([, value]) => value?.details?.reason)).toEqual([
      'no-shadow',
      'no-shadow',
    ])
    world.shows({ state: 'working' })
    expect(types(client)).toEqual([type.status])
  })

  it('gives a delta after each acknowledgement, never two at once, a late one a snapshot', () => {
    const world = new SocketWorld()
    const client = viewer(world, { screen: true })
    world.draws('a')
    world.clock.advance(1_000)
    expect(types(client)).toEqual([]) // the first needs an acknowledgement
    client.send(type.acknowledge, '{"epoch":1,"rev":0}')
    world.clock.advance(deltaIntervalMs)
    expect(json(client)).toEqual([
      [type.delta, expect.objectContaining({ from: 0, rev: 1, text: 'a' })],
    ])
    world.draws('b')
    world.draws('c')
    world.clock.advance(1_000)
    client.send(type.acknowledge, '{"epoch":1,"rev":7}') // never sent
    world.clock.advance(1_000)
    expect(types(client)).toEqual([])
    client.send(type.acknowledge, '{"epoch":1,"rev":1}')
    world.clock.advance(deltaIntervalMs)
    expect(json(client)).toEqual([
      [type.delta, expect.objectContaining({ from: 1, rev: 3, text: 'c' })],
    ])
    world.draws('d')
    world.clock.advance(acknowledgeMs + deltaIntervalMs)
    expect(json(client)).toEqual([[type.snapshot, expect.objectContaining({ rev: 4, text: 'd' })]])
    world.draws('e')
    world.clock.advance(60_000)
    expect(types(client)).toEqual([]) // until it acknowledges the snapshot
    world.hub.closed(client.connection)
    expect(world.clock.timers).toBe(0)
  })
})

describe('the end of the session', () => {
  it('gives a client time for the last words, and gives up a client that takes nothing', () => {
    const world = new SocketWorld()
    viewer(world, { output: true })
    const slow = world.client('v')
    world.prints(Buffer.from('last words'))
    world.unsent('v', 10)
    world.hub.exit({ code: 0, signal: null })
    world.clock.advance(stuckMs - 2 * endedMs)
    expect(slow.isDestroyed).toBe(false)
    slow.takes += 1
    world.clock.advance(stuckMs - 2 * endedMs)
    expect(slow.isDestroyed).toBe(false)
    world.clock.advance(3 * endedMs)
    expect([slow.isDestroyed, world.clock.timers]).toEqual([true, 0])
  })

  it('waits for a screen that was promised, and not for long', () => {
    for (const isAnswered of [true, false]) {
      const world = new SocketWorld()
      const [viewer, plain] = [world.connect('viewer'), world.connect('plain')]
      viewer.send(type.hello, '{"v":1}')
      viewer.frames()
      world.later = []
      viewer.send(type.subscribe, '{"output":true,"state":true}')
      world.prints(Buffer.from('last words'))
      world.hub.exit({ code: 0, signal: null })
      expect([types(viewer), viewer.isEnded, types(plain), plain.isEnded]).toEqual([
        [],
        false,
        [type.status],
        true,
      ])
      world.clock.advance(lastAnswerMs / 2) // a busy machine takes seconds
      if (isAnswered) world.later[0]?.()
      world.clock.advance(lastAnswerMs)
      expect(types(viewer)).toEqual(
        isAnswered ? [type.snapshot, type.state, type.status, type.exit] : [type.status, type.exit],
      )
      world.later[0]?.()
      world.clock.advance(60_000)
      expect([types(viewer), viewer.isEnded, world.clock.timers]).toEqual([[], true, 0])
    }
  })
})

describe('options', () => {
  it('are obeyed as they are when a frame comes', () => {
    const world = new SocketWorld()
    const client = world.connect('a')
    const all = () => {
      client.send(type.stdin, 'x')
      client.send(type.control, '{"cmd":"update-title","title":"t"}')
      client.send(type.status, '{"app":"x","status":"working"}')
    }
    all()
    world.options.access = 'read'
    world.options.evidence = false
    all()
    expect([
      json(client).map(([, value]) => value?.details),
      world.stdin,
      world.evidence.length,
    ]).toEqual([
      [
        { messageType: 1, reason: 'access' },
        { messageType: 2, reason: 'access' },
      ],
      [120],
      1,
    ])
  })

  it('lets clients send only reading requests while access is "read"', () => {
    const passed = Array.from({ length: 256 }, (_, kind) => kind).filter((kind) => {
      const world = new SocketWorld()
      world.options.access = 'read'
      const client = viewer(world, {})
      client.send(kind, '{}')
      return !json(client).some(([, value]) => value?.details?.reason === 'access')
    })
    expect(passed).toEqual([
      ...[type.status, type.heartbeat, type.hello],
      ...[type.subscribe, type.snapshotRequest, type.acknowledge],
    ])
  })

  it('refuses to act after the time until which its client waits', () => {
    const world = new SocketWorld()
    const client = world.connect('late')
    const acts = () => {
      client.send(type.stdin, 'x')
      client.send(type.control, '{"cmd":"update-title","title":"x"}')
      client.send(type.status, '{"app":"x","status":"working"}')
      client.send(type.heartbeat)
      return json(client).map(([kind, value]) => value?.details?.reason ?? kind)
    }
    client.send(type.control, '{"cmd":"until","until":-1}')
    client.send(type.control, `{"cmd":"until","until":${world.clock.now() + 1_000}}`)
    world.clock.advance(1_000)
    expect(acts()).toEqual(['bad-field', type.heartbeat])
    world.clock.advance(1)
    expect(acts()).toEqual(['too-late', 'too-late', 'too-late', type.heartbeat])
    client.send(type.control, `{"cmd":"until","until":${world.clock.now()}}`)
    expect(acts()).toEqual([type.heartbeat])
    expect(world.stdin).toEqual([120, 120])
  })

  it('types the rest of a text after a program that reads slowly', () => {
    const world = new SocketWorld()
    const client = world.connect('slow')
    client.send(type.control, `{"cmd":"until","until":${world.clock.now()}}`)
    world.waits(ptyQueueHigh + 1)
    client.send(type.stdin, 'a')
    client.send(type.stdin, 'b')
    world.clock.advance(60_000)
    world.waits(0)
    expect([world.stdin, types(client)]).toEqual([[97, 98], []])
  })

  it('without a window cannot show one', () => {
    const world = new SocketWorld({ window: null })
    const client = viewer(world, {})
    client.send(type.focus, '{}')
    expect(json(client).map(([, value]) => [value?.code, value?.details?.reason])).toEqual([
      ['INVALID_OPERATION', 'no-window'],
    ])
  })
})

describe('limits', () => {
  it('256 clients of all sessions together', () => {
    const places = { taken: 0 }
    const worlds = Array.from({ length: 5 }, () => new SocketWorld({ places }))
    for (const [index, world] of worlds.entries())
      for (let client = 0; client < (index < 4 ? 64 : 1); client += 1) world.connect(`c${client}`)
    expect([places.taken, worlds[4]?.client('c0').isEnded]).toEqual([clientsOfProcessMax, true])
    for (const world of worlds) world.hub.exit({ code: 0, signal: null })
    expect(places.taken).toBe(0)
  })

  it('a size that the pty refuses is reported, and the earlier size stays', () => {
    const world = new SocketWorld()
    const client = world.connect('a')
    world.fails.add('resize')
    world.fails.add('kill')
    client.send(type.control, '{"cmd":"resize","cols":100,"rows":30}')
    client.send(type.control, '{"cmd":"kill"}')
    expect(json(client).map(([, value]) => value?.code)).toEqual([
      'CONTROL_MESSAGE_FAILED',
      'CONTROL_MESSAGE_FAILED',
    ])
    expect(world.terminal.size).toEqual({ cols: 80, rows: 24 })
  })
})

describe('places', () => {
  it('ids have 60 random bits, and the root is the runtime folder if only the user owns it', () => {
    expect(newSessionId(Uint8Array.from({ length: 12 }, (_, index) => index * 23))).toMatch(
      /^[a-z2-7]{12}$/,
    )
    const root = (XDG_RUNTIME_DIR: string | undefined, isPrivate = true) =>
      socketRoot({ XDG_RUNTIME_DIR }, { isPrivate: () => isPrivate, stateFolder: '/s/vibeflow' })
        .root
    expect([
      root('/run/user/1'),
      root('/run/user/1/'),
      root(undefined),
      root(''),
      root('run'),
      root('/tmp', false),
    ]).toEqual([
      '/run/user/1/vibeflow',
      '/run/user/1/vibeflow',
      ...Array.from({ length: 4 }, () => '/s/vibeflow/run'),
    ])
  })
})
