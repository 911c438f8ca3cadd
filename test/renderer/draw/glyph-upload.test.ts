/** How pages of the atlas reach the graphics card. */
import { expect, test } from 'vitest'
import { uploadWithoutMipmaps } from '../../../src/renderer/grid/draw/glyph-atlas.ts'
import type { Glyphs, UploadedAtlas } from '../../../src/renderer/grid/draw/webgl-inside.ts'

test('a page of the atlas is uploaded without mipmaps, which its filters would read', () => {
  const calls: string[] = []
  const gl = new Proxy({} as WebGL2RenderingContext, {
    get: (_, name) =>
      name === 'TEXTURE0'
        ? 100
        : String(name) === String(name).toUpperCase()
          ? name
          : (...words: readonly unknown[]) => calls.push([name, ...words].map(String).join(' ')),
  })
  const kind = {
    _bindAtlasPageTexture: (() => undefined) as NonNullable<Glyphs['_bindAtlasPageTexture']>,
    _atlasTextures: [
      { texture: 'first', version: 1 },
      { texture: 'second', version: -1 },
    ],
  }
  uploadWithoutMipmaps(kind as unknown as Glyphs)
  const pages = ['a', 'b'].map((canvas) => ({ canvas, version: 3 }))
  kind._bindAtlasPageTexture(gl, { pages } as unknown as UploadedAtlas, 1)
  expect(calls).toEqual([
    'activeTexture 101',
    'bindTexture TEXTURE_2D second',
    'texParameteri TEXTURE_2D TEXTURE_WRAP_S CLAMP_TO_EDGE',
    'texParameteri TEXTURE_2D TEXTURE_WRAP_T CLAMP_TO_EDGE',
    'texParameteri TEXTURE_2D TEXTURE_MIN_FILTER LINEAR',
    'texParameteri TEXTURE_2D TEXTURE_MAG_FILTER LINEAR',
    'texImage2D TEXTURE_2D 0 RGBA RGBA UNSIGNED_BYTE b',
  ])
  expect(kind._atlasTextures.map(({ version }) => version)).toEqual([1, 3])
})
