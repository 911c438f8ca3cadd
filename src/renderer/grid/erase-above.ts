/**
 * `CSI 1 J` with the cursor in the last column. xterm.js 6.0.0 then looks for the row below among those of the history, and throws where there is none: on a screen that has not
 * scrolled yet, 12 bytes lose what follows them. Held by test/attack/freezing-parser.test.ts.
 */
import { assert } from '../../core/assert.ts'

/** What is used of xterm.js's `InputHandler`. */
export interface ErasingHandler {
  eraseInDisplay(parameters: { readonly params: ArrayLike<number> }, protect?: boolean): boolean
  readonly _activeBuffer: { readonly x: number; readonly y: number; readonly ybase: number; readonly lines: { get(index: number): object | undefined } }
  readonly _bufferService: { readonly cols: number; readonly rows: number }
  readonly _dirtyRowTracker: { markDirty(y: number): void }
  _eraseInBufferLine(y: number, start: number, end: number, clearWrap: boolean, protect: boolean): void
  _resetBufferLine(y: number, protect: boolean): void
  _restrictCursor(max: number): void
}

/** @throws where xterm.js is another than the one this was written for */
export function eraseAbove(handler: ErasingHandler): void {
  const methods = [handler.eraseInDisplay, handler._eraseInBufferLine, handler._resetBufferLine, handler._restrictCursor, handler._dirtyRowTracker.markDirty]
  assert(methods.every((method) => typeof method === 'function'), 'xterm.js erases as this file was written for')
  const erase = handler.eraseInDisplay.bind(handler)
  handler.eraseInDisplay = (parameters, protect = false) => {
    if (parameters.params[0] !== 1) return erase(parameters, protect)
    const { _activeBuffer: buffer, _bufferService: { cols, rows }, _dirtyRowTracker: dirty } = handler
    handler._restrictCursor(cols)
    handler._eraseInBufferLine(buffer.y, 0, buffer.x + 1, true, protect)
    if (buffer.x + 1 >= cols && buffer.y + 1 < rows) Object.assign(buffer.lines.get(buffer.ybase + buffer.y + 1) ?? {}, { isWrapped: false }) // its beginning is gone
    for (let y = 0; y < buffer.y; y += 1) handler._resetBufferLine(y, protect)
    dirty.markDirty(0)
    dirty.markDirty(buffer.y)
    return true
  }
}
