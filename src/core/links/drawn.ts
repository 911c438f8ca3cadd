/**
 * Tells which text of cells is drawn. A program can print characters that cannot be seen, concealed
 * or in the color of their background: a link that went on in them would lead elsewhere than it
 * says. Images over text: sight.ts. Pure.
 */
import type { Rgb } from '../../base/color.ts'
import { contrast, mix } from '../config/theme/colour.ts'

/** Of a cell, as xterm.js reports it. */
export interface CellLook {
  isInvisible(): number
  isBold(): number
  isDim(): number
  isFgDefault(): boolean
  isFgPalette(): boolean
  getFgColor(): number
  isBgDefault(): boolean
  isBgPalette(): boolean
  getBgColor(): number
}

/** Of the terminal, at present. */
export interface CellColours {
  readonly paletteColour: (index: number) => Rgb
  /** 10: of text; 11: of what is behind it. */
  readonly dynamicColour: (code: 10 | 11) => Rgb
  /** Bold text of the first eight colours has the bright one. */
  readonly boldIsBright: boolean
  /** Text is given at least this contrast, whatever its colours. */
  readonly minimumContrast: number
}

/**
 * Contrast, 1 to 21, below which text may be overlooked. Themes have grey comments at 2 and more.
 */
const drawnContrast = 1.3

const bright = 8

export function isDrawn(
  cell: CellLook,
  { paletteColour, dynamicColour, boldIsBright, minimumContrast }: CellColours,
): boolean {
  if (cell.isInvisible() !== 0) return false
  if ((cell.isFgDefault() && cell.isBgDefault()) || minimumContrast >= drawnContrast) return true
  const [text, ground] = [cell.getFgColor(), cell.getBgColor()]
  const ofText = cell.isFgDefault()
    ? dynamicColour(10)
    : cell.isFgPalette()
      ? paletteColour(boldIsBright && text < bright && cell.isBold() !== 0 ? text + bright : text)
      : parts(text)
  const behind = colour(
    cell.isBgDefault()
      ? dynamicColour(11)
      : cell.isBgPalette()
        ? paletteColour(ground)
        : parts(ground),
  )
  return (
    contrast(cell.isDim() !== 0 ? mix(colour(ofText), behind, 0.5) : colour(ofText), behind) >=
    drawnContrast
  )
}

/** Can text of the one color be seen on the other? */
export function isContrasty(one: Rgb, other: Rgb): boolean {
  return contrast(colour(one), colour(other)) >= drawnContrast
}

const parts = (rgb: number): Rgb => [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff]

const colour = ([red, green, blue]: Rgb) => ({ red, green, blue, alpha: 1 })
