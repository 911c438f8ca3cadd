/**
 * Seconds and memory to show output in the tab in view, from the first byte written by a program to the frame that shows the last,
 * beside pipes of the same kind on the same engine and beside terminals of other kinds, all in one run and taking turns.
 * VIBEFLOW_BENCH_MB (100), VIBEFLOW_BENCH_REPEATS (3), VIBEFLOW_BENCH_STREAMS (all), VIBEFLOW_BENCH_ONLY (vibeflow,naive,...) make it shorter.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { environment, makeFolder, startContestant, startDisplay, type Kind } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { watchCost, type Cost } from './parts/processes.ts'
import { streamNames, writeStream } from './parts/streams.ts'

export const name = 'throughput'

/** On the screen's first cell when all is over; in no stream. */
const mark = '⌘'

interface Outcome {
  readonly seconds: number
  readonly cost: Cost
}

const others = ['xterm', 'alacritty', 'kitty'] as const
type Name = Exclude<Kind, 'floor'> | (typeof others)[number]

const words: Readonly<Record<Name, string>> = {
  vibeflow: 'vibeflow', bare: 'vibeflow, no shadow', naive: '(a) naive pipe', batched: "(b) VS Code's settings", xterm: 'xterm', alacritty: 'alacritty', kitty: 'kitty',
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const bytesWanted = setting('VIBEFLOW_BENCH_MB', 100) * 1_000_000
  const repeats = setting('VIBEFLOW_BENCH_REPEATS', 3)
  const only = process.env['VIBEFLOW_BENCH_ONLY']?.split(',')
  const streams = streamNames.filter((stream) => process.env['VIBEFLOW_BENCH_STREAMS']?.split(',').includes(stream) ?? true)
  const display = await startDisplay()
  const present = others.filter((program) => display !== null && spawnSync('which', [program]).status === 0)
  for (const program of others) if (!present.includes(program)) log(`${program}: ${display === null ? 'Xvfb is not installed' : 'not installed'}, left out`)
  const names = (['vibeflow', 'bare', 'naive', 'batched', ...present] as const).filter((one) => only?.includes(one) ?? true)
  const place = makeFolder()
  try {
    for (const stream of streams) {
      const bytes = writeStream(stream, bytesWanted, join(place.folder, 'stream'))
      const outcomes = new Map<Name, Outcome[]>(names.map((one) => [one, []]))
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const one of names) {
          const once = () => isOther(one) ? otherTerminal(one, place.folder, display?.name ?? '') : onEngine(engine, one, place.folder)
          // On a loaded machine an engine may fail to come up; one that fails twice is a fault.
          const outcome = await once().catch((error: unknown) => { log(`${words[one]} once more, since: ${String(error).split('\n')[0]}`); return once() })
          outcomes.get(one)?.push(outcome)
        }
      }
      report(stream, bytes, outcomes, log, measure)
    }
  } finally {
    place.remove()
    display?.stop()
  }
}

/**
 * The program in the terminal: waits for a word, notes the time, writes everything, then the mark, and asks where the cursor is. When
 * the answer is there, the terminal has parsed all before it.
 */
function command(folder: string): string[] {
  const script = 'stty raw -echo; : > ready; read go < go; date +%s%N > began; cat stream; printf "\\033[?1049l\\033[0m\\033[r\\033[H\\033[J%s\\033[6n" "$0"; head -c 1 > /dev/null; date +%s%N > ended; exec sleep 1000'
  return ['sh', '-c', `cd '${folder}'; ${script}`, mark]
}

async function onEngine(engine: Bench['engine'], kind: Exclude<Kind, 'floor'>, folder: string): Promise<Outcome> {
  prepare(folder)
  const contestant = await startContestant(engine, kind, { folder, command: command(folder) })
  try {
    await appears(join(folder, 'ready'))
    const cost = watchCost(contestant.pid)
    const shown = markShown(contestant.page)
    await writeFile(join(folder, 'go'), 'go\n')
    const endedMs = await shown
    return { seconds: (endedMs - noted(folder, 'began')) / 1_000, cost: cost() }
  } finally {
    await contestant.close()
  }
}

/** Resolves with the time of day, ms, at which the frame that shows the mark was through. Rejects when it never comes. */
async function markShown(page: Page): Promise<number> {
  const limit = AbortSignal.timeout(180_000)
  const watching = page.evaluate((mark) => new Promise<number>((resolve) => {
    const isShown = () => {
      if (window.benchTerminal === undefined) return window.vibeflowTest!.cell(0, 0) === mark
      const buffer = window.benchTerminal.buffer.active
      return buffer.getLine(buffer.viewportY)?.getCell(0)?.getChars() === mark
    }
    const look = () => {
      if (!isShown()) { requestAnimationFrame(look); return }
      // Parsed before this frame: drawn in this one or, when xterm.js asked for a frame only then, in the next. A message comes after it.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        channel.port2.postMessage(null)
      })
    }
    look()
  }), mark)
  return Promise.race([watching, new Promise<never>((_, reject) => limit.addEventListener('abort', () => reject(new Error('the last bytes never came'))))])
}

