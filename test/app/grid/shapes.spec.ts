/** Characters that are drawn as shapes of their cell, looked at in pixels at several sizes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { columnOf, pixelsOf, rowOf } from './pixels.ts'

test.setTimeout(60_000)

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** Of the longest row. */
const columns = 36

/** Brighter than this is drawn; the ground is darker than 30. */
const ink = 100

const rows = [
  // What must meet: filled along its upper or lower edge, or along an edge to its neighbour.
  '◥◤◥◤◥◤',
  '◢◣◢◣◢◣',
  '\u{1cde5}'.repeat(6), // all but the first octant
  '\u{1fb91}'.repeat(6),
  '\u{1fbaf}─\u{1fbaf}─\u{1fbaf}─',
  '\u{1fb98}'.repeat(6),
  '\u{1fb98}'.repeat(6),
  // What must not be blank.
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

for (const size of [9, 13, 17, 22])
  test(`shapes of ${size} px meet their neighbours, and none is blank`, async ({ shared }) => {
    const { home, page, shows, type } = shared
    writeFileSync(join(home, 'shapes.txt'), `${rows.join('\n')}\n`)
    await type(
      'clear; exec sh -c \'stty -echo; echo be""gun; read go; ' +
        'clear; cat "$HOME/shapes.txt"; cat\'\n',
    )
    await shows(/^begun$/m)
    await page.evaluate(
      (wanted) =>
        window.vibeflowTest!.gridOptions({ fonts: { size: wanted }, cursor: { blink_ms: 0 } }),
      size,
    )
    await expect
      .poll(() => page.evaluate(() => window.vibeflowTest!.stats().renderer))
      .toBe('webgl')
    await page.keyboard.press('Enter')
    await shows('\ue0d7')
    await expect
      .poll(async () =>
        rowOf(await pixelsOf(page, { row: 0, columns: 6 }), 0).every((one) => one > ink),
      )
      .toBe(true)
    await picture(page, `shapes-${size}`)
    const below = await pixelsOf(page, { row: 1, columns: 6 })
    expect(
      rowOf(below, below.height - 1).every((one) => one > ink),
      'triangles below',
    ).toBe(true)
    const octants = await pixelsOf(page, { row: 2, columns: 6 })
    for (let y = Math.ceil(octants.height / 4) + 1; y < octants.height; y += 1)
      expect(
        rowOf(octants, y).every((one) => one > ink),
        `octants at ${y}`,
      ).toBe(true)
    const shade = await pixelsOf(page, { row: 3, columns: 6 })
    expect(columnOf(shade, 0).filter((one) => one > ink).length).toBeGreaterThan(shade.height * 0.7)
    const line = await pixelsOf(page, { row: 4, columns: 6 })
    const brightest = Array.from({ length: line.height }, (_, y) => Math.min(...rowOf(line, y)))
    expect(Math.max(...brightest), 'a line goes on').toBeGreaterThan(ink)
    await expect
      .poll(
        async () => {
          const flame = await pixelsOf(page, { row: rows.length - 1, columns: 1 })
          return columnOf(flame, 1).filter((one) => one > ink).length / flame.height
        },
        { message: 'a flame is as high as the cell, once its font is there' },
      )
      .toBeGreaterThan(0.8)
    const all = await pixelsOf(page, { row: 0, rows: rows.length, columns })
    const [cellWidth, cellHeight] = [all.width / columns, all.height / rows.length]
    const drawn = new Set(
      all.brightnesses.flatMap((one, at) => {
        const column = Math.floor((at % all.width) / cellWidth)
        const row = Math.floor(Math.floor(at / all.width) / cellHeight)
        return one > ink ? [row * columns + column] : []
      }),
    )
    const blank = rows.flatMap((text, row) =>
      [...text].filter((_, column) => !drawn.has(row * columns + column)),
    )
    expect(blank.map((one) => one.codePointAt(0)!.toString(16))).toEqual([])
  })
