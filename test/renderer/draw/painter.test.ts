/**
 * Tests the drawing of the software renderer: the pixels on its canvas, and the parts that it reads
 * from pages of glyphs.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paintBackgrounds, paintCursor } from '../../../src/renderer/grid/draw/backgrounds.ts'
import { CellGlyphs } from '../../../src/renderer/grid/draw/cell-glyphs.ts'
import { rowsChanged } from '../../../src/renderer/grid/draw/page-changes.ts'
import { pagePixels, Painter } from '../../../src/renderer/grid/draw/painter.ts'
import type { Atlas } from '../../../src/renderer/grid/draw/webgl-inside.ts'

/** Pixels of one canvas, as letters: of its rows from the one at which they were put. */
let put: { readonly top: number; readonly rows: string[] }[] = []
/** Bytes of the memory that the pixels were in. */
let held = 0
/** Parts read from pages: the first row and the number of rows. */
let read: string[] = []

/** By the color's bytes, red first: a letter for each color that a test draws in. */
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

beforeEach(() => {
  vi.useFakeTimers()
  put = []
  read = []
  vi.stubGlobal('ImageData', function (this: object, data: Uint8ClampedArray, width: number) {
    Object.assign(this, { data, width })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.runAllTimers() // releases memory
  vi.useRealTimers()
})

const element = (canvas: Canvas) => canvas as unknown as HTMLCanvasElement

/** As xterm.js has colors, red in the highest byte. */
const rgbaOf = (letter: string): number =>
  bytesOf(letter).reduce((all, byte) => ((all << 8) | byte) >>> 0)
const pixelOf = (letter: string): number =>
  new Int32Array(Uint8Array.from(bytesOf(letter)).buffer)[0]!

const cell = { width: 2, height: 2 }

/** A canvas of 8 x 4, cells of 2 x 2. */
function made() {
  const painter = new Painter(element(new Canvas(8, 4)))
  return {
    painter,
    rectangle: (left: number, top: number, width: number, height: number, letter: string) =>
      painter.rectangle(left, top, width, height, pixelOf(letter)),
    /** At a cell: so many columns of a page from there, drawn as wide. */
    glyph: (
      canvas: Canvas,
      [column, row]: readonly [number, number],
      [x, y]: readonly [number, number],
      columns: number,
      width = columns,
    ) => {
      const [left, top] = [2 * column - 1, 2 * row]
      painter.glyph(pagePixels(element(canvas)), { left, top, width, height: 2, x, y, columns })
    },
  }
}

test('later rectangles are drawn over earlier ones, and invisible ones are not drawn', () => {
  const { painter, rectangle } = made()
  painter.begin(0, Infinity)
  rectangle(0, 0, 8, 4, 'b')
  rectangle(2, 1, 3, 2, 'r')
  rectangle(0, 0, 8, 4, ' ')
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['bbbbbbbb', 'bbrrrbbb', 'bbrrrbbb', 'bbbbbbbb'] }])
})

test('a rectangle has the pixels whose centers are in it, as with WebGL', () => {
  const { painter, rectangle } = made()
  painter.begin(0, Infinity)
  rectangle(0, 0, 1.5, 1, 'r')
  rectangle(5.5, 0, 1.5, 1, 'r')
  rectangle(0, 1.25, 1.25, 1.25, 'b')
  rectangle(7, 2, 0.4, 2, 'b')
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['r    rr ', 'b       ', '        ', '        '] }])
})

test('rows are redrawn from scratch, others stay, and drawing outside is clipped', () => {
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

test('glyphs are drawn over existing cells, cut at the edge, and narrowed', () => {
  const { painter, rectangle, glyph } = made()
  const page = new Canvas(16, 16, ['', 'r rhhr', ' rrbb ', ''])
  painter.begin(0, Infinity)
  rectangle(0, 0, 6, 4, 'b')
  rectangle(0, 2, 1, 1, 'g')
  glyph(page, [2, 0], [0, 1], 4) // nothing is known to be drawn on the page
  rowsChanged(element(page), 1, 2)
  glyph(page, [2, 0], [0, 1], 4)
  glyph(page, [0, 1], [2, 1], 4)
  glyph(page, [3, 1], [2, 1], 4, 2)
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['bbbrbrh ', 'bbbbrrb ', 'yvrbbVH ', 'bbbbbmB '] }])
})

