/**
 * Measures the cost of a pulsing stripe: CPU time of all processes while the active tab asks
 * nothing, while it asks and pulses, and while it asks and is steady. The engine's floor is an
 * empty window of the same size in which only a stripe pulses by the same rule. About 50 s.
 * VIBEFLOW_BENCH_IDLE_S (5) per span, VIBEFLOW_BENCH_ROUNDS (2).
 */
import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './parts/bench.ts'
import { makeFolder, startContestant, type Contestant } from './parts/contestants.ts'
import { median, setting, table } from './parts/numbers.ts'
import { commandLine, scheduledMs, tree } from './parts/processes.ts'

export const name = 'pulse'

/**
 * The cursor does not blink. The question comes long after the window got the keyboard, so the user
 * counts as absent.
 */
const program =
  'printf "\\033[2 q"; read go <go; printf "\\033]1338;state=waiting;tool=bench\\007"; exec cat'

export async function run({ engine, log, measure }: Bench): Promise<void> {
  const [spanMs, rounds] = [
    setting('VIBEFLOW_BENCH_IDLE_S', 5) * 1_000,
    setting('VIBEFLOW_BENCH_ROUNDS', 2),
  ]
  const place = makeFolder()
  execFileSync('mkfifo', [join(place.folder, 'go')])
  const shares = new Map<string, { readonly all: number[]; readonly graphics: number[] }>()
  const span = async (what: string, { page, pid }: Contestant) => {
    await page.waitForTimeout(1_000)
    const all = tree(pid)
    const graphics = all.filter((one) => commandLine(one).includes('--type=gpu-process'))
    const [spent, spentGraphics, began] = [
      scheduledMs(all),
      scheduledMs(graphics),
      performance.now(),
    ]
    await page.waitForTimeout(spanMs)
    const ms = performance.now() - began
    const found = shares.get(what) ?? { all: [], graphics: [] }
    found.all.push(((scheduledMs(all) - spent) / ms) * 100)
    found.graphics.push(((scheduledMs(graphics) - spentGraphics) / ms) * 100)
    shares.set(what, found)
  }
  try {
    const ours = await startContestant(engine, 'vibeflow', {
      folder: place.folder,
      command: ['sh', '-c', program],
    })
    let rule = ''
    let size = { width: 0, height: 0 }
    try {
      await span('idle', ours)
      writeFileSync(join(place.folder, 'go'), '\n')
      for (let round = 0; round < rounds; round += 1) {
        await ours.page.evaluate(() =>
          window.vibeflowTest!.options({ ui: { indicator_pulse: true } }),
        )
        await ours.page.waitForSelector('.tab .stripe[data-pulse]')
        await span('pulsing', ours)
        assert(
          (await ours.page.locator('.tab .stripe[data-pulse]').count()) === 1,
          'it pulsed all the time',
        )
        await ours.page.evaluate(() =>
          window.vibeflowTest!.options({ ui: { indicator_pulse: false } }),
        )
        await span('steady', ours)
      }
      size = await ours.page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
      rule = await ours.page.evaluate(() =>
        document.adoptedStyleSheets
          .flatMap((sheet) => [...sheet.cssRules])
          .map(({ cssText }) => cssText)
          .filter((text) => text.includes('pulse'))
          .join('\n'),
      )
    } finally {
      await ours.close()
    }
    const floor = await startContestant(engine, 'floor', { folder: place.folder, command: [] })
    try {
      await floor.app.evaluate(
        ({ BrowserWindow }, { width, height }) =>
          BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
        size,
      )
      await floor.page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          `${text}\n.stripe { position: absolute; left: 0; top: 0; width: 6px; height: ` +
            '48px; background: #FFAA00; will-change: opacity }',
        )
        document.adoptedStyleSheets.push(sheet)
        document.body.append(Object.assign(document.createElement('div'), { className: 'stripe' }))
      }, rule)
      for (let round = 0; round < rounds; round += 1) {
        await span('empty page, steady', floor)
        await floor.page.evaluate(() => {
          document.querySelector('.stripe')?.setAttribute('data-pulse', '')
        })
        await span('empty page, pulsing', floor)
        assert(
          (await floor.page.evaluate(() => document.getAnimations().length)) === 1,
          'the empty page pulsed',
        )
        await floor.page.evaluate(() => {
          document.querySelector('.stripe')?.removeAttribute('data-pulse')
        })
      }
    } finally {
      await floor.close()
    }
    for (const [what, { all }] of shares) measure(what, median(all), '% of one core')
    const rows = [...shares].map(([what, { all, graphics }]) => [
      what,
      median(all).toFixed(1),
      median(graphics).toFixed(1),
      all.map((one) => one.toFixed(1)).join(', '),
    ])
    log(
      table([
        [`window ${size.width}x${size.height}`, '% of one core', 'of it graphics', 'each span'],
        ...rows,
      ]),
    )
  } finally {
    place.remove()
  }
}
