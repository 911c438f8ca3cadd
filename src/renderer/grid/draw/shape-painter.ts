/** Draws the shapes of cell-shapes.ts into the box of a cell, in the context's color. */
import type { CellRectangle } from './block-elements.ts'
import type { CellShape } from './cell-shapes.ts'
import type { Corner, Polygon } from './mosaics.ts'

/** Device px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type Context = Pick<
  CanvasRenderingContext2D,
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'closePath'
  | 'moveTo'
  | 'lineTo'
  | 'rect'
  | 'clip'
  | 'fill'
  | 'fillRect'
  | 'stroke'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'translate'
  | 'scale'
  | 'measureText'
  | 'fillText'
>

/** @param context has font and color. `lineWidth` is that of box drawing, device px. */
export function paintShape(
  context: Context,
  parts: readonly CellShape[],
  {
    text,
    box,
    lineWidth,
  }: { readonly text: string; readonly box: Box; readonly lineWidth: number },
): void {
  for (const part of parts) {
    if (part.kind === 'stretched') paintStretched(context, text, box)
    else if (part.kind === 'blocks') paintBlocks(context, part.rectangles, box)
    else if (part.kind === 'braille') paintBraille(context, part.dots, box)
    else if (part.kind === 'lines') paintLines(context, part.lines, box, lineWidth)
    else if (part.kind === 'arc') paintArc(context, part, box, lineWidth)
    else if (part.kind === 'fill') {
      trace(context, part.polygons, box)
      context.fill()
    } else paintShade(context, part.polygons, box, part.kind === 'inverse shade')
  }
}

/** Stretches the glyph to two cells. */
function paintStretched(context: Context, text: string, { left, top, width, height }: Box): void {
  const drawn = context.measureText(text)
  const across = drawn.actualBoundingBoxLeft + drawn.actualBoundingBoxRight
  const down = drawn.actualBoundingBoxAscent + drawn.actualBoundingBoxDescent
  if (across <= 0 || down <= 0) return
  context.save()
  context.translate(left, top)
  context.scale((2 * width) / across, height / down)
  context.fillText(text, drawn.actualBoundingBoxLeft, drawn.actualBoundingBoxAscent)
  context.restore()
}

/** Rounds edges to whole pixels. An eighth smaller than a pixel becomes one. */
export function rectanglePixels(
  [west, north, east, south]: CellRectangle,
  { width, height }: Pick<Box, 'width' | 'height'>,
): Box {
  const [left, top] = [Math.round(west * width), Math.round(north * height)]
  return {
    left,
    top,
    width: Math.max(1, Math.round(east * width) - left),
    height: Math.max(1, Math.round(south * height) - top),
  }
}

function paintBlocks(context: Context, rectangles: readonly CellRectangle[], box: Box): void {
  for (const rectangle of rectangles) {
    const { left, top, width, height } = rectanglePixels(rectangle, box)
    context.fillRect(box.left + left, box.top + top, width, height)
  }
}

/** Corners on whole pixels, so that parts that meet have neither gap nor blur. */
function trace(
  context: Context,
  polygons: readonly Polygon[],
  { left, top, width, height }: Box,
): void {
  context.beginPath()
  for (const polygon of polygons) {
    for (const [index, [x, y]] of polygon.entries())
      context[index === 0 ? 'moveTo' : 'lineTo'](
        left + Math.round(x * width),
        top + Math.round(y * height),
      )
    context.closePath()
  }
}

/** The dots of ▒ as @xterm/addon-webgl draws it: a quarter of the pixels. */
function paintShade(
  context: Context,
  polygons: readonly Polygon[],
  box: Box,
  inverse: boolean,
): void {
  const { left, top, width, height } = box
  context.save()
  trace(context, polygons, box)
  context.clip()
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const dot = y % 4 === (x % 2) * 2
      if (dot !== inverse) context.fillRect(left + x, top + y, 1, 1)
    }
  context.restore()
}

/** Draws whole pixels, like adjacent box drawing, and clips at the cell. */
function paintLines(
  context: Context,
  lines: readonly (readonly Corner[])[],
  { left, top, width, height }: Box,
  lineWidth: number,
): void {
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.beginPath()
  for (const line of lines)
    for (const [index, [x, y]] of line.entries())
      context[index === 0 ? 'moveTo' : 'lineTo'](
        left + middle(x, width, lineWidth),
        top + middle(y, height, lineWidth),
      )
  context.strokeStyle = context.fillStyle
  context.lineWidth = lineWidth
  context.lineCap = 'square' // so that a slanted line reaches the cell's edge
  context.stroke()
  context.restore()
}

/** Points of a quarter of a circle. */
const arcSteps = 24

/** Fills the area of the line, because Chromium strokes curves of one pixel weaker. */
function paintArc(
  context: Context,
  { below, right }: { readonly below: boolean; readonly right: boolean },
  { left, top, width, height }: Box,
  lineWidth: number,
): void {
  const x = left + middle(1 / 2, width, lineWidth)
  const y = top + middle(1 / 2, height, lineWidth)
  const [endX, endY] = [right ? left + width : left, below ? top + height : top]
  const radius = Math.min(Math.abs(endX - x), Math.abs(endY - y))
  const [across, down] = [right ? radius : -radius, below ? radius : -radius]
  /** One edge of the line, as shares of the radius from the center of the circle. */
  const edge = (share: number): Corner[] => [
    [x + across * (1 - share), endY],
    ...Array.from({ length: arcSteps + 1 }, (_, step): Corner => {
      const angle = (step / arcSteps) * (Math.PI / 2)
      return [x + across * (1 - share * Math.cos(angle)), y + down * (1 - share * Math.sin(angle))]
    }),
    [endX, y + down * (1 - share)],
  ]
  const half = lineWidth / 2 / radius
  context.beginPath()
  for (const [index, [at, row]] of [...edge(1 + half), ...edge(1 - half).toReversed()].entries())
    context[index === 0 ? 'moveTo' : 'lineTo'](at, row)
  context.closePath()
  context.fill()
}

/** A line of an even width has its middle between pixels. */
function middle(share: number, size: number, lineWidth: number): number {
  if (share <= 0 || share >= 1) return share * size
  return Math.round(share * size + 1 / 2) - (lineWidth % 2 === 0 ? 1 : 1 / 2)
}

/** Column by column, then the last row (U+2800 and Unicode's numbers of dots). */
const brailleDots: readonly Corner[] = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
]

/** Draws squares of whole pixels and equal size. Their distances continue in the next cell. */
function paintBraille(context: Context, dots: number, { left, top, width, height }: Box): void {
  const size = Math.max(1, Math.round(Math.min(width / 4, height / 8)))
  for (const [bit, [column, row]] of brailleDots.entries())
    if ((dots & (1 << bit)) !== 0)
      context.fillRect(
        left + Math.round(((column + 1 / 2) * width) / 2 - size / 2),
        top + Math.round(((row + 1 / 2) * height) / 4 - size / 2),
        size,
        size,
      )
}
