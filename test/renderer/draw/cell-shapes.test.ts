/** Characters that are drawn as shapes of their cell. */
import { expect, test } from 'vitest'
import { shapeOf } from '../../../src/renderer/grid/draw/cell-shapes.ts'
import { paintShape } from '../../../src/renderer/grid/draw/shape-painter.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const drawn = [
  ...range(0x256d, 0x2570),
  ...range(0x2580, 0x2590),
  ...range(0x2594, 0x259f),
  ...range(0x25e2, 0x25e5),
  ...range(0x2800, 0x28ff),
  ...[0xe0d2, 0xe0d4, 0xe0d6, 0xe0d7],
  ...range(0x1fb00, 0x1fb92),
  ...range(0x1fb94, 0x1fbaf),
  ...range(0x1fbce, 0x1fbdf),
  ...range(0x1fbe4, 0x1fbe7),
  ...range(0x1cd00, 0x1cde5),
]

test('each has a shape of its own, whose corners are within the cell', () => {
  const shapes = drawn.map((code) => shapeOf(code)!)
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(drawn.length)
  for (const part of shapes.flat())
    if ('polygons' in part)
      for (const [x, y] of part.polygons.flat())
        expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true)
})

test('characters that the addon or a font draws have none', () => {
  const others = [0x41, 0x2500, 0x2592, 0x25cf, 0x2900, 0xe0b0, 0xe0cc, 0x1fb93, 0x1fbf0]
  expect(others.map(shapeOf)).toEqual(others.map(() => null))
})

/** Returns the filled part of a cell of 16 rows, row by row; rectangles only. */
function filled(code: number, width = 8): string[] {
  const cells = Array.from({ length: 16 }, () => Array.from({ length: width }, () => '.'))
  const nothing = () => undefined
  const measureText = (): TextMetrics => {
    throw new Error('a shape has no text')
  }
  const context = {
    ...{ save: nothing, restore: nothing, beginPath: nothing, closePath: nothing, clip: nothing },
    ...{ moveTo: nothing, lineTo: nothing, rect: nothing, fill: nothing, stroke: nothing },
    ...{ translate: nothing, scale: nothing, fillText: nothing, measureText },
    ...{ fillStyle: '', strokeStyle: '', lineWidth: 1, lineCap: 'butt' as const },
    fillRect(left: number, top: number, across: number, height: number) {
      for (let y = top; y < top + height; y += 1)
        for (let x = left; x < left + across; x += 1) cells[y]![x] = '#'
    },
  }
  paintShape(context, shapeOf(code)!, {
    text: String.fromCodePoint(code),
    box: { left: 0, top: 0, width, height: 16 },
    lineWidth: 1,
  })
  return cells.map((row) => row.join(''))
}

test('the dots of braille are at even distances, in the order of their numbers', () => {
  expect(filled(0x28ff).slice(0, 4)).toEqual(['........', '.##..##.', '.##..##.', '........'])
  expect(
    new Set(
      Array.from({ length: 4 }, (_, row) =>
        filled(0x28ff)
          .slice(4 * row, 4 * row + 4)
          .join(),
      ),
    ).size,
  ).toBe(1)
  const at = (code: number) => filled(code).findIndex((row) => row.includes('#'))
  expect([0x2801, 0x2802, 0x2804, 0x2840].map(at)).toEqual([1, 5, 9, 13])
  expect([0x2808, 0x2810, 0x2820, 0x2880].map((code) => filled(code)[at(code)])).toEqual(
    Array.from({ length: 4 }, () => '.....##.'),
  )
})

test('blocks are those of their names, and an eighth is a pixel at least', () => {
  const row = (code: number) => filled(code)[8]
  expect([0x2589, 0x258f, 0x2590, 0x2595, 0x1fb70, 0x1fb87].map(row)).toEqual([
    ...['#######.', '#.......', '....####', '.......#', '.#......', '......##'],
  ])
  const height = (code: number) => filled(code).filter((one) => one === '########').length
  expect(
    [0x2580, 0x2581, 0x2587, 0x2588, 0x2594, 0x1fb76, 0x1fb81, 0x1fb82, 0x1fb97].map(height),
  ).toEqual([8, 2, 14, 16, 2, 2, 8, 4, 8])
  const corners = (code: number) =>
    [0, 15].flatMap((y) => [0, 7].map((x) => filled(code)[y]![x])).join('')
  expect(
    [0x2596, 0x2597, 0x2598, 0x2599, 0x259a, 0x259b, 0x259c, 0x259d, 0x259e, 0x259f].map(corners),
  ).toEqual(['..#.', '...#', '#...', '#.##', '#..#', '###.', '##.#', '.#..', '.##.', '.###'])
  expect([0x1fb95, 0x1fb96].map((code) => filled(code)[0])).toEqual(['##..##..', '..##..##'])
  expect([0x1fb7c, 0x1fb7d, 0x1fb7e, 0x1fb7f].map(corners)).toEqual([
    ...['#.##', '###.', '##.#', '.###'],
  ])
  expect(filled(0x1fb74, 3)).toContain('..#')
})

test('a shade and its inverse make a whole', () => {
  const inverse = filled(0x1fb90).join('')
  expect(inverse.replaceAll('.', '').length).toBe((8 * 16 * 3) / 4)
})
