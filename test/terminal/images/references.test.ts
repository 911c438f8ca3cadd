/**
 * Sixels that Debian's encoders made, and some that were made by hand, against the pixels that
 * libsixel's decoder finds in them (test/data/images/make.sh).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pngPixels, readPng } from '../../../src/terminal/images/png.ts'
import { root } from '../../tidy/tree.ts'
import { drawing } from './support.ts'

const folder = join(root, 'test/data/images')

/** libsixel computes HLS in whole percents. */
const tolerance = (name: string): number => (name.includes('hls') ? 2 : 0)

interface Image {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Red, green and blue; what lies beyond an image is black. */
const colourAt = ({ width, height, pixels }: Image, x: number, y: number): readonly number[] =>
  x < width && y < height ? [...pixels.subarray((y * width + x) * 4).subarray(0, 3)] : [0, 0, 0]

/** Pixels in which they differ by more. */
function differences(image: Image, expected: Image, most: number): readonly string[] {
  const found: string[] = []
  for (let y = 0; y < expected.height; y += 1)
    for (let x = 0; x < expected.width; x += 1) {
      const [is, should] = [colourAt(image, x, y), colourAt(expected, x, y)]
      if (is.some((part, index) => Math.abs(part - should[index]!) > most))
        found.push(`${x} ${y}: ${is} instead of ${should}`)
    }
  return found
}

for (const name of readdirSync(folder).filter((file) => file.endsWith('.six')))
  test(name, () => {
    const reference = readPng(readFileSync(join(folder, name.replace('.six', '.png'))))!
    const expected = { ...reference, pixels: pngPixels(reference, inflateSync(reference.data))! }
    const { terminal, write } = drawing({ cols: 40, rows: 20 })
    write(readFileSync(join(folder, name), 'latin1'))
    const [picture] = [...terminal.screen.pictures.pictures.values()]
    const { width, height, data } = picture!
    // no memory is taken for what the raster attributes say and nothing is drawn in
    expect(width).toBeLessThanOrEqual(expected.width)
    expect(height).toBeLessThanOrEqual(expected.height)
    expect(differences({ width, height, pixels: data! }, expected, tolerance(name))).toEqual([])
  })
