/** Extra cursors of a program (kitty's multiple cursors), looked at in pixels. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { drawnBy, pixelsOf, type Pixels } from './pixels.ts'
import { slow } from '../../slow.ts'

const all = { row: 0, rows: 4, columns: 20 }
const cursors = (...groups: string[]) => `\x1b[>${groups.join(';')} q`

/** Returns the share of bright pixels in each cell of a row, in tenths. */
function sharesOf(pixels: Pixels, row: number, columns: number): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const { brightnesses } = pixels.part({ row, column, columns: 1 }, all)
    return Math.ceil((10 * brightnesses.filter((one) => one > 100).length) / brightnesses.length)
  })
}

for (const renderer of ['auto', 'webgl'] as const)
  test(`${renderer} draws extra cursors`, renderer === 'auto' ? {} : slow, async ({ shared }) => {
    const { home, page, shows, type } = shared
    await page.evaluate(
      (name) => window.vibeflowTest!.options({ cursor: { blink_ms: 0 }, ui: { renderer: name } }),
      renderer,
    )
    await expect.poll(() => drawnBy(page)).toMatch(renderer === 'auto' ? /./ : /WebGL/)
    const shapes = cursors('1', '2:1:1') + cursors('2', '2:1:3') + cursors('3', '2:1:5')
    const text = `${shapes}${cursors('29', '2:1:7')}\x1b[3;1H\u2588\u2588\x1b[4;1Hready`
    writeFileSync(join(home, 'cursors.txt'), text)
    await type(`clear; printf '\\033[?25l'; cat ${join(home, 'cursors.txt')}; cat\n`)
    await shows(/^ready/m)
    const seen = async () => sharesOf(await pixelsOf(page, all), 0, 8)
    await expect.poll(async () => (await seen())[0], 'a block').toBe(10)
    const [block, , beam = 0, , underline = 0, , follows = 0, none] = await seen()
    expect([block, none]).toEqual([10, 0])
    expect(beam, 'a beam').toBeLessThan(4)
    expect(underline, 'an underline').toBeLessThan(3)
    expect(Math.min(beam, underline, follows)).toBeGreaterThan(0)
    await picture(page, `extra-cursors-${renderer}`)

    await page.keyboard.press('Control+C')
    await shows(/^ready\$/m)
    const red = join(home, 'red.txt')
    writeFileSync(
      red,
      `${cursors('40', '2:255:0:0')}${cursors('0', '4')}${cursors('1', '2:3:2:1:1')}`,
    )
    await type(`clear; printf '\\033[?25l'; cat ${red}; printf '\\033[4;1Hagain'; exec cat\n`)
    await shows(/^again/m)
    const colorOf = async (row: number, column: number) =>
      (await pixelsOf(page, all)).part({ row, column, columns: 1 }, all).at(20)
    await expect.poll(() => colorOf(2, 1), 'another color').toEqual([255, 0, 0])
    expect(await colorOf(0, 0)).toEqual([255, 0, 0])

    await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D
      const { clearRect } = prototype
      Object.assign(window, { cursorDraws: 0 })
      prototype.clearRect = function (...area) {
        if (this.canvas.parentElement?.className === 'cursor-layer')
          (window as unknown as { cursorDraws: number }).cursorDraws += 1
        clearRect.apply(this, area)
      }
    })
    const draws = () =>
      page.evaluate(() => (window as unknown as { cursorDraws: number }).cursorDraws)
    for (let line = 0; line < 4; line += 1) {
      await type(`line${line}\n`)
      await shows(new RegExp(`^line${line}$`, 'm'))
    }
    expect(await draws(), 'text elsewhere').toBe(0)
    await type('\x1b[1;1HX\n')
    await expect.poll(draws, 'text below a cursor').toBeGreaterThan(0)
  })
