/**
 * Measures the running app while a tab floods it with one kind of report after the other: key press
 * to frame in another tab, the time of `vibeflow ls` as a separate process, memory of main. Each
 * flood is a file of 4 MiB, printed again and again while keys are pressed. VIBEFLOW_BENCH_KEYS
 * (30) per flood, VIBEFLOW_BENCH_MIB (4), VIBEFLOW_BENCH_ONLY: floods whose names contain one of
 * these words, separated by `,`.
 */
import { execFile } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flood, reportFloods } from '../support/report-floods.ts'
import type { Bench } from './parts/bench.ts'
import { environment, makeFolder, startContestant } from './parts/contestants.ts'
import { openReader, press, watchKeys } from './parts/keys.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import { cpuMs, residentBytes } from './parts/processes.ts'

export const name = 'freezing'

const bin = join(import.meta.dirname, '../../src/cli/bin/vibeflow.mjs')

/** Shows the file that `go` names as long as there is a `go`. */
const script = 'cd "$1"; while :; do if [ -e go ]; then cat "$(cat go)"; else sleep 0.05; fi; done'

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const keys = setting('VIBEFLOW_BENCH_KEYS', 30)
  const bytes = setting('VIBEFLOW_BENCH_MIB', 4) * 1_048_576
  const only = (process.env['VIBEFLOW_BENCH_ONLY'] ?? '').split(',')
  const place = makeFolder()
  const ours = await startContestant(engine, 'vibeflow', { folder: place.folder, command: [] })
  const { page, pid } = ours
  const rows: string[][] = []
  try {
    writeFileSync(join(place.folder, 'flood.sh'), script)
    await watchKeys(page)
    await openReader(page)
    await page.keyboard.press('Control+Shift+T')
    await page.waitForFunction(
      () =>
        window.vibeflowTest!.tabs().length === 2 &&
        window.vibeflowTest!.screen().join('\n').includes('ready$'),
    )
    await page.keyboard.type(`sh ${join(place.folder, 'flood.sh')} ${place.folder}\n`)
    await page.waitForTimeout(500)
    await page.keyboard.press('Alt+1')
    await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.active === true)
    await page.waitForTimeout(500)
    const first = residentBytes(pid)
    const note = async (what: string) => {
      const [began, spent] = [performance.now(), cpuMs([pid])]
      const asked = lsMs(place.folder)
      const times = await press(page, keys)
      const ls = await asked
      const share = ((cpuMs([pid]) - spent) / (performance.now() - began)) * 100
      measure(`${what}, median`, median(times), 'ms')
      measure(`${what}, p95`, percentile(times, 0.95), 'ms')
      measure(`${what}, ls`, ls, 'ms')
      measure(`${what}, main`, residentBytes(pid) / 1e6, 'MB')
      rows.push([
        what,
        median(times).toFixed(1),
        percentile(times, 0.95).toFixed(1),
        ls.toFixed(0),
        share.toFixed(0),
        (residentBytes(pid) / 1e6).toFixed(0),
      ])
    }
    measure('ls, the first of all: nothing of it is kept yet', await lsMs(place.folder), 'ms')
    await note('no flood')
    for (const kind of Object.keys(reportFloods).filter((one) =>
      only.some((word) => one.includes(word)),
    )) {
      writeFileSync(join(place.folder, 'flood'), flood(kind, bytes).bytes)
      writeFileSync(join(place.folder, 'soon'), 'flood')
      renameSync(join(place.folder, 'soon'), join(place.folder, 'go'))
      await page.waitForTimeout(300)
      await note(kind)
      rmSync(join(place.folder, 'go'))
      await page.waitForTimeout(500)
    }
    await page.waitForTimeout(5_000)
    await note('no flood, afterwards')
    measure('main, more than at first', (residentBytes(pid) - first) / 1e6, 'MB')
    log(
      table([
        [
          'key to frame in another tab',
          'median ms',
          'p95 ms',
          'ls ms',
          'main, % of one core',
          'main MB',
        ],
        ...rows,
      ]),
    )
  } finally {
    await ours.close()
    place.remove()
  }
}

/** From the start of a process of its own to its end. */
async function lsMs(folder: string): Promise<number> {
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [bin, 'ls'], { env: environment(folder) }, (error, out) => {
      if (error === null && !out.includes('unresponsive')) resolve()
      else reject(error ?? new Error(out))
    })
  })
  return performance.now() - began
}
