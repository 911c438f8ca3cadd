/**
 * Takes pages of glyphs to their textures where there is no graphics card: only the rows that have
 * changed, and without the smaller copies (mipmaps) that nothing reads, since glyphs are drawn as
 * large as they are. The addon takes the whole page along for each new glyph.
 */

/** Rows of a page that are looked at together, px. */
const bandPx = 16

/** Rows that are taken along at once, px. */
const uploadPx = 64

interface Rows {
  readonly top: number
  readonly height: number
}

/** By page: when each of its bands was changed last, counted in changes. */
const changes = new WeakMap<TexImageSource, Uint32Array>()
let change = 0

/** These rows of a page are other ones. */
export function rowsChanged(page: HTMLCanvasElement, top: number, height: number): void {
  let bands = changes.get(page)
  if (bands === undefined)
    changes.set(page, (bands = new Uint32Array(Math.ceil(page.height / bandPx))))
  change += 1
  bands.fill(change, Math.floor(top / bandPx), Math.ceil((top + height) / bandPx))
}

/**
 * The rows of a page that have changed since, as bands from the first to behind the last; null:
 * none.
 */
export function changedSince(page: TexImageSource, since: number): Rows | null {
  const bands = changes.get(page)
  if (bands === undefined) return null
  const first = bands.findIndex((at) => at > since)
  return first < 0
    ? null
    : {
        top: first * bandPx,
        height: (bands.findLastIndex((at) => at > since) + 1 - first) * bandPx,
      }
}

/** A texture holds this page, as it was after this change. */
interface Held {
  readonly page: HTMLCanvasElement
  at: number
}

export function uploadChangedRows(gl: WebGL2RenderingContext): void {
  const held = new WeakMap<WebGLTexture, Held>()
  const { bindTexture, texImage2D } = WebGL2RenderingContext.prototype
  let bound: WebGLTexture | null = null
  gl.bindTexture = (target, texture) => {
    bound = texture
    bindTexture.call(gl, target, texture)
  }
  gl.generateMipmap = () => undefined
  gl.texImage2D = ((...args: unknown[]): void => {
    const page = args.at(-1)
    if (bound === null || !(page instanceof HTMLCanvasElement)) {
      Reflect.apply(texImage2D, gl, args)
      return
    }
    let before = held.get(bound)
    if (before?.page !== page) {
      const kind = [gl.RGBA, gl.UNSIGNED_BYTE]
      const blank = [gl.TEXTURE_2D, 0, gl.RGBA, page.width, page.height, 0, ...kind, null]
      Reflect.apply(texImage2D, gl, blank)
      // the usual one needs the copies
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
      held.set(bound, (before = { page, at: 0 }))
    }
    const rows = changedSince(page, before.at)
    before.at = change
    if (rows !== null) uploadRows(gl, page, rows)
  }) as typeof gl.texImage2D
}

/**
 * Read from a canvas that is the processor's: a copy of memory. In small pieces, since the memory
 * by which they go, here and in the graphics process, stays as large as the largest one.
 */
function uploadRows(gl: WebGL2RenderingContext, page: HTMLCanvasElement, { top, height }: Rows) {
  const context = page.getContext('2d') as CanvasRenderingContext2D
  for (let y = top; y < top + height; y += uploadPx) {
    const piece = context.getImageData(0, y, page.width, Math.min(uploadPx, top + height - y))
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, y, gl.RGBA, gl.UNSIGNED_BYTE, piece)
  }
}
