/**
 * socket-vectors.json as it is, and the steps of its scenarios. Its field `format` explains the
 * groups.
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { decodeOutput, type Packet } from '../../../src/core/clients/socket/frame.ts'
import { messageType } from '../../../src/core/clients/socket/message-types.ts'
import { SocketWorld } from './socket-session.ts'

type Json = Readonly<Record<string, unknown>>

export interface Vector extends Json {
  readonly name: string
}
export interface Step extends Json {
  readonly expect?: string
  readonly send?: string
  readonly connect?: string
}
export interface Scenario extends Vector {
  readonly steps: readonly Step[]
  readonly access?: 'full' | 'read'
  readonly shadow?: boolean
  readonly window?: readonly [number, number] | null
}

interface Groups {
  readonly frames: readonly Vector[]
  readonly parser: readonly Vector[]
  readonly control: readonly Vector[]
  readonly status: readonly Vector[]
  readonly texts: readonly {
    readonly input: string
    readonly max: number
    readonly output: string
  }[]
  readonly heartbeats: readonly Vector[]
  readonly paths: readonly {
    readonly root: string
    readonly id: string
    readonly bytes: number
    readonly characters: number
    readonly usable: boolean
  }[]
  readonly scenarios: readonly Scenario[]
}

export const groups = JSON.parse(
  readFileSync(new URL('../../data/socket-vectors.json', import.meta.url), 'utf8'),
) as Groups

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The payload of a vector: text, bytes, or the padded object that a note describes. */
export function payloadOf(vector: Vector): Uint8Array {
  if (typeof vector['payload'] === 'string') return Buffer.from(vector['payload'])
  if (typeof vector['payload_hex'] === 'string') return fromHex(vector['payload_hex'])
  const length = /^16 384/.test(vector.name)
    ? 16_384
    : /^16 385/.test(vector.name)
      ? 16_385
      : Number.NaN
  const bare = JSON.stringify({ cmd: 'reset-size', pad: '' }).length
  return Buffer.from(JSON.stringify({ cmd: 'reset-size', pad: 'y'.repeat(length - bare) }))
}

