/** Draws the tray icon: a tab with its stripe, and the number of tabs that need the user. Pure. */

import type { Rgb } from '../../../base/color.ts'

/** Width and height, px. Desktops scale it down to 16-24. */
export const trayPictureSize = 32

const face: Rgb = [0x2a, 0x2a, 0x35]
const edge: Rgb = [0x7a, 0x7a, 0x82]
const quiet: Rgb = [0x88, 0x88, 0x88]
const amber: Rgb = [0xff, 0xaa, 0x00]
const ink: Rgb = [0x15, 0x15, 0x1c]

// Three columns, five rows; a row is three bits.
const digits: readonly (readonly number[])[] = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 1, 1],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
]
const plus: readonly number[] = [0, 2, 7, 2, 0]

/** Returns RGBA pixels. From 10 on the number is `9+`: two digits are illegible at 16 px. */
export function trayPicture(count: number): Uint8Array {
  const size = trayPictureSize
  const pixels = new Uint8Array(size * size * 4)
  const fill = (
    left: number,
    top: number,
    right: number,
    bottom: number,
    [red, green, blue]: Rgb,
  ) => {
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) pixels.set([red, green, blue, 255], (y * size + x) * 4)
  }
  fill(2, 5, 30, 27, edge)
  fill(3, 6, 29, 26, face)
  fill(3, 6, 8, 26, count > 0 ? amber : quiet)
  if (count <= 0) {
    fill(12, 11, 25, 14, edge)
    fill(12, 18, 21, 21, edge)
    return pixels
  }

  const signs = count < 10 ? [digits[Math.floor(count)] ?? plus] : [digits[9] ?? plus, plus]
  const dot = count < 10 ? 3 : 2
  const width = signs.length * 4 * dot - dot
  const height = 5 * dot
  const left = size - width - 3
  const top = size - height - 3
  // separates the number from the stripe, which has the same color
  fill(left - 4, top - 4, size, size, ink)
  fill(left - 3, top - 3, size, size, amber)
  for (const [place, rows] of signs.entries()) {
    for (const [y, bits] of rows.entries()) {
      for (let x = 0; x < 3; x += 1)
        if ((bits & (4 >> x)) !== 0)
          fill(
            left + (place * 4 + x) * dot,
            top + y * dot,
            left + (place * 4 + x + 1) * dot,
            top + (y + 1) * dot,
            ink,
          )
    }
  }
  return pixels
}
