/**
 * A worker thread of the pool: holds the shadow terminals of some sessions, by number. All it does
 * is in core/worker/worker-terminal.ts.
 */
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
 * Output is parsed in pieces that take about half a ms, between these many bytes, by what the
 * session's last ones took: text takes a tenth of that for 16 KiB, resets (RIS) a hundred ms and
 * more. What is left of a message behind a piece of the most that was quick goes in one. Behind an
 * image, which may be much work for few bytes, a piece that has taken that long ends.
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
/** Bytes of each session's next piece. */
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

/** Returns what is left of it, where that takes long. */
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

/** Returns how many of the bytes have been parsed: all, unless the first of them were slow. */
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

/** Returns how many of the bytes it took: not those behind an image that was much work. */
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
        soon: (act) => files.soon(() => ring.workFor(session, act)),
      },
      post: (message) => post(session, message),
    })
    terminals.set(session, terminal)
  }
  return terminal
}

/** What a session has put off is work for it, too. */
function clockFor(session: number): Clock {
  return {
    now: () => systemClock.now(),
    after: (delayMs, call) => systemClock.after(delayMs, () => ring.workFor(session, call)),
  }
}

/** The bytes of an answer, or of what a page shows, go over without a copy. */
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
  // what follows in the same turn, such as a frame, has its own faults
  if (message.kind === 'kept') ring.survived()
}
