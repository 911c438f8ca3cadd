/**
 * Worker threads in which shadow terminals live: as many as processors that main and page leave
 * over, four at most. A session stays in its worker. One that dies or hangs is replaced and its
 * sessions go on from what was kept. The session that it was at work for is blamed: if that happens
 * again and again, it alone is given up for a while. A worker that keeps dying at nobody's work is
 * given up.
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

export type ToWorker =
  | { readonly session: number; readonly message: ToShadow }
  /** A `write` whose bytes lie in the ring. */
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

/**
 * A shadow costs a tenth of what the page pays for the same bytes: more threads would only stand in
 * the page's way.
 */
const workersMax = 4

/** Young garbage of a worker, MiB: there is hardly any while bytes flow. */
const youngGenerationMib = 8

/**
 * Everything else that a worker keeps, MiB; by itself V8 would let each take gigabytes. To write a
 * snapshot of 500 x 150 cells with styles and marks of their own takes under 256, of a million
 * cells in styles of their own just under this. Beyond it the worker is replaced, as after any
 * crash.
 */
const heapMibMax = 1_024

export interface ShadowPool extends ShadowPort {
  /** Ends all workers. */
  readonly dispose: () => void
  /** Ends the workers of now without a word, as a crash does: for tests. */
  readonly crash: () => void
}

interface Started {
  readonly thread: Worker
  readonly ring: RingWriter
}

interface Place {
  worker: Started | null
  /** Messages of its workers, ever. */
  received: number
  readonly sessions: Map<number, ShadowChannelEvents>
  /** Those for which no session is to blame. */
  readonly crashes: Crashes
}

/**
 * `file`: the program of a worker (worker.ts, or what was built of it). `crashed`: a worker has
 * died, in a sentence for log and user.
 */
export function shadowPool({
  file,
  clock,
  crashed,
  workers = Math.min(workersMax, Math.max(1, availableParallelism() - 1)),
  heapMib = heapMibMax,
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
        if (place.worker !== worker) return // it is given up
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
    // A culprit that is not there any more was closed meanwhile: nobody else is to blame for it.
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
          // at once: whom it works for is known now, and nobody waits for its end
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

/** `exit`: with the reason, as far as there is one. */
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
    // where files of images may lie (pictures.ts)
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
    why = error instanceof Error ? error.message : String(error)
  })
  thread.on('exit', () => events.exit(why))
  thread.unref() // the app's end does not wait for it; last, since a listener holds it again
  return { thread, ring }
}

/** `ofOne`: at the work for one session. */
function sentence(again: 'whole' | 'behind' | 'never', ofOne: boolean, why: string): string {
  if (again !== 'never')
    return `The shadow terminal crashed and was restarted; your programs keep running (${why}).`
  const often =
    `The shadow terminal crashed ${crashesMax} times within a minute or ${crashesPerHourMax} ` +
    'within an hour'
  const rest = `${reviveMs / 1_000} s`
  return ofOne
    ? `${often} over the output of one tab: it shows nothing new for ${rest}, then goes on ` +
        `with its history (${why}). ${wayBack}`
    : `${often}: some tabs show nothing new for ${rest}, or for up to an hour if no other ` +
        `worker is left, then go on with their history (${why}). ${wayBack}`
}

/**
 * Bytes of a `write` go through the ring, or as a copy where that is full: either way in order with
 * everything else.
 */
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
