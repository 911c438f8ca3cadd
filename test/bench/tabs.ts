/**
 * What open tabs cost when nothing happens: processor time and memory with 1, 10 and 60 of them,
 * each with a shell at its prompt. VIBEFLOW_BENCH_TABS (1,10,60), VIBEFLOW_BENCH_IDLE_S (30).
 */
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { setting, table } from './parts/numbers.ts'
import {
  commandLine,
  proportionalBytes,
  residentBytes,
  scheduledMs,
  tree,
} from './parts/processes.ts'

export const name = 'tabs'

/**
 * The cursor stops blinking 15 s after the last key, and tabs count the seconds of their state for
 * a minute: only then is nothing drawn.
 */
const settleMs = 65_000

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const counts = (process.env['VIBEFLOW_BENCH_TABS'] ?? '1,10,60').split(',').map(Number)
  const idleMs = setting('VIBEFLOW_BENCH_IDLE_S', 30) * 1_000
  const place = makeFolder()
  const rows: string[][] = []
  const ours = await startContestant(engine, 'vibeflow', { folder: place.folder, command: [] })
  try {
    for (const count of counts) {
      let open = await ours.page.evaluate(() => window.vibeflowTest!.tabs().length)
      for (; open < count; open += 1) {
        await ours.page.keyboard.press('Control+Shift+T')
        await ours.page.waitForFunction(
          (wanted) => window.vibeflowTest!.tabs().length === wanted,
          open + 1,
        )
      }
      await ours.page.waitForFunction(() =>
        window
          .vibeflowTest!.tabs()
          .every(({ id }) => window.vibeflowTest!.screen(id).join('\n').includes('ready$')),
      )
      await ours.page.waitForTimeout(settleMs)
      const all = tree(ours.pid)
      const app = all.filter((pid) => !commandLine(pid).startsWith('/bin/bash'))
      const page = Math.max(
        ...app.filter((pid) => commandLine(pid).includes('--type=renderer')).map(residentBytes),
      )
      const groups = {
        all,
        main: [ours.pid],
        page: app.filter((pid) => commandLine(pid).includes('--type=renderer')),
      }
      const spent = {
        all: scheduledMs(groups.all),
        main: scheduledMs(groups.main),
        page: scheduledMs(groups.page),
      }
      const began = performance.now()
      await ours.page.waitForTimeout(idleMs)
      const share = (group: keyof typeof groups) =>
        ((scheduledMs(groups[group]) - spent[group]) / (performance.now() - began)) * 100
      const [shareOfAll, shareOfMain, shareOfPage] = [share('all'), share('main'), share('page')]
      const proportional = app.reduce((sum, pid) => sum + proportionalBytes(pid), 0)
      measure(`${count} tabs, idle, all processes`, shareOfAll, '% of one core')
      measure(`${count} tabs, idle, main process`, shareOfMain, '% of one core')
      measure(`${count} tabs, idle, pages`, shareOfPage, '% of one core')
      measure(`${count} tabs, main process`, residentBytes(ours.pid) / 1e6, 'MB')
      measure(`${count} tabs, page`, page / 1e6, 'MB')
      measure(
        `${count} tabs, all processes but the shells, shared pages counted once`,
        proportional / 1e6,
        'MB',
      )
      rows.push([
        String(count),
        shareOfAll.toFixed(2),
        shareOfMain.toFixed(2),
        shareOfPage.toFixed(2),
        (residentBytes(ours.pid) / 1e6).toFixed(0),
        (page / 1e6).toFixed(0),
        (proportional / 1e6).toFixed(0),
      ])
    }
    log(
      table([
        [
          'tabs',
          'idle, % of one core',
          'of it main',
          'of it pages',
          'main MB',
          'page MB',
          'all MB (shared once)',
        ],
        ...rows,
      ]),
    )
  } finally {
    await ours.close()
    place.remove()
  }
}
