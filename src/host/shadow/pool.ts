/**
 * Worker threads for shadow terminals: one per CPU not needed by main and page, up to four. A
 * session stays in its worker. A worker that dies or hangs is replaced, and its sessions continue
 * from their snapshots. The session in work is blamed: if it crashes repeatedly, it alone is
 * suspended for a while. A worker that keeps crashing without a session is given up.
 */
import { availableParallelism, tmpdir } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'
import { Crashes } from '../../core/worker/crashes.ts'
import { crashesMax, crashesPerHourMax, reviveMs } from '../../core/worker/limits.ts'
import type { FromShadow, ToShadow } from '../../core/worker/messages.ts'
import { wayBack, type ShadowChannelEvents, type ShadowPort } from '../../core/worker/ports.ts'
import { compression } from './compression.ts'
import { keptCompiled } from './compile-cache.ts'
import { RingWriter } from './byte-ring.ts'
import { errorMessage } from '../../base/text/error-message.ts'

export type ToWorker =
  | { readonly session: number; readonly message: ToShadow }
  /** A `write` whose bytes are in the ring. */
  | {
      readonly session: number
      readonly at: number
      readonly position: number
      readonly length: number
    }

export interface FromWorker {
  readonly session: number
  readonly message: FromShadow
}

/** A shadow does a tenth of the page's work. More threads would slow the page down. */
const workersMax = 4

/** Young generation of a worker, MiB: there is hardly any garbage while bytes flow. */
const youngGenerationMib = 8

/**
 * Old generation of a worker, MiB, which V8 would let grow to gigabytes. A snapshot of 500 x 150
 * cells with individual styles and marks takes under 256, one of a million styled cells just under
 * this. Beyond it the worker crashes and is replaced.
 */
const heapMibMax = 1_024

/**
 * Old generations of all workers, MiB. In Electron, all heaps of a process share 4 GiB of address
 * space. Beyond that the process ends, not one worker.
 */
const heapsMibMax = 2_688

export interface ShadowPool extends ShadowPort {
  /** Starts the first worker, so that the first screen does not wait for it. */
  readonly prepare: () => void
  readonly dispose: () => void
  /** Crashes the current workers, for tests. */
  readonly crash: () => void
}

interface Started {
  readonly thread: Worker
  readonly ring: RingWriter
}

interface Place {
  worker: Started | null
  /** Number of messages received from its workers. */
  received: number
  readonly sessions: Map<number, ShadowChannelEvents>
  /** Crashes without a session to blame. */
  readonly crashes: Crashes
}

/**
 * @param file program of a worker: worker.ts, or its build
 * @param crashed called with a message for log and user when a worker has died
 */