/** Runs the steps; each expectation is compared whole. */
export function play({ steps, access, shadow, window }: Scenario): SocketWorld {
  const world = new SocketWorld({
    ...(access === undefined ? {} : { access }),
    ...(shadow === undefined ? {} : { shadow }),
    ...(window === undefined
      ? {}
      : { window: window === null ? null : { cols: window[0], rows: window[1] } }),
  })
  for (const [index, step] of steps.entries()) {
    try {
      one(world, step)
    } catch (error) {
      throw new Error(
        `step ${index + 1} ${JSON.stringify(step).slice(0, 300)}: ` +
          `${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  return world
}

const taken = <Value>(list: Value[]): Value[] => list.splice(0)

function one(world: SocketWorld, step: Step): void {
  if (step.connect !== undefined) for (const name of clientsOf(step)) world.connect(name)
  else if (step.send !== undefined) send(world, step)
  else if (step.expect !== undefined)
    meets(world.client(step.expect).frames(), step['frames'] as readonly Json[])
  else if ('ended' in step)
    expect([...world.clients].filter(([, client]) => client.isEnded).map(([name]) => name)).toEqual(
      step['ended'],
    )
  else if ('paused' in step)
    expect(
      [...world.clients].filter(([, client]) => client.isPaused).map(([name]) => name),
    ).toEqual(step['paused'])
  else if ('disconnect' in step)
    world.hub.closed(world.client(String(step['disconnect'])).connection)
  else if (onSession(world, step)) return
  else if ('title' in step) expect(world.title).toBe(step['title'])
  else if ('pty_fails' in step) {
    world.fails.clear()
    for (const call of [step['pty_fails']].flat()) world.fails.add(String(call))
  } else if ('unsent' in step)
    for (const [name, bytes] of Object.entries(step['unsent'] as Record<string, number>))
      world.unsent(name, bytes)
  else throw new Error('an unknown step')
}

/** Runs a step that acts on the session alone, or checks it. Returns false for other steps. */
export function onSession(world: SocketWorld, step: Step): boolean {
  const { terminal } = world
  if ('stdin_hex' in step)
    expect(toHex(Uint8Array.from(taken(world.stdin)))).toBe(step['stdin_hex'])
  else if ('signals' in step) expect(taken(world.signals)).toEqual(step['signals'])
  else if ('resizes' in step) expect(taken(world.resizes)).toEqual(step['resizes'])
  else if ('evidence' in step)
    expect(taken(world.evidence).map(({ type: _type, ...said }) => plain(said))).toEqual(
      step['evidence'],
    )
  else if ('size' in step)
    expect([terminal.size?.cols, terminal.size?.rows, terminal.by]).toEqual(step['size'])
  else if ('window' in step) {
    const [cols = 0, rows = 0] = step['window'] as number[]
    terminal.fromWindow({ cols, rows })
  } else if ('state' in step) world.shows(step['state'] as { state: string })
  else if ('output' in step) world.prints(Buffer.from(String(step['output'])))
  else if ('exit' in step) world.hub.exit({ code: 0, signal: null, ...(step['exit'] as object) })
  else if ('pty_queue' in step) world.waits(Number(step['pty_queue']))
  else if ('advance_ms' in step) world.clock.advance(Number(step['advance_ms']))
  else return false
  return true
}

/** Names of the clients that a step connects. */
export function clientsOf(step: Step): readonly string[] {
  const count = Number(step['count'] ?? 0)
  if (count === 0) return [String(step.connect)]
  return Array.from({ length: count }, (_, at) => `${step.connect}${at + 1}`)
}

/** Payload of the message that a step sends. */
export function sentPayload(step: Step): string | Uint8Array {
  if ('json' in step) return JSON.stringify(step['json'])
  if (typeof step['hex'] === 'string') return fromHex(step['hex'])
  const repeat = step['repeat'] as { count?: number; repeat?: string } | string | undefined
  if (repeat === undefined) return String(step['text'] ?? '')
  const [hex, count] =
    typeof repeat === 'string' ? [repeat, 0] : [repeat.repeat ?? '61', repeat.count]
  return fromHex(hex.repeat(Number(step['count'] ?? count)))
}

function send(world: SocketWorld, step: Step): void {
  const client = world.client(String(step.send))
  if (typeof step['raw_hex'] === 'string') {
    client.connection.received(fromHex(step['raw_hex']))
    return
  }
  const payload = sentPayload(step)
  for (let times = Number(step['times'] ?? 1); times > 0; times -= 1)
    client.send(Number(step['type']), payload)
}

function meets(frames: readonly Packet[], expected: readonly Json[]): void {
  expect(frames.map((frame, index) => described(frame, expected[index] ?? {}))).toEqual(expected)
}

/** Describes a packet with the fields of its expectation. Other fields are omitted. */
function described({ type, payload }: Packet, wanted: Json): Json {
  const json = () => JSON.parse(new TextDecoder().decode(payload)) as Json
  const output = type === messageType.output ? decodeOutput(payload) : null
  const of: Readonly<Record<string, () => unknown>> = {
    type: () => type,
    json,
    hex: () => toHex(output?.bytes ?? payload),
    offset: () => output?.at,
    code: () => json()['code'],
    reason: () => (json()['details'] as Json | undefined)?.['reason'],
    field: () => (json()['details'] as Json | undefined)?.['field'],
    has: () => picked(json(), wanted['has'] as Json),
  }
  return Object.fromEntries(['type', ...Object.keys(wanted)].map((key) => [key, of[key]?.()]))
}

/** The wanted keys of a value, and of objects in it. */
export function picked(value: unknown, wanted: unknown): unknown {
  if (
    typeof wanted !== 'object' ||
    wanted === null ||
    Array.isArray(wanted) ||
    typeof value !== 'object' ||
    value === null
  )
    return value
  return Object.fromEntries(
    Object.keys(wanted).map((key) => [key, picked((value as Json)[key], (wanted as Json)[key])]),
  )
}

/** Without keys of no value, as JSON has it. */
export function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}
