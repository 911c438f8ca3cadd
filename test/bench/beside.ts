/**
 * Compares vibeflow's window with alacritty, kitty, xterm and foot in one run, if they are
 * installed. For each of eight streams it measures the time from a program's first byte to the
 * terminal's reply after the last one. It also measures the CPU time of the terminal's processes
 * until shortly after it, and that of the display server separately. All windows have 120x40 cells
 * on displays of their own (Xvfb; sway without a screen for foot). So each draws everything and
 * none covers another. They take turns: each stream once to warm up, then the runs that count.
 *
 * VIBEFLOW_BENCH_MB (6) per stream, VIBEFLOW_BENCH_REPEATS (3), VIBEFLOW_BENCH_STREAMS,
 * VIBEFLOW_BENCH_ONLY (names, separated by commas).
 */
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import {
  missing,
  otherTerminals,
  startOther,
  versionOf,
  xServer,
  type DisplayServer,
} from './parts/other-terminals.ts'
import { watchTime } from './parts/processes.ts'
import { programReady, showStream, streamProgram } from './parts/stream-program.ts'
import { writeStream, type StreamName } from './parts/streams.ts'

export const name = 'beside'

const streams: readonly (readonly [StreamName, string])[] = [
  ['ascii', 'ascii'],
  ['coloured', 'coloured'],
  ['cjk', 'CJK'],
  ['emoji', 'emoji'],
  ['truecolour', 'truecolour'],
  ['edits', 'mixed edits'],
  ['region', 'scroll region'],
  ['motion', 'cursor motion'],
]

/** Drawing, parsing and cleanup in this time after the reply also count, ms. */
const restMs = 300

/** Others are compared with this one. */
const reference = 'alacritty'

interface Running {
  readonly folder: string
  /** The first of its processes. */
  readonly pid: number
  readonly display: DisplayServer
  readonly isOver: () => boolean
  readonly stop: () => Promise<void>
}

interface Entrant {
  readonly name: string
  readonly start: () => Promise<Running>
  running: Running
}

interface Outcome {
  readonly seconds: number
  readonly cpuSeconds: number
  /** CPU time of the display server. */
  readonly displaySeconds: number
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const isWanted = (name: string, list: string | undefined) =>
    list?.split(',').includes(name) ?? true
  const place = makeFolder()
  const entrants: Entrant[] = []
  try {
    for (const { name, start } of contestants(engine, log)) {
      if (isWanted(name, process.env['VIBEFLOW_BENCH_ONLY']))
        entrants.push({ name, start, running: await start() })
    }
    log(
      `${cpus().length} cores (${cpus()[0]?.model ?? ''}), OpenGL on the processor, load ` +
        `${loadavg()[0]?.toFixed(1)} before`,
    )
    const rows: string[][] = []
    for (const [stream, words] of streams) {
      if (!isWanted(stream, process.env['VIBEFLOW_BENCH_STREAMS'])) continue
      const file = join(place.folder, 'stream')
      const bytes = writeStream(stream, setting('VIBEFLOW_BENCH_MB', 6) * 1_000_000, file)
      const outcomes = await inTurn(entrants, file, (name, problem) =>
        log(`${name}, ${words}: ${problem}`),
      )
      for (const [name, { seconds, cpuSeconds, displaySeconds }] of outcomes) {
        measure(`${words}, ${name}, time`, seconds, 's')
        measure(`${words}, ${name}, processor time`, cpuSeconds, 's')
        measure(`${words}, ${name}, processor time of the display server`, displaySeconds, 's')
      }
      rows.push([
        `${words}, ${(bytes / 1e6).toFixed(1)} MB`,
        ...entrants.map(({ name }) => cell(outcomes, name)),
      ])
    }
    log(
      `load ${loadavg()[0]?.toFixed(1)} after; seconds to the answer (to ${reference}'s); ` +
        `processor seconds (to ${reference}'s) + the display server's`,
    )
    log(table([['stream', ...entrants.map(({ name }) => name)], ...rows]))
  } finally {
    for (const { running } of entrants) await running.stop()
    place.remove()
  }
}

