/**
 * Measures memory of all processes with tabs full of lines, compared with an empty page on the same
 * engine in the same run: the cost of a tab beyond the engine. Each tab prints full lines of 120
 * columns until its history is full. All of them reach the page while the tab is visible. Then the
 * tab is idle, and all tabs except the last one are hidden. The programs in the tabs are not
 * included; memory pages that processes share count once. VIBEFLOW_BENCH_TABS (1,10,60),
 * VIBEFLOW_BENCH_LINES (10000), VIBEFLOW_BENCH_IDLE_S (20).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './parts/bench.ts'
import { columns, makeFolder, rows, startContestant, type Contestant } from './parts/contestants.ts'
import { setting, table } from './parts/numbers.ts'
import { commandLine, proportionalBytes, terminalTree } from './parts/processes.ts'
import { streamPeriod } from './parts/streams.ts'

export const name = 'memory'

interface Sizes {
  readonly all: number
  readonly main: number
  readonly pages: number
  readonly graphics: number
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const counts = (process.env['VIBEFLOW_BENCH_TABS'] ?? '1,10,60').split(',').map(Number)
  const lines = setting('VIBEFLOW_BENCH_LINES', 10_000)
  const shown: string[][] = []
  const note = (what: string, sizes: Sizes, aTab: number | null) => {
    for (const part of ['all', 'main', 'pages', 'graphics'] as const)
      measure(`${what}, ${part}`, sizes[part] / 1e6, 'MB')
    if (aTab !== null) measure(`${what}, a tab above the engine`, aTab / 1e6, 'MB')
    shown.push([
      what,
      ...[sizes.all, sizes.main, sizes.pages, sizes.graphics].map((bytes) =>
        (bytes / 1e6).toFixed(0),
      ),
      aTab === null ? '' : (aTab / 1e6).toFixed(1),
    ])
  }
  const place = makeFolder()
  const file = join(place.folder, 'lines')
  writeFileSync(file, fullLines(lines + rows))
  try {
    const floor = await measured(
      await startContestant(engine, 'floor', { folder: place.folder, command: [] }),
      (empty) => sizesOf(empty),
    )
    note('the engine with an empty page', floor, null)
    const bare = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: ['sh', '-c', 'read end'],
    })
    const first = await measured(bare, sizesOf)
    note('a tab without output', first, first.all - floor.all)
    const printing = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: ['sh', '-c', 'cat "$0"; read end', file],
      options: [`scrollback.history_lines=${lines}`],
    })
    await measured(printing, async (contestant) => {
      const { page } = contestant
      /**
       * The active tab has printed everything, and all of it has reached the page. A hidden tab's
       * page receives nothing.
       */
      const full = (): Promise<unknown> =>
        page.waitForFunction(
          (lines) =>
            window.vibeflowTest!.tabs().length > 0 &&
            window.vibeflowTest!.position().bottom === lines &&
            window.vibeflowTest!.stats().idle,
          lines,
          { polling: 50, timeout: 60_000 },
        )
      for (const count of counts) {
        for (
          let open = await page.evaluate(() => window.vibeflowTest!.tabs().length);
          open < count;
          open += 1
        ) {
          await page.evaluate(() => window.vibeflowTest!.act('duplicate_tab'))
          await page.waitForFunction(
            (wanted) => window.vibeflowTest!.tabs().length === wanted,
            open + 1,
          )
          await full()
        }
        await full()
        const sizes = await sizesOf(contestant)
        note(
          `${count} ${count === 1 ? 'tab' : 'tabs'} of ${lines.toLocaleString('en')} lines`,
          sizes,
          (sizes.all - floor.all) / count,
        )
      }
    })
  } finally {
    place.remove()
  }
  log(
    table([
      ['PSS', 'all MB', 'main MB', 'pages MB', 'graphics MB', 'a tab above the engine, MB'],
      ...shown,
    ]),
  )
}

/** Text of a log, cut into lines that fill their rows. */
function fullLines(count: number): string {
  const text = Buffer.from(streamPeriod('ascii')).toString().replaceAll('\r\n', ' ')
  const cut = Array.from({ length: Math.floor(text.length / columns) }, (_, line) =>
    text.slice(line * columns, (line + 1) * columns),
  )
  return Array.from({ length: count }, (_, line) => `${cut[line % cut.length]}\r\n`).join('')
}

async function measured<T>(
  contestant: Contestant,
  measure: (contestant: Contestant) => Promise<T>,
): Promise<T> {
  try {
    return await measure(contestant)
  } finally {
    await contestant.close()
  }
}

/** After a rest: the engine gives memory back late. */
async function sizesOf({ page, pid }: Contestant): Promise<Sizes> {
  await page.waitForTimeout(setting('VIBEFLOW_BENCH_IDLE_S', 20) * 1_000)
  const all = terminalTree(pid).map((one) => ({
    pid: one,
    type: /--type=([\w-]+)/.exec(commandLine(one))?.[1],
    bytes: proportionalBytes(one),
  }))
  const sum = (wanted: (one: (typeof all)[number]) => boolean) =>
    all.filter(wanted).reduce((bytes, one) => bytes + one.bytes, 0)
  return {
    all: sum(() => true),
    main: sum((one) => one.pid === pid),
    pages: sum(({ type }) => type === 'renderer'),
    graphics: sum(({ type }) => type === 'gpu-process'),
  }
}
