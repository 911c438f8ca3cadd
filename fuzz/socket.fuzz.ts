/**
 * Sends any bytes, cut in any way, as clients of a session socket. The hub does not throw, answers
 * in whole frames of its own types, and holds no more than its limits. The same bytes in one piece
 * give the same answers, with a stopped clock.
 */
import { sendableSignals } from '../src/core/clients/socket/signals.ts'
import { encodePacket } from '../src/core/clients/socket/frame.ts'
import { frameBytesMax } from '../src/core/clients/socket/limits.ts'
import { messageType } from '../src/core/clients/socket/message-types.ts'
import { type FakeClient, SocketWorld } from '../test/support/socket/socket-session.ts'
import { Choices, holds, type FuzzRun } from './support/support.ts'

export const name = 'socket'

const texts = [
  '',
  '{}',
  '{',
  'null',
  '[1]',
  '"x"',
  '{"cmd":"resize","cols":120,"rows":40}',
  '{"cmd":"resize","cols":1,"rows":0}',
  '{"cmd":"reset-size"}',
  '{"cmd":"kill","signal":9}',
  '{"cmd":"kill"}',
  '{"cmd":"update-title","title":"\\u001b]0;x\\u0007"}',
  '{"app":"x","status":"working"}',
  '{"app":"x","status":""}',
  '{"app":"\\u202e","status":"a"}',
  '{"app":"x","status":"a","state":"waiting","kind":"auth","id":"a/b","progress":7}',
  '{"v":1}',
  '{"v":1,"encoding":"msgpack"}',
  '{"v":0}',
  '{"output":true}',
  '{"output":true,"state":true,"screen":true,"why":true}',
  '{"state":"yes"}',
  '{"format":"text","scrollback":9}',
  '{"format":"pdf"}',
  '{"epoch":1,"rev":0}',
  '{"__proto__":{"cmd":"kill"},"cmd":"toString"}',
  `{"a":${'['.repeat(9)}${']'.repeat(9)}}`,
  `{"cmd":"reset-size","pad":"${'y'.repeat(16_400)}"}`,
  '\ufeff{}',
]
const kinds = [...Object.values(messageType), 0, 0x10, 0x4c, 0xff]

export function run({ random, iterations, deadlineMs, attempt }: FuzzRun): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const input = Uint8Array.from({ length: 8 + Math.floor(random() * 120) }, () =>
      Math.floor(random() * 256),
    )
    attempt(input, () => replay(input))
  }
}

export function replay(input: Uint8Array): void {
  const stream = made(new Choices(input))
  const [cut, whole] = [talk(stream, new Choices(input)), talk(stream, null)]
  holds(
    Buffer.from(cut).equals(Buffer.from(whole)),
    'another cutting of the same bytes has other answers',
  )
}

function made(choices: Choices): Uint8Array {
  const parts: Uint8Array[] = []
  for (let count = 1 + (choices.byte() % 12); count > 0; count -= 1) {
    const frame = encodePacket(
      choices.pick(kinds),
      choices.byte() % 4 === 0
        ? Uint8Array.from({ length: choices.byte() }, () => choices.byte())
        : choices.pick(texts),
    )
    if (choices.byte() % 12 === 0)
      frame[choices.byte() % Math.min(5, frame.length)] = choices.byte()
    parts.push(choices.byte() % 16 === 0 ? frame.subarray(0, choices.byte() % frame.length) : frame)
  }
  return Buffer.concat(parts)
}

/** Everything that one client is sent. `cuts`: null: in one piece. */
function talk(stream: Uint8Array, cuts: Choices | null): Uint8Array {
  const world = new SocketWorld()
  const client = world.connect('a')
  const other = world.connect('b')
  for (let at = 0; at < stream.length; ) {
    const chunk = cuts === null ? stream : stream.subarray(at, at + 1 + (cuts.byte() % 64))
    client.connection.received(chunk.slice())
    at += chunk.length
  }
  const answers = answered(client)
  holds(
    answers.every(({ type }) => type <= messageType.error || client.connection.hello !== null),
    'a plain client got an extension',
  )
  holds(
    world.signals.every((signal) => (Object.values(sendableSignals) as number[]).includes(signal)),
    'a signal that may not be sent',
  )
  holds(
    world.resizes.every(([cols, rows]) => cols >= 2 && cols <= 1_000 && rows >= 1 && rows <= 1_000),
    'a size that may not be',
  )
  answered(other)
  world.hub.closed(client.connection)
  world.hub.exit({ code: 0, signal: null })
  world.clock.advance(60_000)
  holds(world.clock.timers === 0, 'a timer is left')
  return Buffer.concat(answers.map(({ type, payload }) => encodePacket(type, payload)))
}

function answered(client: FakeClient): ReturnType<FakeClient['frames']> {
  const frames = client.frames()
  holds(client.parser.pendingBytes === 0, 'half a frame was sent')
  holds(
    frames.every(({ type }) => (Object.values(messageType) as number[]).includes(type)),
    'a type that there is not',
  )
  holds(client.parser.pendingBytes <= frameBytesMax + 65_536, 'too much is held')
  return frames
}
