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

/** Below everything that the user looks at: a flood's page and the main process come first where processors are few. */
const niceness = 5

assert(parentPort !== null && workerData instanceof SharedArrayBuffer, 'it runs in a worker thread of the pool')
const port = parentPort
const ring = new RingReader(workerData)
const terminals = new Map<number, WorkerTerminal>()

lowerPriority()

port.on('message', (told: ToWorker) => { ring.workFor(told.session, () => take(told)) })

function take(told: ToWorker): void {
  if ('message' in told) { receive(told.session, told.message); return }
  const { session, at, position, length } = told
  receive(session, { kind: 'write', at, bytes: ring.view(position, length) })
  ring.done(position, length)
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

/** The bytes of an answer go over without a copy. */
function post(session: number, message: FromShadow): void {
  const payload = message.kind === 'answer' && 'payload' in message.answer ? message.answer.payload : null
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
