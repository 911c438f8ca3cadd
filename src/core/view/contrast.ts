/** Colours that can be read: WCAG's contrast, and the least step towards it. */
import { formatColour, parseColour, type Rgba } from '../config/colour.ts'

/** From 1 (none) to 21; alpha is not looked at. */
export function contrast(one: Rgba, other: Rgba): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** The colour, moved towards white or black as little as reaches the contrast on this background. */
export function readable(colour: string, background: string, least: number): string {
  const from = parseColour(colour)
  const ground = parseColour(background)
  if (from === null || ground === null || contrast(from, ground) >= least) return colour
  const end = contrast([255, 255, 255, 255], ground) >= contrast([0, 0, 0, 255], ground) ? 255 : 0
  for (let step = 1; step <= 255; step += 1) {
    const [red, green, blue, alpha] = from.map((part, index) => index === 3 ? part : Math.round(part + (end - part) * step / 255)) as unknown as Rgba // as many as before
    if (contrast([red, green, blue, alpha], ground) >= least) return formatColour([red, green, blue, alpha])
  }
  return end === 255 ? '#FFFFFFFF' : '#000000FF'
}

function luminance([red, green, blue]: Rgba): number {
  const [r, g, b] = [red, green, blue].map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
