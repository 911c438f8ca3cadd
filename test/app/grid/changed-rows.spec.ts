/**
 * Tests drawing on the CPU, where a frame draws only changed rows. After each of many changes, the
 * canvas must equal, pixel by pixel, a canvas that is drawn completely.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { below, pick, seeded } from '../../support/random.ts'
import { expect, freshTab, test, type Started } from '../app.ts'
import { drawnBy } from './pixels.ts'
import { slow } from '../../slow.ts'

const steps = 12

const words = [
  ...['abc', 'W|g', '汉字', 'e\u0301\u0323', '👍', '█▀▄', '▁▔', '┼─│', 'ﷺ', '\u{1fb00}', '⏺', 'ÅÇ'],
]

/** A change of the screen, as a program makes it. */
function change(random: () => number, rows: number, cols: number): string {
  const at = `\x1b[${below(random, rows) + 1};${below(random, cols) + 1}H`
  const style = pick(random, ['', '1', '3', '4', '7', '9', '41', '38;5;3;48;5;18', '4:3', '53'])
  const word = pick(random, words)
  return pick(random, [
    `${at}\x1b[${style}m${word.repeat(1 + below(random, 4))}\x1b[m`,
    `${at}\x1b[${style}m${word}\x1b[m\x1b[${below(random, rows) + 1};1H`,
    at,
    `\x1b[${1 + below(random, 6)} q${at}`,
    `${at}\x1b[${pick(random, ['K', '1K', 'J', '3X', '2@', '2P', 'L', 'M', '2S', 'T'])}`,
    `\x1b[3;8r${at}\n\n\x1bM\x1b[r`,
    `\x1b[?25${pick(random, ['h', 'l'])}`,
    `\x1b[?1049${pick(random, ['h', 'l'])}`,
    `\x1b[?5${pick(random, ['h', 'l', 'l'])}`,
    `\x1b[${rows};1H\r\n${word}\r\n`,
  ])
}

/** Returns a checksum of the visible grid's pixels, once they have not changed for a while. */
const rested = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const sum = () => {
      const canvas = document.querySelector<HTMLCanvasElement>(
        '.xterm-screen > canvas:last-of-type',
      )!
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return new Uint32Array(data.buffer).reduce(
        (hash, pixel) => Math.imul(hash ^ pixel, 0x01000193),
        0x811c9dc5,
      )
    }
    for (let before = sum(); ; ) {
      await new Promise((done) => setTimeout(done, 30))
      // the next picture, and what it left to one more
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const now = sum()
      if (now === before) return now
      before = now
    }
  })

/** Has a program print these, one by one, and compares what is drawn after each. */
async function compare(
  shared: Started,
  translucent: boolean,
  changes: (rows: number, cols: number) => readonly string[],
): Promise<void> {
  const { page, home, shows, tabs, type } = shared
  await page.evaluate((wanted) => {
    window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, translucent: wanted })
    window.vibeflowTest!.theme('Vibeflow Dark')
  }, translucent)
  await freshTab(shared) // a grid's transparency is fixed when the grid is created
  const go = join(home, 'go')
  writeFileSync(
    join(home, 'changes'),
    `stty -echo -icanon; rm -f ${go}; mkfifo ${go}; clear; echo begun; ` +
      `while :; do cat ${go}; done\n`,
  )
  await type(`exec sh ${join(home, 'changes')}\n`)
  await shows(/^begun$/m)
  await expect.poll(() => drawnBy(page)).not.toBe('DOM')
  test.skip((await drawnBy(page)) === 'WebGL', 'a graphics card draws')
  // what is drawn and compared costs by its size
  await page.setViewportSize({ width: 480, height: 320 })
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().cols)).toBeLessThan(60)
  const { rows, cols } = await page.evaluate(() => window.vibeflowTest!.stats())
  const parsed = () => page.evaluate(() => window.vibeflowTest!.stats().parsed)
  let printed = await parsed()
  for (const [step, change] of changes(rows, cols).entries()) {
    const bytes = `${change}\x1b]2;step ${step}\x07`
    appendFileSync(go, bytes)
    // the terminal puts a \r before each \n; the title may be there before the picture
    printed += Buffer.byteLength(bytes.replaceAll('\n', '\r\n'))
    await expect.poll(async () => (await tabs())[0]?.title).toBe(`step ${step}`)
    await expect.poll(parsed).toBe(printed)
    const drawn = await rested(page)
    await page.evaluate(() => {
      window.vibeflowTest!.theme('Vibeflow Light')
      window.vibeflowTest!.theme('Vibeflow Dark')
    })
    const anew = await rested(page)
    expect(anew === drawn, `step ${step}: ${JSON.stringify(change)}`).toBe(true)
  }
  await page.setViewportSize({ width: 960, height: 600 })
}

for (const translucent of [false, true])
  test(
    `what is drawn is what a new drawing shows, ${translucent ? 'translucent' : 'opaque'}`,
    slow,
    async ({ shared }) => {
      const seed = Number(process.env['VIBEFLOW_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
      console.log('seed', seed)
      const random = seeded(seed)
      await compare(shared, translucent, (rows, cols) =>
        Array.from({ length: steps }, () => change(random, rows, cols)),
      )
    },
  )

test('a glyph is cut at the cursor next to it, and only there', slow, async ({ shared }) => {
  await compare(shared, false, () => ['\x1b[3;3H⏺⏺⏺', '\x1b[3;2H', '\x1b[3;1H', '\x1b[41m \x1b[m'])
})
