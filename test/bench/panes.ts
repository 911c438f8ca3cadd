/**
 * Measures the cost of four visible panes compared with one, in one run and in turns. The first
 * figure is seconds from Enter to the frame after the last byte of a stream: in a pane whose
 * neighbors are idle at their prompts, and in the only pane. The second is milliseconds from a key
 * to its echo: in a pane next to one flooding with `yes`, and in an idle only pane. A pane of four
 * has a quarter of the window, so the stream wraps more often there. VIBEFLOW_BENCH_MB (24),
 * VIBEFLOW_BENCH_KEYS (60), VIBEFLOW_BENCH_ROUNDS (3).
 */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant, type Contestant } from './parts/contestants.ts'
import { floodInPane, openReader, press, watchKeys } from './parts/keys.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import { writeStream } from './parts/streams.ts'

export const name = 'panes'

/**
 * At the upper left of the screen once a stream is over, as bytes for `printf`; in no stream. The
 * first time brings letters and code up to speed, and does not count.
 */
const marks = { Ψ: '\\316\\250', Ω: '\\316\\251' } as const

const [one, four] = ['1 pane', '4 panes'] as const

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const keys = setting('VIBEFLOW_BENCH_KEYS', 60)
  const rounds = setting('VIBEFLOW_BENCH_ROUNDS', 3)
  const place = makeFolder()
  const all: Contestant[] = []
  const bytes = writeStream(
    'coloured',
    setting('VIBEFLOW_BENCH_MB', 24) * 1_000_000,
    join(place.folder, 'stream'),
  )
  const seconds = new Map<string, number[]>([one, four].map((way) => [way, []]))
  const latency = new Map<string, number[]>([one, four].map((way) => [way, []]))
  const within = async (use: (page: Page) => Promise<void>) => {
    const contestant = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: [],
    })
    all.push(contestant)
    await watchKeys(contestant.page)
    await contestant.page.waitForFunction(() =>
      window.vibeflowTest!.screen().join('\n').includes('ready$'),
    )
    await use(contestant.page)
    await contestant.close()
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      await within(async (page) => {
        seconds.get(one)?.push(await streamed(page))
        await openReader(page)
        latency.get(one)?.push(...(await press(page, keys)))
      })
      await within(async (page) => {
        await floodInPane(page, 'true')
        seconds.get(four)?.push(await streamed(page))
      })
      await within(async (page) => {
        await openReader(page)
        await floodInPane(page, 'yes')
        latency.get(four)?.push(...(await press(page, keys)))
      })
    }
    const rows = [one, four].map((way) => {
      const [taken, echoes] = [median(seconds.get(way) ?? []), latency.get(way) ?? []]
      measure(`${way}, speed`, bytes / 1e6 / taken, 'MB/s')
      measure(`${way}, key to frame, median`, median(echoes), 'ms')
      measure(`${way}, key to frame, p95`, percentile(echoes, 0.95), 'ms')
      return [
        way,
        taken.toFixed(2),
        (bytes / 1e6 / taken).toFixed(1),
        (taken / median(seconds.get(one) ?? [])).toFixed(2),
        median(echoes).toFixed(1),
        percentile(echoes, 0.95).toFixed(1),
      ]
    })
    log(table([['in view', 's', 'MB/s', 'time to 1 pane', 'echo ms', 'echo p95 ms'], ...rows]))
  } finally {
    // those of a run that broke off
    await Promise.all(all.map((contestant) => contestant.close().catch(() => undefined)))
    place.remove()
  }
}

/** Seconds that the pane with the keyboard takes for the stream, from Enter to the picture. */
async function streamed(page: Page): Promise<number> {
  await once(page, 'Ψ')
  return once(page, 'Ω')
}

async function once(page: Page, mark: keyof typeof marks): Promise<number> {
  await page.keyboard.type(`clear; cat stream; printf '\\033[2J\\033[H${marks[mark]}'`)
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let began = 0
        window.addEventListener('keydown', ({ timeStamp }) => (began = timeStamp), {
          capture: true,
          once: true,
        })
        const look = () => {
          if (window.vibeflowTest!.cell(0, 0) === wanted)
            requestAnimationFrame(() => resolve((performance.now() - began) / 1_000))
          else requestAnimationFrame(look)
        }
        look()
      }),
    mark,
  )
  await page.keyboard.press('Enter')
  return shown
}
