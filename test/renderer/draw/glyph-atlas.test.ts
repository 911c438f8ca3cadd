/**
 * The atlas of glyphs, held against an addon of this file's own with the same inside: one page, few
 * glyphs to a page, and each takes its time.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAtlas } from '../../../src/renderer/grid/draw/glyph-atlas.ts'
import type { WebglRenderer } from '../../../src/renderer/grid/draw/webgl-inside.ts'

const glyphsOfPage = 8

/** A clock that drawing and resting move. */
const clock = {
  ms: 0,
  calls: [] as { readonly at: number; readonly call: () => void }[],
  now: () => clock.ms,
  after: (ms: number, call: () => void) => {
    clock.calls.push({ at: clock.ms + ms, call })
    return () => undefined
  },
  /** Advances the time and calls what is due. */
  rest: (ms: number) => {
    clock.ms += ms
    const due = clock.calls.filter(({ at }) => at <= clock.ms)
    clock.calls = clock.calls.filter(({ at }) => at > clock.ms)
    for (const { call } of due) call()
  },
}

interface Drawn {
  readonly text: string
  readonly texturePage: number
  readonly texturePosition: { readonly x: number; readonly y: number }
  readonly size: { readonly x: number; readonly y: number }
}

/** Classes are made for each test, because `keepAtlas` changes them permanently. */
function addon(costMs = 0, least = 0) {
  class Page {
    readonly canvas = { width: 1, height: 1_024 }
    readonly _glyphs: Drawn[] = []
    _usedPixels = 0
    shown: string[] = []
    clear(): void {
      this.shown = []
    }
  }
  class Atlas {
    static readonly maxAtlasPages = 1
    readonly _pages: Page[] = []
    readonly _activePages: Page[] = []
    readonly _cacheMap = new Cache()
    readonly _cacheMapCombined = new Cache()
    readonly _config = {
      customGlyphs: true,
      minimumContrastRatio: 1,
      deviceCellWidth: 10,
      deviceCellHeight: 20,
      deviceCharWidth: 10,
      deviceCharHeight: 20,
      devicePixelRatio: 1,
      fontSize: 14,
      allowTransparency: false,
      colors: { ansi: [] },
    }
    readonly _unicodeService = { getStringCellWidth: () => 1 }
    readonly _workAttributeData = { getFgColorMode: () => 0 }
    readonly _tmpCtx = { fillText: () => undefined }
    _textureSize = 512
    _didWarmUp = true
    constructor() {
      this._createNewPage()
    }
    _createNewPage(): Page {
      const page = new Page()
      this._pages.push(page)
      this._activePages.push(page)
      return page
    }
    clearTexture(): void {
      throw new Error('replaced')
    }
    _drawToCache(glyph: number | string): Drawn {
      clock.ms += costMs
      const page =
        this._pages[0]!.shown.length < glyphsOfPage ? this._pages[0]! : this._createNewPage()
      const drawn = {
        text: String(glyph),
        texturePage: 0,
        texturePosition: { x: page.shown.length, y: 0 },
        size: { x: 1, y: 1 },
      }
      page.shown.push(drawn.text)
      page._glyphs.push(drawn)
      page._usedPixels += 1
      return drawn
    }
    _getFromCacheMap(): Drawn {
      throw new Error('replaced')
    }
    _getForegroundColor(): void {}
    _getMinimumContrastColor(): void {}
    getRasterizedGlyph(): void {}
    getRasterizedGlyphCombinedChar(): void {}
  }
  class Glyphs {
    beginFrame(): boolean {
      throw new Error('replaced')
    }
    readonly _terminal = { cols: 100 }
    cells: (Drawn | undefined)[] = []
    /** The picture that the user sees. */
    seen = ''
    readonly _atlas: Atlas
    constructor(atlas: Atlas) {
      this._atlas = atlas
    }
    render(picture: string): void {
      this.seen = picture
    }
    updateCell(x: number, _y: number, code: number): void {
      this.cells[x] = (
        this._atlas as unknown as { _getFromCacheMap(...args: unknown[]): Drawn }
      )._getFromCacheMap(
        this._atlas._cacheMap,
        String.fromCodePoint(code),
        0,
        0,
        0,
        false,
        undefined,
      )
    }
  }
  class Renderer {
    readonly _terminal = {
      rows: 1,
      cols: 1,
      buffer: { active: { baseY: 0, cursorY: 0, viewportY: 0 } },
    }
    readonly dimensions: {
      readonly device: {
        readonly canvas: { readonly width: number; readonly height: number }
        readonly cell: { readonly height: number }
      }
    }
    readonly _model = { cells: new Uint32Array(400), lineLengths: new Uint32Array(1) }
    readonly _rectangleRenderer = {
      value: { updateBackgrounds: () => undefined, updateCursor: () => undefined },
    }
    readonly _core = {
      _renderService: {
        _isNextRenderRedrawOnly: true,
        _renderDebouncer: {
          _coreBrowserService: {
            window: {
              incomplete: () => {
                this.hurries += 1
              },
              typing: false,
            },
          },
        },
      },
    }
    readonly _charAtlas: Atlas
    readonly _glyphRenderer: { readonly value: Glyphs }
    readonly _onRequestRedraw = {
      fire: () => {
        this.asked = true
      },
    }
    asked = false
    /** Frames that have asked for the next one whatever the pace. */
    hurries = 0
    text: readonly string[] = []
    /** The last frame. */
    picture = ''
    constructor(atlas: Atlas, cells = glyphsOfPage / 2) {
      this._charAtlas = atlas
      this._glyphRenderer = { value: new Glyphs(atlas) }
      this.dimensions = { device: { canvas: { width: cells, height: 1 }, cell: { height: 1 } } }
    }
    _clearModel(): void {
      this._model.cells.fill(0)
      this._glyphRenderer.value.cells = []
    }
    _updateModel(..._rows: readonly number[]): void {
      for (const [x, glyph] of this.text.entries()) {
        const code = glyph.codePointAt(0)!
        if (this._model.cells[4 * x] === code) continue
        this._model.cells[4 * x] = code
        this._glyphRenderer.value.updateCell(x, 0, code)
      }
    }
    renderRows(): void {
      if (this._glyphRenderer.value.beginFrame()) this._clearModel()
      this._updateModel(0, 0)
      this.picture = this.text
        .map((_, at) => {
          const cell = this._glyphRenderer.value.cells[at]
          return cell === undefined || cell.size.x === 0
            ? '.'
            : this._charAtlas._pages[cell.texturePage]!.shown[cell.texturePosition.x]
        })
        .join('')
      this._glyphRenderer.value.render(this.picture)
    }
    show(text: string): string {
      this._core._renderService._isNextRenderRedrawOnly = text === this.text.join('')
      this.text = [...text]
      this.asked = false
      this.renderRows()
      return this.picture
    }
    /** Frames until it asks for no more. */
    frames(): string[] {
      const pictures: string[] = []
      while (pictures.length < 100) {
        if (!this.asked) clock.rest(10_000)
        if (!this.asked) break
        pictures.push(this.show(this.text.join('')))
      }
      return pictures
    }
  }
  const atlas = new Atlas()
  const renderer = new Renderer(atlas)
  keepAtlas(renderer as unknown as WebglRenderer, clock, least)
  return { atlas, renderer, another: (cells?: number) => new Renderer(atlas, cells) }
}

