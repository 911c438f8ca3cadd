/** A worker thread of the pool: holds the shadow terminals of some sessions, by number. All it does is in core/shadow/worker-terminal.ts. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../core/assert.ts'
import type { Clock } from '../../core/clock.ts'
import type { FromShadow, ToShadow } from '../../core/shadow/messages.ts'
import { WorkerTerminal } from '../../core/shadow/worker-terminal.ts'
import { systemClock } from '../clock.ts'
import { limit, spent } from '../limit.ts'
import { RingReader } from './byte-ring.ts'
import { messagePack } from './message-pack.ts'
import type { FromWorker, ToWorker } from './pool.ts'
import { Slices } from './slices.ts'

/** Below everything that the user looks at: a flood's page and the main process come first where processors are few. */
const niceness = 5

/** Output is parsed in pieces of so many bytes where one takes so long, ms: a whole message is 64 KiB, and text takes a quarter of a ms for that, other output up to a hundred times as long. */
const pieceBytes = 16_384
const slowPieceMs = 0.5

assert(parentPort !== null && workerData instanceof SharedArrayBuffer, 'it runs in a worker thread of the pool')
const port = parentPort
const ring = new RingReader(workerData)
const terminals = new Map<number, WorkerTerminal>()

lowerPriority()

const slices = new Slices<ToWorker>({
  now: () => systemClock.now(),
  later: (call) => { setImmediate(call) },
  work: (session, told) => {
    let left: ToWorker | null = null
    ring.workFor(session, () => { left = take(told) })
    return left
  },
})

port.on('message', (told: ToWorker) => {
  if ('position' in told) ring.expect(told.position, told.length)
  slices.push(told.session, told)
})

/** Returns what is left of it, where that takes long. */
function take(told: ToWorker): ToWorker | null {
  const { session } = told
  if ('position' in told) {
    const { at, position, length } = told
    const parsed = write(session, at, ring.view(position, length))
    if (parsed < length) return { session, at: at + parsed, position: position + parsed | 0, length: length - parsed }
    ring.done(position + length | 0)
    return null
  }
  const { message } = told
  if (message.kind !== 'write') { receive(session, message); return null }
  const parsed = write(session, message.at, message.bytes)
  return parsed === message.bytes.length ? null : { session, message: { kind: 'write', at: message.at + parsed, bytes: message.bytes.subarray(parsed) } }
}

/** Returns how many of the bytes have been parsed: all, unless the first of them were slow. */
function write(session: number, at: number, bytes: Uint8Array): number {
  const first = Math.min(pieceBytes, bytes.length)
  const beganAt = systemClock.now()
  receive(session, { kind: 'write', at, bytes: bytes.subarray(0, first) })
  if (first === bytes.length || systemClock.now() - beganAt >= slowPieceMs) return first
  receive(session, { kind: 'write', at: at + first, bytes: bytes.subarray(first) })
  return bytes.length
}

function receive(session: number, message: ToShadow): void {
  let terminal = terminals.get(session)
  if (terminal === undefined) {
    terminal = new WorkerTerminal({ clock: clockFor(session), codec: messagePack, limited: { limit, spent }, post: (told) => post(session, told) })
    terminals.set(session, terminal)
  }
  terminal.receive(message)
  if (message.kind === 'end') terminals.delete(session)
}

/** What a session has put off is work for it, too. */
function clockFor(session: number): Clock {
  return { now: () => systemClock.now(), after: (delayMs, call) => systemClock.after(delayMs, () => ring.workFor(session, call)) }
}

/** The bytes of an answer, or of what a page shows, go over without a copy. */
function post(session: number, message: FromShadow): void {
  const payload = message.kind === 'frame' || message.kind === 'rows' ? message.bytes : message.kind === 'answer' && 'payload' in message.answer ? message.answer.payload : null
  const whole = payload !== null && payload.byteLength === payload.buffer.byteLength && payload.buffer instanceof ArrayBuffer
  port.postMessage({ session, message } satisfies FromWorker, whole ? [payload.buffer as ArrayBuffer] : [])
}

/** Linux counts threads like processes: each has a priority of its own. */
function lowerPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness)
  } catch {
    // No /proc, or not allowed: it works at the usual priority.
  }
}
