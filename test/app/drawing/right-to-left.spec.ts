/** Text from right to left, in pixels with both renderers, and below the pointer. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawnBy, pixelsOf } from '../grid/pixels.ts'
import { expect, picture, test } from '../app.ts'

const columns = 40

/** As a program prints it, and its cells from left to right. */
const rows: readonly (readonly [string, string])[] = [
  ['שלום עולם (abc) 123', 'םלוע םולש (abc) 123'],
  ['a \x1b[41mאב\x1b[4;42mגד\x1b[m z', 'a \x1b[4;42mדג\x1b[0;41mבא\x1b[m z'],
  ['x (א [ב] <ג) y', 'x (ג> [ב] א) y'],
  ['│ קובץ │ 12 │ אב │', '│ ץבוק │ 12 │ בא │'],
  ['سلام دنیا a', '\ufe8e\ufbff\ufee7\u062f \u0645\ufe8e\ufee0\ufeb3 a'],
  ['e\u0301 שָׁלוֹם 世界', 'e\u0301 םוֹלשָׁ 世界'],
]
const all = { row: 0, rows: 2 * rows.length, columns }

for (const renderer of ['auto', 'webgl'] as const)
  test(`${renderer} draws text in its reading order`, async ({ fresh }) => {
    const { home, page, shows, type } = await fresh()
    const option = (on: boolean) =>
      page.evaluate(
        ([name, ordered]) =>
          window.vibeflowTest!.options({
            cursor: { blink_ms: 0 },
            fonts: { right_to_left: ordered },
            ui: { renderer: name },
          }),
        [renderer, on] as const,
      )
    await option(true)
    await expect.poll(() => drawnBy(page)).toBe(renderer === 'auto' ? 'processor' : 'WebGL')
    const [ordered, explicit] = [0, 1].map((side) => rows.map((row) => row[side]).join('\r\n'))
    writeFileSync(join(home, 'rows.txt'), `${ordered}\r\n\x1b[8l${explicit}\x1b[8h\r\nend`)
    await type(`clear; printf '\\033[?25l'; cat ${home}/rows.txt; exec cat > /dev/null\n`)
    await shows(/^end/m)
    const equals = async () => {
      const pixels = await pixelsOf(page, all)
      return rows.map((_, row) => {
        const part = (at: number) => pixels.part({ row: at, columns }, all)
        return part(row).equals(part(row + rows.length))
      })
    }
    await expect.poll(equals).toEqual(rows.map(() => true))
    await picture(page, `right-to-left-${renderer}`)
    await option(false)
    await expect.poll(equals, 'the option is off').toEqual(rows.map(() => false))
    await option(true)
    await expect.poll(equals).toEqual(rows.map(() => true))
  })

test('cursor and pointer are at the cells that are drawn', async ({ fresh }) => {
  const { page, shows, type } = await fresh()
  await page.evaluate(() => window.vibeflowTest!.options({ cursor: { blink_ms: 0 } }))
  await type(`clear; printf 'שלום עולם (abc)\\r'; exec cat > /dev/null\n`)
  await shows(/^שלום/m)
  const cursor = async () => {
    const { brightnesses } = await pixelsOf(page, { row: 0, column: 8, columns: 1 })
    return brightnesses.filter((one) => one > 100).length / brightnesses.length
  }
  await expect.poll(cursor).toBeGreaterThan(0.5)
  const { x, y, cell } = await page.evaluate(() => {
    const box = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
    return { x: box.x, y: box.y, cell: box.width / window.vibeflowTest!.stats().cols }
  })
  await page.mouse.move(x + 0.2 * cell, y + 5)
  await page.mouse.down()
  await page.mouse.move(x + 3.8 * cell, y + 5, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).toBe('עולם')
  await picture(page, 'right-to-left-selection')
})
