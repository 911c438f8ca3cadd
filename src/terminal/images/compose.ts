export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns pixels of one color, 0xRRGGBBAA. */
export function filled(bytes: number, colour: number): Uint8Array {
  const pixels = new DataView(new ArrayBuffer(bytes))
  if (colour === 0) return new Uint8Array(pixels.buffer)
  pixels.setUint32(0, colour)
  const words = new Uint32Array(pixels.buffer)
  words.fill(words[0]!)
  return new Uint8Array(pixels.buffer)
}

/** Draws `source`, from a point in it, onto an area within `target`, blending if requested. */
export function compose(
  source: {
    readonly data: Uint8Array
    readonly width: number
    readonly from: { readonly x: number; readonly y: number }
  },
  target: Uint8Array,
  targetWidth: number,
  { x, y, width, height }: Area,
  blends: boolean,
): void {
  for (let row = 0; row < height; row += 1) {
    const to = ((y + row) * targetWidth + x) * 4
    const from = ((source.from.y + row) * source.width + source.from.x) * 4
    const line = source.data.subarray(from, from + width * 4)
    if (!blends) target.set(line, to)
    else for (let at = 0; at < line.length; at += 4) blend(target, to + at, line, at)
  }
}

function blend(pixels: Uint8Array, to: number, line: Uint8Array, at: number): void {
  const opacity = line[at + 3]!
  if (opacity === 0) return
  const below = (pixels[to + 3]! * (255 - opacity)) / 255
  const whole = opacity + below
  const share = opacity / whole
  for (let channel = 0; channel < 3; channel += 1) {
    const there = pixels[to + channel]!
    pixels[to + channel] = Math.floor(there + (line[at + channel]! - there) * share + 0.5)
  }
  pixels[to + 3] = Math.floor(whole + 0.5)
}
