/**
 * What the addon draws by a context of the processor: the pixels that go to its canvas, and what is
 * read of the pages of glyphs.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rowsChanged } from '../../../src/renderer/grid/draw/page-changes.ts'
import { onProcessor, painterOf } from '../../../src/renderer/grid/draw/processor-context.ts'

/** Pixels of one canvas, as letters: of its rows from the one at which they were put. */
let put: { readonly top: number; readonly rows: string[] }[] = []
/** Bytes of the memory that the pixels were in. */
let held = 0
/** What was read of pages: rows from this one on, so many. */
let read: string[] = []

/** By its bytes, red first: a letter for each colour that a test draws in. */
const letters = new Map([
  ['0,0,0,0', ' '],
  ['255,0,0,255', 'r'],
  ['0,0,255,255', 'b'],
  ['128,0,127,255', 'v'], // half of red over blue
  ['255,0,0,128', 'h'],
  ['0,255,0,255', 'g'],
  ['128,127,0,255', 'y'], // half of red over green
  ['255,0,0,192', 'H'], // red and half of red, made one
  ['192,0,63,255', 'V'], // over blue
  ['128,0,128,255', 'm'], // red and blue, made one
  ['0,0,255,128', 'B'], // blue and nothing
])
const bytesOf = (letter: string): number[] =>
  [...letters]
    .find(([, name]) => name === letter)![0]
    .split(',')
    .map(Number)

class Canvas {
  width: number
  height: number
  /** Its rows; what is not given is blank. */
  readonly #rows: readonly string[]

  constructor(width: number, height: number, rows: readonly string[] = []) {
    this.width = width
    this.height = height
    this.#rows = rows
  }

  getContext() {
    return {
      getImageData: (_x: number, top: number, width: number, height: number) => {
        read.push(`${top}, ${height}`)
        const data = new Uint8ClampedArray(4 * width * height)
        for (let y = 0; y < height; y += 1)
          for (const [x, letter] of [...(this.#rows[top + y] ?? '')].entries())
            data.set(bytesOf(letter), 4 * (y * width + x))
        return { data }
      },
      putImageData: ({ data, width }: ImageData, _x: number, top: number) => {
        held = data.buffer.byteLength
        const all = Array.from({ length: data.length / 4 }, (_, at) =>
          letters.get([...data.slice(4 * at, 4 * at + 4)].join(',')),
        )
        const rows = Array.from({ length: all.length / width }, (_, y) =>
          all.slice(y * width, (y + 1) * width).join(''),
        )
        put.push({ top, rows })
      },
    }
  }
}

class Context {
  static readonly STATIC_DRAW = 1
  static readonly MAX_TEXTURE_IMAGE_UNITS = 2
  static readonly TEXTURE0 = 100
  readonly STATIC_DRAW = 1
  readonly MAX_TEXTURE_IMAGE_UNITS = 2
  readonly TEXTURE0 = 100
  createProgram(): void {
    throw new Error('nobody calls it')
  }
}
Object.defineProperties(Context.prototype, {
  STATIC_DRAW: {},
  MAX_TEXTURE_IMAGE_UNITS: {},
  TEXTURE0: {},
})

beforeEach(() => {
  vi.useFakeTimers()
  put = []
  read = []
  vi.stubGlobal('HTMLCanvasElement', Canvas)
  vi.stubGlobal('WebGL2RenderingContext', Context)
  vi.stubGlobal('ImageData', function (this: object, data: Uint8ClampedArray, width: number) {
    Object.assign(this, { data, width })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.runAllTimers() // memory is given back
  vi.useRealTimers()
})

/** A canvas of 8 x 4, cells of 2 x 2, and its context with the arrays of both kinds of records. */
function made() {
  const canvas = new Canvas(8, 4)
  const gl = onProcessor(
    () => (canvas as unknown as HTMLCanvasElement).getContext('webgl2') as WebGL2RenderingContext,
  )
  gl.viewport(0, 0, 8, 4)
  const painter = painterOf(gl)!
  const draw = (floats: number, records: readonly (readonly number[])[]): void => {
    gl.bindVertexArray(floats as unknown as WebGLVertexArrayObject)
    gl.vertexAttribPointer(0, 2, 0, false, floats * 4, 0)
    gl.bufferData(0, Float32Array.from(records.flat()), 3)
    gl.drawElementsInstanced(0, 4, 0, 0, records.length)
  }
  return {
    gl,
    painter,
    bytes: () => held,
    rectangle: (left: number, top: number, width: number, height: number, letter: string) => {
      const colour = bytesOf(letter).map((byte) => byte / 255)
      draw(8, [[left / 8, top / 4, width / 8, height / 4, ...colour]])
    },
    /** At a cell: so many columns of a page of 16 x 16 from there, drawn as wide. */
    glyph: (cell: [number, number], from: [number, number], columns: number, wide = columns) => {
      const [x, y] = from
      const [column, row] = cell
      draw(11, [
        [-1, 0, wide / 8, 2 / 4, 0, x / 16, y / 16, columns / 16, 2 / 16, column / 4, row / 2],
      ])
    },
    solid: ([column, row]: [number, number], width: number, height: number, letter: string) => {
      const [red = 0, green = 0, blue = 0, opacity = 0] = bytesOf(letter)
      const colour = (blue << 16) | (green << 8) | red
      draw(11, [[0, 0, width / 8, height / 4, -1, colour, opacity, 0, 0, column / 4, row / 2]])
    },
    page: (canvas: Canvas) => {
      gl.activeTexture(gl.TEXTURE0)
      gl.texImage2D(0, 0, 0, 0, 0, canvas as unknown as HTMLCanvasElement)
    },
  }
}

test('gives what the addon asks a context for', () => {
  const { gl } = made()
  expect(gl.getParameter(gl.MAX_TEXTURE_IMAGE_UNITS)).toBe(4)
  expect(gl.createProgram()).toBeTruthy()
})

test('rectangles, the later over the earlier, and none that nobody sees', () => {
  const { painter, rectangle } = made()
  painter.begin(0, Infinity)
  rectangle(0, 0, 8, 4, 'b')
  rectangle(2, 1, 3, 2, 'r')
  rectangle(0, 0, 8, 4, ' ')
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['bbbbbbbb', 'bbrrrbbb', 'bbrrrbbb', 'bbbbbbbb'] }])
})

test('a rectangle has the pixels whose centres are in it, as of WebGL', () => {
  const { painter, rectangle } = made()
  painter.begin(0, Infinity)
  rectangle(0, 0, 1.5, 1, 'r')
  rectangle(5.5, 0, 1.5, 1, 'r')
  rectangle(0, 1.25, 1.25, 1.25, 'b')
  rectangle(7, 2, 0.4, 2, 'b')
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['r    rr ', 'b       ', '        ', '        '] }])
})

