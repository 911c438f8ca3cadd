/**
 * The atlas of glyphs, held against an addon of this file's own with the same inside: one page, few
 * glyphs to a page, and each takes its time.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAtlas, type WebglRenderer } from '../../../src/renderer/grid/draw/glyph-atlas.ts'

const glyphsOfPage = 8

/** A clock that only drawing moves. */
const clock = { ms: 0, now: () => clock.ms }

interface Drawn {
  readonly text: string
  readonly texturePage: number
  readonly texturePosition: { readonly x: number; readonly y: number }
  readonly size: { readonly x: number; readonly y: number }
}

/** Classes are made for each test: `keepAtlas` changes them for good. */
function addon(costMs = 0) {
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
      deviceCellWidth: 10,
      deviceCellHeight: 20,
      deviceCharWidth: 10,
      deviceCharHeight: 20,
      devicePixelRatio: 1,
    }
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
  }
  class Glyphs {
    beginFrame(): boolean {
      throw new Error('replaced')
    }
    updateCell(): void {}
  }
  class Renderer {
    readonly _terminal = { rows: 1, cols: 1 }
    readonly dimensions: {
      readonly device: {
        readonly canvas: { readonly width: number; readonly height: number }
        readonly cell: { readonly height: number }
      }
    }
    readonly _gl = { viewport: () => undefined }
    readonly _model = { cells: new Uint32Array(4) }
    readonly _rectangleRenderer = { value: { updateBackgrounds: () => undefined } }
    readonly _core = {
      _renderService: {
        _isNextRenderRedrawOnly: true,
        _renderDebouncer: {
          _coreBrowserService: {
            window: {
              incomplete: () => {
                this.hurries += 1
              },
            },
          },
        },
      },
    }
    readonly _charAtlas: Atlas
    readonly _glyphRenderer = { value: new Glyphs() }
    readonly _onRequestRedraw = {
      fire: () => {
        this.asked = true
      },
    }
    asked = false
    /** Frames that have asked for the next one whatever the pace. */
    hurries = 0
    text: readonly string[] = []
    cells: (Drawn | undefined)[] = []
    noted: string[] = []
    /** What the last frame showed. */
    picture = ''
    constructor(atlas: Atlas, cells = glyphsOfPage / 2) {
      this._charAtlas = atlas
      this.dimensions = { device: { canvas: { width: cells, height: 1 }, cell: { height: 1 } } }
    }
    _clearModel(): void {
      this.noted = []
      this.cells = []
    }
    _updateModel(): void {
      for (const [at, glyph] of this.text.entries()) {
        if (this.noted[at] === glyph) continue
        this.noted[at] = glyph
        this.cells[at] = (
          this._charAtlas as unknown as { _getFromCacheMap(...args: unknown[]): Drawn }
        )._getFromCacheMap(this._charAtlas._cacheMap, glyph, 0, 0, 0, false, undefined)
      }
    }
    renderRows(): void {
      if (this._glyphRenderer.value.beginFrame()) this._clearModel()
      this._updateModel()
      this.picture = this.text
        .map((_, at) => {
          const cell = this.cells[at]
          return cell === undefined || cell.size.x === 0
            ? '.'
            : this._charAtlas._pages[cell.texturePage]!.shown[cell.texturePosition.x]
        })
        .join('')
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
      while (this.asked && pictures.length < 100) pictures.push(this.show(this.text.join('')))
      return pictures
    }
  }
  const atlas = new Atlas()
  const renderer = new Renderer(atlas)
  keepAtlas(renderer as unknown as WebglRenderer, clock)
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

