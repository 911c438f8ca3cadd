/** Ligatures, looked at in pixels: where the font has them, and not under the cursor. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test } from '../app.ts'
import { slow } from '../../slow.ts'

const signs = '=> -> != === >= </'

/** So many cells from the left of the first row. */
async function drawnCells(page: Page, count: number): Promise<string> {
  const clip = await page.evaluate((cells) => {
    const { x, y, width, height } = document
      .querySelector('.grid .xterm-screen')!
      .getBoundingClientRect()
    const { rows, cols } = window.vibeflowTest!.stats()
    return { x, y, width: (cells * width) / cols, height: height / rows }
  }, count)
  return (await page.screenshot({ clip })).toString('base64')
}

for (const [font, joined] of [
  ['Fira Code', true],
  ['DejaVu Sans Mono', false],
] as const)
  test(
    `${font}: ${joined ? 'ligatures are joined' : 'the font has nothing to join'}`,
    slow,
    async ({ configured }) => {
      const { home, page, shows, type } = await configured(
        `[fonts]\npriority = ["${font}"]\nsize = 20\n[cursor]\nblink_ms = 0\n`,
      )
      writeFileSync(
        join(home, 'signs'),
        `stty -echo; clear; printf '${signs}\\n\\n\\033[2 q'; read go; printf '\\033[1;2H'; cat`,
      )
      await type('exec sh signs\n')
      await shows('=> -> !=')
      await expect
        .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
        .toBe('webgl')
      const drawn = async (ligatures: boolean) => {
        await page.evaluate(
          (wanted) => window.vibeflowTest!.options({ fonts: { ligatures: wanted } }),
          ligatures,
        )
        await page.waitForTimeout(300)
        return { row: await drawnCells(page, signs.length), first: await drawnCells(page, 1) }
      }
      const asConfigured = await drawnCells(page, signs.length)
      await picture(page, `ligatures-${font.replaceAll(' ', '-')}`)
      const apart = await drawn(false)
      expect(asConfigured !== apart.row, 'on by default where the font has them').toBe(joined)
      const together = await drawn(true)
      expect(together.row).toBe(asConfigured)
      expect(together.first !== apart.first).toBe(joined)
      await page.keyboard.press('Enter') // the cursor goes to the second cell
      await expect.poll(() => drawnCells(page, 1), 'not under the cursor').toBe(apart.first)
    },
  )
