/**
 * Compares the page's own drawing, used without a graphics card, with WebGL's: the same screen is
 * the same picture, except for rounding. Narrowed glyphs are excluded: WebGL takes them from
 * smaller copies of a page, and the page uses the mean of columns.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, freshTab, test, type Started } from '../app.ts'
import { drawnBy, pixelsOf, type Pixels } from '../grid/pixels.ts'
import { slow } from '../../slow.ts'

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const styles = [
  ...['1', '2', '3', '4', '4:2', '4:3', '4:4', '4:5', '4:3;58;2;255;80;0', '7', '7;2', '8'],
]
const more = ['9', '53', '1;3;4:3;9;53', '7;31;42', '1;2;31', '5']

const screen = [
  [...styles, ...more].map((style) => `\x1b[${style}mAgj_\x1b[m`).join(''),
  [...styles, ...more].map((style) => `\x1b[${style};33;44mWgÅ\x1b[m`).join(''),
  // WebGL shows less of half transparent glyphs over a transparent background
  [...styles, ...more]
    .filter((style) => style !== '1;2;31')
    .map((style) => `\x1b[${style}m▀▃▍▞\x1b[${style};32;45m▄▕`)
    .join('\x1b[m'),
  range(0x21, 0x60).replaceAll(
    /./g,
    (one, at: number) => `\x1b[38;5;${at};48;5;${255 - at}m${one}`,
  ),
  range(0x41, 0x7e).replaceAll(
    /./g,
    (one, at) => `\x1b[38;2;255;${at};9;48;2;9;${4 * at};99m${one}`,
  ),
  '汉字漢字カタ한글 👍🏽🚀 e\u0301\u0323a\u0308\u0304 \x1b[44m汉👍\x1b[m\x1b[7m汉👍\x1b[m => != ->',
  range(0x2500, 0x253f),
  range(0x2550, 0x259f),
  range(0x2801, 0x2840),
  range(0x1fb00, 0x1fb3f),
  range(0xe0b0, 0xe0bf),
  '\x1b[41m   \x1b[m \x1b[3;41mfff\x1b[m\x1b[44mj\x1b[m \x1b[31;42m' + range(0x2590, 0x259f),
]

/** Shows it, with the cursor in its first row, and selects a part. */
async function show({ home, page, shows, type }: Started): Promise<void> {
  writeFileSync(join(home, 'screen.txt'), `${screen.join('\x1b[m\n')}\x1b[m\n`)
  await type(`exec sh -c 'stty -echo; clear; cat screen.txt; printf "all \\033[1;3H"; cat'\n`)
  await shows(/^all/m)
  await page.mouse.move(200, 120)
  await page.mouse.down()
  await page.mouse.move(500, 180)
  await page.mouse.up()
}

/** By one of both, once it does not change any more. */
async function drawn(page: Page, renderer: 'auto' | 'webgl'): Promise<Pixels> {
  await page.evaluate((name) => window.vibeflowTest!.options({ ui: { renderer: name } }), renderer)
  await expect.poll(() => drawnBy(page)).toBe(renderer === 'auto' ? 'processor' : 'WebGL')
  const { cols, rows } = await page.evaluate(() => window.vibeflowTest!.stats())
  let pixels = await pixelsOf(page, { row: 0, rows, columns: cols })
  await expect
    .poll(async () => {
      const before = pixels
      pixels = await pixelsOf(page, { row: 0, rows, columns: cols })
      return pixels.equals(before)
    })
    .toBe(true)
  return pixels
}

const grounds = [
  { ground: 'opaque', cursors: ['bar', 'underline'] },
  { ground: 'translucent', cursors: ['block'] },
] as const

for (const { ground, cursors } of grounds)
  test(`the page draws the same as WebGL on ${ground} ground`, slow, async ({ shared }) => {
    const { page } = shared
    const drawnWith = async (renderer: 'auto' | 'webgl', style: (typeof cursors)[number]) => {
      await page.evaluate(
        (name) => window.vibeflowTest!.options({ cursor: { style: name } }),
        style,
      )
      return drawn(page, renderer)
    }
    await page.setViewportSize({ width: 800, height: 420 })
    await page.evaluate(
      (translucent) =>
        window.vibeflowTest!.options({
          cursor: { blink_ms: 0 },
          translucent,
          ui: { renderer: 'auto' },
        }),
      ground === 'translucent',
    )
    await freshTab(shared) // a grid's transparency is fixed when the grid is created
    await expect.poll(() => drawnBy(page)).not.toBe('DOM')
    test.skip((await drawnBy(page)) === 'WebGL', 'a graphics card draws')
    await show(shared)
    const ours: Pixels[] = []
    for (const cursor of cursors) ours.push(await drawnWith('auto', cursor))
    if (ours[1] !== undefined) expect(ours[1].equals(ours[0]!)).toBe(false)
    for (const [at, cursor] of cursors.entries()) {
      const webGl = await drawnWith('webgl', cursor)
      expect([ours[at]!.width, ours[at]!.height]).toEqual([webGl.width, webGl.height])
      expect(ours[at]!.furthestFrom(webGl), `${cursor}, of 255`).toBeLessThanOrEqual(1)
    }
  })
