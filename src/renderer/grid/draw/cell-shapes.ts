/**
 * Characters drawn as shapes of their cell, because few fonts have them or make them join: block
 * elements, Symbols for Legacy Computing, octants, braille, triangles of Geometric Shapes, rounded
 * corners, and Powerline separators. @xterm/addon-webgl draws other box drawing, shades (U+2591 to
 * U+2593) and Powerline's own symbols. It strokes rounded corners weaker than straight lines.
 */
import { blockElements, type CellRectangle } from './block-elements.ts'
import { mosaicOf, octantOf, type Corner, type Polygon } from './mosaics.ts'

/**
 * Rectangles; polygons filled, or with the dots of ▒ or their inverse; lines as thin as box
 * drawing; an arc from the vertical to the horizontal middle, whose ends are on these sides;
 * braille dots, bit 0 first; or the font's glyph, as high as the cell and as wide as two.
 */
export type CellShape =
  | { readonly kind: 'stretched' }
  | { readonly kind: 'blocks'; readonly rectangles: readonly CellRectangle[] }
  | { readonly kind: 'fill' | 'shade' | 'inverse shade'; readonly polygons: readonly Polygon[] }
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Corner[])[] }
  | { readonly kind: 'arc'; readonly below: boolean; readonly right: boolean }
  | { readonly kind: 'braille'; readonly dots: number }

/** Returns the shapes of a character, or null if it has none. */
export function shapeOf(code: number): readonly CellShape[] | null {
  if (code < 0x2500) return null
  if (code >= 0x2800 && code <= 0x28ff) return [{ kind: 'braille', dots: code - 0x2800 }]
  if (code >= 0x256d && code <= 0x2570)
    return [{ kind: 'arc', below: code <= 0x256e, right: code === 0x256d || code === 0x2570 }]
  if (isSeparator(code)) return [{ kind: 'stretched' }]
  const rectangles = blockElements.get(code)
  if (rectangles !== undefined) return [{ kind: 'blocks', rectangles }]
  const polygons = mosaicOf(code) ?? octantOf(code) ?? triangles.get(code)
  if (polygons !== undefined) return [{ kind: 'fill', polygons }]
  return shades.get(code) ?? linesOf(code)
}

/**
 * Returns whether a character is one of Powerline's flames, pixels and ice. They are two cells wide
 * in every font that has them, and one high in Nerd Fonts.
 */
function isSeparator(code: number): boolean {
  return (code >= 0xe0c0 && code <= 0xe0c8) || code === 0xe0ca
}

/** Returns a point of a cell from two letters: top, middle or bottom; left, center or right. */
function pointOf(name: string): Corner {
  return ['LCR'.indexOf(name.charAt(1)) / 2, 'TMB'.indexOf(name.charAt(0)) / 2]
}
const whole = polygon('TL TR BR BL')
const upper = polygon('TL TR MR ML')
const lower = polygon('ML MR BR BL')
const left = polygon('TL TC BC BL')
const right = polygon('TC TR BR BC')
function polygon(points: string): Polygon {
  return points.split(' ').map(pointOf)
}

const triangles: ReadonlyMap<number, readonly Polygon[]> = new Map([
  [0x25e2, [polygon('TR BR BL')]],
  [0x25e3, [polygon('TL BR BL')]],
  [0x25e4, [polygon('TL TR BL')]],
  [0x25e5, [polygon('TL TR BR')]],
  // Powerline's extra symbols: trapezoids around a gap, and the areas next to triangles
  [0xe0d2, trapezoids(0)],
  [0xe0d4, trapezoids(1)],
  [0xe0d6, [polygon('TL TR ML'), polygon('BL BR ML')]],
  [0xe0d7, [polygon('TL TR MR'), polygon('BL BR MR')]],
  [0x1fb9a, [polygon('TL TR MC'), polygon('BL BR MC')]],
  [0x1fb9b, [polygon('TL BL MC'), polygon('TR BR MC')]],
])

/** Returns two trapezoids with the long sides outside. @param side 0 if upright on the left */
function trapezoids(side: 0 | 1): readonly Polygon[] {
  const gap = 1 / 20
  return [0, 1].map((edge): Polygon => {
    const inner = edge === 0 ? 1 / 2 - gap : 1 / 2 + gap
    return [
      [side, edge],
      [1 - side, edge],
      [1 / 2, inner],
      [side, inner],
    ]
  })
}

const shade = (...polygons: Polygon[]): CellShape => ({ kind: 'shade', polygons })
const inverse = (...polygons: Polygon[]): CellShape => ({ kind: 'inverse shade', polygons })
const fill = (...polygons: Polygon[]): CellShape => ({ kind: 'fill', polygons })

const shades: ReadonlyMap<number, readonly CellShape[]> = new Map([
  [0x1fb8c, [shade(left)]],
  [0x1fb8d, [shade(right)]],
  [0x1fb8e, [shade(upper)]],
  [0x1fb8f, [shade(lower)]],
  [0x1fb90, [inverse(whole)]],
  [0x1fb91, [fill(upper), inverse(lower)]],
  [0x1fb92, [inverse(upper), fill(lower)]],
  [0x1fb94, [inverse(left), fill(right)]],
  [0x1fb9c, [shade(polygon('TL TR BL'))]],
  [0x1fb9d, [shade(polygon('TL TR BR'))]],
  [0x1fb9e, [shade(polygon('TR BR BL'))]],
  [0x1fb9f, [shade(polygon('TL BR BL'))]],
])

/** U+1FBA0 to U+1FBAE and U+1FBD0 to U+1FBDF, from point to point. Commas separate lines. */
const diagonals = (
  'TC ML|TC MR|ML BC|MR BC|TC ML BC|TC MR BC|ML BC MR|ML TC MR|TC ML,MR BC|TC MR,ML BC|' +
  'TC MR BC ML|TC ML BC MR|ML TC MR BC|MR TC ML BC|TC MR BC ML TC'
).split('|')
const cellDiagonals = (
  'MR BL|TR ML|TL MR|ML BR|TL BC|TC BR|TR BC|TC BL|TL MC TR|TR MC BR|BL MC BR|TL MC BL|' +
  'TL BC TR|TR ML BR|BL TC BR|TL MR BL'
).split('|')

function linesOf(code: number): readonly CellShape[] | null {
  const named = diagonals[code - 0x1fba0] ?? cellDiagonals[code - 0x1fbd0]
  if (named !== undefined) return [{ kind: 'lines', lines: named.split(',').map(polygon) }]
  if (code === 0x1fbaf)
    return [
      {
        kind: 'lines',
        lines: [
          polygon('ML MR'),
          [
            [1 / 2, 1 / 3],
            [1 / 2, 2 / 3],
          ],
        ],
      },
    ]
  if (code !== 0x1fb98 && code !== 0x1fb99) return null
  // Each continues in the next cell: it falls by one cell, four distances, over the width of one.
  const lines = [-3, -2, -1, 0, 1, 2, 3].map((quarter): readonly Corner[] => {
    const [from, to] = [quarter / 4, quarter / 4 + 1]
    return code === 0x1fb98
      ? [
          [0, from],
          [1, to],
        ]
      : [
          [1, from],
          [0, to],
        ]
  })
  return [{ kind: 'lines', lines }]
}
