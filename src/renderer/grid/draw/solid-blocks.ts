/**
 * Block elements of one rectangle (▀ ▄ █ ▌ and the like), where the processor draws: as that, and
 * not as glyphs. Programs that show pictures and films by them give each cell colours of its own,
 * and a glyph for each would be drawn and hardly ever used again.
 */
import { blockElements } from './block-elements.ts'
import type { Glyphs, WebglRenderer } from './webgl-inside.ts'
import { glyphFloats, solidPage } from './painter.ts'
import { painterOf } from './processor-context.ts'
import { rectanglePixels } from './shape-painter.ts'

const [first, last] = [0x2580, 0x259f]

const done = new WeakSet<Glyphs>()

/** For all renderers of the class of this one. */
export function drawSolidBlocks(renderer: WebglRenderer): void {
  const glyphs = renderer._glyphRenderer.value
  if (glyphs === undefined) return
  const kind = Object.getPrototypeOf(glyphs) as Glyphs
  if (done.has(kind)) return
  done.add(kind)
  const { updateCell } = kind
  kind.updateCell = function (x, y, code, background, foreground, extended, text, ...rest) {
    const drawn =
      code >= first &&
      code <= last &&
      text.length === 1 &&
      painterOf(this._gl) !== undefined &&
      drawSolid(this, { x, y, code, foreground, background, extended })
    if (!drawn) updateCell.call(this, x, y, code, background, foreground, extended, text, ...rest)
  }
}

interface Cell {
  readonly x: number
  readonly y: number
  readonly code: number
  readonly foreground: number
  readonly background: number
  readonly extended: number
}

/** @returns whether it is one, without lines */
function drawSolid(glyphs: Glyphs, cell: Cell): boolean {
  const { _atlas: atlas, _vertices: vertices, _terminal: terminal } = glyphs
  const rectangles = blockElements.get(cell.code)
  if (rectangles?.length !== 1 || atlas?._config.customGlyphs !== true) return false
  const style = atlas._workAttributeData
  style.fg = cell.foreground
  style.bg = cell.background
  style.extended.ext = cell.extended
  if (
    style.isInvisible() !== 0 ||
    style.isUnderline() !== 0 ||
    style.isStrikethrough() !== 0 ||
    style.isOverline() !== 0
  )
    return false
  const inverse = style.isInverse() !== 0
  const { rgba } = atlas._getForegroundColor(
    0,
    0,
    0,
    0,
    inverse ? style.getBgColorMode() : style.getFgColorMode(),
    inverse ? style.getBgColor() : style.getFgColor(),
    inverse,
    style.isDim() !== 0,
    style.isBold() !== 0,
    true, // as the addon has it for block elements: no colour of more contrast
  )
  const { canvas, cell: size } = glyphs._dimensions.device
  const { left, top, width, height } = rectanglePixels(rectangles[0]!, size)
  const record = vertices.attributes
  const at = (cell.y * terminal.cols + cell.x) * glyphFloats
  record[at] = left
  record[at + 1] = top
  record[at + 2] = width / canvas.width
  record[at + 3] = height / canvas.height
  record[at + 4] = solidPage
  record[at + 5] = (((rgba >>> 8) & 255) << 16) | (((rgba >>> 16) & 255) << 8) | (rgba >>> 24)
  record[at + 6] = rgba & 255
  return true
}
