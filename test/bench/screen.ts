/**
 * Measures a key to the screen: from a key that the display server sends to the change of the
 * server's picture. This includes the terminal's whole path and the compositor. vibeflow's window
 * has one pane, then one pane while another tab pulses, and then four panes of which one floods. It
 * is compared with the installed terminals, each on an Xvfb of its own, in turn.
 * VIBEFLOW_BENCH_KEYS (60) per round, VIBEFLOW_BENCH_ROUNDS (3), VIBEFLOW_BENCH_ONLY (names,
 * separated by commas).
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { environment, makeFolder, startContestant } from './parts/contestants.ts'
import { floodInPane, openReader, tabThatNeedsYou } from './parts/keys.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import {
  missing,
  otherTerminals,
  startOther,
  versionOf,
  xServer,
  type DisplayServer,
} from './parts/other-terminals.ts'

export const name = 'key to screen'

const fourPanes = 'vibeflow, 4 panes in view, one floods with yes'
const pulsing = 'vibeflow, another tab pulses'

/** The watched area, px in the window: within the first of four panes. */
const part = { x: 4, width: 250, height: 250 }

/** The tab bar is as high, px. */
const barHeight = 52

/** The others' windows have no events that say when they are drawn. */
const startMs = 3_000

interface Entrant {
  readonly name: string
  /** Top of the watched area, px. */
  readonly top: number
  readonly start: (folder: string, display: DisplayServer) => Promise<() => Promise<void>>
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const packages = missing({ Xvfb: 'xvfb', python3: 'python3' })
  if (packages.length > 0) {
    log(`left out: not installed (Debian: ${packages.join(', ')})`)
    return
  }
  const only = process.env['VIBEFLOW_BENCH_ONLY']?.split(',')
  const entrants = [...ours(engine), ...others(log)].filter(
    ({ name }) => only?.includes(name) ?? true,
  )
  const times = new Map<string, number[]>(entrants.map(({ name }) => [name, []]))
  for (let round = setting('VIBEFLOW_BENCH_ROUNDS', 3); round > 0; round -= 1) {
    for (const { name, top, start } of entrants) {
      const { folder, remove } = makeFolder()
      const display = await xServer()
      const stop = await start(folder, display)
      try {
        times.get(name)?.push(...(await press(folder, display, top)))
      } catch (error) {
        throw new Error(`${name}: ${String(error)}`, { cause: error })
      } finally {
        await stop()
        display.stop()
        remove()
      }
    }
  }
  for (const [name, values] of times) {
    measure(`${name}, median`, median(values), 'ms')
    measure(`${name}, p95`, percentile(values, 0.95), 'ms')
  }
  log(
    table([
      ['key to screen', 'median ms', 'p95 ms', 'keys'],
      ...[...times].map(([name, values]) => [
        name,
        median(values).toFixed(1),
        percentile(values, 0.95).toFixed(1),
        String(values.length),
      ]),
    ]),
  )
}

function ours(engine: Bench['engine']): Entrant[] {
  const start =
    (before: (page: Page) => Promise<void> = async () => {}): Entrant['start'] =>
    async (folder, { variables }) => {
      const { page, close } = await startContestant(engine, 'vibeflow', {
        folder,
        command: [],
        options: ['cursor.blink_ms=0'],
        display: variables,
      })
      await openReader(page)
      await before(page)
      return close
    }
  return [
    { name: 'vibeflow', top: barHeight, start: start() },
    { name: pulsing, top: barHeight, start: start(tabThatNeedsYou) },
    { name: fourPanes, top: barHeight, start: start((page) => floodInPane(page, 'yes')) },
  ]
}

function others(log: Bench['log']): Entrant[] {
  return otherTerminals
    .filter(({ display }) => display === xServer)
    .flatMap((terminal) => {
      const packages = missing(terminal.needs)
      log(
        packages.length === 0
          ? versionOf(terminal)
          : `${terminal.name} left out: not installed (Debian: ${packages.join(', ')})`,
      )
      const start: Entrant['start'] = async (folder, display) => {
        const { stop } = startOther(terminal, ['cat'], folder, display)
        await sleep(startMs)
        return stop
      }
      return packages.length === 0 ? [{ name: terminal.name, top: 0, start }] : []
    })
}

async function press(folder: string, { variables }: DisplayServer, y: number): Promise<number[]> {
  const { x, width, height } = part
  const { stdout } = await promisify(execFile)(
    'python3',
    [
      join(import.meta.dirname, 'parts/key-to-screen.py'),
      ...[setting('VIBEFLOW_BENCH_KEYS', 60), x, y, width, height].map(String),
    ],
    { env: environment(folder, variables) },
  )
  const times = JSON.parse(stdout) as (number | null)[]
  if (times.includes(null)) throw new Error('a key changed nothing on the screen within 2 s')
  return times.filter((time) => time !== null)
}