/** The glyphs of a grid of 4 x 2 cells; each is that of its page from the given place on. */
function grid(page: Canvas, narrow = false) {
  const glyph = { texturePage: 0, texturePosition: { x: 0, y: 0 }, size: { x: 4, y: 2 } }
  const atlas = {
    _pages: [{ canvas: page }],
    _config: { customGlyphs: true, deviceCellWidth: 2, deviceCellHeight: 2 },
    _workAttributeData: {
      extended: {},
      ...Object.fromEntries(
        ['isInvisible', 'isUnderline', 'isStrikethrough', 'isOverline', 'isInverse', 'isDim']
          .concat('isBold', 'getFgColor', 'getFgColorMode', 'getBgColor', 'getBgColorMode')
          .map((name) => [name, () => 0]),
      ),
    },
    _getForegroundColor: () => ({ rgba: rgbaOf('h') }),
    getRasterizedGlyph: () => ({ ...glyph, offset: { x: 1, y: 0 } }),
    getRasterizedGlyphCombinedChar: () => ({ ...glyph, offset: { x: 0, y: 0 } }),
  }
  const device = { canvas: cell, cell, char: { ...cell, left: 0, top: 0 } }
  const glyphs = new CellGlyphs({ cols: 4, rows: 2, element: undefined }, device, () => narrow)
  glyphs.setAtlas(atlas as unknown as Atlas)
  glyphs.clear()
  rowsChanged(element(page), 0, 2)
  /** `left`: the background to its left, its own is 0. */
  const show = (x: number, y: number, text: string, left = 0): void =>
    glyphs.updateCell(x, y, text.codePointAt(0) ?? 0, 0, 0, 0, text, 1, left)
  return { glyphs, show }
}

test("cell glyphs are cut at another background and at the end of the row's text", () => {
  const { painter, rectangle } = made()
  const { glyphs, show } = grid(new Canvas(16, 16, ['rgrg', 'gggg']))
  show(1, 0, 'a')
  show(3, 0, 'a')
  show(1, 1, 'a', 1)
  show(3, 1, '▀')
  show(0, 1, 'a')
  show(0, 1, '')
  painter.begin(0, Infinity)
  rectangle(0, 0, 8, 4, 'b')
  glyphs.paint(painter, Uint32Array.of(2, 4))
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['brgrgbbb', 'bggggbbb', 'bbgrgbvv', 'bbgggbbb'] }])
})

test('a narrowed glyph leaves a pixel of its cell', () => {
  const { painter } = made()
  const { glyphs, show } = grid(new Canvas(16, 16, ['rrrr', 'rrrr']), true)
  show(1, 0, 'ab')
  painter.begin(0, 1)
  glyphs.paint(painter, Uint32Array.of(4, 4))
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['  r     '] }])
})

test('cell backgrounds and cursor lines are drawn', () => {
  const { painter } = made()
  const color = (letter: string) => ({ rgba: rgbaOf(letter) })
  const colors = {
    ansi: [color('g')],
    foreground: color('r'),
    background: color('h'),
    cursor: color('b'),
  }
  const [inverse, palette, rgb] = [0x400_0000, 0x100_0000, 0x300_0000]
  const styles = [
    [0, 0],
    [palette, 0],
    [palette, 7],
    [rgb | 0x00ff, inverse],
    [rgb | 0x00ff, 0],
    [0, palette],
    [0, palette | inverse],
    [0x800_0000, 0], // another attribute and no color: opaque
  ]
  const cells = Uint32Array.from(styles.flatMap(([bg = 0, fg = 0]) => [97, bg, fg, 0]))
  painter.begin(0, Infinity)
  paintBackgrounds(painter, { cells }, { cols: 4, rows: 2 }, cell, colors)
  const shape = { x: 0, y: 1, width: 2, cursorWidth: 1, dpr: 1 }
  paintCursor(painter, { ...shape, style: 'block' }, cell, colors)
  paintCursor(painter, { ...shape, style: 'bar' }, cell, colors)
  paintCursor(painter, { ...shape, style: 'underline', x: 2, y: 0, width: 1 }, cell, colors)
  painter.end()
  expect(put).toEqual([{ top: 0, rows: ['hhggggrr', 'hhggbbrr', 'bbhhggrr', 'bbhhggrr'] }])
})

test('memory of a larger picture is released after a while', () => {
  const { painter } = made()
  /** How much is held when so many rows have been drawn. */
  const drawn = (rows: number): number => {
    painter.begin(0, rows)
    painter.end()
    return held
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

test('a page is read where it has changed, once for all users', () => {
  const canvas = new Canvas(16, 64)
  const changed = (top: number, height: number) => rowsChanged(element(canvas), top, height)
  changed(0, 18)
  pagePixels(element(canvas))
  pagePixels(element(canvas))
  expect(read.splice(0)).toEqual(['0, 32'])
  changed(36, 4)
  changed(60, 1)
  pagePixels(element(canvas))
  pagePixels(element(canvas))
  expect(read).toEqual(['32, 32'])
})
