/**
 * How wide a text is in the chrome's font, without a layout: the answer is needed while tabs are
 * made.
 */

/** Texts whose widths are kept; beyond, all are forgotten. Words of states and ages are few. */
const keptMax = 2_000

const widths = new Map<string, number>()
let pen: CanvasRenderingContext2D | null = null

/** @param font as a canvas takes it: `12px system-ui` @returns px, rounded up */
export function textWidth(text: string, font: string): number {
  const key = `${font}\0${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  pen ??= document.createElement('canvas').getContext('2d')
  if (pen === null) return text.length * 7 // no canvas at all: a guess that is rather too wide
  pen.font = font
  if (widths.size >= keptMax) widths.clear()
  const width = Math.ceil(pen.measureText(text).width)
  widths.set(key, width)
  return width
}

/** A font that comes later has other widths. */
document.fonts.addEventListener('loadingdone', () => widths.clear())
