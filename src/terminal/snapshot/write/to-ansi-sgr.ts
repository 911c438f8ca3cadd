import type { Color } from '../snapshot.ts'

const attributeNumbers = [
  [1, 1],
  [16, 2],
  [2, 3],
  [128, 5],
  [32, 7],
  [64, 8],
  [8, 9],
  [256, 53],
] as const

/** Returns the parameters of one SGR for a complete style, without arrays for speed. */
export function sgr(attributes: number, fg?: Color, bg?: Color, ul?: Color): string {
  let text = '0'
  if (attributes !== 0) {
    for (const [bit, number] of attributeNumbers) if ((attributes & bit) !== 0) text += `;${number}`
    const style = (attributes >> 9) & 7
    // xterm 379 reads `4:1` as a color
    if (style > 0) text += style === 1 ? ';4' : `;4:${style}`
  }
  if (fg !== undefined) text += `;${color(fg, 30, 38)}`
  if (bg !== undefined) text += `;${color(bg, 40, 48)}`
  if (ul !== undefined)
    text += typeof ul === 'number' ? `;58:5:${ul}` : `;58:2::${channels(ul, ':')}`
  return text
}

function color(value: Color, base: number, extended: number): string {
  if (typeof value !== 'number') return `${extended};2;${channels(value, ';')}`
  return value < 8
    ? String(base + value)
    : value < 16
      ? String(base + 52 + value)
      : `${extended};5;${value}`
}

function channels(hex: string, separator: string): string {
  const value = Number.parseInt(hex.slice(1), 16)
  return `${value >> 16}${separator}${(value >> 8) & 0xff}${separator}${value & 0xff}`
}
