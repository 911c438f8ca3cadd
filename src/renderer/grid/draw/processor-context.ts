/**
 * What xterm.js's addon draws where there is no graphics card: in the page, on a canvas of the
 * processor. Chromium's WebGL on the processor (SwiftShader) would do it in another process, which
 * the page waits for, and give the whole canvas back for each frame
 * (docs/decisions/software-drawing.md). The addon asks for a context of WebGL and gets an object
 * that takes its records and pages and carries out what it draws.
 */
import { glyphFloats, Painter, pagePixels, type PagePixels } from './painter.ts'

/** Pages of an atlas. Each takes its size twice: as a canvas, and as pixels to copy from. */
const atlasPagesMax = 4

/** No page is as large, px. */
const texturePxMax = 8_192

const painters = new WeakMap<WebGL2RenderingContext, Painter>()

/** Of such a context; undefined: it is one of WebGL. */
export const painterOf = (context: WebGL2RenderingContext): Painter | undefined =>
  painters.get(context)

/**
 * Runs `make`, which creates a context or a page of glyphs as xterm.js's addon does: of the
 * processor.
 */
export function onProcessor<Result>(make: () => Result): Result {
  const prototype = HTMLCanvasElement.prototype
  const getContext = prototype.getContext
  const plain = (canvas: HTMLCanvasElement, options: object): CanvasRenderingContext2D | null =>
    getContext.call(canvas, '2d', {
      ...options,
      willReadFrequently: true,
    }) as CanvasRenderingContext2D | null
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options: object) {
    const context = plain(this, kind === '2d' ? options : {})
    return context === null || kind === '2d' ? context : contextOn(this, context)
  } as typeof getContext
  try {
    return make()
  } finally {
    prototype.getContext = getContext
  }
}

function contextOn(
  canvas: HTMLCanvasElement,
  drawing: CanvasRenderingContext2D,
): WebGL2RenderingContext {
  const painter = new Painter(canvas, drawing)
  /** By texture unit, which is the number of the page. */
  const sources: (PagePixels | undefined)[] = []
  let unit = 0
  let records = new Float32Array(0)
  /** What the addon draws next is made of records as long as this, bytes, by its array. */
  const lengths = new Map<unknown, number>()
  let array: unknown = null
  const gl = emptyContext()
  const drawn = {
    canvas,
    getParameter: (name: number) =>
      name === gl.MAX_TEXTURE_IMAGE_UNITS ? atlasPagesMax : texturePxMax,
    viewport: (_x: number, _y: number, width: number, height: number) => {
      painter.viewport(width, height)
    },
    bindVertexArray: (bound: unknown) => {
      array = bound
    },
    vertexAttribPointer: (...[, , , , length]: number[]) => {
      lengths.set(array, length ?? 0)
    },
    bufferData: (_target: number, data: Float32Array<ArrayBuffer>, usage: number) => {
      if (usage !== gl.STATIC_DRAW) records = data
    },
    activeTexture: (name: number) => {
      unit = name - gl.TEXTURE0
    },
    texImage2D: (...values: unknown[]) => {
      const page = values.at(-1)
      sources[unit] = page instanceof HTMLCanvasElement ? pagePixels(page) : undefined
    },
    drawElementsInstanced: (...[, , , , count = 0]: number[]) => {
      if (lengths.get(array) === glyphFloats * Float32Array.BYTES_PER_ELEMENT)
        painter.glyphs(records, count, sources)
      else painter.rectangles(records, count)
    },
  }
  Object.assign(gl, drawn)
  painters.set(gl, painter)
  return gl
}

/** The numbers of a context, and functions that do nothing and give something. */
function emptyContext(): WebGL2RenderingContext {
  const kind = WebGL2RenderingContext as unknown as Readonly<Record<string, unknown>>
  const names = Object.getOwnPropertyNames(WebGL2RenderingContext.prototype)
  const entries = names.map((name) => [
    name,
    typeof kind[name] === 'number' ? kind[name] : () => ({}),
  ])
  return Object.fromEntries(entries) as WebGL2RenderingContext
}
