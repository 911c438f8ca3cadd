/**
 * Fills cells of xterm.js 6.0.0's lines the short way: it sets each cell by a call, of which erasing to the end of a line makes a hundred. Plain
 * blanks are written directly; cells of several characters, links and protected ones go the long way. Held by test/renderer/fast-print.test.ts.
 */
import { assert } from '../../core/assert.ts'

/** A cell as xterm.js keeps it: its words, and what stands beside them for combined characters and links. */
interface Fill {
  readonly content: number
  readonly fg: number
  readonly bg: number
}

interface FilledLine {
  readonly length: number
  readonly _data: Uint32Array
  _combined: object
  _extendedAttrs: object
  getWidth(index: number): number
  setCellFromCodepoint(index: number, code: number, width: number, fill: Fill): void
  replaceCells(start: number, end: number, fill: Fill, respectProtect?: boolean): void
  fill(cell: Fill, respectProtect?: boolean): void
}

/** `BgFlags.HAS_EXTENDED` and `Content.IS_COMBINED_MASK` of xterm.js. */
const extended = 0x1000_0000
const combined = 0x20_0000
const cellWords = 3

const done = new WeakSet<object>()

/** For all lines of the kind of this one. @throws where xterm.js is another than the one this was written for */
export function fillFast(line: object | undefined): void {
  const kind = Object.getPrototypeOf(line) as FilledLine
  if (done.has(kind)) return
  done.add(kind)
  assert(typeof kind.replaceCells === 'function' && typeof kind.fill === 'function' && typeof kind.setCellFromCodepoint === 'function', 'xterm.js fills as this file was written for')
  const { replaceCells, fill } = kind

  kind.replaceCells = function (this: FilledLine, start, end, cell, respectProtect) {
    if (respectProtect === true || !plain(cell)) { replaceCells.call(this, start, end, cell, respectProtect); return }
    if (start > 0 && this.getWidth(start - 1) === 2) this.setCellFromCodepoint(start - 1, 0, 1, cell)
    if (end < this.length && this.getWidth(end - 1) === 2) this.setCellFromCodepoint(end, 0, 1, cell)
    write(this._data, start, Math.min(end, this.length), cell)
  }

  kind.fill = function (this: FilledLine, cell, respectProtect) {
    if (respectProtect === true || !plain(cell)) { fill.call(this, cell, respectProtect); return }
    this._combined = {}
    this._extendedAttrs = {}
    write(this._data, 0, this.length, cell)
  }
}

function plain({ content, bg }: Fill): boolean {
  return (content & combined) === 0 && (bg & extended) === 0
}

function write(cells: Uint32Array, from: number, to: number, { content, fg, bg }: Fill): void {
  for (let cell = from * cellWords, end = to * cellWords; cell < end; cell += cellWords) {
    cells[cell] = content
    cells[cell + 1] = fg
    cells[cell + 2] = bg
  }
}
