/**
 * Rectangles and glyphs as pixels: what the two shaders of xterm.js's addon draw, from the records
 * that it makes for them. A glyph is copied from its page as large as it is, but for one that is
 * made narrower: each of its columns is the mean of those that come together in it.
 */
import { paintedKeptMs } from '../limits.ts'
import { changedSince, newestChange } from './page-changes.ts'

/** A page of glyphs, as its canvas was at this change. */
export interface PagePixels {
  readonly width: number
  readonly height: number
  readonly pixels: Int32Array
  at: number
}

/** As the addon lays out what it draws (`RectangleRenderer`, `GlyphRenderer`), in floats. */
const rectangleFloats = 8
export const glyphFloats = 11

/**
 * As the page of a glyph: it is one rectangle in one colour. Its red, green and blue, as in a
 * pixel, and its opacity stand in the place of what it has on a page.
 */
export const solidPage = -1

/** The first pixel whose centre is at this edge or behind it, as where WebGL begins and ends. */
const firstFrom = (edge: number): number => Math.ceil(edge - 0.5)

/** The bits of a pixel that are its opacity. */
const opacity = 0xff000000 | 0
const redBlue = 0x00ff00ff

/** A shorter row is filled sooner pixel by pixel. */
const shortRowPx = 64

const pages = new WeakMap<HTMLCanvasElement, PagePixels>()

/** A page as it is now: what has changed is read from its canvas, which is the processor's. */
export function pagePixels(page: HTMLCanvasElement): PagePixels {
  const { width, height } = page
  const held = pages.get(page) ?? { width, height, pixels: new Int32Array(width * height), at: 0 }
  pages.set(page, held)
  const rows = changedSince(page, held.at)
  held.at = newestChange()
  if (rows === null) return held
  const context = page.getContext('2d') as CanvasRenderingContext2D
  const { data } = context.getImageData(0, rows.top, width, rows.height)
  held.pixels.set(new Int32Array(data.buffer), rows.top * width)
  return held
}

/** The rows that are being drawn, of whatever canvas: one is drawn after the other. */
let memory = new ArrayBuffer(0)
/** Most bytes of it that were in use since it was looked at last. */
let used = 0
let looks = false

/** Of what was not needed lately nothing is kept: of a large grid that is small or gone. */
function giveBackLater(): void {
  if (looks) return
  looks = true
  setTimeout(() => {
    looks = false
    if (memory.byteLength > used * 2) memory = new ArrayBuffer(used)
    if (used > 0) giveBackLater()
    used = 0
  }, paintedKeptMs)
}

