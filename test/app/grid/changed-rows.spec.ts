/**
 * Where the processor draws, a frame draws the rows that have changed: after each of many changes
 * the canvas is, pixel by pixel, what it is when all of it is drawn anew.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { below, pick, seeded } from '../../support/random.ts'
import { expect, test, type Started, type StartOptions } from '../app.ts'

test.setTimeout(180_000)

const steps = 30

const words = [
  'abc',
  'W|g',
  '汉字',
  'e\u0301\u0323',
  '👍',
  '█▀▄',
  '▁▔',
  '┼─│',
  'ﷺ',
  '\u{1fb00}',
  '⏺',
  'ÅÇ',
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

/** The canvas of the grid in view. */
const canvas = (page: Page): Promise<string> =>
  page.evaluate(() =>
    document
      .querySelector<HTMLCanvasElement>('.xterm-screen > canvas:last-of-type')!
      .toDataURL('image/png'),
  )

/** The canvas, once it has not changed for a while. */
async function rested(page: Page): Promise<string> {
  let before = await canvas(page)
  for (;;) {
    await page.waitForTimeout(50)
    // the next picture, and what it left to one more
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    const now = await canvas(page)
    if (now === before) return now
    before = now
  }
}

/** Has a program print these, one by one, and compares what is drawn after each. */
async function compare(
  start: (options: StartOptions) => Promise<Started>,
  opacity: number,
  changes: (rows: number, cols: number) => readonly string[],
): Promise<void> {
  const started = await start({
    args: [
      ...['-o', 'cursor.blink_ms=0', '-o', `window.opacity=${opacity}`],
      ...['-e', 'sh', '-c', 'stty -echo -icanon; mkfifo go; echo begun; while :; do cat go; done'],
    ],
  })
  const { page, home, shows } = started
  await shows('begun')
  await page.evaluate(() => window.vibeflowTest!.theme('Vibeflow Dark'))
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer), { timeout: 20_000 })
    .toBe('webgl')
  // what is drawn and compared costs by its size
  await page.setViewportSize({ width: 480, height: 320 })
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().cols)).toBeLessThan(60)
  const { rows, cols } = await page.evaluate(() => window.vibeflowTest!.stats())
  const parsed = () => page.evaluate(() => window.vibeflowTest!.stats().parsed)
  let printed = await parsed()
  for (const [step, change] of changes(rows, cols).entries()) {
    const bytes = `${change}\x1b]2;step ${step}\x07`
    appendFileSync(join(home, 'go'), bytes)
    // the terminal puts a \r before each \n; the title may be there before the picture
    printed += Buffer.byteLength(bytes.replaceAll('\n', '\r\n'))
    await expect.poll(async () => (await started.tabs())[0]?.title).toBe(`step ${step}`)
    await expect.poll(parsed).toBe(printed)
    const drawn = await rested(page)
    await page.evaluate(() => {
      window.vibeflowTest!.theme('Vibeflow Light')
      window.vibeflowTest!.theme('Vibeflow Dark')
    })
    const anew = await rested(page)
    expect(anew === drawn, `step ${step}: ${JSON.stringify(change)}`).toBe(true)
  }
}

for (const opacity of [1, 0.8])
  test(`what is drawn is what a new drawing shows, opacity ${opacity}`, async ({ start }) => {
    const seed = Number(process.env['VIBEFLOW_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
    console.log('seed', seed)
    const random = seeded(seed)
    await compare(start, opacity, (rows, cols) =>
      Array.from({ length: steps }, () => change(random, rows, cols)),
    )
  })

test('a glyph ends at the cursor beside it, and only there', async ({ start }) => {
  await compare(start, 1, () => ['\x1b[3;3H⏺⏺⏺', '\x1b[3;2H', '\x1b[3;1H', '\x1b[41m \x1b[m'])
})
