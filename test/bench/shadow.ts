/**
 * Measures the cost of the shadow terminal: a snapshot of 10,000 lines, the cost of preserving a
 * terminal beyond its worker, the time from a worker's death to the next frame, and the main
 * process's event-loop delay while three tabs flood. VIBEFLOW_BENCH_FLOOD_S (6),
 * VIBEFLOW_BENCH_ONLY (`snapshots`, `crashes` or `delay`).
 */
import type {} from '../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import { join } from 'node:path'
import { systemClock } from '../../src/host/clock.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import { WorkerTerminal } from '../../src/core/worker/worker-terminal.ts'
import type { FromShadow } from '../../src/core/worker/messages.ts'
import { SnapshotStore } from '../../src/core/worker/snapshot-store.ts'
import { LastSnapshot } from '../../src/core/worker/last-snapshot.ts'
import { Prompts } from '../../src/terminal/frames/prompts.ts'
import { Terminal } from '../../src/terminal/terminal.ts'
import { make, until } from '../support/frames/shadow-pool.ts'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { streamPeriod } from './parts/streams.ts'
import { rowsOf } from '../support/frames/rows-of.ts'
import { begin } from '../support/frames/begin.ts'

export const name = 'shadow'

/**
 * The file that the app loads. The sources would be dozens of files, whose types are stripped each
 * time.
 */
const program = join(import.meta.dirname, '../../out/main/shadow-worker.js')

export async function run(bench: Bench): Promise<void> {
  const only = process.env['VIBEFLOW_BENCH_ONLY']
  if (only === undefined || only === 'snapshots') snapshots(bench)
  if (only === undefined || only === 'crashes') {
    keeping(bench)
    await crashes(bench)
  }
  if (only === undefined || only === 'delay') await delay(bench)
}

/** A snapshot of 10,000 lines as sequences, made in place: processor time of the worker. */
function snapshots({ log, measure }: Bench): void {
  const rows: string[][] = []
  for (const stream of ['ascii', 'coloured', 'cjk'] as const) {
    const answers: FromShadow[] = []
    const worker = new WorkerTerminal({
      clock: systemClock,
      codec: messagePack,
      limited: { limit: (work) => work(), spent: () => 0 },
      post: (message) => {
        if (message.kind === 'answer') answers.push(message)
      },
    })
    worker.receive(begin({ cols: 120, rows: 40, scrollback: 10_000 }))
    const period = streamPeriod(stream)
    for (let at = 0; at < 4_000_000; at += period.length)
      worker.receive({ kind: 'write', at, bytes: period })
    const ask = (form: 'ansi' | 'text' | 'msgpack', scrollback: number) => {
      const times = Array.from({ length: 9 }, (_, request) => {
        const began = process.cpuUsage()
        worker.receive({
          kind: 'ask',
          request,
          question: {
            kind: 'snapshot',
            form,
            scrollback,
            hold: false,
            viewer: false,
            bytesMax: Number.MAX_SAFE_INTEGER,
          },
        })
        const { user, system } = process.cpuUsage(began)
        return (user + system) / 1_000
      })
      const last = answers.at(-1)
      return {
        ms: median(times),
        bytes:
          last?.kind === 'answer' && last.answer.kind === 'snapshot'
            ? last.answer.payload.length
            : 0,
      }
    }
    const [whole, screen] = [ask('ansi', 10_000), ask('ansi', 0)]
    measure(`${stream}: snapshot with 10,000 lines, ansi`, whole.ms, 'ms')
    measure(`${stream}: snapshot of the screen, ansi`, screen.ms, 'ms')
    rows.push([stream, whole.ms.toFixed(0), (whole.bytes / 1e6).toFixed(2), screen.ms.toFixed(1)])
    worker.dispose()
  }
  log(table([['snapshot as sequences', '10,000 lines, ms', 'MB', 'screen alone, ms'], ...rows]))
}

/**
 * Processor time of the parse alone, and with the terminal kept as a worker keeps it: in turn, so
 * the ratio of each pair counts.
 */
function keeping({ log, measure }: Bench): void {
  const rows: string[][] = []
  const ratios: number[] = []
  for (const stream of ['ascii', 'coloured', 'cjk', 'truecolour', 'region'] as const) {
    const period = streamPeriod(stream)
    const bytes = Buffer.concat(
      Array.from({ length: Math.ceil(8e6 / period.length) }, () => period),
    )
    const size = { cols: 120, rows: 40, scrollback: 10_000 }
    const plain = new Terminal(size)
    const kept = new Terminal({ ...size, shared: true })
    const last = new LastSnapshot()
    const keeper = new SnapshotStore(kept, new Prompts(), 0)
    const pairs = Array.from({ length: 9 }, (_, round) => {
      const one = () =>
        timed(() => {
          for (let at = 0; at < bytes.length; at += 16_384)
            plain.write(bytes.subarray(at, at + 16_384))
        })
      const other = () =>
        timed(() => {
          for (let at = 0; at < bytes.length; at += 16_384) {
            kept.write(bytes.subarray(at, at + 16_384))
            if (!keeper.due) continue
            const { parts, allTables } = keeper.take({
              partial: false,
              hasPrinted: true,
              earlier: null,
            })
            last.take(parts, allTables)
          }
        })
      return round % 2 === 0
        ? ([one(), other()] as const)
        : ([other(), one()].reverse() as [number, number])
    }).slice(1)
    const [without, withIt] = [median(pairs.map(([ms]) => ms)), median(pairs.map(([, ms]) => ms))]
    const ratio = median(pairs.map(([before, after]) => after / before))
    ratios.push(ratio)
    const { state } = kept.keep(false)
    rows.push([
      stream,
      (without / 8).toFixed(2),
      (withIt / 8).toFixed(2),
      ratio.toFixed(3),
      (state.length / 1024).toFixed(0),
      (
        timed(() => {
          for (let time = 0; time < 200; time += 1) kept.keep(false)
        }) * 5
      ).toFixed(0),
    ])
  }
  measure('parse with the terminal kept, as a multiple', median(ratios), '')
  log(
    table([['parse, ms per MB', 'alone', 'kept', 'ratio', 'state, KiB', 'one time, us'], ...rows]),
  )
}

