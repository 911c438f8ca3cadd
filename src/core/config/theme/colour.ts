/** Colors of configuration and themes, and their contrast by WCAG 2. Pure. */

import { luminance, type Channels } from '../../../base/color.ts'
import { parseColour as parseRgba } from '../colour.ts'

export interface Colour extends Channels {
  /** 0 to 1. */
  readonly alpha: number
}

/** Parses `#RRGGBB` or `#RRGGBBAA`; `null` for other texts. */
export function parseThemeColour(text: string): Colour | null {
  const parts = parseRgba(text)
  if (parts === null) return null
  const [red, green, blue, alpha] = parts
  return { red, green, blue, alpha: alpha / 255 }
}

/** Parses a color that is constant or was checked. */
export function checkedColour(text: string): Colour {
  return parseThemeColour(text) ?? { red: 255, green: 0, blue: 255, alpha: 1 }
}

/** Returns `#rrggbb`, with alpha unless it is opaque. */
export function colourText({ red, green, blue, alpha }: Colour): string {
  const two = (value: number) => Math.round(value).toString(16).padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}${alpha >= 1 ? '' : two(alpha * 255)}`
}

/** Mixes two colors; `share` from 0 to 1. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (a: number, b: number) => a + (b - a) * share
  return {
    red: between(from.red, to.red),
    green: between(from.green, to.green),
    blue: between(from.blue, to.blue),
    alpha: from.alpha,
  }
}

/** Blends a color with alpha over an opaque one. */
export function over(top: Colour, ground: Colour): Colour {
  return { ...mix(ground, top, top.alpha), alpha: 1 }
}

export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }
export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }

/** Returns 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Minimum contrast of text, and of stripes, marks and focus rings. */
export const textContrast = 4.5
export const markContrast = 3

/** Returns the nearest color towards black or white with this contrast to all grounds. */
export function raised(wanted: Colour, grounds: readonly Colour[], ratio: number): Colour {
  const rounded = (share: number, end: Colour) =>
    checkedColour(colourText({ ...mix(wanted, end, share), alpha: 1 }))
  const enough = (one: Colour) => grounds.every((ground) => contrast(one, ground) >= ratio)
  const written = checkedColour(colourText(wanted))
  if (enough(written)) return written
  const end =
    contrast(white, grounds[0] ?? black) >= contrast(black, grounds[0] ?? black) ? white : black
  for (let step = 1; step <= 50; step += 1)
    if (enough(rounded(step / 50, end))) return rounded(step / 50, end)
  return end
}
