/**
 * The vectors that act on a session, through a real socket, read and written by a client that
 * shares no code with the server (test/support/socket/outside-client.ts).
 * test/core/clients/socket/vectors.test.ts has all of them against the pure part.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { LiveSocket } from '../../support/socket/live-socket.ts'
import { OutsideClient, type Got } from '../../support/socket/outside-client.ts'
import type { WorldOptions } from '../../support/socket/socket-session.ts'
import {
  clientsOf,
  fromHex,
  groups,
  onSession,
  payloadOf,
  picked,
  plain,
  sentPayload,
  type Scenario,
  type Step,
  type Vector,
} from '../../support/socket/socket-vectors.ts'

type Json = Readonly<Record<string, unknown>>

let live: LiveSocket
afterEach(() => live.dispose())

async function open(options: WorldOptions = {}, ...clients: string[]): Promise<LiveSocket> {
  live = new LiveSocket(options)
  for (const name of clients) await live.connect(name)
  return live
}

const named = <Of extends { readonly name: string }>(vectors: readonly Of[]) =>
  vectors.map((vector) => [vector.name, vector] as const)
const json = ({ payload }: Got) => JSON.parse(payload.toString('utf8')) as Json
/** An ERROR in the words of a vector. */
const refusal = (frame: Got) => {
  const { code, details } = json(frame) as { code: string; details?: Json }
  return plain({ error: code, reason: details?.['reason'], field: details?.['field'] })
}
const wanted = ({ error, reason, field }: Vector) => plain({ error, reason, field })

test('frames: the client of these tests writes the bytes of the vectors', async () => {
  await open()
  for (const { type, hex, payload_utf8, payload_json, payload_hex } of groups.frames) {
    const payload =
      typeof payload_utf8 === 'string'
        ? payload_utf8
        : typeof payload_hex === 'string'
          ? fromHex(payload_hex)
          : JSON.stringify(payload_json)
    expect(OutsideClient.frame(Number(type), payload).toString('hex')).toBe(hex)
  }
})

describe('control', () => {
  test.each(named(groups.control))('%s', async (_, vector) => {
    const { world } = await open({}, 'a')
    await live.send('a', OutsideClient.frame(2, payloadOf(vector)))
    const accepted = vector['accepted'] as
      | { cmd: string; cols: number; rows: number; signal: number; title: string }
      | undefined
    expect(live.frames('a').map(refusal)).toEqual(accepted === undefined ? [wanted(vector)] : [])
    expect({
      size: [world.terminal.size?.cols, world.terminal.size?.rows],
      signals: world.signals,
      title: world.title,
    }).toEqual({
      size: accepted?.cmd === 'resize' ? [accepted.cols, accepted.rows] : [80, 24],
      signals:
        accepted?.cmd !== 'kill'
          ? []
          : [1, 15].includes(accepted.signal)
            ? [accepted.signal, 18]
            : [accepted.signal],
      title: accepted?.cmd === 'update-title' ? accepted.title : '',
    })
  })
})

describe('status', () => {
  test.each(named(groups.status))('%s', async (_, vector) => {
    const { world } = await open({}, 'a', 'b')
    await live.send('a', OutsideClient.frame(3, payloadOf(vector)))
    const [own, others] = [live.frames('a'), live.frames('b')]
    if ('error' in vector) {
      expect([own.map(refusal), others]).toEqual([[wanted(vector)], []])
      return
    }
    expect([own, others.map(({ type }) => type), others.map(json)]).toEqual([
      [],
      [3],
      [vector['forward']],
    ])
    expect(world.evidence.map(({ type: _type, ...said }) => plain(said))).toEqual(
      vector['evidence'] === null ? [] : [vector['evidence']],
    )
  })
})

// Outside code cannot set how much a client has not taken. test/core/clients/socket/hub.test.ts and
// test/host/socket/session-socket.test.ts test that.
const playable = groups.scenarios.filter(({ steps }) => !steps.some((step) => 'unsent' in step))

describe('scenarios', () => {
  test('all but the one of unsent bytes', async () => {
    await open()
    expect(groups.scenarios.length - playable.length).toBe(1)
  })

  test.each(named(playable))('%s', async (_, { steps, access, shadow, window }: Scenario) => {
    await open({
      ...(access === undefined ? {} : { access }),
      ...(shadow === undefined ? {} : { shadow }),
      ...(window === undefined
        ? {}
        : { window: window === null ? null : { cols: window[0], rows: window[1] } }),
    })
    for (const [index, step] of steps.entries()) {
      try {
        await play(step)
      } catch (error) {
        throw new Error(
          `step ${index + 1} ${JSON.stringify(step).slice(0, 300)}: ` +
            `${error instanceof Error ? error.message : String(error)}`,
        )
      }
    }
  })
})

async function play(step: Step): Promise<void> {
  const { world } = live
  if (step.connect !== undefined) for (const name of clientsOf(step)) await live.connect(name)
  else if (step.send !== undefined) await live.send(step.send, bytesOf(step))
  else if (step.expect !== undefined) {
    const expected = step['frames'] as readonly Json[]
    expect(
      live.frames(step.expect).map((frame, index) => said(frame, expected[index] ?? {})),
    ).toEqual(expected)
  } else if ('ended' in step) expect(live.ended).toEqual(step['ended'])
  else if ('paused' in step) expect(live.paused).toEqual(step['paused'])
  else if ('disconnect' in step) await live.leave(String(step['disconnect']))
  else if (!onSession(world, step)) throw new Error('an unknown step')
  await live.settle()
}

function bytesOf(step: Step): Uint8Array {
  if (typeof step['raw_hex'] === 'string') return fromHex(step['raw_hex'])
  const payload = sentPayload(step)
  return Buffer.concat(
    Array.from({ length: Number(step['times'] ?? 1) }, () =>
      OutsideClient.frame(Number(step['type']), payload),
    ),
  )
}

/** Describes a frame with the fields of its expectation. Other fields are omitted. */
function said(frame: Got, expected: Json): Json {
  const { type, payload } = frame
  const of: Readonly<Record<string, () => unknown>> = {
    type: () => type,
    json: () => json(frame),
    hex: () => (type === 0x46 ? payload.subarray(8) : payload).toString('hex'),
    offset: () => Number(payload.readBigUInt64BE(0)),
    code: () => json(frame)['code'],
    reason: () => (json(frame)['details'] as Json | undefined)?.['reason'],
    field: () => (json(frame)['details'] as Json | undefined)?.['field'],
    has: () => picked(json(frame), expected['has']),
  }
  return Object.fromEntries(['type', ...Object.keys(expected)].map((key) => [key, of[key]?.()]))
}