export function shadowPool({
  file,
  clock,
  crashed,
  workers = Math.min(workersMax, Math.max(1, availableParallelism() - 1)),
  heapMib = Math.min(heapMibMax, Math.floor(heapsMibMax / workers)),
}: {
  readonly file: string
  readonly clock: Clock
  readonly crashed: (text: string) => void
  readonly workers?: number
  readonly heapMib?: number
}): ShadowPool {
  const places: Place[] = Array.from({ length: workers }, () => ({
    worker: null,
    received: 0,
    sessions: new Map(),
    crashes: new Crashes(),
  }))
  let next = 0
  let disposed = false

  const start = (place: Place): Started => {
    const worker = startWorker(file, heapMib, {
      message: ({ session, message }) => {
        if (place.worker !== worker) return // given up
        place.received += 1
        place.sessions.get(session)?.message(message)
      },
      exit: (why) => lost(place, worker, why),
    })
    place.worker = worker
    return worker
  }

  const lost = (place: Place, worker: Started, why: string): void => {
    if (disposed || place.worker !== worker) return
    place.worker = null
    const { worksFor: culprit, worksOn } = worker.ring
    // if the blamed session has been closed since, no other session is blamed
    const again =
      (culprit === null ? place : place.sessions.get(culprit))?.crashes.died(clock.now()) ?? 'whole'
    const text = sentence(again, culprit !== null, why)
    crashed(text)
    const sessions = [...place.sessions]
    place.sessions.clear()
    for (const [session, events] of sessions)
      events.lost(
        culprit === session || (culprit === null && again === 'never') ? again : 'whole',
        text,
        culprit === session ? worksOn : null,
      )
  }

  return {
    compression: compression(),
    prepare: () => {
      const [first] = places
      if (first !== undefined) first.worker ??= start(first)
    },
    open: (events) => {
      const [place] = places
        .filter(({ crashes }) => !crashes.over(clock.now()))
        .sort((one, other) => one.sessions.size - other.sessions.size)
      if (place === undefined || disposed) return null
      const session = next++
      const worker = place.worker ?? start(place)
      place.sessions.set(session, events)
      const post = (message: ToShadow) => {
        if (place.worker === worker) send(worker, session, message)
      }
      return {
        post,
        received: () => place.received,
        hung: () => {
          if (place.worker !== worker) return
          void worker.thread.terminate()
          // Synchronous: the session in work is known now, and the thread's end is not awaited.
          lost(place, worker, 'it stopped responding')
        },
        close: () => {
          place.sessions.delete(session)
          post({ kind: 'end' })
        },
      }
    },
    dispose: () => {
      disposed = true
      for (const { worker } of places) void worker?.thread.terminate()
    },
    crash: () => {
      for (const { worker } of places) void worker?.thread.terminate()
    },
  }
}

/** @param events `exit` is called with the reason, if known */
function startWorker(
  file: string,
  heapMib: number,
  events: {
    readonly message: (message: FromWorker) => void
    readonly exit: (why: string) => void
  },
): Started {
  const ring = new RingWriter()
  const thread = new Worker(file, {
    name: 'vibeflow shadow',
    stdin: false,
    // directory for image files (pictures.ts)
    env: { TMPDIR: tmpdir(), ...keptCompiled() },
    workerData: ring.shared,
    resourceLimits: {
      maxYoungGenerationSizeMb: youngGenerationMib,
      maxOldGenerationSizeMb: heapMib,
    },
  })
  let why = 'it ended'
  thread.on('message', events.message)
  thread.on('error', (error) => {
    why = errorMessage(error)
  })
  thread.on('exit', () => events.exit(why))
  // Last, since listeners reference the thread again: it must not keep the app alive.
  thread.unref()
  return { thread, ring }
}

/** @param ofOne whether the crash happened during work for one session */
function sentence(again: 'whole' | 'behind' | 'never', ofOne: boolean, why: string): string {
  if (again !== 'never')
    return `The terminal parser crashed and restarted. Your programs are still running (${why}).`
  const often =
    `The terminal parser crashed ${crashesMax} times in a minute or ${crashesPerHourMax} ` +
    'times in an hour'
  const rest = `${reviveMs / 1_000} s`
  return ofOne
    ? `${often} while reading one tab's output (${why}). That tab shows nothing new for ` +
        `${rest}, then continues with its history. ${wayBack}`
    : `${often} (${why}). Some tabs show nothing new for ${rest}, or for up to an hour if no ` +
        `other parser is left, then continue with their history. ${wayBack}`
}

/** Sends the bytes of a `write` through the ring, or as a copy if it is full, in order. */
function send({ thread, ring }: Started, session: number, message: ToShadow): void {
  if (message.kind !== 'write') {
    thread.postMessage({ session, message } satisfies ToWorker)
    return
  }
  const { at, bytes } = message
  const position = ring.put(bytes)
  if (position !== null) {
    thread.postMessage({ session, at, position, length: bytes.length } satisfies ToWorker)
    return
  }
  const copy = bytes.slice()
  thread.postMessage({ session, message: { kind: 'write', at, bytes: copy } } satisfies ToWorker, [
    copy.buffer,
  ])
}
