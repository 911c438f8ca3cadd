/**
 * Block elements (U+2580 to U+259F) and related parts of Symbols for Legacy Computing (U+1FB70 to
 * U+1FB8B, U+1FB95 to U+1FB97, U+1FBCE, U+1FBCF, U+1FBE4 to U+1FBE7, and single octants of its
 * Supplement) as rectangles. @xterm/addon-webgl draws some of them with blurred edges, and too
 * faint where an eighth is less than a pixel.
 */

/** Edges in a cell of width and height 1. y goes down. */
export type CellRectangle = readonly [left: number, top: number, right: number, bottom: number]

const eighths = (left: number, top: number, right: number, bottom: number): CellRectangle => [
  left / 8,
  top / 8,
  right / 8,
  bottom / 8,
]

const [upperLeft, upperRight] = [eighths(0, 0, 4, 4), eighths(4, 0, 8, 4)]
const [lowerLeft, lowerRight] = [eighths(0, 4, 4, 8), eighths(4, 4, 8, 8)]
const [top, right] = [eighths(0, 0, 8, 1), eighths(7, 0, 8, 8)]
const [bottom, left] = [eighths(0, 7, 8, 8), eighths(0, 0, 1, 8)]

/** Returns the even squares of a four-by-four board, or the odd ones. */
function checkerboard(odd: 0 | 1): readonly CellRectangle[] {
  return Array.from({ length: 8 }, (_, at) => {
    const y = Math.floor(at / 2)
    const x = 2 * (at % 2) + ((y + odd) % 2)
    return eighths(2 * x, 2 * y, 2 * x + 2, 2 * y + 2)
  })
}

/** Consecutive shapes from the first code point on. */
const runs: readonly (readonly [first: number, shapes: readonly (readonly CellRectangle[])[]])[] = [
  [0x2580, [[eighths(0, 0, 8, 4)]]],
  [0x2581, [1, 2, 3, 4, 5, 6, 7, 8].map((height) => [eighths(0, 8 - height, 8, 8)])],
  [0x2589, [7, 6, 5, 4, 3, 2, 1].map((width) => [eighths(0, 0, width, 8)])],
  [0x2590, [[eighths(4, 0, 8, 8)]]],
  [
    0x2594,
    [
      [top],
      [right],
      [lowerLeft],
      [lowerRight],
      [upperLeft],
      [upperLeft, lowerLeft, lowerRight],
      [upperLeft, lowerRight],
      [upperLeft, upperRight, lowerLeft],
      [upperLeft, upperRight, lowerRight],
      [upperRight],
      [upperRight, lowerLeft],
      [upperRight, lowerLeft, lowerRight],
    ],
  ],
  [0x1fb70, [1, 2, 3, 4, 5, 6].map((at) => [eighths(at, 0, at + 1, 8)])],
  [0x1fb76, [1, 2, 3, 4, 5, 6].map((at) => [eighths(0, at, 8, at + 1)])],
  [
    0x1fb7c,
    [
      [left, bottom],
      [left, top],
      [right, top],
      [right, bottom],
      [top, bottom],
      [top, eighths(0, 2, 8, 3), eighths(0, 4, 8, 5), bottom],
    ],
  ],
  [0x1fb82, [2, 3, 5, 6, 7].map((height) => [eighths(0, 0, 8, height)])],
  [0x1fb87, [2, 3, 5, 6, 7].map((width) => [eighths(8 - width, 0, 8, 8)])],
  [0x1fb95, [checkerboard(0), checkerboard(1), [eighths(0, 2, 8, 4), eighths(0, 6, 8, 8)]]],
  [0x1fbce, [[[0, 0, 2 / 3, 1]], [[0, 0, 1 / 3, 1]]]],
  [0x1fbe4, [[eighths(2, 0, 6, 4)], [eighths(2, 4, 6, 8)]]],
  [0x1fbe6, [[eighths(0, 2, 4, 6)], [eighths(4, 2, 8, 6)]]],
  [0x1cea0, [[eighths(4, 6, 8, 8)]]],
  [0x1cea3, [[eighths(0, 6, 4, 8)]]],
  [0x1cea8, [[eighths(0, 0, 4, 2)]]],
  [0x1ceab, [[eighths(4, 0, 8, 2)]]],
]

/** By code point. */
export const blockElements: ReadonlyMap<number, readonly CellRectangle[]> = new Map(
  runs.flatMap(([first, shapes]) =>
    shapes.map((shape, index): [number, readonly CellRectangle[]] => [first + index, shape]),
  ),
)
