/**
 * A WebGL canvas that nothing shows through, and that is known to be one: the compositor then neither draws what lies behind it nor blends, in each picture
 * of the window. In software that is a third of a picture's cost. xterm.js's addon has no option for it.
 */

/** Runs `make`, which creates a WebGL context as xterm.js's addon does. `ground`: the grid's background now, `#rrggbb`. */
export function opaquely<Result>(ground: () => string | undefined, make: () => Result): Result {
  const prototype = HTMLCanvasElement.prototype
  const getContext = prototype.getContext
  prototype.getContext = function (this: HTMLCanvasElement, ...[kind, attributes]: Parameters<typeof getContext>) {
    if (kind !== 'webgl2') return getContext.call(this, kind, attributes)
    const context = getContext.call(this, kind, { ...attributes as WebGLContextAttributes, alpha: false })
    if (context instanceof WebGL2RenderingContext) paintWhenSized(this, context, ground)
    return context
  } as typeof getContext
  try {
    return make()
  } finally {
    prototype.getContext = getContext
  }
}

/** A canvas that is given a size is empty until it is drawn, and empty means black where nothing shows through: a flash in a light theme. */
function paintWhenSized(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, ground: () => string | undefined): void {
  const paint = (): void => {
    const [red, green, blue] = channels(ground() ?? '#000000')
    gl.clearColor(red, green, blue, 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
  }
  for (const side of ['width', 'height'] as const) {
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side) as { get: () => number; set: (pixels: number) => void }
    Object.defineProperty(canvas, side, {
      get,
      set(this: HTMLCanvasElement, pixels: number) {
        set.call(this, pixels)
        paint()
      },
    })
  }
  paint()
}

/** Red, green and blue of `#rrggbb`, 0 to 1. */
export function channels(colour: string): [number, number, number] {
  const at = (index: number): number => Number.parseInt(colour.slice(index, index + 2), 16) / 255
  return [at(1), at(3), at(5)]
}
