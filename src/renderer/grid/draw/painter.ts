/**
 * Draws rectangles and glyphs as pixels of one canvas. A glyph is copied from its page. If it must
 * be narrower, each column is the mean of the columns it replaces.
 */
import { paintedKeptMs } from '../limits.ts'
import { changedSince, newestChange } from './page-changes.ts'

/** A page of glyphs as of a change. */
interface PagePixels {
  readonly width: number
  readonly height: number
  readonly pixels: Int32Array
  at: number
}

/** Position of a glyph on a canvas, px, and its first pixel and columns on its page. */
interface PlacedGlyph {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly x: number
  readonly y: number
  readonly columns: number
}

/** A color of xterm.js, red in its highest byte, as a pixel. */
export const pixelOf = (rgba: number): number =>
  ((rgba & 255) << 24) | ((rgba & 0xff00) << 8) | ((rgba >>> 8) & 0xff00) | (rgba >>> 24)

/** The first pixel whose center is at or after an edge, as in WebGL. */
const firstFrom = (edge: number): number => Math.ceil(edge - 0.5)

const opacity = 0xff000000 | 0
const redBlue = 0x00ff00ff

/** Shorter rows are filled faster pixel by pixel. */
const shortRowPx = 64

/** Returns a CPU context of a new canvas, whose pixels are in the page's memory. */
export const processorContext = (canvas: HTMLCanvasElement): CanvasRenderingContext2D =>
  canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D

const pages = new WeakMap<HTMLCanvasElement, PagePixels>()

/** Returns a page's current pixels. Reads changed rows from its CPU canvas. */
export function pagePixels(page: HTMLCanvasElement): PagePixels {
  const { width, height } = page
  const held = pages.get(page) ?? { width, height, pixels: new Int32Array(width * height), at: 0 }
  pages.set(page, held)
  const rows = changedSince(page, held.at)
  held.at = newestChange()
  if (rows === null) return held
  const { data } = processorContext(page).getImageData(0, rows.top, width, rows.height)
  held.pixels.set(new Int32Array(data.buffer), rows.top * width)
  return held
}

/** Pixels of the rows being drawn. Canvases are drawn one after the other. */
let memory = new ArrayBuffer(0)
/** Most bytes in use since the last check. */
let used = 0
let looks = false

/** Releases memory that was not needed lately: a large grid may be smaller or closed. */
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

/** Draws on one canvas with a CPU context. Positions and sizes are device px. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  #top = 0
  #bottom = 0
  #pixels = new Int32Array(memory)

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.#context = processorContext(canvas)
  }

  /** Clears rows of pixels and draws them until `end`. The others stay. */
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

  /** Returns the rows of cells of this height that are drawn again, completely or partly. */
  rowsOf(height: number): { readonly first: number; readonly end: number } {
    return { first: Math.floor(this.#top / height), end: Math.ceil(this.#bottom / height) }
  }

  /** Fills a rectangle, whose edges may be between pixels. */
  rectangle(left: number, top: number, width: number, height: number, pixel: number): void {
    const [right, bottom] = [firstFrom(left + width), firstFrom(top + height)]
    this.#fill(firstFrom(left), firstFrom(top), right, bottom, pixel)
  }

  glyph(page: PagePixels, placed: PlacedGlyph): void {
    const step = placed.columns / placed.width
    const narrowed = Math.abs(step - 1) * placed.width >= 0.5
    this.#copy(page, placed.y * page.width + placed.x, narrowed ? step : 1, placed)
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
        for (let x = from; x < to; x += 1) pixels[row + x] = over(pixel, pixels[row + x] ?? 0)
      else if (to - from > shortRowPx) pixels.fill(pixel, row + from, row + to)
      else for (let x = from; x < to; x += 1) pixels[row + x] = pixel
    }
  }

  /**
   * @param from first pixel of the glyph
   * @param step its columns per column of the canvas
   */
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
        const pixel =
          step === 1 ? (glyph[fromRow + x] ?? 0) : meanOf(glyph, fromRow + x * step, step)
        if (pixel >> 24 === -1) pixels[toRow + x] = pixel
        else if ((pixel & opacity) !== 0) pixels[toRow + x] = over(pixel, pixels[toRow + x] ?? 0)
      }
    }
  }
}

/** Returns the mean of pixels. The first and the last may count partly. */
function meanOf(pixels: Int32Array, from: number, count: number): number {
  const to = from + count
  let [all, red, green, blue] = [0, 0, 0, 0]
  for (let at = Math.floor(from); at < to; at += 1) {
    const pixel = pixels[at] ?? 0
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

/** Returns one pixel over another, both without premultiplied opacity. */
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

/** Mixes color parts with 8 bits between them in one operation, rounded like a division by 255. */
function mix(front: number, back: number, share: number): number {
  const sum = Math.imul(front, share) + Math.imul(back, 255 - share) + 0x800080
  return ((sum + ((sum >>> 8) & redBlue)) >>> 8) & redBlue
}
