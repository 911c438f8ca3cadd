/**
 * Color specifications of XParseColor in terminals: `rgb:R/G/B` with 1 to 4 digits each,
 * `rgbi:R/G/B`, `#RGB` with 1 to 4 digits each, and names of X11.
 */

const specificationMax = 64

/** Intensity of a channel, 0 to 1. */
const intensity = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/

/** Names of X11's rgb.txt without a number, also with `grey` for `gray` and with spaces. */
const named = new Map(
  (
    'aliceblue f0f8ff antiquewhite faebd7 aquamarine 7fffd4 azure f0ffff beige f5f5dc ' +
    'bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 ' +
    'brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e ' +
    'coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc cyan 00ffff darkblue 00008b ' +
    'darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkkhaki bdb76b ' +
    'darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc ' +
    'darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b ' +
    'darkslategray 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 ' +
    'deeppink ff1493 deepskyblue 00bfff dimgray 696969 dodgerblue 1e90ff firebrick b22222 ' +
    'floralwhite fffaf0 forestgreen 228b22 gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 ' +
    'goldenrod daa520 gray bebebe green 00ff00 greenyellow adff2f honeydew f0fff0 ' +
    'hotpink ff69b4 indianred cd5c5c ivory fffff0 khaki f0e68c lavender e6e6fa ' +
    'lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 ' +
    'lightcoral f08080 lightcyan e0ffff lightgoldenrod eedd82 lightgoldenrodyellow fafad2 ' +
    'lightgray d3d3d3 lightgreen 90ee90 lightpink ffb6c1 lightsalmon ffa07a ' +
    'lightseagreen 20b2aa lightskyblue 87cefa lightslateblue 8470ff lightslategray 778899 ' +
    'lightsteelblue b0c4de lightyellow ffffe0 limegreen 32cd32 linen faf0e6 magenta ff00ff ' +
    'maroon b03060 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 ' +
    'mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a ' +
    'mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa ' +
    'mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 navyblue 000080 ' +
    'oldlace fdf5e6 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 ' +
    'palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 ' +
    'papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 ' +
    'purple a020f0 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 ' +
    'salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d ' +
    'skyblue 87ceeb slateblue 6a5acd slategray 708090 snow fffafa springgreen 00ff7f ' +
    'steelblue 4682b4 tan d2b48c thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee ' +
    'violetred d02090 wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 ' +
    'yellowgreen 9acd32'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
)

/** Returns the six digits of a name, of `gray0` to `gray100` too. */
function digitsOf(name: string): string | undefined {
  const plain = name.replaceAll(' ', '').replace('grey', 'gray')
  const percent = /^gray(\d{1,2}|100)$/.exec(plain)?.[1]
  if (percent === undefined) return named.get(plain)
  return Math.round(Number(percent) * 2.55)
    .toString(16)
    .padStart(2, '0')
    .repeat(3)
}

/** Returns 24 bits, or `undefined` if invalid. */
export function parseColor(text: string): number | undefined {
  if (text.length > specificationMax) return undefined
  const low = text.toLowerCase()
  const digits = digitsOf(low)
  if (digits !== undefined) return Number.parseInt(digits, 16)
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
