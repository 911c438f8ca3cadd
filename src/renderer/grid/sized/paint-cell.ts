/** Draws the text of one cell on a canvas whose transformation gives it its size. */
import { asText } from '../draw/glyph-atlas.ts'
import { shapeOf } from '../draw/cell-shapes.ts'
import { paintShape } from '../draw/shape-painter.ts'
import { textColorOf } from '../draw/solid-blocks.ts'
import type { Atlas, ThemeColor, WebglRenderer } from '../draw/webgl-inside.ts'

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

const [single, double, curly, dotted] = [1, 2, 3, 4]

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
  context.fillStyle = context.strokeStyle = css
  const lineWidth = Math.max(1, Math.floor((config.fontSize * config.devicePixelRatio) / 15))
  const shape = config.customGlyphs && [...text].length === 1 ? shapeOf(code) : null
  if (shape !== null) {
    const box = { left, top: 0, width: cell.width, height: cell.height }
    paintShape(context, shape, { text, box, lineWidth: config.devicePixelRatio })
  } else if (text.trim() !== '') {
    const weight = style.isBold() !== 0 ? config.fontWeightBold : config.fontWeight
    const size = config.fontSize * config.devicePixelRatio
    const slant = style.isItalic() !== 0 ? 'italic' : ''
    context.font = `${slant} ${weight} ${size}px ${config.fontFamily}`
    context.textBaseline = 'ideographic'
    context.fillText(String(asText(text)), left + char.left, char.top + char.height)
  }
  const line = (y: number, underline: number = single): void =>
    strokeLine(context, { left, y, width: columns * cell.width, lineWidth, underline })
  if (style.isStrikethrough() !== 0) line(char.top + Math.floor(char.height / 2))
  if (style.isOverline() !== 0) line(char.top + lineWidth / 2)
  if (style.isUnderline() === 0) return
  const color = extended & 0x3ff_ffff
  if (color !== 0) context.strokeStyle = underlineColor(color, look)
  const underline = (extended >>> 26) & 7 || single
  const y = Math.min(char.top + char.height, cell.height - 2.5 * lineWidth)
  line(y, underline)
  if (underline === double) line(y + 2 * lineWidth)
}

/** Block elements have no contrast correction, as in the addon. */
const isBlock = (code: number): boolean => code >= 0x2500 && code <= 0x259f

function underlineColor(color: number, { colors }: TextLook): string {
  const isRgb = (color & 0x300_0000) === 0x300_0000
  const rgb = isRgb ? color & 0xff_ffff : (colors[color & 0xff]?.rgba ?? 0) >>> 8
  return `#${rgb.toString(16).padStart(6, '0')}`
}

interface TextLine {
  readonly left: number
  readonly y: number
  readonly width: number
  readonly lineWidth: number
  readonly underline: number
}

function strokeLine(
  context: CanvasRenderingContext2D,
  { left, y, width, lineWidth, underline }: TextLine,
): void {
  context.beginPath()
  context.lineWidth = lineWidth
  context.setLineDash(
    underline <= curly
      ? []
      : underline === dotted
        ? [lineWidth, lineWidth]
        : [width / 2, width / 4],
  )
  context.moveTo(left, y)
  const wave = width / 4
  if (underline === curly)
    for (let step = 0; step < 4; step += 1) {
      const x = left + step * wave
      const height = step % 2 === 0 ? -2 * lineWidth : 2 * lineWidth
      context.quadraticCurveTo(x + wave / 2, y + height, x + wave, y)
    }
  else context.lineTo(left + width, y)
  context.stroke()
  context.setLineDash([])
}