async function otherTerminal(program: (typeof others)[number], folder: string, display: string): Promise<Outcome> {
  prepare(folder)
  const args = {
    xterm: ['-u8', '-geometry', '120x40', '-sl', '10000', '-e'],
    alacritty: ['-o', 'window.dimensions.columns=120', '-o', 'window.dimensions.lines=40', '-e'],
    kitty: ['-o', 'remember_window_size=no', '-o', 'initial_window_width=120c', '-o', 'initial_window_height=40c'],
  }[program]
  const child: ChildProcess = spawn(program, [...args, ...command(folder)], { env: environment(folder, { DISPLAY: display }), cwd: folder, stdio: 'ignore' })
  try {
    await appears(join(folder, 'ready'))
    const cost = watchCost(child.pid ?? 0)
    await writeFile(join(folder, 'go'), 'go\n')
    await appears(join(folder, 'ended'))
    return { seconds: (noted(folder, 'ended') - noted(folder, 'began')) / 1_000, cost: cost() }
  } finally {
    child.kill()
    await new Promise((resolve) => child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(null))
  }
}

function prepare(folder: string): void {
  execFileSync('sh', ['-c', 'rm -f ready began ended go; mkfifo go'], { cwd: folder })
}

async function appears(file: string): Promise<void> {
  for (const began = Date.now(); !(existsSync(file) && (file.endsWith('ready') || readFileSync(file).length > 0));) {
    if (Date.now() - began > 180_000) throw new Error(`${file} did not appear`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A time written by `date +%s%N`, as ms. */
function noted(folder: string, file: string): number {
  return Number(BigInt(readFileSync(join(folder, file), 'utf8').trim()) / 1_000n) / 1_000
}

function isOther(one: Name): one is (typeof others)[number] {
  return (others as readonly string[]).includes(one)
}

function report(stream: string, bytes: number, outcomes: ReadonlyMap<Name, readonly Outcome[]>, log: Bench['log'], measure: Bench['measure']): void {
  const seconds = (one: Name) => median((outcomes.get(one) ?? []).map((outcome) => outcome.seconds))
  const megabytes = (one: Name, pick: (cost: Cost) => number) => median((outcomes.get(one) ?? []).map(({ cost }) => pick(cost))) / 1e6
  const cpuSeconds = (one: Name, pick: (cost: Cost) => number) => median((outcomes.get(one) ?? []).map(({ cost }) => pick(cost))) / 1_000
  const lines = [...outcomes.keys()].map((one) => {
    const all = (outcomes.get(one) ?? []).map((outcome) => outcome.seconds)
    measure(`${stream}, ${words[one]}, time`, seconds(one), 's')
    measure(`${stream}, ${words[one]}, speed`, bytes / 1e6 / seconds(one), 'MB/s')
    measure(`${stream}, ${words[one]}, peak memory of all processes`, megabytes(one, ({ allBytes }) => allBytes), 'MB')
    measure(`${stream}, ${words[one]}, peak memory of main and page`, megabytes(one, ({ mainBytes, pageBytes }) => mainBytes + pageBytes), 'MB')
    measure(`${stream}, ${words[one]}, processor time of all processes`, cpuSeconds(one, ({ allMs }) => allMs), 's')
    return [
      words[one], seconds(one).toFixed(2), `${Math.min(...all).toFixed(2)}-${Math.max(...all).toFixed(2)}`, (bytes / 1e6 / seconds(one)).toFixed(1),
      `${(seconds('naive') / seconds(one)).toFixed(2)}x`, `${(seconds('batched') / seconds(one)).toFixed(2)}x`,
      megabytes(one, ({ mainBytes }) => mainBytes).toFixed(0), megabytes(one, ({ pageBytes }) => pageBytes).toFixed(0), megabytes(one, ({ allBytes }) => allBytes).toFixed(0),
      cpuSeconds(one, ({ mainMs }) => mainMs).toFixed(1), cpuSeconds(one, ({ pageMs }) => pageMs).toFixed(1), cpuSeconds(one, ({ allMs }) => allMs).toFixed(1),
    ]
  })
  log(`${stream}, ${(bytes / 1e6).toFixed(1)} MB at 120x40`)
  log(table([['terminal', 's', 'range', 'MB/s', 'speed to (a)', 'speed to (b)', 'main MB', 'page MB', 'all MB', 'main CPU s', 'page CPU s', 'all CPU s'], ...lines]))
}
