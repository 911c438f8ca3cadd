/** Sizes of the view of a pasted image. */
import { expect, test } from 'vitest'
import { thumbnailSize } from '../../../src/renderer/overlay/thumbnail.ts'

test.each([
  [1, 1, { width: 1, height: 1 }],
  [320, 180, { width: 320, height: 180 }],
  [3_840, 2_160, { width: 320, height: 180 }],
  [1_000, 5_000, { width: 36, height: 180 }],
  [30_000, 1, { width: 320, height: 1 }],
  [0, 10, null],
  [Number.NaN, 10, null],
  [60_000, 60_000, null],
  [4_294_967_295, 4_294_967_295, null],
] as const)('an image of %d by %d px has a view that fits the dialog', (width, height, size) => {
  expect(thumbnailSize(width, height)).toEqual(size)
})