/** Returns the installed terminals, with vibeflow's window first. The missing ones are logged. */
function contestants(
  engine: Bench['engine'],
  log: Bench['log'],
): { name: string; start: () => Promise<Running> }[] {
  const present = otherTerminals.flatMap((terminal) => {
    const packages = missing(terminal.needs)
    log(
      packages.length === 0
        ? versionOf(terminal)
        : `${terminal.name} left out: not installed (Debian: ${packages.join(', ')})`,
    )
    const start = () =>
      onDisplay(terminal.display, async (folder, display) =>
        startOther(terminal, streamProgram(folder), folder, display),
      )
    return packages.length === 0 ? [{ name: terminal.name, start }] : []
  })
  const packages = missing({ Xvfb: 'xvfb' })
  if (packages.length > 0) {
    log(`vibeflow left out: no display to show it on (Debian: ${packages.join(', ')})`)
    return present
  }
  const start = () =>
    onDisplay(xServer, async (folder, { variables }) => {
      const { app, page, pid, close } = await startContestant(engine, 'vibeflow', {
        folder,
        command: streamProgram(folder),
        display: variables,
      })
      const graphics = await page.evaluate(() => {
        const gl = document.createElement('canvas').getContext('webgl2')
        return String(
          gl?.getParameter(
            gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER,
          ),
        )
      })
      log(`vibeflow: WebGL by ${graphics}`)
      return { pid, isOver: () => app.process().exitCode !== null, stop: close }
    })
  return [{ name: 'vibeflow', start }, ...present]
}

/**
 * Starts a terminal in a folder and on a display of its own, and waits until its program runs at
 * the right size.
 */
async function onDisplay(
  server: (folder: string) => Promise<DisplayServer>,
  start: (
    folder: string,
    display: DisplayServer,
  ) => Promise<Pick<Running, 'pid' | 'isOver' | 'stop'>>,
): Promise<Running> {
  const { folder, remove } = makeFolder()
  const ends: (() => unknown)[] = [remove]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const display = await server(folder)
    ends.push(display.stop)
    const started = await start(folder, display)
    ends.push(started.stop)
    await programReady(folder, started.isOver)
    return { folder, display, pid: started.pid, isOver: started.isOver, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Runs the stream in each terminal in turn. A terminal that does not reply is reported, has no
 * outcome and is started again.
 * @returns medians, by name
 */
async function inTurn(
  entrants: readonly Entrant[],
  file: string,
  reported: (name: string, problem: string) => void,
): Promise<ReadonlyMap<string, Outcome>> {
  const all = new Map<string, Outcome[]>(entrants.map(({ name }) => [name, []]))
  for (let repeat = 0; repeat <= setting('VIBEFLOW_BENCH_REPEATS', 3); repeat += 1) {
    for (const entrant of entrants) {
      const outcomes = all.get(entrant.name)
      if (outcomes === undefined) continue
      try {
        const outcome = await once(entrant.running, file)
        if (repeat > 0) outcomes.push(outcome)
      } catch (error) {
        reported(entrant.name, error instanceof Error ? error.message : String(error))
        all.delete(entrant.name)
        await entrant.running.stop()
        entrant.running = await entrant.start()
      }
    }
  }
  const middle = (list: readonly Outcome[], part: keyof Outcome) =>
    median(list.map((one) => one[part]))
  return new Map(
    [...all].map(([name, list]) => [
      name,
      {
        seconds: middle(list, 'seconds'),
        cpuSeconds: middle(list, 'cpuSeconds'),
        displaySeconds: middle(list, 'displaySeconds'),
      },
    ]),
  )
}

async function once({ folder, pid, display, isOver }: Running, file: string): Promise<Outcome> {
  const [spent, shown] = [watchTime(pid), watchTime(display.pid)]
  const seconds = await showStream(folder, file, isOver)
  await new Promise((resolve) => setTimeout(resolve, restMs))
  return { seconds, cpuSeconds: spent() / 1_000, displaySeconds: shown() / 1_000 }
}

/** `1.20 (1.5x); 3.10 (2.0x) + 0.12`. */
function cell(outcomes: ReadonlyMap<string, Outcome>, name: string): string {
  const [own, other] = [outcomes.get(name), outcomes.get(reference)]
  if (own === undefined) return 'no answer'
  const part = (key: 'seconds' | 'cpuSeconds') =>
    `${own[key].toFixed(2)}` +
    `${other === undefined || own === other ? '' : ` (${(own[key] / other[key]).toFixed(1)}x)`}`
  return `${part('seconds')}; ${part('cpuSeconds')} + ${own.displaySeconds.toFixed(2)}`
}
