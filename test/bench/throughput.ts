/**
 * Measures seconds and memory to show output in the active tab: from the first byte written by a
 * program to the frame that shows the last. Pipes of the same kind on the same engine are measured
 * in the same run, in turn. VIBEFLOW_BENCH_MB (100), VIBEFLOW_BENCH_REPEATS (3),
 * VIBEFLOW_BENCH_STREAMS (all), VIBEFLOW_BENCH_ONLY (vibeflow,naive,...) make it shorter.
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant, type Kind } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { watchCost, type Cost } from './parts/processes.ts'
import { beganMs, beginStream, mark, programReady, streamProgram } from './parts/stream-program.ts'
import { writeStream } from './parts/streams.ts'

export const name = 'throughput'

const streamNames = ['ascii', 'coloured', 'cjk', 'agent', 'mixed'] as const

interface Outcome {
  readonly seconds: number
  readonly cost: Cost
}

type Name = Exclude<Kind, 'floor'>

const words: Readonly<Record<Name, string>> = {
  vibeflow: 'vibeflow',
  naive: '(a) naive pipe',
  batched: "(b) VS Code's settings",
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const bytesWanted = setting('VIBEFLOW_BENCH_MB', 100) * 1_000_000
  const repeats = setting('VIBEFLOW_BENCH_REPEATS', 3)
  const only = process.env['VIBEFLOW_BENCH_ONLY']?.split(',')
  const streams = streamNames.filter(
    (stream) => process.env['VIBEFLOW_BENCH_STREAMS']?.split(',').includes(stream) ?? true,
  )
  const names = (['vibeflow', 'naive', 'batched'] as const).filter(
    (one) => only?.includes(one) ?? true,
  )
  const place = makeFolder()
  try {
    for (const stream of streams) {
      const bytes = writeStream(stream, bytesWanted, join(place.folder, 'stream'))
      const outcomes = new Map<Name, Outcome[]>(names.map((one) => [one, []]))
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const one of names) {
          const once = () => onEngine(engine, one, place.folder)
          // On a loaded machine an engine may fail to start; a second failure is an error.
          const outcome = await once().catch((error: unknown) => {
            log(`${words[one]} once more, since: ${String(error).split('\n')[0]}`)
            return once()
          })
          outcomes.get(one)?.push(outcome)
        }
      }
      report(stream, bytes, outcomes, log, measure)
    }
  } finally {
    place.remove()
  }
}

async function onEngine(engine: Bench['engine'], kind: Name, folder: string): Promise<Outcome> {
  const contestant = await startContestant(engine, kind, { folder, command: streamProgram(folder) })
  try {
    await programReady(folder)
    const cost = watchCost(contestant.pid)
    const shown = markShown(contestant.page)
    await beginStream(folder, join(folder, 'stream'))
    const endedMs = await shown
    return { seconds: (endedMs - beganMs(folder)) / 1_000, cost: cost() }
  } finally {
    await contestant.close()
  }
}

/**
 * Resolves with the time of day, ms, at which the frame that shows the mark was through. Rejects
 * when it never comes.
 */
async function markShown(page: Page): Promise<number> {
  const limit = AbortSignal.timeout(180_000)
  const watching = page.evaluate(
    (mark) =>
      new Promise<number>((resolve) => {
        const isShown = () => {
          if (window.benchTerminal === undefined) return window.vibeflowTest!.cell(0, 0) === mark
          const buffer = window.benchTerminal.buffer.active
          return buffer.getLine(buffer.viewportY)?.getCell(0)?.getChars() === mark
        }
        const look = () => {
          if (!isShown()) {
            requestAnimationFrame(look)
            return
          }
          // Parsed before this frame: drawn in this one or, when xterm.js asked for a frame only
          // then, in the next. A message comes after it.
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
            channel.port2.postMessage(null)
          })
        }
        look()
      }),
    mark,
  )
  return Promise.race([
    watching,
    new Promise<never>((_, reject) =>
      limit.addEventListener('abort', () => reject(new Error('the last bytes never came'))),
    ),
  ])
}

function report(
  stream: string,
  bytes: number,
  outcomes: ReadonlyMap<Name, readonly Outcome[]>,
  log: Bench['log'],
  measure: Bench['measure'],
): void {
  const seconds = (one: Name) => median((outcomes.get(one) ?? []).map((outcome) => outcome.seconds))
  const megabytes = (one: Name, pick: (cost: Cost) => number) =>
    median((outcomes.get(one) ?? []).map(({ cost }) => pick(cost))) / 1e6
  const cpuSeconds = (one: Name, pick: (cost: Cost) => number) =>
    median((outcomes.get(one) ?? []).map(({ cost }) => pick(cost))) / 1_000
  const lines = [...outcomes.keys()].map((one) => {
    const all = (outcomes.get(one) ?? []).map((outcome) => outcome.seconds)
    measure(`${stream}, ${words[one]}, time`, seconds(one), 's')
    measure(`${stream}, ${words[one]}, speed`, bytes / 1e6 / seconds(one), 'MB/s')
    measure(
      `${stream}, ${words[one]}, peak memory of all processes`,
      megabytes(one, ({ allBytes }) => allBytes),
      'MB',
    )
    measure(
      `${stream}, ${words[one]}, peak memory of main and page`,
      megabytes(one, ({ mainBytes, pageBytes }) => mainBytes + pageBytes),
      'MB',
    )
    measure(
      `${stream}, ${words[one]}, processor time of all processes`,
      cpuSeconds(one, ({ allMs }) => allMs),
      's',
    )
    return [
      words[one],
      seconds(one).toFixed(2),
      `${Math.min(...all).toFixed(2)}-${Math.max(...all).toFixed(2)}`,
      (bytes / 1e6 / seconds(one)).toFixed(1),
      `${(seconds('naive') / seconds(one)).toFixed(2)}x`,
      `${(seconds('batched') / seconds(one)).toFixed(2)}x`,
      megabytes(one, ({ mainBytes }) => mainBytes).toFixed(0),
      megabytes(one, ({ pageBytes }) => pageBytes).toFixed(0),
      megabytes(one, ({ allBytes }) => allBytes).toFixed(0),
      cpuSeconds(one, ({ mainMs }) => mainMs).toFixed(1),
      cpuSeconds(one, ({ pageMs }) => pageMs).toFixed(1),
      cpuSeconds(one, ({ allMs }) => allMs).toFixed(1),
    ]
  })
  log(`${stream}, ${(bytes / 1e6).toFixed(1)} MB at 120x40`)
  log(
    table([
      [
        'terminal',
        's',
        'range',
        'MB/s',
        'speed to (a)',
        'speed to (b)',
        'main MB',
        'page MB',
        'all MB',
        'main CPU s',
        'page CPU s',
        'all CPU s',
      ],
      ...lines,
    ]),
  )
}
