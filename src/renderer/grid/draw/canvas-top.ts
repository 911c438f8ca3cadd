/**
 * At a scale such as 1.25 a canvas may be a pixel higher than its cells together. WebGL counts rows
 * of pixels from below: the addon would draw that pixel above the first row, and what lies over the
 * grid, such as marks of links, would be a pixel beside its text.
 */
import type { WebglRenderer } from './webgl-inside.ts'

const done = new WeakSet<WebglRenderer>()

/** Has all renderers of the class of this one draw from the top. */
export function drawFromTop(renderer: WebglRenderer): void {
  const kind = Object.getPrototypeOf(renderer) as WebglRenderer
  if (done.has(kind)) return
  done.add(kind)
  const { _setCanvasDevicePixelDimensions: resize } = kind
  kind._setCanvasDevicePixelDimensions = function (width, height) {
    resize.call(this, width, height)
    const { canvas } = this.dimensions.device
    this._gl.viewport(0, this._canvas.height - canvas.height, canvas.width, canvas.height)
  }
}
