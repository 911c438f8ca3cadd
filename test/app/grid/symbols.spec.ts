/** Checks pixels of symbols that agents draw as text: they have one color, and none is cut. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import type { Page } from '@playwright/test'
import { pixelsOf, screenshotOf } from './pixels.ts'
import { slow } from '../../slow.ts'

const symbols = [...'⏺⏵⏸⏹⏴▶◀→←↑↓⇒⟶➜➤↻★☆✔✓✗✘⚠✳✻✽✢✶●○◉◯⬢ℹ☑☐⎿⏎⌘⚙⚑✎✏❯∴·※✂☀❄⚒']
const players = '⏺⏵⏸⏹⏴'
/** Cells between one symbol and the next. */
const step = 4

const perRow = 13
const rows = Array.from({ length: Math.ceil(symbols.length / perRow) }, (_, row) =>
  symbols.slice(row * perRow, (row + 1) * perRow),
)

/**
 * Returns the position of each symbol's ink, px from the cell to the left of its own, and its
 * distance from gray.
 */
async function inks(page: Page) {
  const all = await pixelsOf(page, { row: 0, rows: rows.length, columns: perRow * step })
  const cell = all.width / perRow / step
  return rows.flatMap((row, y) =>
    row.map((text, x) => {
      const [top, bottom] = [y, y + 1].map((at) => (at * all.height) / rows.length)
      const columns: number[] = []
      let colour = 0
      for (let at = Math.floor(top!); at < bottom!; at += 1)
        for (let across = x * step * cell; across < (x + 1) * step * cell; across += 1) {
          const one = all.at(at * all.width + across)
          if (Math.max(...one) > 60) columns.push(across - (x * step + 1) * cell)
          colour = Math.max(colour, Math.max(...one) - Math.min(...one))
        }
      return { text, cell, from: Math.min(...columns), to: Math.max(...columns) + 1, colour }
    }),
  )
}

/** Returns the position of the ink, once all of it is drawn. */
async function settled(page: Page, renderer: 'auto' | 'dom', size: number) {
  await page.evaluate(
    ([wanted, px]) =>
      window.vibeflowTest!.options({
        fonts: { size: px },
        cursor: { blink_ms: 0 },
        ui: { renderer: wanted },
      }),
    [renderer, size] as const,
  )
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
    .toBe(renderer === 'dom' ? 'dom' : 'webgl')
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = (await screenshotOf(page, { row: 0, rows: rows.length, columns: 50 })).toString(
        'base64',
      )
      return last === before
    })
    .toBe(true)
  return inks(page)
}

test('symbols have one color at all sizes and are never cut', slow, async ({ shared }) => {
  const { home, page, shows, type } = shared
  writeFileSync(
    join(home, 'symbols.txt'),
    rows.map((row) => ` ${row.join(' '.repeat(step - 1))}\n`).join(''),
  )
  await type('exec sh -c \'stty -echo; clear; cat "$HOME/symbols.txt"; cat\'\n')
  await shows('⚒')
  for (const size of [11, 14, 20])
    await test.step(`${size} px`, async () => {
      const byWebgl = await settled(page, 'auto', size)
      await picture(page, `symbols-${size}`)
      const byDom = await settled(page, 'dom', size)
      await picture(page, `symbols-${size}-dom`)
      for (const [index, { text, cell, from, to, colour }] of byWebgl.entries()) {
        expect(colour, `${text} has no colour`).toBeLessThan(20)
        // Signs of players are drawn as shapes of the text's font; by the DOM they are not.
        const whole = players.includes(text) ? { from: 0, to: cell } : byDom[index]!
        expect(
          Math.abs(to - whole.to),
          `${text} ends at ${to}, by the DOM at ${whole.to}`,
        ).toBeLessThan(3)
        expect(Math.abs(from - whole.from), `${text} begins at ${from}`).toBeLessThan(3)
      }
    })
})
