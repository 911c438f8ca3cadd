/**
 * Determines which text of cells is visible. A program can print text that is concealed or in its
 * background's color; a link that continued in it would lead elsewhere than it shows. sight.ts
 * handles images over text. Pure.
 */
import type { Rgb } from '../../base/color.ts'
import { contrast, mix } from '../config/theme/colour.ts'

/** The look of a cell, as reported by xterm.js. */
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

/** Current colors of the terminal. */
export interface CellColours {
  readonly paletteColour: (index: number) => Rgb
  /** 10: text; 11: background. */
  readonly dynamicColour: (code: 10 | 11) => Rgb
  /** Bold text in the first eight colors uses their bright variants. */
  readonly boldIsBright: boolean
  /** Minimum contrast of all text. */
  readonly minimumContrast: number
}

/** Contrast, 1 to 21, below which text may be overlooked. Comments in themes have 2 and more. */
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

/** Whether text of one color is visible on the other. */
export function isContrasty(one: Rgb, other: Rgb): boolean {
  return contrast(colour(one), colour(other)) >= drawnContrast
}

const parts = (rgb: number): Rgb => [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff]

const colour = ([red, green, blue]: Rgb) => ({ red, green, blue, alpha: 1 })
