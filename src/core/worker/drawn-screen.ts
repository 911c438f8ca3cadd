/**
 * Returns a terminal's rows for reading dialogs: which rows continue the one above, and where the
 * tab may show something other than the text.
 */
import { isDrawn, type CellColours, type CellLook } from '../links/drawn.ts'
import type { DrawnRow, DrawnScreen } from '../../agents/screen-rules/drawn-row.ts'
import {
  BOLD,
  clusterBit,
  codeMask,
  DIM,
  HIDDEN,
  kindMask,
  paletteKind,
  tailBit,
  textMask,
  valueMask,
} from '../../terminal/screen/cell.ts'
import { settlePictures, topRow } from '../../terminal/images/place.ts'
import { clusterCodesMax } from '../../terminal/limits.ts'
import { positionOf, standsOn } from '../../terminal/images/relative.ts'
import { isHole } from '../../terminal/images/store.ts'
import type { CellGrid } from '../../terminal/screen/cell-grid.ts'
import { standardColor } from '../../terminal/screen/palette.ts'
import type { Screen } from '../../terminal/screen/screen.ts'
import { stylesMax } from './limits.ts'

/** A character that the terminal replaces with a part of an image. */
const placeholder = 0x10eeee

/**
 * Returns the rows of the screen, valid until the screen changes. A row's cells are examined when
 * `unsure` is first read: a dialog has few rows, but a screen may have a million cells.
 * @param texts texts of the rows; empty for a row that counts as empty
 */
export function drawnScreen(screen: Screen, texts: readonly string[]): DrawnScreen {
  const isPictured = pictured(screen)
  const isHidden = hidden(screen)
  const { grid, cols } = screen
  const rows = texts.map((text, y): DrawnRow => {
    const width = widthOf(grid, y)
    return {
      text,
      width,
      wrapped: grid.isWrapped(y),
      get unsure() {
        return (
          !screen.fullWidth || // then no row is known to continue another
          (text === '' && width > 0) ||
          grid.sizeOf(y) !== 0 ||
          grid.hasLost(y) ||
          isPictured(y) ||
          isHidden(y, width)
        )
      },
    }
  })
  return { cols, rows }
}

/** Columns up to the last character that is not a space. */
function widthOf(grid: CellGrid, y: number): number {
  const { cells, cols } = grid
  const start = grid.at(y)
  let width = cols
  while (width > 0 && isBlank(cells[start + width - 1] ?? 0)) width -= 1
  return width
}

/** Whether a cell is empty. The right half of a wide character does not count. */
function isBlank(content: number): boolean {
  const text = content & textMask
  return (content & tailBit) === 0 && (text === 0 || text === 0x20)
}

/** Whether a row has invisible text, or text that the terminal truncated. */
function hidden(screen: Screen): (y: number, width: number) => boolean {
  const { grid, clusters } = screen
  const [plain, bright] = [coloursOf(screen, false), coloursOf(screen, true)]
  const styles = new Map<string, boolean>()
  const isSeen = (foreground: number, background: number): boolean => {
    const style = `${foreground} ${background}`
    let seen = styles.get(style)
    if (seen === undefined) {
      if (styles.size >= stylesMax) return false
      const look = lookOf(screen, foreground, background)
      seen = isDrawn(look, plain) && isDrawn(look, bright)
      styles.set(style, seen)
    }
    return seen
  }
  return (y, width) => {
    const start = grid.at(y)
    for (let at = start; at < start + width; at += 1) {
      const content = grid.cells[at] ?? 0
      if (isBlank(content) || (content & tailBit) !== 0) continue
      const code = content & codeMask
      const isCluster = (content & clusterBit) !== 0
      if (isCluster && clusters.codes(code) >= clusterCodesMax) return true
      const first = isCluster ? clusters.text(code).codePointAt(0) : code
      if (first === placeholder) return true
      const [foreground, background] = [grid.plane + at, 2 * grid.plane + at]
      if (!isSeen(grid.cells[foreground] ?? 0, grid.cells[background] ?? 0)) return true
    }
    return false
  }
}

/** Whether a row of the screen shows a part of an image. */
function pictured(screen: Screen): (y: number) => boolean {
  const { pictures, isAlternate, cols } = screen
  if (pictures.placements.length === 0) return () => false
  settlePictures(screen)
  const top = topRow(screen)
  const placed = pictures.placements
    .filter((one) => standsOn(one, isAlternate))
    .map((one) => ({ one, ...positionOf(one) }))
  return (y) =>
    placed.some(({ one, row, column }) => {
      const down = y + top - row
      if (down < one.from || down >= one.end) return false
      const end = Math.min(one.cols, cols - column)
      for (let x = Math.max(0, -column); x < end; x += 1) if (!isHole(one, down, x)) return true
      return false
    })
}

function coloursOf({ colors, facts }: Screen, boldIsBright: boolean): CellColours {
  return {
    paletteColour: (index) =>
      parts(colors.palette.get(index) ?? facts.ansi[index] ?? standardColor(index)),
    dynamicColour: (code) =>
      parts(
        code === 10
          ? (colors.foreground ?? facts.foreground)
          : (colors.background ?? facts.background),
      ),
    boldIsBright,
    minimumContrast: 1,
  }
}

const parts = (rgb: number) => [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff] as const

/**
 * Returns the look of a cell from its words. Default colors are given as RGB, since a program may
 * have made them equal. Inverse is ignored: contrast has no direction.
 */
function lookOf({ colors, facts }: Screen, foreground: number, background: number): CellLook {
  const [text, ground] = [foreground & kindMask, background & kindMask]
  return {
    isInvisible: () => foreground & HIDDEN,
    isBold: () => foreground & BOLD,
    isDim: () => background & DIM,
    isFgDefault: () => false,
    isFgPalette: () => text === paletteKind,
    getFgColor: () =>
      text === 0 ? (colors.foreground ?? facts.foreground) : foreground & valueMask,
    isBgDefault: () => false,
    isBgPalette: () => ground === paletteKind,
    getBgColor: () =>
      ground === 0 ? (colors.background ?? facts.background) : background & valueMask,
  }
}
