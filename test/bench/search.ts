/**
 * Measures search in 100,000 lines of scrollback. The first figures are milliseconds from the last
 * key to the first visible match, and the time in which the page was too busy for a key. The match
 * is the oldest line, so all others are searched before it. Three searches run: a text, a pattern
 * that goes through the worker, and a text typed into a bar that has just been opened, when the
 * page knows nothing of the history yet. The last figures are how late keys are taken and shown
 * during continuous searches, compared with the same keys without a search. VIBEFLOW_BENCH_LINES
 * (100000), VIBEFLOW_BENCH_SEARCHES (9), VIBEFLOW_BENCH_KEYS (60), VIBEFLOW_BENCH_ONLY=keys or
 * matches.
 */
import type { Page } from '@playwright/test'
import { searchDelayMs } from '../../src/renderer/features/find/limits.ts'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant } from './parts/contestants.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import {
  columns,
  keysToBar,
  keysToTerminal,
  type KeyTimes,
  type Meanwhile,
} from './parts/search-keys.ts'

export const name = 'search'

const ways = {
  'text, oldest line': ['needle-first', false],
  'text, nowhere before the oldest line, common letters': ['output of line 1 first', false],
  'pattern, oldest line': ['ne+dle-f[a-z]+', true],
  'text, bar just opened': ['needle-first', false],
} as const

/**
 * Searches while keys go to the terminal. The second pattern has no letter that each match must
 * contain, so every line is read and tried.
 */
const meanwhiles: Readonly<Record<string, Meanwhile>> = {
  'no search': null,
  'bar open, no search': 'open',
  'text searched': { texts: ['needle-nowhere', 'needle-somewhere'], regex: false },
  'pattern searched': { texts: ['[xyz]\\d[xyz]q', '[xyz]\\d[xyz]w'], regex: true },
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const lines = setting('VIBEFLOW_BENCH_LINES', 100_000)
  const searches = setting('VIBEFLOW_BENCH_SEARCHES', 9)
  const place = makeFolder()
  const ours = await startContestant(engine, 'vibeflow', { folder: place.folder, command: [] })
  const { page } = ours
  try {
    await page.waitForFunction(() => window.vibeflowTest!.screen().join('\n').includes('ready$'))
    await page.evaluate(
      (lines) =>
        window.vibeflowTest!.options({
          scrollback: { history_lines: lines, memory_max_mib: 1_024 },
        }),
      lines + 100,
    )
    await page.keyboard.type(
      'clear; echo "ordinary output of line 1 first, needle-first"; seq -f "ordinary output ' +
        `of line %g of a build, src/core/file.ts:12:7 fine" 2 ${lines}; echo e"n"d\n`,
    )
    await page.waitForFunction(
      () => window.vibeflowTest!.screen().includes('end') && window.vibeflowTest!.stats().idle,
      undefined,
      { timeout: 120_000 },
    )
    const only = process.env['VIBEFLOW_BENCH_ONLY']
    if (only !== 'matches') await measureKeys(page, { log, measure })
    if (only === 'keys') return
    await page.keyboard.press('Control+Shift+F')
    const rows: string[][] = []
    for (const [way, [text, regex]] of Object.entries(ways)) {
      const all: { readonly matchMs: number; readonly blockedMs: number }[] = []
      for (let round = 0; round < searches; round += 1) {
        if (way === 'text, bar just opened') await reopen(page)
        all.push(await search(page, text, regex, way === 'text, bar just opened' ? 0 : 400))
      }
      const match = median(all.map(({ matchMs }) => matchMs))
      const blocked = Math.max(...all.map(({ blockedMs }) => blockedMs))
      measure(`${way}, key to first match, median`, match, 'ms')
      measure(`${way}, without the wait after the key, median`, match - searchDelayMs, 'ms')
      measure(`${way}, page not free, longest`, blocked, 'ms')
      rows.push([
        way,
        match.toFixed(0),
        (match - searchDelayMs).toFixed(0),
        blocked.toFixed(1),
        String(all.length),
      ])
    }
    const task = await longestTask(page, async () => {
      for (const [text, regex] of Object.values(ways)) await search(page, text, regex, 200)
    })
    measure('longest task of the page, processor time', task, 'ms')
    log(
      `longest task of the page while these are searched for once more: ${task.toFixed(1)} ` +
        'ms of processor time',
    )
    const { longestTurnMs } = await page.evaluate(() => window.vibeflowTest!.finding())
    measure('longest turn of a search', longestTurnMs, 'ms')
    log(
      table([
        [
          `${lines} lines`,
          'key to first match ms',
          `of it searching (after ${searchDelayMs} ms)`,
          'page not free, longest ms',
          'searches',
        ],
        ...rows,
      ]),
    )
    log(`longest turn ${longestTurnMs.toFixed(1)} ms`)
  } finally {
    await ours.close()
    place.remove()
  }
}