class Cache {
  readonly drawn = new Map<string, Drawn>()
  get(...key: unknown[]): Drawn | undefined {
    return this.drawn.get(key.join())
  }
  set(...all: unknown[]): void {
    this.drawn.set(all.slice(0, -1).join(), all.at(-1) as Drawn)
  }
  clear(): void {
    this.drawn.clear()
  }
}

beforeEach(() => {
  class HTMLCanvasElement {
    getContext(): null {
      return null
    }
  }
  vi.stubGlobal('HTMLCanvasElement', HTMLCanvasElement)
  vi.stubGlobal('document', { createElement: () => new HTMLCanvasElement() })
  vi.stubGlobal('window', { screen: { width: 800, height: 600 }, devicePixelRatio: 1 })
})
afterEach(() => vi.unstubAllGlobals())

test('a full atlas is emptied, and the screen is drawn again in the same frame', () => {
  const { atlas, renderer } = addon()
  expect([
    renderer.show('abcde'),
    renderer.show('cdefg'),
    renderer.show('efghij'),
    renderer.show('abcde'),
  ]).toEqual(['abcde', 'cdefg', 'efghij', 'abcde'])
  expect(atlas._pages.length).toBe(1)
  expect(renderer.asked).toBe(false)
})

test('a terminal that shares the atlas is drawn again once, in its next frame', () => {
  const { renderer, another } = addon()
  const other = another()
  expect([other.show('abcd'), renderer.show('efghij')]).toEqual(['abcd', 'efghij'])
  expect(other.show('abcd')).toBe('abcd')
  const anew = vi.spyOn(other, '_clearModel')
  expect([other.show('abcd'), other.show('abce')]).toEqual(['abcd', 'abce'])
  expect(anew).not.toHaveBeenCalled()
})

