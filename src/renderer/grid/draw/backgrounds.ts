/**
 * Draws the backgrounds of cells and the cursor. The software renderer uses it instead of the
 * addon's `RectangleRenderer`.
 */
import { pixelOf, type Painter } from './painter.ts'
import type { ModelCursor, Model, ThemeColor, WebglRenderer } from './webgl-inside.ts'

export interface ThemeColors {
  readonly ansi: readonly ThemeColor[]
  readonly foreground: ThemeColor
  readonly background: ThemeColor
  readonly cursor: ThemeColor
}

type Size = WebglRenderer['dimensions']['device']['cell']

/** The model has four numbers per cell: the second is the background, the third the foreground. */
const numbersOfCell = 4

/** Bit of a foreground that xterm.js sets for inverse cells. */
const inverse = 0x400_0000
/** Parts of a packed color: its kind, its palette index, its RGB value. */
const [kindMask, paletteMask, rgbMask] = [0x300_0000, 0xff, 0xff_ffff]
const [defaultColor, rgbColor] = [0, 0x300_0000]

/** Fills the rows that `painter` redraws: with the default background, then with each cell's. */
export function paintBackgrounds(
  painter: Painter,
  { cells }: Pick<Model, 'cells'>,
  { cols, rows }: { readonly cols: number; readonly rows: number },
  { width, height }: Size,
  colors: ThemeColors,
): void {
  painter.rectangle(0, 0, cols * width, rows * height, pixelOf(colors.background.rgba))
  const { first, end } = painter.rowsOf(height)
  for (let row = first; row < Math.min(rows, end); row += 1) {
    let from = 0
    let [background, foreground] = [0, 0]
    for (let column = 0; column <= cols; column += 1) {
      const at = (row * cols + column) * numbersOfCell
      const [nextBackground, nextForeground] =
        column < cols ? [cells[at + 1] ?? 0, cells[at + 2] ?? 0] : [0, 0]
      if (
        column < cols &&
        nextBackground === background &&
        (nextForeground === foreground || ((nextForeground | foreground) & inverse) === 0)
      )
        continue
      if (background !== 0 || (foreground & inverse) !== 0) {
        const pixel = pixelOf(backgroundOf(background, foreground, colors) | 255)
        painter.rectangle(from * width, row * height, (column - from) * width, height, pixel)
      }
      from = column
      background = nextBackground
      foreground = nextForeground
    }
  }
}

function backgroundOf(background: number, foreground: number, colors: ThemeColors): number {
  const inverted = (foreground & inverse) !== 0
  const color = inverted ? foreground : background
  const kind = color & kindMask
  if (kind === rgbColor) return (color & rgbMask) << 8
  if (kind === defaultColor) return (inverted ? colors.foreground : colors.background).rgba
  return colors.ansi[color & paletteMask]?.rgba ?? 0
}

/** Draws a bar, underline or outline. A block cursor is the background of its cell instead. */
export function paintCursor(
  painter: Painter,
  { x, y, width: cells, style, cursorWidth, dpr }: ModelCursor,
  cell: Size,
  { cursor: { rgba } }: ThemeColors,
): void {
  const pixel = pixelOf(rgba)
  const [left, top] = [x * cell.width, y * cell.height]
  const width = cells * cell.width
  const outline = style === 'outline'
  if (style === 'bar') painter.rectangle(left, top, dpr * cursorWidth, cell.height, pixel)
  if (outline) painter.rectangle(left, top, dpr, cell.height, pixel)
  if (outline || style === 'underline')
    painter.rectangle(left, top + cell.height - dpr, width, dpr, pixel)
  if (!outline) return
  painter.rectangle(left, top, width, dpr, pixel)
  painter.rectangle(left + width - dpr, top, dpr, cell.height, pixel)
}
