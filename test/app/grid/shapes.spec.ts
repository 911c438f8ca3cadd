/** Characters that are drawn as shapes of their cell, looked at in pixels at several sizes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test, type Started } from '../app.ts'
import { columnOf, pixelsOf, rowOf, type Pixels } from './pixels.ts'
import { slow } from '../../slow.ts'

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** Length of the longest row. */
const columns = 36

/** Brighter than this is drawn; the ground is darker than 30. */
const ink = 100

const rows = [
  // Shapes that must meet: filled along the upper or lower edge, or along an edge to the neighbor.
  '◥◤◥◤◥◤',
  '◢◣◢◣◢◣',
  '\u{1cde5}'.repeat(6), // all but the first octant
  '\u{1fb91}'.repeat(6),
  '\u{1fbaf}─\u{1fbaf}─\u{1fbaf}─',
  '\u{1fb98}'.repeat(6),
  '\u{1fb98}'.repeat(6),
  // Shapes that must not be empty.
  range(0x2580, 0x259f),
  range(0x2801, 0x281f),
  range(0x28e0, 0x28ff),
  range(0x1cd00, 0x1cd1f),
  range(0x1fb70, 0x1fb92),
  range(0x1fb95, 0x1fbaf),
  range(0x1fbce, 0x1fbdf),
  `${range(0x1fbe4, 0x1fbe7)}\u{1cea0}\u{1cea3}\u{1cea8}\u{1ceab}\u{1fb94}`,
  range(0xe0b0, 0xe0bf) + '\ue0d2\ue0d4\ue0d6\ue0d7',
  range(0xe0c0, 0xe0c8),
]

const all = { row: 0, rows: rows.length, columns }

/** Draws them at a size, and waits until they are there. @returns their pixels */
async function drawn({ page, shows }: Started, size: number): Promise<Pixels> {
  await page.evaluate(
    (wanted) => window.vibeflowTest!.options({ fonts: { size: wanted }, cursor: { blink_ms: 0 } }),
    size,
  )
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer)).toBe('webgl')
  await page.keyboard.press('Enter')
  await shows('\ue0d7')
  await expect
    .poll(async () =>
      rowOf(await pixelsOf(page, { row: 0, columns: 6 }), 0).every((one) => one > ink),
    )
    .toBe(true)
  await expect
    .poll(
      async () => {
        const flame = await pixelsOf(page, { row: rows.length - 1, columns: 1 })
        return columnOf(flame, 1).filter((one) => one > ink).length / flame.height
      },
      { message: 'a flame is as high as the cell, once its font is there' },
    )
    .toBeGreaterThan(0.8)
  return pixelsOf(page, all)
}

test(
  'box and block shapes meet their neighbors at all sizes, and none is blank',
  slow,
  async ({ shared }) => {
    const { home, page, shows, type } = shared
    writeFileSync(join(home, 'shapes.txt'), `${rows.join('\n')}\n`)
    writeFileSync(
      join(home, 'shapes.sh'),
      'stty -echo; for at in 9 13 17 22; do clear; echo begun $at; read go; ' +
        `clear; cat ${join(home, 'shapes.txt')}; read go; done; cat\n`,
    )
    await type(`exec sh ${join(home, 'shapes.sh')}\n`)
    for (const size of [9, 13, 17, 22])
      await test.step(`${size} px`, async () => {
        await shows(new RegExp(`^begun ${size}$`, 'm'))
        const pixels = await drawn(shared, size)
        await picture(page, `shapes-${size}`)
        const row = (at: number) => pixels.part({ row: at, columns: 6 }, all)
        const below = row(1)
        expect(
          rowOf(below, below.height - 1).every((one) => one > ink),
          'triangles below',
        ).toBe(true)
        const octants = row(2)
        for (let y = Math.ceil(octants.height / 4) + 1; y < octants.height; y += 1)
          expect(
            rowOf(octants, y).every((one) => one > ink),
            `octants at ${y}`,
          ).toBe(true)
        const shade = columnOf(row(3), 0)
        expect(shade.filter((one) => one > ink).length).toBeGreaterThan(shade.length * 0.7)
        const line = row(4)
        const brightest = Array.from({ length: line.height }, (_, y) => Math.min(...rowOf(line, y)))
        expect(Math.max(...brightest), 'a line goes on').toBeGreaterThan(ink)
        const blank = rows.flatMap((text, at) =>
          [...text].filter((_, column) =>
            pixels
              .part({ row: at, column, columns: 1 }, all)
              .brightnesses.every((one) => one <= ink),
          ),
        )
        expect(blank.map((one) => one.codePointAt(0)!.toString(16))).toEqual([])
        await page.keyboard.press('Enter')
      })
  },
)
