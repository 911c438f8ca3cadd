/**
 * Measures the reload of a page with a long history, idle and while its program floods. The times
 * run from navigation, and from the page's script, to the complete screen. The hand-over within it
 * and an empty page's reload are measured as well. After each reload the numbered lines are
 * checked, so that a repeated or lost line shows. VIBEFLOW_BENCH_LINES (100000),
 * VIBEFLOW_BENCH_STARTS (3), VIBEFLOW_BENCH_RELOADS (5 per start), VIBEFLOW_BENCH_ONLY (`rest` or
 * `flood`).
 */
import type {} from '../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { reloadUntouched } from '../support/untouched.ts'

export const name = 'reload'

const reloadParts = {
  shown: 'navigation to whole screen',
  fromScript: "of that from the page's script on",
  handOver: 'of that from the terminal made to its first frame',
  script: "navigation to the page's script: the engine",
  empty: "an empty page's reload, to its end",
} as const

interface Reload extends Readonly<Record<keyof typeof reloadParts, number>> {
  /** Numbered lines that the page had then. */
  readonly kept: number
  /**
   * Lines whose number is not the one before and one, and messages whose offset is not the expected
   * one.
   */
  readonly faults: number
}

const manners = { rest: 'at rest', flood: 'under a flood' } as const

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const lines = setting('VIBEFLOW_BENCH_LINES', 100_000)
  for (const manner of ['rest', 'flood'] as const) {
    if (
      process.env['VIBEFLOW_BENCH_ONLY'] !== undefined &&
      process.env['VIBEFLOW_BENCH_ONLY'] !== manner
    )
      continue
    // the engine has run the page's script only once by the first one
    const [first, later]: [Reload[], Reload[]] = [[], []]
    for (let start = 0; start < setting('VIBEFLOW_BENCH_STARTS', 3); start += 1) {
      const [one, ...more] = await reloads(engine, lines, manner)
      if (one !== undefined) first.push(one)
      later.push(...more)
    }
    const what = `reload at ${lines.toLocaleString('en')} lines, ${manners[manner]}`
    const shown = (Object.keys(reloadParts) as (keyof typeof reloadParts)[]).map((key) => {
      const values = [first, later].flatMap((list) => {
        const ms = list.map((one) => one[key])
        return [median(ms), Math.max(...ms)]
      })
      for (const [index, name] of [
        'first: median',
        'first: most',
        'later: median',
        'later: most',
      ].entries())
        measure(`${what}, ${reloadParts[key]}, ${name}`, values[index] ?? Number.NaN, 'ms')
      return [reloadParts[key], ...values.map((ms) => ms.toFixed(0))]
    })
    log(table([[what, 'first, median ms', 'most ms', 'later, median ms', 'most ms'], ...shown]))
    const all = [...first, ...later]
    const [kept, faults] = [
      Math.min(...all.map((one) => one.kept)),
      all.reduce((sum, one) => sum + one.faults, 0),
    ]
    measure(`${what}, lines kept, least`, kept, 'lines')
    measure(`${what}, doubled or lost`, faults, 'lines')
    log(
      `${all.length} reloads: at least ${kept} lines kept, ${faults} doubled or lost between them`,
    )
  }
}

/** Longer than any reload takes, and than an empty page's, ms. */
const [untouchedMs, emptyMs] = [5_000, 1_000]

/** Enough for 100,000 lines of 120 columns, where the usual limit cuts them off at 42,000. */
const memoryMaxMib = 1_024

async function reloads(
  engine: Bench['engine'],
  lines: number,
  manner: keyof typeof manners,
): Promise<Reload[]> {
  const place = makeFolder()
  const last = lines + 2_000
  const program =
    `seq -f '%.0f a line of a log as long as many are, with some words in it' 1 ` +
    `${manner === 'rest' ? last : 'inf'}; read end`
  const contestant = await startContestant(engine, 'vibeflow', {
    folder: place.folder,
    command: ['sh', '-c', program],
    options: [`scrollback.history_lines=${lines}`, `scrollback.memory_max_mib=${memoryMaxMib}`],
  })
  const empty = await startContestant(engine, 'floor', { folder: place.folder, command: [] })
  try {
    const { page } = contestant
    await page.waitForFunction(
      (last) => window.vibeflowTest!.screen().some((row) => Number.parseInt(row, 10) >= last),
      last,
      { polling: 200, timeout: 120_000 },
    )
    await page.waitForFunction((lines) => window.vibeflowTest!.position().bottom === lines, lines)
    await page.waitForTimeout(untouchedMs) // two apps have just started
    const all: Reload[] = []
    while (all.length < setting('VIBEFLOW_BENCH_RELOADS', 5)) {
      await reloadUntouched(page, untouchedMs)
      await page.waitForFunction(
        () =>
          (window.vibeflowTest?.tabs().length ?? 0) > 0 && window.vibeflowTest!.laidOut() !== null,
      )
      const { began, done, script } = await page.evaluate(() => ({
        ...window.vibeflowTest!.laidOut()!,
        script: performance.getEntriesByName('vibeflow: script')[0]!.startTime,
      }))
      const whole = await lookAtLines(page)
      await reloadUntouched(empty.page, emptyMs)
      const bare = await empty.page.evaluate(
        () => performance.getEntriesByType('navigation')[0]!.toJSON().domInteractive as number,
      ) // PerformanceNavigationTiming
      all.push({
        shown: done,
        fromScript: done - script,
        script,
        handOver: done - began,
        empty: bare,
        ...whole,
      })
    }
    return all
  } finally {
    await empty.close()
    await contestant.close()
    place.remove()
  }
}

/**
 * The last row may be half a line, and the first one is where the history starts. Rows may be on
 * their way. The existing rows are as far apart as their numbers.
 */
function lookAtLines(page: Page): Promise<{ kept: number; faults: number }> {
  return page.evaluate(() => {
    const rows = window.vibeflowTest!.scrollback()
    const lines = rows.flatMap((row, at) =>
      row.endsWith('in it') ? [{ at, number: Number.parseInt(row, 10) }] : [],
    )
    return {
      kept: rows.length,
      faults: lines.filter(
        ({ at, number }, index) =>
          index > 0 && number - lines[index - 1]!.number !== at - lines[index - 1]!.at,
      ).length,
    }
  })
}
