/**
 * Gives the lines of xterm.js 6.0.0's history their cells from slabs of many lines. It makes each line an array of its own, which for 10,000 lines of a page that is loaded
 * anew took longer than to parse and print what stands in them, and the garbage collector as long again. A line that gets another length leaves its slab, as xterm.js takes
 * the whole buffer behind an array for that line's own. Held by test/renderer/fast-print.test.ts.
 */
import { assert } from '../../core/assert.ts'

interface SlabbedLine {
  length: number
  isWrapped: boolean
  _data: Uint32Array
  readonly _combined: Record<number, string>
  readonly _extendedAttrs: Record<number, unknown>
  clone(): SlabbedLine
  resize(cols: number, fill: unknown): boolean
  cleanupMemory(): number
}

const cellWords = 3

/** Lines of the largest slab: making one costs little beside that many lines. */
const slabLinesMax = 64

const slabs = new WeakSet<ArrayBufferLike>()
/** The slab in work, and what has been taken of it. */
let slab = new Uint32Array(0)
let used = 0
/** Words of each of its lines, and lines taken since the last end. */
let lineLength = 0
let lines = 0
const done = new WeakSet<object>()

/** A slab ends with the bytes that are parsed at a time: lines that come one by one, of many tabs in turn, would each keep a slab of which nothing else is left. */
export function endSlab(): void {
  lineLength = 0
  lines = 0
}

/** For all lines of the kind of this one. @throws where xterm.js is another than the one this was written for */
export function slabLinesOf(line: object | undefined): void {
  const kind = Object.getPrototypeOf(line) as SlabbedLine & { readonly constructor: new (cols: number, fill: object) => SlabbedLine }
  if (done.has(kind)) return
  done.add(kind)
  const { clone, resize, cleanupMemory, constructor: Line } = kind
  assert(typeof clone === 'function' && typeof resize === 'function' && typeof cleanupMemory === 'function' && new Line(0, {})._data.length === 0, 'xterm.js keeps lines as this file was written for')

  /** Cells for one line, of no certain contents. Slabs grow by what was taken before, so that a fifth at most is never used; the first few are of one line, which has it for itself. */
  const take = (length: number): Uint32Array => {
    if (length !== lineLength || used === slab.length) {
      if (length !== lineLength) lines = 0
      lineLength = length
      const room = Math.min(slabLinesMax, 1 + (lines >> 2))
      slab = new Uint32Array(length * room)
      used = 0
      if (room > 1) slabs.add(slab.buffer)
    }
    used += length
    lines += 1
    return slab.subarray(used - length, used)
  }

  kind.clone = function (this: SlabbedLine) {
    const copy = new Line(0, this) // of no cells, it is filled with none
    copy._data = take(this._data.length)
    copy._data.set(this._data)
    copy.length = this.length
    copy.isWrapped = this.isWrapped
    for (const cell in this._combined) copy._combined[cell] = this._combined[cell] as string // a key of it
    for (const cell in this._extendedAttrs) copy._extendedAttrs[cell] = this._extendedAttrs[cell]
    return copy
  }

  kind.resize = function (this: SlabbedLine, cols, fill) {
    if (!slabs.has(this._data.buffer)) return resize.call(this, cols, fill)
    if (cols === this.length) return false // there is nothing that could be given back
    const own = new Uint32Array(cols * cellWords)
    own.set(this._data.subarray(0, own.length))
    this._data = own
    return resize.call(this, cols, fill)
  }

  kind.cleanupMemory = function (this: SlabbedLine) {
    return slabs.has(this._data.buffer) ? 0 : cleanupMemory.call(this)
  }
}
