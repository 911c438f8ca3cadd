/** Images that placeholders show: how much work a draw is, whatever is on the screen. */
import { afterEach, expect, test, vi } from 'vitest'
import type { PlacedPicture } from '../../src/terminal/frames/frame.ts'
import type { PlaceholderRun } from '../../src/renderer/grid/frames/placeholders.ts'
import { PictureLayer } from '../../src/renderer/grid/pictures/layer.ts'
import { placeholderRunsMax } from '../../src/renderer/grid/limits.ts'

const placementsMax = 1_024

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Virtual placements of one image each, and how often a draw has looked at one. */
function virtualPlacements(count: number) {
  let reads = 0
  const placed = Array.from({ length: count }, (_, index) => {
    const id = index + 1
    const one = {
      ...{ serial: id, picture: id, size: [1, 1], alternate: false, row: 0, column: 0 },
      ...{ cols: 1, rows: 1, drawn: [0, 0, 1, 1], source: [0, 0, 1, 1], z: 0, from: 0, end: 1 },
      get virtual() {
        reads += 1
        return { id, placement: id }
      },
    }
    return one as unknown as PlacedPicture
  })
  return { placed, reads: () => reads }
}

/** A screen on which each cell names the image that was placed last. */
async function layerOf(cols: number, rows: number, placed: readonly PlacedPicture[]) {
  const drawn: (readonly [x: number, y: number, id: number])[] = []
  let box: readonly number[] = []
  const context = {
    ...{ setTransform: () => undefined, clearRect: () => undefined, save: () => undefined },
    ...{ restore: () => undefined, beginPath: () => undefined, clip: () => undefined },
    rect: (...at: readonly number[]) => {
      box = at
    },
    drawImage: ({ id }: { readonly id: number }) => drawn.push([box[0]!, box[1]!, id]),
  }
  const element = {
    ...{ style: {}, append: () => undefined, remove: () => undefined },
    getContext: () => context,
  }
  vi.stubGlobal('window', { devicePixelRatio: 1, clearTimeout, setTimeout })
  vi.stubGlobal('document', { createElement: () => element })
  vi.stubGlobal('ImageData', class {})
  let bitmaps = 0
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ id: ++bitmaps, width: 1, height: 1, close: () => undefined }),
  )
  let draw = () => undefined as void
  const terminal = {
    ...{ cols, rows, buffer: { active: { type: 'normal', viewportY: 0 } } },
    ...{ onSelectionChange: () => undefined, getSelectionPosition: () => undefined },
    onRender: (act: () => void) => {
      draw = act
    },
  }
  const id = placed.length
  const row = Array.from({ length: cols }, (_, column): PlaceholderRun => {
    return { column, cells: 1, id, placement: id, row: 0, from: 0 }
  })
  const layer = new PictureLayer({ querySelector: () => null } as never, terminal as never, {
    ...{ cell: () => ({ width: 1, height: 1 }), dropped: () => 0, shown: () => true },
    ...{ nextFrame: () => undefined, placeholders: () => row, selectionColour: () => 'blue' },
    ...{ now: () => 0, moves: () => true },
  })
  layer.place(placed)
  for (const { picture } of placed)
    layer.take(
      ...([
        { picture, frame: 0, version: 1, form: 'rgba', width: 1, height: 1, offset: 0, total: 4 },
        new Uint8Array(4),
      ] as const),
    )
  await Promise.resolve() // each has its bitmap
  await Promise.resolve()
  return { draw: () => draw(), drawn }
}

test('a draw looks at each virtual placement a few times, however many name it', async () => {
  const { placed, reads } = virtualPlacements(placementsMax)
  const { draw, drawn } = await layerOf(320, 100, placed)
  draw()
  expect(drawn[0]).toEqual([0, 0, placementsMax])
  expect(reads()).toBeLessThan(20 * placementsMax)
})

test('a draw shows placeholder runs up to a limit, of 1,000,000 on a screen', async () => {
  const { placed } = virtualPlacements(1)
  const { draw, drawn } = await layerOf(1_000, 1_000, placed)
  draw()
  expect(drawn).toHaveLength(placeholderRunsMax)
  expect(drawn.at(-1)).toEqual([
    (placeholderRunsMax - 1) % 1_000,
    Math.floor((placeholderRunsMax - 1) / 1_000),
    1,
  ])
})