async function measureKeys(
  page: Page,
  { log, measure }: Pick<Bench, 'log' | 'measure'>,
): Promise<void> {
  const keys = setting('VIBEFLOW_BENCH_KEYS', 60)
  const rows: string[][] = []
  const note = (
    way: string,
    { taken, shown, searches }: KeyTimes & { readonly searches?: number },
  ): void => {
    measure(`keys, ${way}, taken after, p95`, percentile(taken, 0.95), 'ms')
    measure(`keys, ${way}, taken after, longest`, Math.max(0, ...taken), 'ms')
    measure(`keys, ${way}, shown after, median`, median(shown), 'ms')
    measure(`keys, ${way}, shown after, p95`, percentile(shown, 0.95), 'ms')
    rows.push([
      way,
      ...columns(taken),
      ...columns(shown),
      String(shown.length),
      String(searches ?? ''),
    ])
  }
  await page.keyboard.type('cat\n')
  await page.waitForTimeout(500)
  for (const [way, meanwhile] of Object.entries(meanwhiles))
    note(`terminal, ${way}`, await keysToTerminal(page, keys, meanwhile))
  note('find bar, each key a search', await keysToBar(page, keys))
  // The same bar over a tab without a history.
  await page.keyboard.press('Control+Shift+T')
  await page.waitForFunction(
    () =>
      window.vibeflowTest!.tabs().length === 2 &&
      window.vibeflowTest!.screen().join('\n').includes('ready$'),
  )
  note('find bar, nothing to search', await keysToBar(page, keys))
  await page.keyboard.press('Alt+1')
  await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.active === true)
  await page.keyboard.press('Control+C')
  log(
    table([
      [
        'keys',
        'taken: median ms',
        'p95',
        'longest',
        'shown: median ms',
        'p95',
        'longest',
        'keys',
        'searches',
      ],
      ...rows,
    ]),
  )
}

/**
 * Returns the longest task of the page's main thread during `act`, in CPU time, from the engine's
 * trace. Time that other programs take does not count.
 */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: {
    readonly name: string
    readonly pid: number
    readonly tid: number
    readonly tdur?: number
  }[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as typeof events))
  })
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
      ],
    },
  })
  await page.evaluate(() => performance.mark('here'))
  await act()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mark = events.find(({ name }) => name === 'here')
  return Math.max(
    0,
    ...events
      .filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid)
      .map(({ tdur }) => (tdur ?? 0) / 1_000),
  )
}

/** Closes the bar, which forgets what was learned, and opens it without a text. */
async function reopen(page: Page): Promise<void> {
  await page.locator('.find-field').fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+F')
  await page.locator('.find-field').waitFor()
}

/**
 * Puts a text into the field as a key does, and watches for the match and for gaps between the
 * page's tasks.
 */
function search(
  page: Page,
  text: string,
  regex: boolean,
  restMs: number,
): Promise<{ matchMs: number; blockedMs: number }> {
  return page.evaluate(
    async ([text, regex, restMs]) => {
      const field = document.querySelector<HTMLInputElement>('.find-field')!
      const type = (value: string): void => {
        field.value = value
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      const pattern = [...document.querySelectorAll<HTMLButtonElement>('.find-choice')].find(
        ({ textContent }) => textContent === '.*',
      )!
      if ((pattern.getAttribute('aria-pressed') === 'true') !== regex) pattern.click()
      type('')
      await new Promise((resolve) => {
        setTimeout(resolve, restMs)
      })
      const began = performance.now()
      let last = began
      let blockedMs = 0
      type(text)
      return new Promise<{ matchMs: number; blockedMs: number }>((resolve) => {
        // The timer takes nothing from the search, and is due every 4 ms, which is not counted as
        // blocked.
        const look = (): void => {
          const now = performance.now()
          blockedMs = Math.max(blockedMs, now - last - 4)
          last = now
          if (window.vibeflowTest!.finding().current !== null || now - began > 20_000)
            resolve({ matchMs: now - began, blockedMs })
          else setTimeout(look, 0)
        }
        setTimeout(look, 0)
      })
    },
    [text, regex, restMs] as const,
  )
}
