/** Tests PNG to pixels: each color type and depth, interlaced or not, and broken files. */
import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngPixels, readPng } from '../../../src/terminal/images/png.ts'

const chunk = (name: string, data: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(12 + data.length)
  new DataView(bytes.buffer).setUint32(0, data.length)
  bytes.set(Buffer.from(name), 4)
  bytes.set(data, 8)
  return bytes
}

interface Made {
  readonly size: readonly [width: number, height: number]
  readonly depth: number
  readonly type: number
  readonly interlaced?: boolean
  readonly more?: readonly Uint8Array[]
}

/** Without checksums, which nothing looks at. */
function file({ size, depth, type, interlaced = false, more = [] }: Made, raw: Uint8Array) {
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, size[0])
  view.setUint32(4, size[1])
  head.set([depth, type, 0, 0, interlaced ? 1 : 0], 8)
  const data = deflateSync(raw)
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', head),
    ...more.flatMap((one) => [...one]),
    // in two, as many encoders have it
    ...chunk('IDAT', data.subarray(0, 5)),
    ...chunk('IDAT', data.subarray(5)),
    ...chunk('IEND', new Uint8Array(0)),
  ])
}

function decoded(bytes: Uint8Array): number[] | null {
  const png = readPng(bytes)
  if (png === null) return null
  const pixels = pngPixels(png, inflateSync(png.data))
  return pixels === null ? null : [...pixels]
}

test('filters', () => {
  // rows of gray, whose sums are computed by hand
  const rows = [
    ...[0, 10, 20, 30],
    ...[1, 10, 20, 30],
    ...[2, 1, 2, 3],
    ...[3, 100, 100, 100],
    ...[4, 5, 6, 7],
  ]
  const grey = decoded(file({ size: [3, 5], depth: 8, type: 0 }, Uint8Array.from(rows)))
  expect(grey?.filter((_, at) => at % 4 === 0)).toEqual([
    ...[10, 20, 30],
    ...[10, 30, 60],
    ...[11, 32, 63],
    ...[105, 168, 215],
    ...[110, 174, 222],
  ])
})

test('color types and depths', () => {
  const one = (depth: number, type: number, raw: readonly number[], more?: readonly Uint8Array[]) =>
    decoded(
      file({ size: [1, 1], depth, type, ...(more && { more }) }, Uint8Array.from([0, ...raw])),
    )
  const colours = chunk('PLTE', Uint8Array.from([1, 2, 3, 4, 5, 6]))
  const alpha = chunk('tRNS', Uint8Array.from([9]))
  expect(one(1, 0, [0x80])).toEqual([255, 255, 255, 255])
  expect(one(2, 0, [0x40])).toEqual([85, 85, 85, 255])
  expect(one(4, 0, [0x30])).toEqual([51, 51, 51, 255])
  expect(one(16, 0, [0x12, 0x34])).toEqual([0x12, 0x12, 0x12, 255])
  expect(one(8, 2, [1, 2, 3])).toEqual([1, 2, 3, 255])
  expect(one(16, 2, [1, 9, 2, 9, 3, 9])).toEqual([1, 2, 3, 255])
  expect(one(8, 4, [7, 8])).toEqual([7, 7, 7, 8])
  expect(one(8, 6, [1, 2, 3, 4])).toEqual([1, 2, 3, 4])
  expect(one(16, 6, [1, 9, 2, 9, 3, 9, 4, 9])).toEqual([1, 2, 3, 4])
  expect(one(1, 3, [0x80], [colours, alpha])).toEqual([4, 5, 6, 255])
  expect(one(8, 3, [0], [colours, alpha])).toEqual([1, 2, 3, 9])
  expect(one(8, 3, [77], [colours])).toEqual([0, 0, 0, 255])
  const clear = chunk('tRNS', Uint8Array.from([0, 1, 0, 2, 0, 3]))
  expect(one(8, 2, [1, 2, 3], [clear])).toEqual([1, 2, 3, 0])
  expect(one(8, 2, [1, 2, 4], [clear])).toEqual([1, 2, 4, 255])
})

test('interlaced', () => {
  // a picture of 5 x 3, pixels numbered by where they are; the third pass has no row
  const raw = [[0], [4], [2], [10, 12, 14], [1, 3], [11, 13], [5, 6, 7, 8, 9]]
  const pixels = decoded(
    file(
      { size: [5, 3], depth: 8, type: 0, interlaced: true },
      Uint8Array.from(raw.flatMap((row) => [0, ...row])),
    ),
  )
  expect(pixels?.filter((_, at) => at % 4 === 0)).toEqual(Array.from({ length: 15 }, (_, at) => at))
})

test('broken files have no pixels', () => {
  const grey = { size: [2, 2], depth: 8, type: 0 } as const
  const raw = Uint8Array.from([0, 1, 2, 0, 3, 4])
  const whole = file(grey, raw)
  expect(decoded(whole)).toHaveLength(16)
  for (let cut = 0; cut < whole.length - 16; cut += 1) {
    const png = readPng(whole.subarray(0, cut))
    if (png !== null) expect(() => inflateSync(png.data)).toThrow()
  }
  expect(decoded(file(grey, raw.subarray(0, 5)))).toBeNull()
  expect(decoded(file(grey, Uint8Array.from([5, 1, 2, 0, 3, 4])))).toBeNull()
  for (const [depth, type] of [
    [3, 0],
    [16, 3],
    [4, 2],
    [8, 1],
    [8, 7],
    [0, 0],
  ] as const)
    expect(readPng(file({ size: [2, 2], depth, type }, raw)), `${depth} ${type}`).toBeNull()
  // indices without colors; a chunk beyond the end
  expect(readPng(file({ size: [2, 2], depth: 8, type: 3 }, raw))).toBeNull()
  const forged = whole.slice()
  new DataView(forged.buffer).setUint32(33, 0xffff_fff0)
  expect(readPng(forged)).toBeNull()
})
