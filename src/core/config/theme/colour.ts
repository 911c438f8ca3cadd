/** Colours as configuration and themes write them, and their contrast by WCAG 2. Pure. */

import { luminance, type Channels } from '../../../base/color.ts'
import { parseColour as parseRgba } from '../colour.ts'

export interface Colour extends Channels {
  /** 0 to 1. */
  readonly alpha: number
}

/** `#RRGGBB` or `#RRGGBBAA`; null for anything else. */
export function parseThemeColour(text: string): Colour | null {
  const parts = parseRgba(text)
  if (parts === null) return null
  const [red, green, blue, alpha] = parts
  return { red, green, blue, alpha: alpha / 255 }
}

/** For colours that stand in the code or have been checked. */
export function checkedColour(text: string): Colour {
  return parseThemeColour(text) ?? { red: 255, green: 0, blue: 255, alpha: 1 }
}

/** `#rrggbb`, with the alpha behind it unless it is full. */
export function colourText({ red, green, blue, alpha }: Colour): string {
  const two = (value: number) => Math.round(value).toString(16).padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}${alpha >= 1 ? '' : two(alpha * 255)}`
}

/** `share` of the way from one colour to the other, 0 to 1. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const between = (a: number, b: number) => a + (b - a) * share
  return {
    red: between(from.red, to.red),
    green: between(from.green, to.green),
    blue: between(from.blue, to.blue),
    alpha: from.alpha,
  }
}

/** What is seen of a colour with alpha over an opaque one. */
export function over(top: Colour, ground: Colour): Colour {
  return { ...mix(ground, top, top.alpha), alpha: 1 }
}

export const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 }
export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 }

/** 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Least contrast of text, and of stripes, marks and focus rings. */
export const textContrast = 4.5
export const markContrast = 3

/**
 * The nearest colour towards black or white that has this contrast against all grounds; as far as
 * it can go when none has.
 */
export function raised(wanted: Colour, grounds: readonly Colour[], ratio: number): Colour {
  const rounded = (share: number, end: Colour) =>
    checkedColour(colourText({ ...mix(wanted, end, share), alpha: 1 }))
  const enough = (one: Colour) => grounds.every((ground) => contrast(one, ground) >= ratio)
  if (enough(wanted)) return wanted
  const end =
    contrast(white, grounds[0] ?? black) >= contrast(black, grounds[0] ?? black) ? white : black
  for (let step = 1; step <= 50; step += 1)
    if (enough(rounded(step / 50, end))) return rounded(step / 50, end)
  return end
}
