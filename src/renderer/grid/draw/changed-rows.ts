/**
 * Draws the rows that have changed and no others, where the processor draws: there each pixel
 * costs. The addon draws the whole grid for each key. A canvas of the processor keeps what was
 * drawn.
 */
import type { WebglRenderer } from './webgl-inside.ts'
import { painterOf } from './processor-context.ts'

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
    const painter = painterOf(this._gl)
    if (painter === undefined) return
    const { height } = this.dimensions.device.cell
    const all = start <= 0 && end >= this._terminal.rows - 1
    if (all || !whole.has(this)) painter.begin(0, Infinity)
    else painter.begin((start - overlapRows) * height, (end + overlapRows + 1) * height)
    whole.add(this)
  }
  kind.renderRows = function (start, end) {
    try {
      renderRows.call(this, start, end)
    } finally {
      painterOf(this._gl)?.end()
    }
  }
}
