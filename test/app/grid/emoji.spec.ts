/** Compares the pixels of emoji of several code points, with and without mode 2027. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test } from '../app.ts'
import { pixelsOf } from './pixels.ts'
import { slow } from '../../slow.ts'

/** With the columns that each has without mode 2027. */
const emoji = [
  ['👍🏽', 4],
  ['🇩🇪', 2],
  ['👩\u200d💻', 4],
  ['👨\u200d👩\u200d👧\u200d👦', 8],
  ['❤\ufe0f\u200d🔥', 4],
] as const

/**
 * Returns the emoji that are drawn the same in a row and in the row below it. Compares all their
 * cells, or the given number.
 */
async function same(page: Page, cells?: number): Promise<string[]> {
  const all = { row: 0, rows: 2 * emoji.length, columns: 10 }
  const pixels = await pixelsOf(page, all)
  return emoji.flatMap(([text, columns], index) => {
    const [one, other] = [0, 1].map((below) =>
      pixels.part({ row: 2 * index + below, columns: cells ?? columns + 2 }, all),
    )
    return one!.equals(other!) ? [text] : []
  })
}

test(
  'an emoji of several cells is drawn as one, and apart under the cursor',
  slow,
  async ({ configured }) => {
    const rows = emoji.map(([text, columns]) =>
      `${text}|\\033[?2027h\\n${text}`.concat(`${' '.repeat(columns - 2)}|\\033[?2027l\\n`),
    )
    const { home, page, shows, type } = await configured(
      '[cursor]\nblink_ms = 0\n[fonts]\nsize = 20\n',
    )
    writeFileSync(
      join(home, 'emoji'),
      `stty -echo; clear; printf '${rows.join('')}'; read go; printf '\\033[1;3H'; cat`,
    )
    await type('exec sh emoji\n')
    await shows('👍🏽')
    for (const renderer of ['webgl', 'dom'] as const) {
      await page.evaluate(
        (wanted) => window.vibeflowTest!.options({ ui: { renderer: wanted } }),
        renderer,
      )
      await expect
        .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
        .toBe(renderer)
      await expect
        .poll(() => same(page), { message: renderer })
        .toEqual(emoji.map(([text]) => text))
      await picture(page, `emoji-${renderer}`)
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => same(page, 2)).toEqual(emoji.slice(1).map(([text]) => text))
  },
)

test(
  'an emoji in a tab title has its colors although the window font has a plain glyph',
  slow,
  async ({ shared }) => {
    const { page, tabs, type } = shared
    await type("printf '\\033]0;😀\\007'; cat\n")
    await expect.poll(async () => (await tabs())[0]?.title).toBe('😀')
    const title = page.locator('.tab-title', { hasText: '😀' })
    const isColoured = async () => {
      const png = (await title.screenshot()).toString('base64')
      return page.evaluate(async (data) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes]))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height).data
        // yellow: far more red than blue
        return pixels.some((red, at) => at % 4 === 0 && red - pixels[at + 2]! > 100)
      }, png)
    }
    await expect.poll(isColoured).toBe(true)
  },
)
