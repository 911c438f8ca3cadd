/** Width of a text in the chrome's font without a layout, for use while tabs are drawn. */

/** Cached widths. Beyond this, the cache is cleared. State labels and ages are few. */
const keptMax = 2_000

const widths = new Map<string, number>()
let pen: CanvasRenderingContext2D | null = null

/** @param font in canvas syntax, such as `12px system-ui` */
export function textWidth(text: string, font: string): number {
  const key = `${font}\0${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  pen ??= document.createElement('canvas').getContext('2d')
  if (pen === null) return text.length * 7 // without a canvas, a generous guess
  pen.font = font
  if (widths.size >= keptMax) widths.clear()
  const width = Math.ceil(pen.measureText(text).width)
  widths.set(key, width)
  return width
}

/** A font that loads later has other widths. */
document.fonts.addEventListener('loadingdone', () => widths.clear())