test('a screen larger than the atlas shows as much as fits, once', () => {
  const { another } = addon()
  const large = another(20)
  large.show('abcdefghijklmnop')
  expect(large.frames()).toEqual(['........ijklmnop'])
  // The next screen has the space.
  expect(large.show('qrstuvwx')).toBe('qrstuvwx')
  expect(large.asked).toBe(false)
})

test.each([0, 20])(
  'a screen whose glyphs are each larger than a cell and cost %i ms shows as much as fits, once',
  (costMs) => {
    const { another } = addon(costMs)
    const large = another(4) // the atlas has twice its room, and holds a third of its cells
    large.show('abcdefghijklmnopABCDEFGHIJKLMNOP')
    expect(large.frames().length).toBeLessThan(40)
    large.show('qrstuvwx')
    large.frames()
    expect([large.picture, large.asked]).toEqual(['qrstuvwx', false])
  },
)

test('a frame draws new glyphs for a limited time, and the next ones complete it', () => {
  const { renderer } = addon(10)
  renderer.show('')
  expect(renderer.show('abcdefgh')).toBe('abc.....')
  expect(renderer.frames()).toEqual(['abcdef..', 'abcdefgh'])
  expect(renderer.hurries).toBe(2)
})

test('a frame draws a few glyphs on a busy machine, for a limited time', () => {
  const { renderer } = addon(20, 4)
  renderer.show('')
  clock.rest(10_000)
  expect(renderer.show('abcdefgh')).toBe('abcd....')
  clock.rest(10_000)
  const slow = addon(60, 4).renderer
  slow.show('')
  clock.rest(10_000)
  expect(slow.show('abcdefgh')).toBe('ab......')
})

test('the first picture of a renderer has more time, as a complete one was there before', () => {
  const { renderer } = addon(40)
  expect([renderer.show('abcdefgh'), renderer.asked]).toEqual(['abcd....', true])
})

test('the previous picture stays up to 250 ms while glyphs of the next one are missing', () => {
  const { renderer } = addon(20)
  const { value: glyphs } = renderer._glyphRenderer
  renderer.show('ab')
  clock.rest(10_000)
  const steps = ['abcdefgh', ...'123456'].map((step) => {
    renderer.show(step.length > 1 ? step : 'abcdefgh')
    return [renderer.picture, glyphs.seen]
  })
  expect(steps.slice(0, 4)).toEqual([
    ['abcd....', 'ab'],
    ['abcdef..', 'ab'],
    ['abcdefgh', 'abcdefgh'],
    ['abcdefgh', 'abcdefgh'],
  ])
})

test('a picture with missing glyphs is shown after 250 ms', () => {
  const { renderer } = addon(60)
  const { value: glyphs } = renderer._glyphRenderer
  renderer.show('ab')
  clock.rest(10_000)
  const seen = Array.from({ length: 5 }, () => {
    renderer.show('abcdefgh')
    return glyphs.seen
  })
  expect(seen).toEqual(['ab', 'ab', 'ab', 'ab', 'abcdefg.'])
})

test('the picture is kept for up to 50 ms while the user types', () => {
  const { renderer } = addon(30)
  const { value: glyphs } = renderer._glyphRenderer
  renderer.show('ab')
  clock.rest(10_000)
  renderer._core._renderService._renderDebouncer._coreBrowserService.window.typing = true
  const seen = Array.from({ length: 3 }, () => {
    renderer.show('abcdefgh')
    return glyphs.seen
  })
  expect(seen).toEqual(['ab', 'abcd....', 'abcde...'])
})

