/**
 * Milliseconds from the byte that ends a state frame, as the page receives it from the program's
 * clock, to the stripe's change, while N tabs each report five times a second.
 * VIBEFLOW_BENCH_STRIPE_TABS (60), VIBEFLOW_BENCH_STRIPE_S (10).
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../parts/bench.ts'
import { makeFolder, startContestant } from '../parts/contestants.ts'
import { median, percentile, setting } from '../parts/numbers.ts'
import { openSilentTabs, silent, terminalsOf } from '../parts/silent-tabs.ts'

export const name = 'stripe'

/**
 * Each terminal reports so often, ms: a waiting and a done in turn, with the time as its message.
 */
const reportEveryMs = 200

/** Writes the reports of all terminals, spread over the time evenly. @returns ends it */
function report(terminals: readonly string[]): () => void {
  const files = terminals.map((terminal) => openSync(terminal, 'w'))
  const timers = files.map((file, index) => {
    let timer: NodeJS.Timeout
    let round = 0
    const begin = setTimeout(
      () => {
        timer = setInterval(() => {
          const body = round++ % 2 === 0 ? 'state=blocked:kind=question' : 'state=working'
          const at = performance.timeOrigin + performance.now()
          writeSync(
            file,
            `\x1b]7501;${body}:app=bench:msg=${Buffer.from(String(at)).toString('base64')}\x1b\\`,
          )
        }, reportEveryMs)
      },
      (index * reportEveryMs) / files.length,
    )
    return () => {
      clearTimeout(begin)
      clearInterval(timer)
    }
  })
  return () => {
    for (const stop of timers) stop()
    for (const file of files) closeSync(file)
  }
}

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const tabs = setting('VIBEFLOW_BENCH_STRIPE_TABS', 60)
  const seconds = setting('VIBEFLOW_BENCH_STRIPE_S', 10)
  const place = makeFolder()
  const list = join(place.folder, 'terminals')
  try {
    const ours = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: ['sh', '-c', silent(list)],
    })
    let stop = (): void => {}
    try {
      await openSilentTabs(ours.page, tabs, list)
      const terminals = await terminalsOf(list, tabs)
      stop = report(terminals)
      await ours.page.waitForTimeout(3_000)
      const took = await ours.page.evaluate(
        (ms) =>
          new Promise<number[]>((resolve) => {
            const found: number[] = []
            const watch = new MutationObserver((changes) => {
              const now = performance.timeOrigin + performance.now()
              for (const { target } of changes) {
                const id = (target as Element).closest('.tab')?.getAttribute('data-session')
                const index = window.vibeflowTest!.tabs().findIndex((tab) => tab.id === id)
                const said = Number(window.vibeflowTest!.agents()[index]?.message)
                if (said > 0) found.push(now - said)
              }
            })
            for (const stripe of document.querySelectorAll('.tab .stripe'))
              watch.observe(stripe, { attributes: true, attributeFilter: ['data-state'] })
            setTimeout(() => {
              watch.disconnect()
              resolve(found)
            }, ms)
          }),
        seconds * 1_000,
      )
      measure(`${tabs} tabs, frame to stripe, median`, median(took), 'ms')
      measure(`${tabs} tabs, frame to stripe, p99`, percentile(took, 0.99), 'ms')
      log(
        `${took.length} changes, median ${median(took).toFixed(1)} ms, p99 ` +
          `${percentile(took, 0.99).toFixed(1)} ms`,
      )
    } finally {
      stop()
      await ours.close()
    }
  } finally {
    place.remove()
  }
}
