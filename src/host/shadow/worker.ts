/** Worker thread with shadow terminals. core/worker/worker-terminal.ts does the work. */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../base/assert.ts'
import type { Clock } from '../../base/clock.ts'
import type { FromShadow, ToShadow } from '../../core/worker/messages.ts'
import { WorkerTerminal } from '../../core/worker/worker-terminal.ts'
import { systemClock } from '../clock.ts'
import { compression } from './compression.ts'
import { limit, spent } from './limit.ts'
import { RingReader } from './byte-ring.ts'
import { messagePack } from './message-pack.ts'
import { pictureHost } from './pictures.ts'
import type { FromWorker, ToWorker } from './pool.ts'
import { Slices } from './slices.ts'

/**
 * Output is parsed in pieces of about 0.5 ms, sized by the session's last ones: 16 KiB of text take
 * a tenth of that, resets (RIS) 100 ms and more. After a fast piece of the largest size, the rest
 * of the message is one piece. A piece also ends after an image that took that long.
 */
const pieceBytesMin = 256
const pieceBytesMax = 16_384
const pieceMs = 0.5

assert(
  parentPort !== null && workerData instanceof SharedArrayBuffer,
  'it runs in a worker thread of the pool',
)
const port = parentPort
const ring = new RingReader(workerData)
const files = pictureHost()
const compressor = compression()
const terminals = new Map<number, WorkerTerminal>()
/** Size of each session's next piece, in bytes. */
const pieces = new Map<number, number>()

const slices = new Slices<ToWorker>({
  now: () => systemClock.now(),
  later: (call) => {
    setImmediate(call)
  },
  work: (session, message) => {
    let left: ToWorker | null = null
    ring.workFor(session, () => {
      left = take(message)
    })
    return left
  },
})

port.on('message', (received: ToWorker) => {
  if ('position' in received) ring.expect(received.position, received.length)
  slices.push(received.session, received)
})

/** Returns the rest of a long message. */
function take(received: ToWorker): ToWorker | null {
  const { session } = received
  if ('position' in received) {
    const { at, position, length } = received
    const parsed = write(session, at, ring.view(position, length))
    if (parsed < length)
      return {
        session,
        at: at + parsed,
        position: (position + parsed) | 0,
        length: length - parsed,
      }
    ring.done((position + length) | 0)
    return null
  }
  const { message } = received
  if (message.kind !== 'write') {
    receive(session, message)
    return null
  }
  const parsed = write(session, message.at, message.bytes)
  return parsed === message.bytes.length
    ? null
    : {
        session,
        message: { kind: 'write', at: message.at + parsed, bytes: message.bytes.subarray(parsed) },
      }
}

/** Returns how many bytes were parsed: all, unless the first piece was slow. */
function write(session: number, at: number, bytes: Uint8Array): number {
  const size = pieces.get(session) ?? pieceBytesMin
  const first = Math.min(size, bytes.length)
  const beganAt = systemClock.now()
  const parsed = parse(session, at, bytes.subarray(0, first))
  const tookMs = systemClock.now() - beganAt
  if (tookMs > pieceMs)
    pieces.set(session, Math.max(pieceBytesMin, Math.floor((parsed * pieceMs) / tookMs)))
  else if (first === size && tookMs * 4 < pieceMs)
    pieces.set(session, Math.min(pieceBytesMax, size * 4))
  if (parsed < first || first === bytes.length || first < pieceBytesMax || tookMs > pieceMs)
    return parsed
  return first + parse(session, at + first, bytes.subarray(first))
}

/** Returns the number of parsed bytes. Bytes after a slow image are left. */
function parse(session: number, at: number, bytes: Uint8Array): number {
  receive(session, { kind: 'write', at, bytes })
  return terminalOf(session).at - at
}

function receive(session: number, message: ToShadow): void {
  if (message.kind === 'write')
    ring.workOn(message.at, message.bytes.length, () => {
      terminalOf(session).receive(message)
    })
  else terminalOf(session).receive(message)
  if (message.kind !== 'end') return
  terminals.delete(session)
  pieces.delete(session)
}

function terminalOf(session: number): WorkerTerminal {
  let terminal = terminals.get(session)
  if (terminal === undefined) {
    terminal = new WorkerTerminal({
      clock: clockFor(session),
      codec: messagePack,
      limited: { limit, spent },
      compression: compressor,
      pieceMs,
      pictures: {
        ...files,
        inflateLater: (bytes, most, done) =>
          files.inflateLater(bytes, most, (inflated) =>
            ring.workFor(session, () => done(inflated)),
          ),
        deflateLater: (bytes, done) =>
          files.deflateLater(bytes, (deflated) => ring.workFor(session, () => done(deflated))),
        soon: (act) => files.soon(() => ring.workFor(session, act)),
      },
      post: (message) => post(session, message),
    })
    terminals.set(session, terminal)
  }
  return terminal
}

/** Timers of a session count as work for it. */
function clockFor(session: number): Clock {
  return {
    now: () => systemClock.now(),
    after: (delayMs, call) => systemClock.after(delayMs, () => ring.workFor(session, call)),
  }
}

/** Transfers the payload of a reply or frame without a copy. */
function post(session: number, message: FromShadow): void {
  const payload =
    message.kind === 'frame' || message.kind === 'rows'
      ? message.bytes
      : message.kind === 'kept'
        ? message.parts.state
        : message.kind === 'answer' && 'payload' in message.answer
          ? message.answer.payload
          : null
  const whole =
    payload !== null &&
    payload.byteLength === payload.buffer.byteLength &&
    payload.buffer instanceof ArrayBuffer
  port.postMessage(
    { session, message } satisfies FromWorker,
    whole ? [payload.buffer as ArrayBuffer] : [],
  )
  // Work after this in the same turn, such as a frame, is not blamed on the output.
  if (message.kind === 'kept') ring.survived()
}