test('panes that get a new size together share the time for their first glyphs', () => {
  const { another } = addon(10)
  const panes = Array.from({ length: 4 }, () => another(4))
  const began = clock.ms
  for (const [at, pane] of panes.entries())
    pane.show(String.fromCodePoint(...Array.from({ length: 8 }, (_, cell) => 256 + at * 8 + cell)))
  expect(clock.ms - began).toBeLessThan(150 + 4 * (25 + 10))
})

test('a picture with missing glyphs is shown while heavy output has used up their time', () => {
  const { renderer } = addon(60)
  const { value: glyphs } = renderer._glyphRenderer
  for (const text of ['abcdefgh', 'abcdefgh', 'abcdefgh', 'abcdefgh', 'abcdefgh'])
    renderer.show(text)
  renderer.show('hgfedcbaX')
  expect(glyphs.seen).toBe('hgfedcba.')
})

test('an emptied picture is not kept', () => {
  const { renderer } = addon(60)
  const { value: glyphs } = renderer._glyphRenderer
  renderer.show('ab')
  clock.rest(10_000)
  renderer._clearModel()
  renderer.show('cdefgh')
  expect(glyphs.seen).toBe('cde...')
})

test('glyphs of a flood take up to 150 ms and two glyphs, with an emptied atlas too', () => {
  const costMs = 10
  const { another } = addon(costMs)
  const flooded = another(4)
  flooded.show('')
  expect(Math.max(...flood(flooded, 40))).toBeLessThanOrEqual(150 + 2 * costMs)
})

test('glyphs of a flood take two fifths of the time after the first screen', () => {
  const { another } = addon(10)
  const flooded = another(4)
  flooded.show('')
  const began = clock.ms
  const takenMs = flood(flooded, 200).reduce((sum, ms) => sum + ms)
  const passedMs = clock.ms - began
  expect(passedMs).toBeGreaterThan(3_000)
  expect(takenMs).toBeLessThan(400 + passedMs * 0.4 + 50)
  expect(takenMs).toBeGreaterThan(400 + passedMs * 0.4 - 50)
  flooded.frames()
  expect(flooded.picture).not.toContain('.')
})

test('another pane has time for its own glyphs during a flood', () => {
  const { another } = addon(10)
  const [flooded, other] = [another(4), another(4)]
  flooded.show('')
  other.show('')
  flood(flooded, 200)
  expect(other.show('')).toBe('') // of the atlas as it is now
  expect(other.show('abc')).toBe('abc')
})

test('visible glyphs are drawn again whatever time a flood has taken', () => {
  const { another } = addon(10)
  const [flooded, other] = [another(4), another(4)]
  flooded.show('')
  other.show('abc')
  const seen = Array.from({ length: 40 }, () => {
    flood(flooded, 10) // empties the atlas
    return other.show('abc')
  })
  expect(new Set(seen)).toEqual(new Set(['abc']))
})

/** New glyphs in each of so many pictures, one a frame of 16 ms. @returns what each took, ms */
function flood(
  renderer: { show(text: string): string; readonly asked: boolean },
  pictures: number,
): number[] {
  return Array.from({ length: pictures }, (_, row) => {
    const began = clock.ms
    renderer.show(
      String.fromCharCode(...Array.from({ length: 7 }, (_unused, at) => 0x4e00 + row * 7 + at)),
    )
    const tookMs = clock.ms - began
    clock.rest(Math.max(1, 16 - tookMs))
    return tookMs
  })
}

test('a program that scrolls endlessly ends with a complete picture whenever it ends', () => {
  const ends = Array.from({ length: 60 }, (_, last) => {
    const { renderer } = addon(200) // two glyphs a frame at most
    for (let row = 0; row <= last; row += 1)
      renderer.show(
        String.fromCharCode(...Array.from({ length: 7 }, (_unused, at) => 0x4e00 + row * 7 + at)),
      )
    renderer.frames()
    return renderer.picture
  })
  expect(ends.filter((picture) => picture.includes('.'))).toEqual([])
})

test('an addon of another version is refused', () => {
  expect(() =>
    keepAtlas({ _charAtlas: {}, _glyphRenderer: { value: {} } } as unknown as WebglRenderer, clock),
  ).toThrow('has no renderRows')
  expect(() => keepAtlas(undefined, clock)).toThrow('has no renderRows')
})
