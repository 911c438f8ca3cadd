/**
 * The parts on the way of a byte to the VT core, each alone and without an app: what ring and meter
 * and the pty adapter can pass on by themselves. Far above what the core can parse, or they would
 * be the limit.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outputRingBytesMax } from '../../src/core/session/flow/limits.ts'
import { Meter } from '../../src/core/session/flow/meter.ts'
import { ModeMemory } from '../../src/core/session/flow/mode-memory.ts'
import { OutputRing } from '../../src/core/session/flow/output-ring.ts'
import { systemClock } from '../../src/host/clock.ts'
import { forkPty } from '../../src/host/pty/start-pty.ts'
import type { Bench } from './parts/bench.ts'
import { makeFolder } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { streamPeriod, writeStream } from './parts/streams.ts'

export const name = 'core'

const repeats = 7

/** Bytes that one read of a pty returns on Linux. */
const readBytes = 4_095

export async function run({ log, measure }: Bench): Promise<void> {
  const rows: string[][] = []
  const note = (what: string, speed: number) => {
    measure(what, speed, 'MB/s')
    rows.push([what, speed.toFixed(0)])
  }
  for (const stream of ['ascii', 'coloured', 'agent'] as const) {
    note(`ring and meter, ${stream}`, flowSpeed(streamPeriod(stream)))
  }
  note('pty adapter, ascii', await ptySpeed())
  log(table([['part', 'MB/s'], ...rows]))
}

/** Joins the parts as a session does, with a VT core that parses synchronously. */
function flowSpeed(period: Uint8Array): number {
  const modes = new ModeMemory()
  const ring = new OutputRing(outputRingBytesMax, (bytes) => modes.feed(bytes))
  const meter = new Meter({ pause: () => undefined, resume: () => undefined })
  meter.join(0)
  let produced = 0
  return speed(period, (bytes) =>
    parts(bytes, readBytes, (part) => {
      ring.push(part)
      meter.add(part.length)
      meter.acknowledge((produced += part.length))
    }),
  )
}

/** Median over several repeats of what `work` does with 32 MB. */
function speed(period: Uint8Array, work: (bytes: Uint8Array) => void): number {
  const times = Math.ceil(32e6 / period.length)
  const speeds = Array.from({ length: repeats }, () => {
    const began = performance.now()
    for (let time = 0; time < times; time += 1) work(period)
    return (times * period.length) / 1e3 / (performance.now() - began)
  })
  return median(speeds)
}

function parts(bytes: Uint8Array, size: number, take: (part: Uint8Array) => void): void {
  for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size))
}

/** A real `cat` in a real pty, read by the app's adapter and thrown away. */
async function ptySpeed(): Promise<number> {
  const place = makeFolder()
  try {
    const bytes = writeStream(
      'ascii',
      setting('VIBEFLOW_BENCH_MB', 100) * 1_000_000,
      join(place.folder, 'stream'),
    )
    const speeds: number[] = []
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const ms = await new Promise<number>((resolve, reject) => {
        let received = 0
        let began = 0
        const outcome = forkPty(
          systemClock,
          {
            program: 'sh',
            args: ['-c', `stty raw -echo; cat '${join(place.folder, 'stream')}'`],
            directory: tmpdir(),
            size: { cols: 120, rows: 40 },
            environment: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TERM: 'xterm-256color' },
          },
          {
            output: (part) => {
              if (received === 0) began = performance.now()
              received += part.length
              if (received === bytes) resolve(performance.now() - began)
            },
            exit: () => {
              if (received !== bytes) reject(new Error(`${received} of ${bytes} bytes arrived`))
            },
          },
        )
        if ('problem' in outcome) reject(new Error(outcome.problem))
      })
      speeds.push(bytes / 1e3 / ms)
    }
    return median(speeds)
  } finally {
    place.remove()
  }
}
