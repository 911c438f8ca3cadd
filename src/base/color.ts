/** Colors, and their brightness by the definition of WCAG 2.2. */

/** Channels from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Channels from 0 to 255. */
export interface Channels {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Returns the relative luminance, 0 to 1. */
export function luminance({ red, green, blue }: Channels): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/**
 * Returns whether a background is dark: white text has more contrast with it than black text. The
 * window chooses its own colors by it, and programs that ask are told the same.
 */
export function isDark(background: Channels): boolean {
  return luminance(background) < 0.179
}
