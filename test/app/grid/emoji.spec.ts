/** Emoji of several code points, looked at in pixels, beside what mode 2027 makes of them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test } from '../app.ts'

test.setTimeout(60_000)

/** With the columns that each has without mode 2027. */
const emoji = [
  ['👍🏽', 4],
  ['🇩🇪', 2],
  ['👩\u200d💻', 4],
  ['👨\u200d👩\u200d👧\u200d👦', 8],
  ['❤\ufe0f\u200d🔥', 4],
] as const

/** So many cells of a row from the left, from the top. */
async function drawn(page: Page, row: number, cells: number): Promise<string> {
  const clip = await page.evaluate(
    ([at, count]) => {
      const { x, y, width, height } = document
        .querySelector('.grid .xterm-screen')!
        .getBoundingClientRect()
      const { rows, cols } = window.vibeflowTest!.stats()
      return {
        x,
        y: y + (at * height) / rows,
        width: (count * width) / cols,
        height: height / rows,
      }
    },
    [row, cells] as const,
  )
  return (await page.screenshot({ clip })).toString('base64')
}

test('emoji of several cells are drawn as one, and apart under the cursor', async ({
  configured,
}) => {
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
  for (const renderer of ['webgl', 'dom']) {
    if (renderer === 'dom')
      await page.evaluate(() => {
        for (const canvas of document.querySelectorAll('canvas'))
          canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
      })
    await expect
      .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
      .toBe(renderer)
    for (const [index, [text, columns]] of emoji.entries())
      await expect
        .poll(
          async () =>
            (await drawn(page, 2 * index, columns + 2)) ===
            (await drawn(page, 2 * index + 1, columns + 2)),
          { message: `${text} by ${renderer}` },
        )
        .toBe(true)
    await picture(page, `emoji-${renderer}`)
  }
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await drawn(page, 0, 2)) === (await drawn(page, 1, 2))).toBe(false)
})
