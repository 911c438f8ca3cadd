/**
 * Measures the time until the display server's picture shows the hidden drop-down completely. It is
 * opened in three ways: by a portal on a bus of the bench's own that reports a pressed key, by a
 * key grabbed from the display server, and by `vibeflow --drop-down`, which is another process.
 * vibeflow's share ends when it asks the engine to show the window. Runs on its own Xvfb with
 * openbox. VIBEFLOW_BENCH_SHOWS (20).
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBus } from '../support/fake/fake-desktop.ts'
import { startPortal } from '../support/fake/fake-portal.ts'
import { f12, startXScreen, superKey, type XScreen } from '../support/x-screen.ts'
import type { Bench } from './parts/bench.ts'
import { environment, makeFolder, startContestant, type Contestant } from './parts/contestants.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import { missing } from './parts/other-terminals.ts'

export const name = 'drop-down'

const size = { width: 1_400, height: 900 }

/** The watched area: the prompt of its first tab, beneath the tab bar; px. */
const part = { x: 0, y: 54, width: 200, height: 24 }

/** Nothing moves any more, ms. */
const restMs = 500
const shownWithinMs = 5_000

/** Times of events, ms since the toggle. */
interface Times {
  readonly told: number
  readonly shown: number
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const packages = missing({ Xvfb: 'xvfb', openbox: 'openbox' })
  if (packages.length > 0) {
    log(`left out: not installed (Debian: ${packages.join(', ')})`)
    return
  }
  const rows = [['drop-down', 'shown, median ms', 'p95 ms', 'ours', "the engine's"]]
  for (const way of ['portal', 'X11', 'command'] as const) {
    const times = await measured(engine, way)
    const of = (value: (one: Times) => number) => times.map(value)
    const whole = of(({ shown }) => shown)
    const ours = median(of(({ told }) => told))
    const engines = median(of(({ told, shown }) => shown - told))
    measure(`${way}, shown, median`, median(whole), 'ms')
    measure(`${way}, shown, p95`, percentile(whole, 0.95), 'ms')
    measure(`${way}, ours, median`, ours, 'ms')
    measure(`${way}, the engine's, median`, engines, 'ms')
    rows.push([
      way,
      ...[median(whole), percentile(whole, 0.95), ours, engines].map((ms) => ms.toFixed(1)),
    ])
  }
  log(table(rows))
}

async function measured(
  engine: Bench['engine'],
  way: 'portal' | 'X11' | 'command',
): Promise<Times[]> {
  const { folder, remove } = makeFolder()
  const key = way === 'command' ? '' : 'super+f12'
  writeFileSync(
    join(folder, 'config/vibeflow/config.toml'),
    `[session]\nrestore = "never"\n[ui]\nconfirm_on_close = false\n[cursor]\nblink_ms = 0\n` +
      `[drop_down]\nkey = "${key}"\n`,
  )
  const screen = await startXScreen(size, folder)
  const bus = way === 'portal' ? await startBus() : null
  const portal = bus === null ? null : await startPortal(bus.address)
  const display = {
    ...screen.variables,
    DBUS_SESSION_BUS_ADDRESS: bus?.address ?? 'unix:path=/nowhere',
    VIBEFLOW_TEST: '1',
  }
  const again = () =>
    void spawn(engine.electron, [engine.app, '--drop-down'], {
      env: environment(folder, display),
      stdio: 'ignore',
    })
  const toggle = {
    portal: () => portal?.activate(),
    X11: () => void screen.press(superKey, f12),
    command: again,
  }[way]
  const ours = await startContestant(engine, 'vibeflow', { folder, command: [], display })
  try {
    await sleep(4 * restMs) // vibeflow has grabbed the key
    const opened = ours.app.waitForEvent('window')
    toggle()
    const page = await opened
    await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
    await page.waitForFunction(() => window.vibeflowTest!.screen().join('').includes('ready$'))
    await sleep(4 * restMs)
    return await shows(ours, screen, toggle)
  } finally {
    await ours.close()
    screen.stop()
    await bus?.close()
    remove()
  }
}

async function shows(ours: Contestant, screen: XScreen, toggle: () => void): Promise<Times[]> {
  const whole = await screen.look(part)
  const isShown = async () => (await screen.look(part)).equals(whole)
  const times: Times[] = []
  for (let left = setting('VIBEFLOW_BENCH_SHOWS', 20); left > 0; left -= 1) {
    toggle()
    await until(async () => !(await isShown()))
    await sleep(restMs + ((left * 37) % 45)) // not in step with frames
    const began = performance.timeOrigin + performance.now()
    toggle()
    await until(isShown)
    const shown = performance.timeOrigin + performance.now()
    times.push({ told: (await lastTold(ours)) - began, shown: shown - began })
    await sleep(restMs)
  }
  return times
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + shownWithinMs; performance.now() < end; )
    if (await holds()) return
  throw new Error('a toggle changed nothing on the screen')
}

/** When the main process told its engine to show the window. */
async function lastTold({ app }: Contestant): Promise<number> {
  const calls = await app.evaluate(() =>
    (
      globalThis as unknown as {
        vibeflowMainTest: { calls(): { name: string; args: unknown[] }[] }
      }
    ).vibeflowMainTest.calls(),
  )
  return Number(calls.findLast((call) => call.name === 'dropDown.show')?.args[0])
}
