/**
 * Measures the cost of idle tabs: CPU time and memory with 1, 10 and 60 of them, each with a shell
 * at its prompt. The last number of shells is also measured with four panes per tab, in a window of
 * the same size. VIBEFLOW_BENCH_TABS (1,10,60), VIBEFLOW_BENCH_IDLE_S (30).
 */
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant, type Contestant } from './parts/contestants.ts'
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

const panesOfTab = 4

interface Part {
  readonly what: string
  /** Shells in all. */
  readonly count: number
  readonly action: (open: number) => 'new_tab' | 'split_right' | 'split_down'
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const counts = (process.env['VIBEFLOW_BENCH_TABS'] ?? '1,10,60').split(',').map(Number)
  const idleMs = setting('VIBEFLOW_BENCH_IDLE_S', 30) * 1_000
  const last = counts.at(-1) ?? 0
  const tabs = counts.map(
    (count): Part => ({
      ...{ what: `${count} tabs`, count, action: () => 'new_tab' },
    }),
  )
  const panes: Part = {
    ...{ what: `${last} panes in ${Math.ceil(last / panesOfTab)} tabs`, count: last },
    action: (open) =>
      open % panesOfTab === 0 ? 'new_tab' : open % 2 === 0 ? 'split_down' : 'split_right',
  }
  const rows: string[][] = []
  for (const parts of last > panesOfTab ? [tabs, [panes]] : [tabs]) {
    const place = makeFolder()
    const ours = await startContestant(engine, 'vibeflow', { folder: place.folder, command: [] })
    try {
      for (const part of parts) {
        await openAll(ours, part)
        await ours.page.waitForTimeout(settleMs)
        rows.push([part.what, ...(await costs(ours, idleMs, part.what, measure))])
      }
    } finally {
      await ours.close()
      place.remove()
    }
  }
  log(
    table([
      [
        'open',
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
}

/** Until there are as many, each at its prompt. */
async function openAll({ page }: Contestant, { count, action }: Part): Promise<void> {
  let open = await page.evaluate(() => window.vibeflowTest!.tabs().length)
  for (; open < count; open += 1) {
    await page.evaluate((name) => window.vibeflowTest!.act(name), action(open))
    await page.waitForFunction(
      (wanted) =>
        window.vibeflowTest!.tabs().length === wanted &&
        window.vibeflowTest!.screen().join('\n').includes('ready$'),
      open + 1,
    )
  }
}

/** @returns the columns of the table */
async function costs(
  ours: Contestant,
  idleMs: number,
  what: string,
  measure: Bench['measure'],
): Promise<string[]> {
  const all = tree(ours.pid)
  const app = all.filter((pid) => !commandLine(pid).startsWith('/bin/bash'))
  const pages = app.filter((pid) => commandLine(pid).includes('--type=renderer'))
  const page = Math.max(...pages.map(residentBytes))
  const groups = { all, main: [ours.pid], page: pages }
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
  measure(`${what}, idle, all processes`, shareOfAll, '% of one core')
  measure(`${what}, idle, main process`, shareOfMain, '% of one core')
  measure(`${what}, idle, pages`, shareOfPage, '% of one core')
  measure(`${what}, main process`, residentBytes(ours.pid) / 1e6, 'MB')
  measure(`${what}, page`, page / 1e6, 'MB')
  measure(
    `${what}, all processes but the shells, shared pages counted once`,
    proportional / 1e6,
    'MB',
  )
  return [
    shareOfAll.toFixed(2),
    shareOfMain.toFixed(2),
    shareOfPage.toFixed(2),
    (residentBytes(ours.pid) / 1e6).toFixed(0),
    (page / 1e6).toFixed(0),
    (proportional / 1e6).toFixed(0),
  ]
}
