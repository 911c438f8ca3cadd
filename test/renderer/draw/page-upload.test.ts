/**
 * Which rows of a page of glyphs go to its texture, by what has changed since that texture was
 * given them last.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rowsChanged, uploadChangedRows } from '../../../src/renderer/grid/draw/page-upload.ts'

/** What was given to the engine, in its order. */
let given: string[] = []

class Canvas {
  readonly width = 1_024
  readonly height = 1_024
  getContext() {
    return {
      getImageData: (_x: number, top: number, width: number, height: number) =>
        `${width}x${height} from ${top}`,
    }
  }
}

class Context {
  readonly TEXTURE_2D = 1
  readonly RGBA = 2
  readonly UNSIGNED_BYTE = 3
  readonly TEXTURE_MIN_FILTER = 4
  readonly LINEAR = 5
  bindTexture(): void {
    /* nothing to see */
  }
  texParameteri(_target: number, name: number, value: number): void {
    given.push(`parameter ${name}: ${value}`)
  }
  generateMipmap(): void {
    given.push('mipmap')
  }
  texImage2D(...args: unknown[]): void {
    given.push(args.at(-1) === null ? `blank ${String(args[3])}x${String(args[4])}` : 'as it is')
  }
  texSubImage2D(...args: unknown[]): void {
    given.push(`at ${String(args[3])}: ${String(args.at(-1))}`)
  }
}

beforeEach(() => {
  given = []
  vi.stubGlobal('HTMLCanvasElement', Canvas)
  vi.stubGlobal('WebGL2RenderingContext', Context)
})
afterEach(() => vi.unstubAllGlobals())

/** As the addon does when a page has changed. */
function bind(gl: WebGL2RenderingContext, texture: object, page: object): string[] {
  given = []
  gl.bindTexture(gl.TEXTURE_2D, texture as WebGLTexture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, page as HTMLCanvasElement)
  gl.generateMipmap(gl.TEXTURE_2D)
  return given
}

// … then the rows that have changed since it was given any, for each texture by itself
test('a texture is made blank, and given what was ever drawn on its page', () => {
  const [one, other] = [new Context(), new Context()] as unknown as WebGL2RenderingContext[]
  uploadChangedRows(one!)
  uploadChangedRows(other!)
  const [page, texture, texture2] = [new Canvas() as unknown as HTMLCanvasElement, {}, {}]
  rowsChanged(page, 0, 18) // 0 to 32
  const blank = ['blank 1024x1024', 'parameter 4: 5']
  expect(bind(one!, texture, page)).toEqual([...blank, 'at 0: 1024x32 from 0'])
  expect(bind(one!, texture, page)).toEqual([])
  rowsChanged(page, 36, 18) // 32 to 64
  rowsChanged(page, 100, 1)
  expect(bind(one!, texture, page)).toEqual(['at 32: 1024x64 from 32', 'at 96: 1024x16 from 96'])
  expect(bind(other!, texture2, page)).toEqual([
    ...blank,
    'at 0: 1024x64 from 0',
    'at 64: 1024x48 from 64',
  ])
  rowsChanged(page, 1_000, 24)
  expect(bind(one!, texture, page)).toEqual(['at 992: 1024x32 from 992'])
  expect(bind(other!, texture2, page)).toEqual(['at 992: 1024x32 from 992'])
})

// … what is no page goes as it is
test('a texture that is given another page is made blank again', () => {
  const gl = new Context() as unknown as WebGL2RenderingContext
  uploadChangedRows(gl)
  const [page, next, texture] = [new Canvas(), new Canvas(), {}]
  bind(gl, texture, page)
  expect(bind(gl, texture, next)).toEqual(['blank 1024x1024', 'parameter 4: 5'])
  expect(bind(gl, texture, new Uint8Array(4))).toEqual(['as it is'])
})
