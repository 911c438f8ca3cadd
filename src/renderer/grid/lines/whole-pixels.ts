/**
 * Gives all renderers the same cells, of whole device pixels. xterm.js rounds the size of a grid to
 * whole CSS pixels. At a scale such as 1.25 the DOM renderer's cells would then be smaller or
 * larger than the others', and a canvas would be a device pixel larger or smaller than its
 * picture, which WebGL would move.
 */
interface Size {
  width: number
  height: number
}

/** The part of a renderer of xterm.js or its addon that calculates sizes. */
export interface SizedRenderer {
  readonly dimensions: {
    readonly css: { readonly canvas: Size; readonly cell: Size }
    readonly device: { readonly canvas: Size; readonly cell: Size; readonly char: Size }
  }
  readonly _coreBrowserService: { readonly dpr: number }
  /** Only the DOM renderer has these fields. */
  readonly _rowElements?: readonly HTMLElement[]
  readonly _screenElement?: HTMLElement
  /** Only the addon's renderer has the method. */
  _setCanvasDevicePixelDimensions?(width: number, height: number): void
  _updateDimensions(): void
}

/** Chromium cuts lengths to 1/64 px. Half of that keeps a whole number of pixels whole. */
const cutPx = 1 / 128

/** Returns a length that is so many device pixels, px. */
const cssPx = (devicePx: number, ratio: number): number => (devicePx + cutPx) / ratio

/** Returns a width of whole device pixels, px, that is still whole after a multiplication. */
export function wholePixels(px: number, ratio: number): number {
  return px > 0 ? cssPx(Math.max(1, Math.round(px * ratio)), ratio) : px
}

const done = new WeakSet<SizedRenderer>()

/** Patches the class of a renderer. */
export function sizeExactly(kind: SizedRenderer): void {
  if (done.has(kind)) return
  done.add(kind)
  const { _updateDimensions: update } = kind
  kind._updateDimensions = function () {
    update.call(this)
    const { css, device } = this.dimensions
    const { dpr } = this._coreBrowserService
    for (const side of ['width', 'height'] as const) {
      const cells = Math.round(device.canvas[side] / device.cell[side]) || 0
      device.char[side] = Math.floor(device.char[side] + cutPx)
      device.cell[side] = Math.floor(device.cell[side] + cutPx)
      device.canvas[side] = cells * device.cell[side]
      css.cell[side] = device.cell[side] / dpr
      css.canvas[side] = cssPx(device.canvas[side], dpr)
    }
    const [width, height] = [`${css.canvas.width}px`, `${cssPx(device.cell.height, dpr)}px`]
    for (const { style } of this._rowElements ?? [])
      Object.assign(style, { width, height, lineHeight: height })
    if (this._screenElement !== undefined)
      Object.assign(this._screenElement.style, { width, height: `${css.canvas.height}px` })
  }
  // The canvas has the size of its picture, which needs no other viewport and no other frame.
  if (kind._setCanvasDevicePixelDimensions !== undefined)
    kind._setCanvasDevicePixelDimensions = () => undefined
}

/** Returns the width of a line of one CSS px, device px. A part of a pixel would be a blur. */
export const linePx = (ratio: number): number => Math.max(1, Math.round(ratio))

/** Makes the lines of a cursor whole pixels. */
export function sizeCursor({ cursor }: { readonly cursor: { dpr: number } | undefined }): void {
  if (cursor !== undefined) cursor.dpr = linePx(cursor.dpr)
}

/** The used part of the layer that underlines links. */
interface LinkLines {
  readonly _ctx: Pick<CanvasRenderingContext2D, 'fillRect'>
  readonly _deviceCellWidth: number
  readonly _deviceCellHeight: number
  readonly _coreBrowserService: { readonly dpr: number }
  _fillBottomLineAtCells(x: number, y: number, width?: number): void
}

/** Patches the addon: lines of cursors and below links are whole pixels. */
export function sizeLines(cursors: { updateCursor: typeof sizeCursor }, links: LinkLines): void {
  const { updateCursor: update } = cursors
  cursors.updateCursor = function (model) {
    sizeCursor(model)
    update.call(this, model)
  }
  links._fillBottomLineAtCells = function (x, y, columns = 1) {
    const [width, height] = [this._deviceCellWidth, this._deviceCellHeight]
    const line = linePx(this._coreBrowserService.dpr)
    this._ctx.fillRect(x * width, (y + 1) * height - line - 1, columns * width, line)
  }
}
