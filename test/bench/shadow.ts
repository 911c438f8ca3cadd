/**
 * What the shadow terminal costs: the making of a snapshot of 10,000 lines, and the main process's event-loop delay while three tabs flood, with shadows and without.
 * VIBEFLOW_BENCH_FLOOD_S (6), VIBEFLOW_BENCH_ONLY (`snapshots` or `delay`).
 */
import type {} from '../../src/renderer/test-hook.ts' // window.vibeflowTest
import { systemClock } from '../../src/host/clock.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import { WorkerTerminal } from '../../src/core/shadow/worker-terminal.ts'
import type { FromShadow } from '../../src/core/shadow/messages.ts'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { streamPeriod } from './parts/streams.ts'
import { unknownFacts } from '../../src/core/vt/queries.ts'

export const name = 'shadow'

export async function run(bench: Bench): Promise<void> {
  const only = process.env['VIBEFLOW_BENCH_ONLY']
  if (only === undefined || only === 'snapshots') snapshots(bench)
  if (only === undefined || only === 'delay') await delay(bench)
}

/** A snapshot of 10,000 lines as sequences, made in place: processor time of the worker. */
function snapshots({ log, measure }: Bench): void {
  const rows: string[][] = []
  for (const stream of ['ascii', 'coloured', 'cjk'] as const) {
    const answers: FromShadow[] = []
    const worker = new WorkerTerminal({ clock: systemClock, codec: messagePack, limited: { limit: (work) => work(), spent: () => 0 }, post: (message) => { if (message.kind === 'answer') answers.push(message) } })
    worker.receive({ kind: 'begin', cols: 120, rows: 40, scrollback: 10_000, epoch: 1, numbering: 2 ** 32, told: 0, at: 0, modes: new Uint8Array(0), partial: false, answered: 0, facts: unknownFacts, kept: null })
    const period = streamPeriod(stream)
    for (let at = 0; at < 4_000_000; at += period.length) worker.receive({ kind: 'write', at, bytes: period })
    const ask = (form: 'ansi' | 'text' | 'msgpack', scrollback: number) => {
      const times = Array.from({ length: 9 }, (_, request) => {
        const began = process.cpuUsage()
        worker.receive({ kind: 'ask', request, question: { kind: 'snapshot', form, scrollback, hold: false, viewer: false, bytesMax: Number.MAX_SAFE_INTEGER } })
        const { user, system } = process.cpuUsage(began)
        return (user + system) / 1_000
      })
      const last = answers.at(-1)
      return { ms: median(times), bytes: last?.kind === 'answer' && last.answer.kind === 'snapshot' ? last.answer.payload.length : 0 }
    }
    const [whole, screen] = [ask('ansi', 10_000), ask('ansi', 0)]
    measure(`${stream}: snapshot with 10,000 lines, ansi`, whole.ms, 'ms')
    measure(`${stream}: snapshot of the screen, ansi`, screen.ms, 'ms')
    rows.push([stream, whole.ms.toFixed(0), (whole.bytes / 1e6).toFixed(2), screen.ms.toFixed(1)])
    worker.dispose()
  }
  log(table([['snapshot as sequences', '10,000 lines, ms', 'MB', 'screen alone, ms'], ...rows]))
}

async function delay({ engine, log, measure }: Bench): Promise<void> {
  const rows: string[][] = []
  for (const kind of ['vibeflow', 'bare', 'vibeflow', 'bare'] as const) {
    const place = makeFolder()
    const contestant = await startContestant(engine, kind, { folder: place.folder, command: ['sh', '-c', 'read go; yes a line of a flood that does not end'] })
    try {
      const { app, page } = contestant
      for (let tab = 1; tab < 3; tab += 1) {
        await page.evaluate(() => window.vibeflowTest!.act('duplicate_tab'))
        await page.waitForFunction((count) => window.vibeflowTest!.tabs().length === count, tab + 1)
      }
      for (const index of [1, 2, 3]) { await page.keyboard.press(`Alt+${index}`); await page.waitForTimeout(300); await page.keyboard.press('Enter') }
      await page.waitForTimeout(2_000)
      const ms = await app.evaluate(async (_, seconds) => {
        const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
        const histogram = monitorEventLoopDelay({ resolution: 1 })
        histogram.enable()
        await new Promise((resolve) => { setTimeout(resolve, seconds * 1_000) })
        histogram.disable()
        return [histogram.percentile(50), histogram.percentile(99), histogram.max].map((ns) => ns / 1e6)
      }, setting('VIBEFLOW_BENCH_FLOOD_S', 6))
      const words = kind === 'bare' ? 'without shadows' : 'with shadows'
      measure(`main's event-loop delay, three floods, ${words}: p99`, ms[1] ?? Number.NaN, 'ms')
      rows.push([words, ...ms.map((one) => one.toFixed(1))])
    } finally {
      await contestant.close()
      place.remove()
    }
  }
  log(table([["main's event-loop delay, three floods", 'p50 ms', 'p99 ms', 'most ms'], ...rows]))
}
