/**
 * Color specifications of XParseColor in terminals: `rgb:R/G/B` with 1 to 4 digits each,
 * `rgbi:R/G/B`, `#RGB` with 1 to 4 digits each. Names are not supported.
 */

const specificationMax = 64

/** Intensity of a channel, 0 to 1. */
const intensity = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/

/** Returns 24 bits, or `undefined` if invalid. */
export function parseColor(text: string): number | undefined {
  if (text.length > specificationMax) return undefined
  const low = text.toLowerCase()
  if (low.startsWith('rgbi:')) return lightOf(low.slice(5).split('/'))
  const parts = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/.exec(low)
  if (parts !== null) {
    const [, ...digits] = parts
    return rgb(
      digits.map((one) => Math.round((Number.parseInt(one, 16) / (16 ** one.length - 1)) * 255)),
    )
  }
  const hex = /^#([\da-f]+)$/.exec(low)?.[1]
  if (hex === undefined || ![3, 6, 9, 12].includes(hex.length)) return undefined
  const width = hex.length / 3
  return rgb(
    [0, 1, 2].map((index) => {
      const value = Number.parseInt(hex.slice(index * width, (index + 1) * width), 16)
      return width === 1 ? value << 4 : value >> (4 * (width - 2))
    }),
  )
}

/** Parses linear `rgbi:` with sRGB's transfer function, not Xlib's table of one monitor. */
function lightOf(channels: readonly string[]): number | undefined {
  if (channels.length !== 3 || channels.some((one) => !intensity.test(one) || Number(one) > 1))
    return undefined
  return rgb(
    channels.map((one) => {
      const light = Number(one)
      return Math.round(
        255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055),
      )
    }),
  )
}

function rgb([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return (red << 16) | (green << 8) | blue
}

const bytesAsHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Returns `#rrggbb` from a table, because a snapshot may need thousands. */
export const hexColor = (color: number): string =>
  `#${bytesAsHex[(color >> 16) & 0xff]!}${bytesAsHex[(color >> 8) & 0xff]!}` +
  `${bytesAsHex[color & 0xff]!}`
