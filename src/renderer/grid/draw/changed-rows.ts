/**
 * Draws the rows that have changed and no others, where the processor draws: there each pixel
 * costs. The addon draws the whole grid for each key. Needs a context that keeps what was drawn
 * (`preserveDrawingBuffer`), which `Contexts` asks for without a graphics card.
 */
import type { WebglRenderer } from './glyph-atlas.ts'

/** A glyph may reach into the rows above and below its own. */
const overlapRows = 1

const done = new WeakSet<WebglRenderer>()

/** Has all renderers of the class of this one draw changed rows only. */
export function drawChangedRows(renderer: WebglRenderer): void {
  const kind = Object.getPrototypeOf(renderer) as WebglRenderer
  if (done.has(kind)) return
  done.add(kind)
  const { renderRows, _updateModel: update, _clearModel: clear } = kind
  /** Renderers of which all is known to be as it is on the canvas. */
  const whole = new WeakSet<WebglRenderer>()
  kind._clearModel = function (glyphsToo) {
    whole.delete(this)
    clear.call(this, glyphsToo)
    // The addon would keep the backgrounds of before where nothing but blanks follows.
    this._rectangleRenderer.value?.updateBackgrounds(this._model)
  }
  kind._updateModel = function (start, end) {
    update.call(this, start, end)
    const gl = this._gl
    if (gl.getContextAttributes()?.preserveDrawingBuffer !== true) return
    const all = start <= 0 && end >= this._terminal.rows - 1
    if (whole.has(this) && !all) scissorTo(this, start - overlapRows, end + overlapRows)
    whole.add(this)
    // what is there shall not shine through what is not opaque
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
  }
  kind.renderRows = function (start, end) {
    try {
      renderRows.call(this, start, end)
    } finally {
      this._gl.disable(this._gl.SCISSOR_TEST)
    }
  }
}

/** Until the end of the frame nothing is drawn but these rows; the canvas begins at the bottom. */
function scissorTo({ _gl: gl, dimensions }: WebglRenderer, start: number, end: number): void {
  const { canvas, cell } = dimensions.device
  const bottom = canvas.height - (end + 1) * cell.height
  gl.enable(gl.SCISSOR_TEST)
  gl.scissor(0, bottom, canvas.width, (end - start + 1) * cell.height)
}
