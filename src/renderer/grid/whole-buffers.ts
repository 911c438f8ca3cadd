/**
 * Keeps a line for each row of the screen in the buffers of xterm.js 6.0.0 when they get another size. An alternate screen that has not been used yet keeps room for the rows of before, and scrolls its
 * own into them as if it had a history; one without a history loses rows to the reflow. Where a row has no line, printing and drawing throw. Held by test/attack/freezing-parser.test.ts.
 */
import { assert } from '../../core/assert.ts'

export interface XtermBuffer {
  readonly lines: { length: number; maxLength: number; get(index: number): object | undefined; set(index: number, line: object): void; push(line: object): void }
  y: number
  ybase: number
  ydisp: number
  resize(cols: number, rows: number): void
  getBlankLine(attributes: object): object
  getNullCell(): object
  _getCorrectBufferLength(rows: number): number
}

const done = new WeakSet<object>()

/** For all buffers of the kind of this one. @throws where xterm.js is another than the one this was written for */
export function wholeBuffers(buffer: XtermBuffer): void {
  const kind = Object.getPrototypeOf(buffer) as XtermBuffer
  if (done.has(kind)) return
  done.add(kind)
  const { resize, getBlankLine, getNullCell, _getCorrectBufferLength } = kind
  assert([resize, getBlankLine, getNullCell, _getCorrectBufferLength].every((method) => typeof method === 'function') && buffer.lines.maxLength >= buffer.lines.length, 'xterm.js sizes buffers as this file was written for')
  kind.resize = function (this: XtermBuffer, cols, rows) {
    const { lines } = this
    if (lines.length === 0) lines.maxLength = this._getCorrectBufferLength(rows)
    resize.call(this, cols, rows)
    if (lines.length === 0) return // of an alternate screen not in use
    const up = Math.max(0, Math.min(this.ybase, this.ybase + rows - lines.length))
    this.ybase -= up
    this.ydisp = Math.min(this.ydisp, this.ybase)
    this.y = Math.min(rows - 1, this.y + up)
    while (lines.length < rows) lines.push(this.getBlankLine(this.getNullCell()))
    for (let y = this.ybase; y < this.ybase + rows; y += 1) if (lines.get(y) === undefined) lines.set(y, this.getBlankLine(this.getNullCell()))
  }
}
