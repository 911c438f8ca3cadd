/** Draws the parts of a glyph that replace the addon's: shapes of characters, and underlines. */
import { drawWithFeatures } from '../../look/font-features.ts'
import { shapeOf } from './cell-shapes.ts'
import { paintShape } from './shape-painter.ts'
import {
  paintUnderline,
  underlineColor,
  underlineOf,
  underlineWidth,
  withoutUnderline,
} from '../lines/underlines.ts'
import type { Atlas, AtlasGlyph } from './webgl-inside.ts'
import { linePx } from '../lines/whole-pixels.ts'

type Draw = Atlas['_drawToCache']

/** The addon draws these without `fillText`: box drawing, shades and Powerline's symbols. */
const isAddonShape = (code: number): boolean =>
  (code >= 0x2500 && code <= 0x259f) || (code >= 0xe0a0 && code <= 0xe0d7)

/** With a smaller font, no gap is left between text and underline. */
const gapFontPx = 12

/** Calls the addon's `draw`, which calls `fillText` for the text, with our parts of the glyph. */
export function drawGlyph(
  atlas: Atlas,
  draw: Draw,
  glyph: number | string,
  background: number,
  foreground: number,
  extended: number,
  container: HTMLElement | undefined,
): AtlasGlyph {
  const { _config: config, _tmpCtx: context } = atlas
  drawWithFeatures(context.canvas, config.fontFamily)
  const code = typeof glyph === 'number' ? glyph : (glyph.codePointAt(0) ?? 0)
  const parts = config.customGlyphs ? shapeOf(code) : null
  const isAddons = config.customGlyphs && parts === null && isAddonShape(code)
  const underline = isAddons ? 0 : underlineOf(background, foreground, extended)
  // the addon draws underlines in the cell if this is true
  const inCell = true
  if (parts === null && underline === 0)
    return withWholeLines(atlas, isAddons ? code : 0, () =>
      draw.call(atlas, glyph, background, foreground, extended, inCell, container),
    )
  const { deviceCellWidth: width, deviceCellHeight: height } = config
  const { deviceCharWidth, deviceCharHeight, devicePixelRatio } = config
  const paint = (text: string, x: number, y: number): void => {
    const left = x - Math.floor((width - deviceCharWidth) / 2)
    const top = y - deviceCharHeight - Math.round((height - deviceCharHeight) / 2)
    Reflect.deleteProperty(context, 'fillText') // restores the prototype's
    if (underline !== 0) underlineText(atlas, underline, { extended, text, left, top, x, y })
    if (parts !== null)
      paintShape(context, parts, {
        text,
        box: { left, top, width, height },
        lineWidth: linePx(devicePixelRatio),
      })
    else context.fillText(text, x, y)
    context.fillText = paint // an underscore below the cell is drawn again
  }
  context.fillText = paint
  config.customGlyphs = parts === null && config.customGlyphs // disables the addon's own shapes
  const [fg, ext] = withoutUnderline(foreground, extended)
  try {
    return draw.call(atlas, glyph, background, fg, ext, inCell, container)
  } finally {
    config.customGlyphs ||= parts !== null
    Reflect.deleteProperty(context, 'fillText')
  }
}

/** Draws box drawing with lines of whole pixels. The addon blurs those of an even width. */
function withWholeLines(atlas: Atlas, code: number, draw: () => AtlasGlyph): AtlasGlyph {
  if (code < 0x2500 || code > 0x257f) return draw()
  const { _config: config, _tmpCtx: context } = atlas
  const { devicePixelRatio } = config
  config.devicePixelRatio = linePx(devicePixelRatio)
  // the addon puts the middle of each line on the middle of a pixel
  const isEven = config.devicePixelRatio % 2 === 0
  const dashed = (code >= 0x2504 && code <= 0x250b) || (code >= 0x254c && code <= 0x254f)
  const isUpright = (code & 2) !== 0
  const [moveX, moveY] = [isEven || (dashed && !isUpright), isEven || (dashed && isUpright)]
  const moved = (values: readonly number[]) =>
    values.map((value, at) => ((at % 2 === 0 ? moveX : moveY) ? Math.floor(value) : value))
  const steps = ['moveTo', 'lineTo', 'bezierCurveTo'] as const
  for (const step of steps) {
    const take = context[step].bind(context) as (...values: number[]) => void
    context[step] = (...values: number[]) => take(...moved(values))
  }
  try {
    return draw()
  } finally {
    config.devicePixelRatio = devicePixelRatio
    for (const step of steps) Reflect.deleteProperty(context, step)
  }
}

interface UnderlinedText {
  readonly extended: number
  readonly text: string
  /** The cell's corner. */
  readonly left: number
  readonly top: number
  /** The position of the text. */
  readonly x: number
  readonly y: number
}

/** Draws an underline, with a gap around the text that crosses it. */
function underlineText(
  atlas: Atlas,
  style: number,
  { extended, text, left, top, x, y }: UnderlinedText,
): void {
  const { _config: config, _tmpCtx: context } = atlas
  const cells = Math.max(1, atlas._unicodeService.getStringCellWidth(text))
  const lineWidth = underlineWidth(config)
  const bottom = top + config.deviceCellHeight
  const width = cells * config.deviceCellWidth
  context.save()
  const color = underlineColor(extended, config.colors.ansi)
  if (color !== null) context.fillStyle = color
  paintUnderline(context, style, { left, bottom, width, cells, lineWidth })
  const leavesGap = config.fontSize >= gapFontPx && !config.allowTransparency
  if (leavesGap && descends(context, text)) {
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    context.beginPath()
    context.rect(left, bottom - 4 * lineWidth, width, 4 * lineWidth)
    context.clip()
    context.lineWidth = config.devicePixelRatio * 3
    context.strokeStyle = `rgb(${red} ${green} ${blue})`
    context.strokeText(text, x, y)
  }
  context.restore()
}

function descends(context: CanvasRenderingContext2D, text: string): boolean {
  const { textBaseline } = context
  context.textBaseline = 'alphabetic'
  const { actualBoundingBoxDescent } = context.measureText(text)
  context.textBaseline = textBaseline
  return actualBoundingBoxDescent > 0
}
