/**
 * A pulse costs hardly any work: what the page's main thread does while one tab pulses, by the
 * engine's own trace, and what of a picture changes.
 */
import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pulseMs, pulseStepsInSoftware } from '../../../src/core/windows/tabs/pulse.ts'
import { expect, test } from '../app.ts'
import { slow } from '../../slow.ts'

/** Events of the engine's trace by which the main thread draws. */
const work = [
  ...['FunctionCall', 'FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'Paint', 'PrePaint'],
  'Layerize',
] as const

/** A whole pulse. */
const tracedMs = pulseMs

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ph: string
}

/** How often the page's main thread did each kind of work within so many ms. */
async function traced(page: Page, ms: number): Promise<Readonly<Record<string, number>>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing'] },
  })
  await page.evaluate(() => performance.mark('here'))
  await page.waitForTimeout(ms)
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mark = events.find(({ name }) => name === 'here')
  const mine = events.filter(
    ({ pid, tid, ph }) => pid === mark?.pid && tid === mark.tid && ph !== 'E',
  )
  expect(mine.length, 'the trace has the page in it').toBeGreaterThan(0)
  return Object.fromEntries(
    work.map((kind) => [kind, mine.filter(({ name }) => name === kind).length]),
  )
}

/** The pixels in which two PNG pictures differ: their bounds, and how many. */
function difference(
  page: Page,
  one: Buffer,
  other: Buffer,
): Promise<{
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly count: number
}> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (png) => {
          const image = await createImageBitmap(
            new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]),
          )
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
          canvas.drawImage(image, 0, 0)
          return canvas.getImageData(0, 0, image.width, image.height)
        }),
      )
      const found = { left: Infinity, right: -1, top: Infinity, bottom: -1, count: 0 }
      for (let at = 0; at < a!.data.length; at += 4) {
        if ([0, 1, 2].every((part) => a!.data[at + part] === b!.data[at + part])) continue
        const [x, y] = [(at / 4) % a!.width, Math.floor(at / 4 / a!.width)]
        found.left = Math.min(found.left, x)
        found.right = Math.max(found.right, x)
        found.top = Math.min(found.top, y)
        found.bottom = Math.max(found.bottom, y)
        found.count += 1
      }
      return found
    },
    [one.toString('base64'), other.toString('base64')],
  )
}

test('a pulse causes no layout or paint and changes only the stripe', slow, async ({ shared }) => {
  const { home, page, type, shows } = shared
  execFileSync('mkfifo', [join(home, 'go')])
  writeFileSync(
    join(home, 'asks'),
    'read go <go; printf "\\033]7501;state=blocked:kind=question:app=claude\\007"; read end <go\n',
  )
  await type('sh asks\n')
  await page.keyboard.press('Control+Shift+T') // the first tab is hidden
  await expect(page.locator('.tab')).toHaveCount(2)
  await shows('ready$')
  await type('printf "\\033[2 qste""ady"\n') // a cursor that does not blink
  await shows('steady')
  await type('echo >go\n')
  const stripe = page.locator('.tab').first().locator('.stripe')
  await expect(stripe).toHaveAttribute('data-pulse', '')
  await page.waitForTimeout(700) // what belongs to the start is over

  const pulsing = await traced(page, tracedMs)
  const opacities = new Set<string>()
  await expect
    .poll(
      async () => opacities.add(await stripe.evaluate((one) => getComputedStyle(one).opacity)).size,
      { message: 'it pulsed', intervals: [100] },
    )
    .toBeGreaterThan(3)
  await page.evaluate(() => window.vibeflowTest!.options({ ui: { indicator_pulse: false } }))
  await expect(stripe).not.toHaveAttribute('data-pulse')
  await page.waitForTimeout(500)
  const steady = await traced(page, tracedMs)
  expect(
    steady['FireAnimationFrame'],
    'a cursor that shall not blink asks for no frames',
  ).toBeLessThan(5)
  console.log(
    `pulse trace, ${tracedMs} ms: pulsing`,
    JSON.stringify(pulsing),
    'steady',
    JSON.stringify(steady),
  )
  // The seconds of its first minute are counted in both, once or twice. Nothing is laid out or
  // painted for the pulse. Where the CPU draws, a timer sets each step
  // (docs/contributing/reports/performance.md).
  const steps = Math.ceil((tracedMs / pulseMs) * pulseStepsInSoftware)
  for (const kind of work) {
    const most = ['FireAnimationFrame', 'Layout', 'Paint'].includes(kind) ? 6 : steps + 8
    expect(pulsing[kind], `${kind}, while it is steady ${steady[kind]}`).toBeLessThanOrEqual(
      (steady[kind] ?? 0) + most,
    )
  }

  await page.evaluate(() => window.vibeflowTest!.options({ ui: { indicator_pulse: true } }))
  await expect(stripe).toHaveAttribute('data-pulse', '')
  const at = async (ms: number): Promise<Buffer> => {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = time
      }
    }, ms)
    return page.screenshot({ mask: [page.locator('.sub-since')] })
  }
  const box = (await stripe.boundingBox())!
  const changed = await difference(page, await at(351), await at(1_051))
  expect(changed.count).toBeGreaterThan(0)
  expect(changed.left).toBeGreaterThanOrEqual(Math.floor(box.x))
  expect(changed.right).toBeLessThan(Math.ceil(box.x + box.width))
  expect(changed.top).toBeGreaterThanOrEqual(Math.floor(box.y))
  expect(changed.bottom).toBeLessThan(Math.ceil(box.y + box.height))
})
