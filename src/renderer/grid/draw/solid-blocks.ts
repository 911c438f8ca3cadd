/**
 * Draws block elements of one rectangle (▀ ▄ █ ▌ and the like) as such if the CPU draws. Programs
 * that show images with them color each cell differently, so that each glyph would hardly be used
 * again.
 */
import { blockElements } from './block-elements.ts'
import { rectanglePixels, type Box } from './shape-painter.ts'
import type { Atlas } from './webgl-inside.ts'

const [first, last] = [0x2580, 0x259f]

/** Returns such a cell's rectangle, device px, and color, red in the highest byte, or null. */
export function solidBlockOf(
  atlas: Atlas,
  text: string,
  code: number,
  background: number,
  foreground: number,
  extended: number,
): { readonly box: Box; readonly rgba: number } | null {
  if (code < first || code > last || text.length !== 1 || !atlas._config.customGlyphs) return null
  const [rectangle, ...others] = blockElements.get(code) ?? []
  if (rectangle === undefined || others.length > 0) return null
  const style = atlas._workAttributeData
  style.fg = foreground
  style.bg = background
  style.extended.ext = extended
  if (
    style.isInvisible() !== 0 ||
    style.isUnderline() !== 0 ||
    style.isStrikethrough() !== 0 ||
    style.isOverline() !== 0
  )
    return null
  const { rgba } = textColorOf(atlas, background, foreground, extended, true)
  const { deviceCellWidth: width, deviceCellHeight: height } = atlas._config
  return { box: rectanglePixels(rectangle, { width, height }), rgba }
}

/**
 * Returns the color of a cell's text.
 * @param asBackground without contrast correction, as the addon does for block elements
 */
export function textColorOf(
  atlas: Atlas,
  background: number,
  foreground: number,
  extended: number,
  asBackground: boolean,
): ReturnType<Atlas['_getForegroundColor']> {
  const style = atlas._workAttributeData
  style.fg = foreground
  style.bg = background
  style.extended.ext = extended
  const inverse = style.isInverse() !== 0
  const fg = [style.getFgColorMode(), style.getFgColor()] as const
  const bg = [style.getBgColorMode(), style.getBgColor()] as const
  return atlas._getForegroundColor(
    background,
    ...(inverse ? fg : bg),
    foreground,
    ...(inverse ? bg : fg),
    inverse,
    style.isDim() !== 0,
    style.isBold() !== 0,
    asBackground,
  )
}
