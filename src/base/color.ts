/** Colors and their brightness, as WCAG 2.2 defines it. */

/** Channels from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Channels from 0 to 255. */
export interface Channels {
  readonly red: number
  readonly green: number
  readonly blue: number
}

export function luminance({ red, green, blue }: Channels): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Returns whether white text has more contrast than black, for the window and for replies. */
export function isDark(background: Channels): boolean {
  return luminance(background) < 0.179
}
