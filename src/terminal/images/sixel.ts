/**
 * Decodes sixel data as it arrives (DEC STD 070, sixel graphics): six pixels per character, color
 * registers, repeats, raster attributes. Pixels are RGBA.
 */
import { picturePixelsMax, pictureSideMax, sixelRegisters } from './limits.ts'

/** Colors of a VT340's first registers in percent; the others are black. */
// biome-ignore format: a table
const usual = [
  [0, 0, 0], [20, 20, 80], [80, 13, 13], [20, 80, 20], [80, 20, 80], [20, 80, 80], [80, 80, 20],
  [53, 53, 53], [26, 26, 26], [33, 33, 60], [60, 26, 26], [33, 60, 33], [60, 33, 60], [33, 60, 60],
  [60, 60, 33], [80, 80, 80],
] as const

const rgba = (red: number, green: number, blue: number): number =>
  (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0

/** @param colour 0xRRGGBB */
const ofColour = (colour: number): number =>
  rgba((colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff)

const share = (percent: number): number => Math.round((Math.min(100, percent) * 255) / 100)

/** Command that the current parameters belong to. */
type Reading = 'none' | 'repeat' | 'colour' | 'raster'

export interface SixelPixels {
  /** Number of pixels, and the size by its raster attributes, which may be larger. */
  readonly width: number
  readonly height: number
  readonly takesWidth: number
  readonly takesHeight: number
  readonly pixels: Uint8Array
}

export class SixelPicture {
  readonly #background: number
  readonly #colours = new Uint32Array(sixelRegisters).fill(0xff000000)
  #colour: number
  /** Rows of `#stride` pixels. */
  #pixels = new Uint32Array(0)
  #stride = 0
  #lines = 0
  #width = 0
  #height = 0
  #x = 0
  #y = 0
  #repeat = 1
  #declared = { width: 0, height: 0 }
  /** Image lines per drawn line: the height of a pixel of width 1. */
  #tall = 1
  #reading: Reading = 'none'
  readonly #numbers: number[] = []

  /**
   * Colors are 0xRRGGBB.
   * @param background color of pixels that are not set; `null` for transparent
   * @param foreground color before one is chosen, as in monochrome images
   */
  constructor(background: number | null, foreground: number) {
    this.#background = background === null ? 0 : ofColour(background)
    for (const [index, [red, green, blue]] of usual.entries())
      this.#colours[index] = rgba(share(red), share(green), share(blue))
    this.#colour = ofColour(foreground)
  }

  /** Decodes `bytes` from `from` to `end`, split anywhere. */
  add(bytes: Uint8Array, from: number, end: number): void {
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at]!
      if (byte >= 0x30 && byte <= 0x39) {
        this.#digit(byte - 0x30)
        continue
      }
      if (byte === 0x3b) {
        if (this.#reading !== 'none' && this.#numbers.length < 8) this.#numbers.push(0)
        continue
      }
      this.#endNumbers()
      if (byte >= 0x3f && byte <= 0x7e) this.#draw(byte - 0x3f)
      else if (byte === 0x21) this.#begin('repeat')
      else if (byte === 0x23) this.#begin('colour')
      else if (byte === 0x22) this.#begin('raster')
      else if (byte === 0x24) this.#x = 0
      else if (byte === 0x2d) {
        this.#x = 0
        if (this.#y < pictureSideMax) this.#y += 6
      }
    }
  }

  /** Returns the drawn image, or `null` if nothing was drawn. */
  end(): SixelPixels | null {
    this.#endNumbers()
    const width = this.#width
    if (width === 0 || this.#height === 0) return null
    const tall = this.#fits(width, this.#height * this.#tall) ? this.#tall : 1
    const height = this.#height * tall
    const pixels = new Uint32Array(width * height)
    for (let y = 0; y < Math.min(this.#height, this.#lines); y += 1) {
      const start = y * this.#stride
      const line = this.#pixels.subarray(start, start + Math.min(width, this.#stride))
      for (let copy = 0; copy < tall; copy += 1) pixels.set(line, (y * tall + copy) * width)
    }
    if (this.#background !== 0)
      for (let at = 0; at < pixels.length; at += 1)
        if (pixels[at] === 0) pixels[at] = this.#background
    return {
      width,
      height,
      takesWidth: Math.max(width, this.#declared.width),
      takesHeight: Math.max(height, Math.min(pictureSideMax, this.#declared.height * tall)),
      pixels: new Uint8Array(pixels.buffer),
    }
  }

  #begin(reading: Reading): void {
    this.#reading = reading
    this.#numbers.length = 0
    this.#numbers.push(0)
  }

  #digit(digit: number): void {
    if (this.#reading === 'none') return
    const last = this.#numbers.length - 1
    this.#numbers[last] = Math.min(99_999, this.#numbers[last]! * 10 + digit)
  }

  #endNumbers(): void {
    const reading = this.#reading
    if (reading === 'none') return
    this.#reading = 'none'
    const [first = 0, system = 0, a = 0, b = 0, c = 0] = this.#numbers
    if (reading === 'repeat') this.#repeat = Math.max(1, first)
    else if (reading === 'raster') this.#raster(first, system, a, b)
    else {
      const index = first % sixelRegisters
      if (this.#numbers.length >= 5 && system === 2)
        this.#colours[index] = rgba(share(a), share(b), share(c))
      else if (this.#numbers.length >= 5 && system === 1) this.#colours[index] = hls(a, b, c)
      this.#colour = this.#colours[index]!
    }
  }

  /** Handles raster attributes: whole aspect ratio (VT340) and minimum size, without memory. */
  #raster(high: number, wide: number, width: number, height: number): void {
    if (this.#width > 0) return
    this.#tall = Math.max(1, Math.round(Math.max(1, high) / Math.max(1, wide)))
    if (this.#fits(width, height)) this.#declared = { width, height }
  }

  #fits(width: number, height: number): boolean {
    return width <= pictureSideMax && height <= pictureSideMax && width * height <= picturePixelsMax
  }

  #draw(bits: number): void {
    const count = this.#repeat
    this.#repeat = 1
    const end = Math.min(this.#x + count, pictureSideMax)
    if (bits === 0) {
      this.#x = end
      if (end > this.#width && this.#fits(end, this.#height)) this.#width = end
      return
    }
    const height = this.#y + 32 - Math.clz32(bits)
    const width = Math.max(this.#width, end)
    if (!this.#fits(width, Math.max(height, this.#height)) || !this.#room(end, this.#y + 6)) {
      this.#x = end
      return
    }
    this.#width = width
    this.#height = Math.max(this.#height, height)
    for (let bit = 0; bit < 6; bit += 1) {
      if ((bits & (1 << bit)) === 0) continue
      const start = (this.#y + bit) * this.#stride
      this.#pixels.fill(this.#colour, start + this.#x, start + end)
    }
    this.#x = end
  }

  /** Ensures memory, growing by half so that copies are rare; `false` if too much. */
  #room(width: number, height: number): boolean {
    if (width <= this.#stride && height <= this.#lines) return true
    const stride =
      width <= this.#stride ? this.#stride : Math.max(width, Math.floor(this.#stride * 1.5))
    const lines =
      height <= this.#lines ? this.#lines : Math.max(height, Math.floor(this.#lines * 1.5))
    const [wide, high] = stride * lines <= 2 * picturePixelsMax ? [stride, lines] : [width, height]
    if (wide * high > 2 * picturePixelsMax) return false
    const pixels = new Uint32Array(wide * high)
    const copied = Math.min(this.#stride, wide)
    for (let y = 0; y < Math.min(this.#lines, high); y += 1)
      pixels.set(this.#pixels.subarray(y * this.#stride, y * this.#stride + copied), y * wide)
    this.#pixels = pixels
    this.#stride = wide
    this.#lines = high
    return true
  }
}

/** In DEC's HLS, blue is at 0 degrees and red at 120. */
function hls(hue: number, lightness: number, saturation: number): number {
  const light = Math.min(100, lightness) / 100
  const chroma = ((1 - Math.abs(2 * light - 1)) * Math.min(100, saturation)) / 100
  const channel = (shift: number): number => {
    const turned = ((((hue + shift) % 360) + 360) % 360) / 60
    const amount = turned < 1 ? turned : turned < 3 ? 1 : turned < 4 ? 4 - turned : 0
    return Math.round(255 * (light - chroma / 2 + chroma * amount))
  }
  // each channel is full from 60 degrees before its own angle to 60 after it
  return rgba(channel(0), channel(240), channel(120))
}