test('a full atlas is emptied, and what is on the screen is drawn anew in the same frame', () => {
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

test('a terminal that shares the atlas draws anew once, in its next frame', () => {
  const { renderer, another } = addon()
  const other = another()
  expect([other.show('abcd'), renderer.show('efghij')]).toEqual(['abcd', 'efghij'])
  expect(other.show('abcd')).toBe('abcd')
  const anew = vi.spyOn(other, '_clearModel')
  expect([other.show('abcd'), other.show('abce')]).toEqual(['abcd', 'abce'])
  expect(anew).not.toHaveBeenCalled()
})

// … and is not drawn again and again
test('a screen that the atlas cannot hold shows what it can', () => {
  const { another } = addon()
  const large = another(20)
  large.show('abcdefghijklmnop')
  expect(large.frames()).toEqual(['........ijklmnop'])
  // What it shows next has the room.
  expect(large.show('qrstuvwx')).toBe('qrstuvwx')
  expect(large.asked).toBe(false)
})

test.each([0, 20])(
  'nor is one whose glyphs are each larger than a cell, and cost %i ms',
  (costMs) => {
    const { another } = addon(costMs)
    const large = another(4) // the atlas has twice its room, and holds a third of its cells
    large.show('abcdefghijklmnopABCDEFGHIJKLMNOP')
    expect(large.frames().length).toBeLessThan(12)
    large.show('qrstuvwx')
    large.frames()
    expect([large.picture, large.asked]).toEqual(['qrstuvwx', false])
  },
)

// … and the next ones go on until the picture is whole
test('a frame draws new glyphs for a time', () => {
  const { renderer } = addon(10)
  renderer.show('')
  expect(renderer.show('abcdefgh')).toBe('abcd....')
  expect(renderer.frames()).toEqual(['abcdefgh'])
  expect(renderer.hurries).toBe(1)
})

test('the first picture of a renderer has more time: a whole one was there before', () => {
  const { renderer } = addon(10)
  expect([renderer.show('abcdefgh'), renderer.asked]).toEqual(['abcdefgh', false])
})

test('one frame more at most is in a hurry for glyphs that take too long', () => {
  const { renderer } = addon(200)
  renderer.show('')
  renderer.show('abcdefgh')
  expect([renderer.frames().at(-1), renderer.hurries]).toEqual(['abcdefgh', 1])
})

// … also where it empties the atlas
test('glyphs of a flood hold no frame for more than 240 ms and two glyphs', () => {
  const costMs = 60
  const { another } = addon(costMs)
  const flooded = another(4)
  flooded.show('')
  const tookMs = Array.from({ length: 40 }, (_, row) => {
    const began = clock.ms
    flooded.show(
      String.fromCharCode(...Array.from({ length: 7 }, (_unused, at) => 0x4e00 + row * 7 + at)),
    )
    return clock.ms - began
  })
  expect(Math.max(...tookMs)).toBeLessThanOrEqual(240 + 2 * costMs)
})

test('a program that puts new glyphs everywhere in each picture has whole ones after a few', () => {
  const { another } = addon(15)
  const animated = another(4)
  animated.show('')
  const pictures = ['abcdefg', 'hijklmn', 'opqrstu', 'vwxyzAB', 'CDEFGHI', 'JKLMNOP'].map((text) =>
    animated.show(text),
  )
  expect(pictures).toEqual(['abc....', 'hijklmn', 'opqrstu', 'vwxyzAB', 'CDEFGHI', 'JKLMNOP'])
  // A quiet frame makes the time short again.
  animated.show('JKLMNOP')
  animated.show('JKLMNOP')
  expect(animated.show('QRSTUVW')).not.toBe('QRSTUVW')
  expect(animated.frames().at(-1)).toBe('QRSTUVW')
})

test('a program that scrolls on and on ends with a whole picture, whenever it ends', () => {
  const ends = Array.from({ length: 60 }, (_, last) => {
    const { renderer } = addon(200) // two glyphs a frame at most
    for (let row = 0; row <= last; row += 1)
      renderer.show(
        String.fromCharCode(...Array.from({ length: 7 }, (_unused, at) => 0x4e00 + row * 7 + at)),
      )
    return renderer.frames().at(-1)
  })
  expect(ends.filter((picture) => picture?.includes('.') !== false)).toEqual([])
})

test('another addon than this one is refused', () => {
  expect(() =>
    keepAtlas({ _charAtlas: {}, _glyphRenderer: { value: {} } } as unknown as WebglRenderer, clock),
  ).toThrow('has no renderRows')
  expect(() => keepAtlas(undefined, clock)).toThrow('has no renderRows')
})
