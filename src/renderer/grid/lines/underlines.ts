/**
 * Draws underlines within the cell. @xterm/addon-webgl draws them over the row below, where curly
 * ones of a pixel's width are hardly visible.
 */

/** Styles of SGR 4, as xterm.js numbers them. */
const [single, double, curly, dotted, dashed] = [1, 2, 3, 4, 5]

const underlineFlag = 0x1000_0000
/** Flag of a background: the extended attributes are in use. */
const extendedFlag = 0x1000_0000
const styleMask = 0x1c00_0000

/** Returns the style of a cell's underline, or 0 without one. */
export function underlineOf(background: number, foreground: number, extended: number): number {
  const style = (background & extendedFlag) === 0 ? 0 : (extended & styleMask) >>> 26
  return style === 0 && (foreground & underlineFlag) !== 0 ? single : style
}

/** Returns a foreground and extended attributes without an underline. */
export const withoutUnderline = (foreground: number, extended: number): [number, number] => [
  foreground & ~underlineFlag,
  extended & ~styleMask,
]

/** Returns the underline's own color as CSS, or null if it has the color of the text. */
export function underlineColor(
  extended: number,
  palette: readonly { readonly rgba: number }[],
): string | null {
  const color = extended & 0x3ff_ffff
  if (color === 0) return null
  const isRgb = (color & 0x300_0000) === 0x300_0000
  const rgb = isRgb ? color & 0xff_ffff : (palette[color & 0xff]?.rgba ?? 0) >>> 8
  return `#${rgb.toString(16).padStart(6, '0')}`
}

/** Returns the width of a line at this font size, device px. */
export const underlineWidth = ({
  fontSize,
  devicePixelRatio,
}: {
  readonly fontSize: number
  readonly devicePixelRatio: number
}): number => Math.max(1, Math.round((fontSize * devicePixelRatio) / 15))

/** Device px. `width` is that of all cells, `bottom` the lower edge of a cell. */
export interface UnderlinedCells {
  readonly left: number
  readonly bottom: number
  readonly width: number
  readonly cells: number
  readonly lineWidth: number
}

/** Draws in the context's `fillStyle`. Cells next to each other continue each other's lines. */
export function paintUnderline(
  context: Pick<
    CanvasRenderingContext2D,
    | 'fillStyle'
    | 'strokeStyle'
    | 'lineWidth'
    | 'fillRect'
    | 'beginPath'
    | 'moveTo'
    | 'quadraticCurveTo'
    | 'stroke'
    | 'save'
    | 'restore'
    | 'rect'
    | 'clip'
  >,
  style: number,
  { left, bottom, width, cells, lineWidth }: UnderlinedCells,
): void {
  const line = (x: number, y: number, wide: number): void =>
    context.fillRect(left + x, bottom + y * lineWidth, wide, lineWidth)
  const cell = width / cells
  if (style === curly) {
    context.save()
    context.beginPath()
    context.rect(left, bottom - 4 * lineWidth, width, 4 * lineWidth)
    context.clip()
    context.beginPath()
    context.strokeStyle = context.fillStyle
    // smoothing would make a thinner wave faint
    context.lineWidth = 1.5 * lineWidth
    const [middle, half] = [bottom - 2 * lineWidth, cell / 2]
    // half a wave more on each side, so that the ends are not cut at right angles to the line
    context.moveTo(left - half, middle)
    for (let step = -1; step <= 2 * cells; step += 1) {
      const x = left + step * half
      const height = (step % 2 === 0 ? -2.5 : 2.5) * lineWidth
      context.quadraticCurveTo(x + half / 2, middle + height, x + half, middle)
    }
    context.stroke()
    context.restore()
  } else if (style === dotted) {
    const dots = Math.max(1, Math.round(cell / (2 * lineWidth))) * cells
    for (let dot = 0; dot < dots; dot += 1) line(Math.round((dot * width) / dots), -2, lineWidth)
  } else if (style === dashed)
    for (let at = 0; at < cells; at += 1) {
      const from = Math.round((at + 1 / 4) * cell)
      line(from, -2, Math.round((at + 3 / 4) * cell) - from)
    }
  else {
    line(0, style === double ? -3 : -2, width)
    if (style === double) line(0, -1, width)
  }
}
