/** Text of other sizes (OSC 66), looked at in pixels. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { drawnBy, pixelsOf, type Pixels } from './pixels.ts'
import { slow } from '../../slow.ts'

const sized = (metadata: string, text: string) => `\x1b]66;${metadata};${text}\x07`

const text = [
  sized('s=2', '█'),
  ` ${sized('s=4:n=1:d=2:v=1:h=1', '█')}`,
  ` ${sized('s=3', '世')} ${sized('s=3', 'Tall')}\x1b[5;1H`,
  `${sized('w=3', '█')}█${sized('w=1', 'wide')}x${sized('n=1:d=2:v=1:w=1', 'ab')}\x1b[7;1Hsingle`,
].join('')
const all = { row: 0, rows: 7, columns: 40 }

/** Returns whether most of each cell is drawn: `#` for drawn, `.` for blank. */
function cellsOf(pixels: Pixels, row: number, columns: number): string {
  return Array.from({ length: columns }, (_, column) => {
    const { brightnesses } = pixels.part({ row, column, columns: 1 }, all)
    const drawn = brightnesses.filter((one) => one > 100).length
    return drawn > brightnesses.length / 2 ? '#' : '.'
  }).join('')
}

for (const renderer of ['auto', 'webgl'] as const)
  test(
    `${renderer} draws text at the size of its block`,
    renderer === 'auto' ? {} : slow,
    async ({ shared }) => {
      const { home, page, shows, type } = shared
      await page.evaluate(
        (name) => window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, ui: { renderer: name } }),
        renderer,
      )
      await expect.poll(() => drawnBy(page)).toMatch(renderer === 'auto' ? /./ : /WebGL/)
      writeFileSync(join(home, 'sized.txt'), text)
      await type(`clear; printf '\\033[?25l'; cat ${join(home, 'sized.txt')}; exec cat -v\n`)
      await shows(/^single/m)
      await expect
        .poll(async () => cellsOf(await pixelsOf(page, all), 0, 8), 'double size')
        .toBe('##......')
      const pixels = await pixelsOf(page, all)
      await picture(page, `text-size-${renderer}`)
      expect(cellsOf(pixels, 1, 8)).toBe('##......')
      expect(cellsOf(pixels, 2, 8), 'half size at the lower right').toBe('.....##.')
      expect(cellsOf(pixels, 3, 8)).toBe('.....##.')
      expect(cellsOf(pixels, 4, 5), 'a width').toBe('#..#.')
      expect(await page.evaluate(() => window.vibeflowTest!.screen().join('\n'))).toMatch(/^█ +█/)
    },
  )
