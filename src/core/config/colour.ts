/** Reads `#RRGGBB` or `#RRGGBBAA` in any case; three digits are refused as in the original. */

type Rgba = readonly [number, number, number, number]

const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i

/** @returns red, green, blue and alpha from 0 to 255; `null` if it is not a color */
export function parseColour(text: string): Rgba | null {
  const match = digits.exec(text)
  if (match === null) return null
  const part = (index: number) => Number.parseInt(match[index] ?? 'ff', 16)
  return [part(1), part(2), part(3), part(4)]
}

/** Returns `#RRGGBBAA` in uppercase, for comparison; `null` if it is not a color. */
export function heldColour(text: string): string | null {
  return digits.test(text) ? text.toUpperCase().padEnd(9, 'F') : null
}
