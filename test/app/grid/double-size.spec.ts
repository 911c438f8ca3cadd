/** Rows of double width and height (DECDWL, DECDHL), looked at in pixels with each renderer. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test, type Started } from '../app.ts'
import { drawnBy, pixelsOf, type Pixels } from './pixels.ts'
import { slow } from '../../slow.ts'

/** The lower row shows the lower half of the same text, so it is blank below an upper half. */
const rows = [
  '\x1b#6█ █\x1b[44m \x1b[m',
  '\x1b#3▀▄',
  '\x1b#4▀▄',
  '\x1b#6Double \x1b[1;4;31mwidth\x1b[m 世界',
  '\x1b#3Double \x1b[3;42mheight\x1b[m',
  '\x1b#4Double \x1b[3;42mheight\x1b[m',
  'single',
]
const all = { row: 0, rows: rows.length, columns: 40 }

/** Returns whether most of each cell is drawn: `#` for drawn, `.` for blank. */
function cellsOf(pixels: Pixels, row: number, columns: number): string {
  return Array.from({ length: columns }, (_, column) => {
    const { brightnesses } = pixels.part({ row, column, columns: 1 }, all)
    const drawn = brightnesses.filter((one) => one > 100).length
    return drawn > brightnesses.length / 2 ? '#' : '.'
  }).join('')
}

async function printed({ home, shows, type }: Started): Promise<void> {
  writeFileSync(join(home, 'double.txt'), rows.join('\r\n'))
  await type(`clear; printf '\\033[?25l'; cat ${join(home, 'double.txt')}; exec cat -v\n`)
  await shows(/^single/m)
}

for (const renderer of ['auto', 'webgl', 'dom'] as const)
  test(
    `${renderer} draws rows of double size twice as large`,
    renderer === 'auto' ? {} : slow,
    async ({ shared }) => {
      const { page } = shared
      await page.evaluate(
        (name) => window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, ui: { renderer: name } }),
        renderer,
      )
      const drawer = { auto: /processor|WebGL/, webgl: /WebGL/, dom: /DOM/ }[renderer]
      await expect.poll(() => drawnBy(page)).toMatch(drawer)
      await printed(shared)
      await expect
        .poll(async () => cellsOf(await pixelsOf(page, all), 0, 8), 'double width')
        .toBe('##..####')
      const pixels = await pixelsOf(page, all)
      await picture(page, `double-size-${renderer}`)
      expect(cellsOf(pixels, 1, 6), 'upper half').toBe('##....')
      expect(cellsOf(pixels, 2, 6), 'lower half').toBe('..##..')
      expect(cellsOf(pixels, 6, 40), 'single size').not.toContain('#')
    },
  )

test('cursor and selection count columns of double width, mouse reports single ones', async ({
  shared,
}) => {
  const { home, page, screen, shows, type } = shared
  await page.evaluate(() => window.vibeflowTest!.options({ cursor: { blink_ms: 0 } }))
  const script = 'abcdefgh\\r\\033#6\\033[1;3H\\033[?1000;1006h'
  writeFileSync(
    join(home, 'double.sh'),
    `printf '\\033[2J\\033[H${script}'; stty raw -echo; cat -v\n`,
  )
  await type(`exec sh ${join(home, 'double.sh')}\n`)
  await shows(/^abcdefgh/m)
  const cursor = { row: 0, column: 4, columns: 2 }
  await expect
    .poll(async () => {
      const { brightnesses } = await pixelsOf(page, cursor)
      return brightnesses.filter((one) => one > 100).length / brightnesses.length
    })
    .toBeGreaterThan(0.5)
  const { x, y, cell } = await page.evaluate(() => {
    const box = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
    return { x: box.x, y: box.y, cell: box.width / window.vibeflowTest!.stats().cols }
  })
  await page.mouse.click(x + 7.5 * cell, y + 5)
  await expect.poll(async () => (await screen()).join('')).toContain('<0;8;1M') // as xterm 379
  // the report replaces `cd`, where the cursor was; Shift selects its first two characters
  await page.keyboard.down('Shift')
  await page.mouse.move(x + 4.2 * cell, y + 5)
  await page.mouse.down()
  await page.mouse.move(x + 7.9 * cell, y + 5, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.selection())).toBe('^[')
})