// … and what is drawn outside of them is not drawn
test('rows are drawn from nothing, and the others stay', () => {
  const { painter, rectangle } = made()
  painter.begin(-1, 2)
  rectangle(1, 1, 2, 3, 'r')
  painter.end()
  painter.begin(3, 9)
  rectangle(0, 0, 1, 4, 'b')
  painter.end()
  painter.end()
  expect(put).toEqual([
    { top: 0, rows: ['        ', ' rr     '] },
    { top: 3, rows: ['b       '] },
  ])
})

test('glyphs over what is there, cut at the edge, and made narrower', () => {
  const { painter, rectangle, glyph, page } = made()
  const canvas = new Canvas(16, 16, ['', 'r rhhr', ' rrbb ', ''])
  page(canvas)
  painter.begin(0, Infinity)
  rectangle(0, 0, 6, 4, 'b')
  rectangle(0, 2, 1, 1, 'g')
  glyph([2, 0], [0, 1], 4) // nothing is known to be drawn on the page
  rowsChanged(canvas as unknown as HTMLCanvasElement, 1, 2)
  page(canvas)
  glyph([2, 0], [0, 1], 4)
  glyph([0, 1], [2, 1], 4)
  glyph([3, 1], [2, 1], 4, 2)
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['bbbrbrh ', 'bbbbrrb ', 'yvrbbVH ', 'bbbbbmB '] }])
})

// … by all that have it, once
test('a rectangle in one colour in the place of a glyph', () => {
  const { painter, rectangle, solid } = made()
  painter.begin(0, Infinity)
  rectangle(0, 0, 8, 4, 'b')
  solid([0, 0], 2, 1, 'r')
  solid([1, 1], 2, 2, 'h')
  solid([3, 0], 1, 2, 'g')
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['rrbbbbgb', 'bbbbbbgb', 'bbvvbbbb', 'bbvvbbbb'] }])
})

test('memory of a larger picture is given back after a while', () => {
  const { painter, bytes } = made()
  /** How much is held when so many rows have been drawn. */
  const drawn = (rows: number): number => {
    painter.begin(0, rows)
    painter.end()
    return bytes()
  }
  const row = 4 * 8
  expect([drawn(4), drawn(1)]).toEqual([4 * row, 4 * row])
  vi.advanceTimersByTime(10_000) // four rows were in use since
  expect(drawn(1)).toBe(4 * row)
  vi.advanceTimersByTime(10_000)
  expect(drawn(1)).toBe(row)
  vi.advanceTimersByTime(30_000)
  expect(vi.getTimerCount()).toBe(0) // nothing is looked at where nothing is drawn
  expect(drawn(4)).toBe(4 * row)
})

test('a page is read where it has changed', () => {
  const [one, other] = [made(), made()]
  const canvas = new Canvas(16, 64)
  const changed = (top: number, height: number) =>
    rowsChanged(canvas as unknown as HTMLCanvasElement, top, height)
  changed(0, 18)
  one.page(canvas)
  other.page(canvas)
  one.page(canvas)
  expect(read.splice(0)).toEqual(['0, 32'])
  changed(36, 4)
  changed(60, 1)
  other.page(canvas)
  one.page(canvas)
  expect(read).toEqual(['32, 32'])
})
