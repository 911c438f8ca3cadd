/** Pixels of text on the ANSI colors, which programs combine without knowing them. */
import type { Page } from '@playwright/test'
import { bundledThemes } from '../../../src/core/config/theme/bundled.ts'
import { contrast, textContrast } from '../../../src/core/config/theme/colour.ts'
import { expect, test } from '../app.ts'
import { pixelsOf } from '../grid/pixels.ts'
import { slow } from '../../slow.ts'

/** Returns the highest contrast between two pixels of columns of a row. */
async function contrastAt(page: Page, row: number, column: number, columns: number) {
  const pixels = await pixelsOf(page, { row, column, columns })
  const colors = new Map<string, { red: number; green: number; blue: number; alpha: number }>()
  for (let at = 0; at < pixels.width * pixels.height; at += 1) {
    const [red, green, blue] = pixels.at(at)
    colors.set(`${red} ${green} ${blue}`, { red, green, blue, alpha: 1 })
  }
  const all = [...colors.values()]
  return Math.max(...all.map((one) => Math.max(...all.map((other) => contrast(one, other)))))
}

/** Foreground and background of mc, htop, whiptail, dialog and vim. */
const pairs = ['37;44', '1;33;44', '30;46', '1;37;46', '30;47', '31;47', '34;47', '36;44']
  .concat(['30;42', '1;37;41', '30;43', '37;41', '34;42', '39;44', '30;45', '97;104', '97;100'])
  .concat(['7;34', '38;5;7;48;5;4'])

for (const theme of ['Vibeflow Dark', 'Vibeflow Light', 'Dracula', 'Solarized Light'])
  test(
    `text on ANSI colors is readable in ${theme}`,
    theme === 'Vibeflow Dark' ? {} : slow,
    async ({ shared }) => {
      expect(bundledThemes.map(({ name }) => name)).toContain(theme)
      const { page, type, shows } = shared
      await page.evaluate((name) => window.vibeflowTest!.theme(name), theme)
      await shows('ready$')
      const lines = pairs.map((pair) => `\\033[${pair}mMWMW\\033[0m\\n`).join('')
      const last = '\\033[38;2;90;90;90;44mMW\\033[0m \\033[34;44mMW'
      await type(`clear; printf '\\033[?25l${lines}${last}'; read -r\n`)
      await shows('MWMW')
      await page.waitForTimeout(300)
      const read: Record<string, number> = {}
      for (const [row, pair] of pairs.entries()) read[pair] = await contrastAt(page, row, 0, 4)
      // antialiased strokes reach almost the color itself
      const poor = Object.entries(read).filter(([, found]) => found < textContrast * 0.9)
      expect(poor).toEqual([])
      // exact colors, and text that a program hides, stay
      expect(await contrastAt(page, pairs.length, 3, 2)).toBeLessThan(1.05)
      const exact = await pixelsOf(page, { row: pairs.length, columns: 2 })
      const inColor = Array.from({ length: exact.width * exact.height }, (_, at) => exact.at(at))
      expect(inColor).toContainEqual([90, 90, 90])
      await page.keyboard.press('Enter')
      await type('printf "\\033[0m\\033[?25h"\n')
      await page.evaluate(() => window.vibeflowTest!.theme('Vibeflow Dark'))
    },
  )