/** Draws on one canvas. Places and sizes in records are shares of its width and height. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #width = 0
  #height = 0
  #top = 0
  #bottom = 0
  #pixels = new Int32Array(memory)

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.#canvas = canvas
    this.#context = context
  }

  /** What shares are shares of. */
  viewport(width: number, height: number): void {
    this.#width = width
    this.#height = height
  }

  /** Rows of pixels are drawn anew, from nothing, until `end`; the others stay. */
  begin(top: number, bottom: number): void {
    const { width, height } = this.#canvas
    this.#top = Math.max(0, top)
    this.#bottom = Math.max(this.#top, Math.min(height, bottom))
    const length = (this.#bottom - this.#top) * width
    if (memory.byteLength < length * 4) memory = new ArrayBuffer(length * 4)
    used = Math.max(used, length * 4)
    giveBackLater()
    this.#pixels = new Int32Array(memory, 0, length).fill(0)
  }

  end(): void {
    const { byteLength } = this.#pixels
    if (byteLength > 0) {
      const bytes = new Uint8ClampedArray(memory, 0, byteLength)
      this.#context.putImageData(new ImageData(bytes, this.#canvas.width), 0, this.#top)
    }
    this.#bottom = this.#top
    this.#pixels = new Int32Array(memory, 0, 0)
  }

  rectangles(records: Float32Array, count: number): void {
    const colour = new Uint8ClampedArray(4)
    const pixel = new Int32Array(colour.buffer)
    for (let at = 0; at < count * rectangleFloats; at += rectangleFloats) {
      const top = firstFrom(records[at + 1]! * this.#height)
      const bottom = firstFrom((records[at + 1]! + records[at + 3]!) * this.#height)
      if (top >= this.#bottom || bottom <= this.#top) continue
      const left = firstFrom(records[at]! * this.#width)
      const right = firstFrom((records[at]! + records[at + 2]!) * this.#width)
      for (let part = 0; part < 4; part += 1) colour[part] = records[at + 4 + part]! * 255
      this.#fill(left, top, right, bottom, pixel[0]!)
    }
  }

  glyphs(records: Float32Array, count: number, sources: readonly (PagePixels | undefined)[]): void {
    for (let at = 0; at < count * glyphFloats; at += glyphFloats) {
      const height = Math.round(records[at + 3]! * this.#height)
      const top = Math.round(records[at + 10]! * this.#height) + records[at + 1]!
      if (height === 0 || top >= this.#bottom || top + height <= this.#top) continue
      const left = Math.round(records[at + 9]! * this.#width) + records[at]!
      const width = Math.round(records[at + 2]! * this.#width)
      if (records[at + 4] === solidPage) {
        const pixel = (records[at + 6]! << 24) | records[at + 5]!
        this.#fill(left, top, left + width, top + height, pixel)
        continue
      }
      const source = sources[records[at + 4]!]
      if (source === undefined) continue
      const from =
        Math.round(records[at + 6]! * source.height) * source.width +
        Math.round(records[at + 5]! * source.width)
      const step = (records[at + 7]! * source.width) / width
      const narrowed = Math.abs(step - 1) * width >= 0.5
      this.#copy(source, from, narrowed ? step : 1, { left, top, width, height })
    }
  }

  #fill(left: number, top: number, right: number, bottom: number, pixel: number): void {
    const { width } = this.#canvas
    const pixels = this.#pixels
    const from = Math.max(0, left)
    const to = Math.min(width, right)
    if (to <= from || (pixel & opacity) === 0) return
    const end = Math.min(this.#bottom, bottom)
    for (let y = Math.max(this.#top, top); y < end; y += 1) {
      const row = (y - this.#top) * width
      if (pixel >> 24 !== -1)
        for (let x = from; x < to; x += 1) pixels[row + x] = over(pixel, pixels[row + x]!)
      else if (to - from > shortRowPx) pixels.fill(pixel, row + from, row + to)
      else for (let x = from; x < to; x += 1) pixels[row + x] = pixel
    }
  }

  /** `from`: where its first pixel is; `step`: so many of its columns are one of the canvas. */
  #copy(
    source: PagePixels,
    from: number,
    step: number,
    { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
  ): void {
    const { width: pageWidth, pixels: glyph } = source
    const { width: canvasWidth } = this.#canvas
    const pixels = this.#pixels
    const first = Math.max(0, -left)
    const end = Math.min(width, canvasWidth - left)
    const bottom = Math.min(this.#bottom, top + height)
    for (let y = Math.max(this.#top, top); y < bottom; y += 1) {
      const fromRow = from + (y - top) * pageWidth
      const toRow = (y - this.#top) * canvasWidth + left
      for (let x = first; x < end; x += 1) {
        const pixel = step === 1 ? glyph[fromRow + x]! : meanOf(glyph, fromRow + x * step, step)
        if (pixel >> 24 === -1) pixels[toRow + x] = pixel
        else if ((pixel & opacity) !== 0) pixels[toRow + x] = over(pixel, pixels[toRow + x]!)
      }
    }
  }
}

/** Of so many pixels from this place on; of the first and the last of them a part may count. */
function meanOf(pixels: Int32Array, from: number, count: number): number {
  const to = from + count
  let [all, red, green, blue] = [0, 0, 0, 0]
  for (let at = Math.floor(from); at < to; at += 1) {
    const pixel = pixels[at]!
    const share = (pixel >>> 24) * (Math.min(at + 1, to) - Math.max(at, from))
    all += share
    blue += ((pixel >>> 16) & 255) * share
    green += ((pixel >>> 8) & 255) * share
    red += (pixel & 255) * share
  }
  const opaque = Math.round(all / count)
  if (opaque === 0) return 0
  const mixed = (part: number, shift: number): number => Math.round(part / all) << shift
  return (opaque << 24) | mixed(blue, 16) | mixed(green, 8) | mixed(red, 0)
}

/** One pixel over another; neither is multiplied by its opacity. */
function over(front: number, back: number): number {
  const share = front >>> 24
  if (back >> 24 === -1) {
    const green = mix((front >> 8) & 255, (back >> 8) & 255, share)
    return opacity | (green << 8) | mix(front & redBlue, back & redBlue, share)
  }
  const rest = ((back >>> 24) * (255 - share)) / 255
  const all = share + rest
  const mixed = (shift: number): number =>
    Math.round((((front >>> shift) & 255) * share + ((back >>> shift) & 255) * rest) / all) << shift
  return (Math.round(all) << 24) | mixed(16) | mixed(8) | mixed(0)
}

/** Of parts of a colour with 8 bits between them, all at once, rounded as a division by 255. */
function mix(front: number, back: number, share: number): number {
  const sum = Math.imul(front, share) + Math.imul(back, 255 - share) + 0x800080
  return ((sum + ((sum >>> 8) & redBlue)) >>> 8) & redBlue
}
