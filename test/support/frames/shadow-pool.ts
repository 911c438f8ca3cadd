/** Sessions whose shadows live in real worker threads. */
import { join } from 'node:path'
import type { Clock } from '../../../src/base/clock.ts'
import type { RuleOff } from '../../../src/agents/rules/limited.ts'
import { RecentOutput } from '../../../src/core/session/flow/recent-output.ts'
import { Meter } from '../../../src/core/session/flow/meter.ts'
import type { ScreenFound } from '../../../src/agents/screen-rules/screen-reader.ts'
import { Shadow } from '../../../src/core/worker/shadow.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { lazily } from '../../../src/host/shadow/lazily.ts'
import { shadowPool } from '../../../src/host/shadow/pool.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'

/** The program of a worker, and a version with bugs. */
export const file = join(import.meta.dirname, '../../../src/host/shadow/worker.ts')
export const faulty = join(import.meta.dirname, 'hostile-shadow-worker.ts')
export const faults = 'faults of shadow workers' // its channel

export interface Heard {
  readonly read?: (found: ScreenFound) => void
  readonly ruleOff?: (off: RuleOff) => void
  readonly frame?: (bytes: Uint8Array) => void
  /** Rows of history. */
  readonly scrollback?: number
}

export function make(
  workers: number,
  program = file,
  clock: Clock = systemClock,
  heapMib?: number,
) {
  const reported: string[] = []
  const pool = shadowPool({
    file: program,
    clock,
    crashed: (text) => reported.push(text),
    workers,
    ...(heapMib === undefined ? {} : { heapMib }),
  })
  const session = ({
    read = () => undefined,
    ruleOff = () => undefined,
    frame = () => undefined,
    scrollback = 1_000,
  }: Heard = {}) => {
    const history = new RecentOutput()
    const acknowledged: number[] = []
    const meter = new Meter({ pause: () => undefined, resume: () => undefined })
    const shadow = new Shadow(() => scrollback, unknownFacts, {
      clock,
      port: pool,
      history,
      size: () => ({ cols: 40, rows: 5 }),
      joined: (at) => meter.join(at),
      left: () => meter.leave(),
      parsed: (upTo) => {
        acknowledged.push(upTo)
        meter.acknowledge(upTo)
      },
      changed: () => undefined,
      read,
      gone: () => undefined,
      watched: () => undefined,
      readerGone: () => undefined,
      ruleOff,
      asked: () => undefined,
      frame,
    })
    const print = (text: string) => {
      const bytes = new TextEncoder().encode(text)
      history.push(bytes)
      meter.add(bytes.length)
      shadow.printed()
    }
    const text = async (rows = 0) => {
      const taken = await shadow.questions.snapshot({ form: 'text', scrollback: rows })
      return taken === null ? null : new TextDecoder().decode(taken.payload).trimEnd()
    }
    return { acknowledged, history, meter, print, shadow, text }
  }
  return { pool, session, reported }
}

/** One worker for all sessions of a test file that neither need their own nor harm it. */
export const sharedPool = lazily(() => make(1).pool)

export const until = async (so: () => boolean): Promise<void> => {
  while (!so())
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
}
export const again = (why: string) =>
  `The terminal parser crashed and restarted. Your programs are still running (${why}).`
export const often = 'The terminal parser crashed 3 times in a minute or 6 times in an hour'
