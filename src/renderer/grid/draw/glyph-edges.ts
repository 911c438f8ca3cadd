/**
 * Redraws a glyph's left overhang when the background to its left changes. The addon clips the
 * overhang where the left cell has another background, such as the cursor's, but only looks when
 * the glyph's own cell changes.
 */
import { markChanged, type WebglRenderer } from './webgl-inside.ts'

const numbersOfCell = 4

const done = new WeakSet<WebglRenderer>()

/** Patches the class of a renderer. */
export function keepGlyphEdges(renderer: WebglRenderer): void {
  const kind = Object.getPrototypeOf(renderer) as WebglRenderer
  const glyphs = renderer._glyphRenderer.value
  if (glyphs === undefined || done.has(kind)) return
  done.add(kind)
  const { _updateModel: update, _clearModel: clear } = kind
  /** By a grid's cells: the background of each cell when it was last drawn. */
  const backgrounds = new WeakMap<Uint32Array, Uint32Array<ArrayBuffer>>()
  let cells = new Uint32Array(0)
  let drawn = cells
  let cols = 0
  kind._clearModel = function (glyphsToo) {
    backgrounds.get(this._model.cells)?.fill(0)
    clear.call(this, glyphsToo)
  }
  kind._updateModel = function (start, end) {
    ;({ cells } = this._model)
    ;({ cols } = this._terminal)
    drawn = backgrounds.get(cells) ?? new Uint32Array(cells.length / numbersOfCell)
    backgrounds.set(cells, drawn)
    update.call(this, start, end)
  }
  const kindOfGlyphs = Object.getPrototypeOf(glyphs) as typeof glyphs
  const { updateCell } = kindOfGlyphs
  kindOfGlyphs.updateCell = function (x, y, code, bg, fg, ext, chars, width, lastBg) {
    updateCell.call(this, x, y, code, bg, fg, ext, chars, width, lastBg)
    const at = y * cols + x
    if (drawn[at] === bg) return
    drawn[at] = bg
    const next = Math.max(1, width)
    // the addon draws that cell later in this frame
    if (x + next < cols) markChanged(cells, at + next)
  }
}