/** Processor time, ms. */
function timed(work: () => void): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

/** Measures a session whose worker has to be started: the floor of the later figures. */
async function firstFrame(): Promise<number> {
  const { pool, session } = make(1, program)
  const began = performance.now()
  let ended = 0
  session({
    frame: () => {
      if (ended === 0) ended = performance.now()
    },
  }).shadow.frames(true)
  // by a timer, which keeps the process: the pool's own threads and timers do not
  await until(() => ended > 0)
  pool.dispose()
  return ended - began
}

/**
 * A real worker with 100,000 lines is ended; until the next frame is there. Hours pass between two
 * deaths, as the pool sees it.
 */
async function crashes({ log, measure }: Bench): Promise<void> {
  const rows: string[][] = []
  for (const flooding of [false, true]) {
    let skewMs = 0
    const { pool, session, reported } = make(1, program, {
      now: () => systemClock.now() + skewMs,
      after: (ms, call) => systemClock.after(ms, call),
    })
    let framed: (() => void) | null = null
    const tab = session({
      scrollback: 100_000,
      frame: () => {
        framed?.()
        setImmediate(() => {
          tab.shadow.viewed({ kind: 'drawn' })
        })
      },
    })
    tab.shadow.frames(true)
    const lines = (count: number) =>
      'a line of a hundred and twenty columns, or as good as that \x1b[32mgreen\x1b[m\r\n'.repeat(
        count,
      )
    const rest = () => until(() => !tab.meter.paused)
    for (let line = 0; line < 100_000; line += 1_000) {
      tab.print(lines(1_000))
      await rest()
    }
    let on = flooding
    const flood = (async () => {
      while (on) {
        tab.print(lines(500))
        await rest()
      }
    })()
    const times: number[] = []
    const floor: number[] = []
    for (let round = 0; round < 15; round += 1) {
      floor.push(await firstFrame())
      await new Promise((resolve) => {
        setTimeout(resolve, 300)
      })
      skewMs += 4_000_000
      const before = reported.length
      const began = performance.now()
      pool.crash()
      await until(() => reported.length > before) // what comes later is of the next one
      let ended = 0
      framed = () => {
        if (ended === 0) ended = performance.now()
      }
      await until(() => ended > 0)
      times.push(ended - began)
    }
    on = false
    await flood
    const words = flooding ? 'in a flood' : 'at rest'
    measure(`from a worker's death to the next frame, ${words}`, median(times), 'ms')
    rows.push([
      words,
      median(floor).toFixed(0),
      median(times).toFixed(0),
      Math.max(...times).toFixed(0),
      String((await rowsOf(tab.shadow, 'scrollback'))?.length),
    ])
    tab.shadow.dispose()
    pool.dispose()
  }
  log(
    table([
      [
        "from a worker's death to the next frame, 100,000 lines",
        'a fresh worker, ms',
        'median ms',
        'most ms',
        'rows then',
      ],
      ...rows,
    ]),
  )
}

async function delay({ engine, log, measure }: Bench): Promise<void> {
  const rows: string[][] = []
  for (const round of [1, 2]) {
    const place = makeFolder()
    const contestant = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: ['sh', '-c', 'read go; yes a line of a flood that does not end'],
    })
    try {
      const { app, page } = contestant
      for (let tab = 1; tab < 3; tab += 1) {
        await page.evaluate(() => window.vibeflowTest!.act('duplicate_tab'))
        await page.waitForFunction((count) => window.vibeflowTest!.tabs().length === count, tab + 1)
      }
      for (const index of [1, 2, 3]) {
        await page.keyboard.press(`Alt+${index}`)
        await page.waitForTimeout(300)
        await page.keyboard.press('Enter')
      }
      await page.waitForTimeout(2_000)
      const ms = await app.evaluate(
        async (_, seconds) => {
          const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
          const histogram = monitorEventLoopDelay({ resolution: 1 })
          histogram.enable()
          await new Promise((resolve) => {
            setTimeout(resolve, seconds * 1_000)
          })
          histogram.disable()
          return [histogram.percentile(50), histogram.percentile(99), histogram.max].map(
            (ns) => ns / 1e6,
          )
        },
        setting('VIBEFLOW_BENCH_FLOOD_S', 6),
      )
      measure(`main's event-loop delay, three floods, ${round}: p99`, ms[1] ?? Number.NaN, 'ms')
      rows.push([String(round), ...ms.map((one) => one.toFixed(1))])
    } finally {
      await contestant.close()
      place.remove()
    }
  }
  log(table([["main's event-loop delay, three floods", 'p50 ms', 'p99 ms', 'most ms'], ...rows]))
}
