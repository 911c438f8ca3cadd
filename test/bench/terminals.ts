/**
 * Compares vibeflow with other terminals that Debian packages: time from the start to the first
 * reply of the terminal, and memory of all processes except the shells with 1, 10 and 60 tabs. A
 * terminal without tabs has as many windows. Terminals that are not installed are skipped (apt-get
 * install xterm kitty alacritty zutty cool-retro-term). These are all terminals of Debian 12 that
 * draw with the graphics card under X11; it has none on Electron. vibeflow is measured as `npm
 * start` runs it and, if `npm run package` has made one, as an AppImage.
 *
 * VIBEFLOW_BENCH_REPEATS (3), VIBEFLOW_BENCH_TABS (1,10,60), VIBEFLOW_BENCH_ONLY (names, separated
 * by commas). VIBEFLOW_BENCH_DROP_CACHES=1, as root: before each cold start the kernel drops its
 * file caches.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startDisplay } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { commandLine, proportionalBytes, tree } from './parts/processes.ts'
import {
  asksForCursor,
  startUntilOutput,
  timeToOutput,
  type Running,
} from './parts/time-to-output.ts'

export const name = 'terminals'

const root = resolve(import.meta.dirname, '../..')

interface Terminal {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /**
   * How a further tab or window is opened while the first one runs; null: by starting the program
   * again.
   */
  readonly another: { readonly program: string; readonly args: readonly string[] } | null
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const display = await startDisplay()
  if (display === null) {
    log('Xvfb is not installed, left out')
    return
  }
  const more = { DISPLAY: display.name }
  const counts = (process.env['VIBEFLOW_BENCH_TABS'] ?? '1,10,60').split(',').map(Number)
  const rows: string[][] = []
  try {
    for (const terminal of terminals(engine, log)) {
      const times = await startTimes(terminal, more)
      const memory = await memoryOf(terminal, counts, more)
      for (const heat of ['cold', 'warm'] as const)
        measure(`${terminal.name}, ${heat} start`, median(times[heat]), 'ms')
      for (const [index, count] of counts.entries())
        measure(`${terminal.name}, ${count} open`, (memory[index] ?? Number.NaN) / 1e6, 'MB')
      rows.push([
        terminal.name,
        ...(['cold', 'warm'] as const).map(
          (heat) =>
            `${median(times[heat]).toFixed(0)} (${Math.min(...times[heat]).toFixed(0)}-` +
            `${Math.max(...times[heat]).toFixed(0)})`,
        ),
        ...memory.map((bytes) => (bytes / 1e6).toFixed(0)),
      ])
    }
  } finally {
    display.stop()
  }
  log(
    table([
      [
        'terminal',
        'cold ms (range)',
        'warm ms (range)',
        ...counts.map((count) => `${count} open, MB`),
      ],
      ...rows,
    ]),
  )
}

function terminals(engine: Bench['engine'], log: Bench['log']): Terminal[] {
  const release = join(root, 'artifacts/release')
  const appImage = existsSync(release)
    ? readdirSync(release).find((file) => file.endsWith('.AppImage'))
    : undefined
  if (appImage === undefined)
    log('no AppImage in artifacts/release (npm run package -- appimage), left out')
  const own = (name: string, program: string, before: readonly string[]): Terminal => ({
    name,
    program,
    args: [...before, '-e'],
    another: {
      program: process.execPath,
      args: [join(root, 'src/cli/bin/vibeflow.mjs'), 'new', '-e'],
    },
  })
  const other = (
    program: string,
    args: readonly string[],
    another: readonly string[] | null = null,
  ): Terminal[] => {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0)
      return [
        {
          name: program,
          program,
          args,
          another: another === null ? null : { program, args: another },
        },
      ]
    log(`${program} is not installed, left out`)
    return []
  }
  const only = process.env['VIBEFLOW_BENCH_ONLY']?.split(',')
  const all = [
    own(`vibeflow, ${engine.engine}`, engine.electron, ['--', engine.app]),
    ...(appImage === undefined ? [] : [own('vibeflow, AppImage', join(release, appImage), [])]),
    ...other('xterm', ['-e']),
    ...other('alacritty', ['-e'], ['msg', 'create-window', '-e']),
    ...other('kitty', ['--single-instance'], ['--single-instance']),
    ...other('zutty', ['-font', 'DejaVuSansMono', '-e']),
    ...other('cool-retro-term', ['-e']),
  ]
  return all.filter(({ name }) => only?.includes(name.replace(/^vibeflow, /, '')) ?? true)
}

async function startTimes(
  { program, args }: Terminal,
  more: Readonly<Record<string, string>>,
): Promise<Record<'cold' | 'warm', number[]>> {
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
  for (let repeat = 0; repeat < setting('VIBEFLOW_BENCH_REPEATS', 3); repeat += 1) {
    const place = makeFolder()
    try {
      for (const heat of ['cold', 'warm'] as const) {
        if (heat === 'cold' && process.env['VIBEFLOW_BENCH_DROP_CACHES'] === '1') {
          spawnSync('sync')
          writeFileSync('/proc/sys/vm/drop_caches', '3')
        }
        const shown = join(place.folder, 'shown')
        times[heat].push(
          await timeToOutput({
            program,
            args: [...args, ...asksForCursor(shown)],
            folder: place.folder,
            shown,
            more,
          }),
        )
      }
    } finally {
      place.remove()
    }
  }
  return times
}

/** Bytes with each count open, shared pages counted once. */
async function memoryOf(
  terminal: Terminal,
  counts: readonly number[],
  more: Readonly<Record<string, string>>,
): Promise<number[]> {
  const place = makeFolder()
  const running: Running[] = []
  const start = (program: string, args: readonly string[]) => {
    const shown = join(place.folder, `shown-${running.length}`)
    return startUntilOutput({
      program,
      args: [...args, ...asksForCursor(shown)],
      folder: place.folder,
      shown,
      more,
    })
  }
  try {
    const sizes: number[] = []
    for (const count of counts) {
      while (running.length < count) {
        const { program, args } =
          running.length === 0 || terminal.another === null ? terminal : terminal.another
        running.push(await start(program, args))
      }
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      sizes.push(
        processesOf(terminal, place.folder, running).reduce(
          (sum, pid) => sum + proportionalBytes(pid),
          0,
        ),
      )
    }
    return sizes
  } finally {
    for (const one of running.toReversed()) await one.end()
    place.remove()
  }
}

/**
 * Returns the started processes, and other processes that run the terminal in this home (such as
 * the process that serves an AppImage's files), without the programs inside.
 */
function processesOf({ program }: Terminal, folder: string, running: readonly Running[]): number[] {
  const started = running.flatMap(({ child }) =>
    child.exitCode === null && child.pid !== undefined ? tree(child.pid) : [],
  )
  const serving = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/exe`) === program &&
          readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${folder}\0`)
        )
      } catch {
        return false // gone, or another user's
      }
    })
  return [...new Set([...started, ...serving])].filter(
    (pid) => !/^(?:sh|sleep|head|date|stty) /.test(commandLine(pid)),
  )
}
