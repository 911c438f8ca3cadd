/**
 * Sextants and smooth mosaics (U+1FB00 to U+1FB6F of Symbols for Legacy Computing) and octants
 * (U+1CD00 to U+1CDE5 of its Supplement) as polygons of a cell.
 */

/** In a cell of width and height 1. y goes down. */
export type Corner = readonly [x: number, y: number]
export type Polygon = readonly Corner[]

const sextants = 0x1fb00
const mosaics = 0x1fb3c
const triangles = 0x1fb68
const end = 0x1fb70
const octants = 0x1cd00

/**
 * Corner and cut of each block, as in its Unicode name: L left, C center, R right; rows 0 upper, 1
 * upper middle, 2 lower middle, 3 lower.
 */
const cuts = (
  'L3:L2C3 L3:L2R3 L3:L1C3 L3:L1R3 L3:L0C3 R3:L1C0 R3:L1R0 R3:L2C0 R3:L2R0 R3:L3C0 R3:L2R1 ' +
  'R3:C3R2 R3:L3R2 R3:C3R1 R3:L3R1 R3:C3R0 L3:C0R1 L3:L0R1 L3:C0R2 L3:L0R2 L3:C0R3 L3:L1R2 ' +
  'R0:L2C3 R0:L2R3 R0:L1C3 R0:L1R3 R0:L0C3 L0:L1C0 L0:L1R0 L0:L2C0 L0:L2R0 L0:L3C0 L0:L2R1 ' +
  'L0:C3R2 L0:L3R2 L0:C3R1 L0:L3R1 L0:C3R0 R0:C0R1 R0:L0R1 R0:C0R2 R0:L0R2 R0:C0R3 R0:L1R2'
).split(' ')

const square: Polygon = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]
const centre: Corner = [0.5, 0.5]

/** Returns the filled part of the cell, or null for other characters. */
export function mosaicOf(code: number): readonly Polygon[] | null {
  if (code < sextants || code >= end) return null
  if (code < mosaics) return sextantOf(code - sextants + 1)
  if (code < triangles) return [cutOf(cuts[code - mosaics] ?? '')]
  return triangleOf(code - triangles)
}

/** The halves are block elements and have no character here. @param index from 1 */
function sextantOf(index: number): readonly Polygon[] {
  const bits = index + (index >= 0b010101 ? 1 : 0) + (index >= 0b101010 - 1 ? 1 : 0)
  return blocksOf(bits, 3)
}

/**
 * Bits of the octants, upper left first. Combinations that had characters before are excluded:
 * empty, quadrants and their unions, quarters at top and bottom, in corners and in the middle.
 */
const octantBits = Array.from({ length: 256 }, (_, bits) => bits).filter(
  (bits) =>
    !isOfRows(bits) &&
    !isOfQuadrants(bits) &&
    ![1, 2, 64, 128, 0b0001_0100, 0b0010_1000].includes(bits),
)

/** Returns whether full rows reach the top or the bottom. */
function isOfRows(bits: number): boolean {
  return [0b11, 0b11_1111, 0b1100_0000, 0b1111_1100].includes(bits)
}

function isOfQuadrants(bits: number): boolean {
  return ((bits >> 2) & 0b0011_0011) === (bits & 0b0011_0011)
}

/** Returns null for other characters. */
export function octantOf(code: number): readonly Polygon[] | null {
  const bits = octantBits[code - octants]
  return bits === undefined ? null : blocksOf(bits, 4)
}

/** Returns blocks in two columns. Bit 0 is the upper left one, bit 1 the one to its right. */
function blocksOf(bits: number, rows: number): readonly Polygon[] {
  return Array.from({ length: 2 * rows }, (_, at) => at).flatMap((at): readonly Polygon[] => {
    if ((bits & (1 << at)) === 0) return []
    const [left, top] = [(at % 2) / 2, Math.floor(at / 2) / rows]
    const [right, bottom] = [left + 1 / 2, top + 1 / rows]
    return [
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
    ]
  })
}

/** Returns the part of the cell on the corner's side of the line. */
function cutOf(cut: string): Polygon {
  const [corner, from, to] = [cut.slice(0, 2), cut.slice(3, 5), cut.slice(5, 7)].map(pointOf)
  if (corner === undefined || from === undefined || to === undefined) return []
  const side = ([x, y]: Corner) =>
    (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])
  const wanted = Math.sign(side(corner))
  return square.flatMap((point, index): readonly Corner[] => {
    const next = square[(index + 1) % square.length] ?? point
    const [here, there] = [wanted * side(point), wanted * side(next)]
    const kept = here >= 0 ? [point] : []
    if (here * there >= 0) return kept
    const share = here / (here - there)
    return [
      ...kept,
      [point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])],
    ]
  })
}

function pointOf(text: string): Corner {
  return ['LCR'.indexOf(text.charAt(0)) / 2, Number(text.charAt(1)) / 3]
}

/** Returns a triangle: four without a quarter, then the quarters left, upper, right, lower. */
function triangleOf(index: number): readonly Polygon[] {
  const sides = [3, 0, 1, 2].map(
    (at): Polygon => [square[at] ?? centre, square[(at + 1) % 4] ?? centre, centre],
  )
  const one = index % 4
  return index >= 4 ? sides.slice(one, one + 1) : sides.filter((_side, at) => at !== one)
}
