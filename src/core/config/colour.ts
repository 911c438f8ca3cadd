/**
 * Colours as people write them, `#RRGGBB` or `#RRGGBBAA`. Case does not matter; three digits are
 * refused, as the original refused them.
 */

export type Rgba = readonly [number, number, number, number]

const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i

/** @returns red, green, blue and alpha from 0 to 255; null: not a colour */
export function parseColour(text: string): Rgba | null {
  const match = digits.exec(text)
  if (match === null) return null
  const part = (index: number) => Number.parseInt(match[index] ?? 'ff', 16)
  return [part(1), part(2), part(3), part(4)]
}

/** @returns `#RRGGBBAA` in capitals: equal colours are equal texts; null: not a colour */
export function heldColour(text: string): string | null {
  return digits.test(text) ? text.toUpperCase().padEnd(9, 'F') : null
}
