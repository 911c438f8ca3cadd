/** Characters that stand for cells of images: what they do not say they have from their left. */
import { expect, test } from 'vitest'
import { placeholderRuns, type Printed } from '../../src/renderer/grid/frames/placeholders.ts'

const base = '\u{10eeee}'
/** The first three marks of the protocol's list, and its last. */
const [zero, one, two, last] = ['\u0305', '\u030d', '\u030e', '\u{1d244}']

const cells = (...texts: string[]): Printed[] =>
  texts.map((text, column) => ({ column, text: base + text, foreground: 42, underline: 0 }))

test('neighbors of one row are one run', () => {
  expect(placeholderRuns(cells(`${one}${zero}`, '', one, `${one}${'\u0310'}`))).toEqual([
    { column: 0, cells: 4, id: 42, placement: 0, row: 1, from: 0 },
  ])
})

test('another row, a jump, another color or a gap starts a new run', () => {
  const row = cells(`${zero}${two}`, `${one}${'\u0310'}`, one, `${one}${zero}`, '')
  const [first, ...rest] = row
  expect(
    placeholderRuns([
      first!,
      ...rest.slice(0, 3),
      { ...rest[3]!, foreground: 0x010203, underline: 7 },
      { ...rest[3]!, column: 9, text: `${base}${zero}${zero}${two}` },
    ]),
  ).toEqual([
    { column: 0, cells: 1, id: 42, placement: 0, row: 0, from: 2 },
    { column: 1, cells: 2, id: 42, placement: 0, row: 1, from: 3 },
    { column: 3, cells: 1, id: 42, placement: 0, row: 1, from: 0 },
    { column: 4, cells: 1, id: 0x010203, placement: 7, row: 0, from: 0 },
    { column: 9, cells: 1, id: 0x2_00_002a, placement: 0, row: 0, from: 0 },
  ])
})

test('marks number up to 296', () => {
  expect(placeholderRuns(cells(`${last}${last}`))).toMatchObject([{ row: 296, from: 296 }])
})
