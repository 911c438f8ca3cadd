/** Sextants and smooth mosaics as polygons of a cell. */
import { expect, test } from 'vitest'
import { mosaicOf, octantOf, type Polygon } from '../../../src/renderer/grid/draw/mosaics.ts'

const areaOf = (polygon: Polygon) =>
  Math.abs(
    polygon.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = polygon[(index + 1) % polygon.length]!
      return sum + x * nextY - nextX * y
    }, 0),
  ) / 2
const share = (code: number) => mosaicOf(code)!.reduce((sum, polygon) => sum + areaOf(polygon), 0)

test('sextants have one to five sixths, each another set, and never a half column', () => {
  const all = Array.from({ length: 60 }, (_, index) => mosaicOf(0x1fb00 + index)!)
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(60)
  for (const [index, one] of all.entries()) {
    expect(share(0x1fb00 + index)).toBeCloseTo(one.length / 6)
    const lefts = one.map(([corner]) => corner![0])
    expect(one.length === 3 && new Set(lefts).size === 1).toBe(false)
  }
  expect([mosaicOf(0x1fb00)!.length, mosaicOf(0x1fb3b)!.length]).toEqual([1, 5])
})

test('a cut and its opposite make a whole cell', () => {
  for (let code = 0x1fb3c; code <= 0x1fb51; code += 1)
    expect(share(code) + share(code + 0x16)).toBeCloseTo(1)
  expect([share(0x1fb3c), share(0x1fb40), share(0x1fb51)].map((area) => area.toFixed(3))).toEqual([
    '0.083',
    '0.250',
    '0.500',
  ])
})

test('triangles, and nothing beyond', () => {
  for (let code = 0x1fb68; code <= 0x1fb6f; code += 1)
    expect(share(code)).toBeCloseTo(code < 0x1fb6c ? 0.75 : 0.25)
  expect([mosaicOf(0x1faff), mosaicOf(0x1fb70), mosaicOf(0x41)]).toEqual([null, null, null])
})

test('octants are those of Unicode: each another set, none that was a character before', () => {
  const all = Array.from({ length: 0xe6 }, (_, index) => octantOf(0x1cd00 + index)!)
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(0xe6)
  /** Numbers as in their names: 1 is the upper left one, 2 the one next to it. */
  const numbers = (code: number) =>
    octantOf(code)!
      .map(([corner]) => corner![0] * 2 + corner![1] * 8 + 1)
      .join('')
  expect([0x1cd00, 0x1cd04, 0x1cd09, 0x1cde5].map(numbers)).toEqual(['3', '14', '5', '2345678'])
  expect(all.every((one) => one.length > 0 && one.length < 8)).toBe(true)
  expect([octantOf(0x1ccff), octantOf(0x1cde6), octantOf(0x41)]).toEqual([null, null, null])
})
