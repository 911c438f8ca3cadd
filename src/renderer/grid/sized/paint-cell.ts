/** Draws the text of one cell on a canvas whose transformation gives it its size. */
import { asText } from '../draw/glyph-atlas.ts'
import { shapeOf } from '../draw/cell-shapes.ts'
import { paintShape } from '../draw/shape-painter.ts'
import { textColorOf } from '../draw/solid-blocks.ts'
import { paintUnderline, underlineColor, underlineOf, underlineWidth } from '../lines/underlines.ts'
import type { Atlas, ThemeColor, WebglRenderer } from '../draw/webgl-inside.ts'
import { linePx } from '../lines/whole-pixels.ts'

/** A cell of the addon's model, and its text. */
export interface SizedCell {
  readonly text: string
  /** Columns of the cell at single size. */
  readonly columns: number
  readonly background: number
  readonly foreground: number
  readonly extended: number
}

/** The parts of a renderer that give text its look. */
export interface TextLook {
  readonly dimensions: WebglRenderer['dimensions']
  readonly atlas: Atlas
  /** The palette. */
  readonly colors: readonly ThemeColor[]
}

/** Draws a cell at a position that the context's transformation maps to the device. */
export function paintCell(
  context: CanvasRenderingContext2D,
  look: TextLook,
  { text, columns, background, foreground, extended }: SizedCell,
  left: number,
): void {
  const { cell, char } = look.dimensions.device
  const { atlas } = look
  const { _config: config, _workAttributeData: style } = atlas
  const code = text.codePointAt(0) ?? 0
  const { css } = textColorOf(atlas, background, foreground, extended, isBlock(code))
  if (style.isInvisible() !== 0) return
  context.fillStyle = css
  const lineWidth = underlineWidth(config)
  const shape = config.customGlyphs && [...text].length === 1 ? shapeOf(code) : null
  if (shape !== null) {
    const box = { left, top: 0, width: cell.width, height: cell.height }
    paintShape(context, shape, { text, box, lineWidth: linePx(config.devicePixelRatio) })
  } else if (text.trim() !== '') {
    const weight = style.isBold() !== 0 ? config.fontWeightBold : config.fontWeight
    const size = config.fontSize * config.devicePixelRatio
    const slant = style.isItalic() !== 0 ? 'italic' : ''
    context.font = `${slant} ${weight} ${size}px ${config.fontFamily}`
    context.textBaseline = 'ideographic'
    context.fillText(String(asText(text)), left + char.left, char.top + char.height)
  }
  const width = columns * cell.width
  const line = (y: number, height: number): void => context.fillRect(left, y, width, height)
  if (style.isStrikethrough() !== 0)
    line(char.top + Math.floor((char.height - lineWidth) / 2), lineWidth)
  if (style.isOverline() !== 0) line(char.top, lineWidth)
  if (style.isUnderline() === 0) return
  context.fillStyle = underlineColor(extended, look.colors) ?? css
  const underline = underlineOf(background, foreground, extended)
  const bottom = cell.height
  paintUnderline(context, underline, { left, bottom, width, cells: columns, lineWidth })
}

/** Block elements have no contrast correction, as in the addon. */
const isBlock = (code: number): boolean => code >= 0x2500 && code <= 0x259f
