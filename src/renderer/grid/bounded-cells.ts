/**
 * At most so many code points a cell of xterm.js 6.0.0, as in the VT core: it takes any number, and 100,000 combining marks on one cell, 200 KB, froze the
 * window for a minute whenever it was drawn. Cells with the same text share it, and REP of one puts it down as it is: joining 15 marks anew on each cell of
 * a long history took seconds and 250 MB, for 45 bytes. Held by test/attack/exhaustion-marks.test.ts.
 */
import { assert } from '../../core/assert.ts'
import { clusterCodesMax } from '../../core/vt/index.ts'
import { sharedTextsMax } from './limits.ts'

interface BoundedLine {
  readonly _data: Uint32Array
  readonly _combined: Record<number, string>
  addCodepointToCell(index: number, code: number, width: number): void
  getString(index: number): string
}

/** What is used of xterm.js's `InputHandler`. */
export interface RepeatingHandler {
  print(data: Uint32Array, start: number, end: number): void
  /** Any count that stands here is one that can still change something (core/guard/repeat-guard.ts). */
  repeatPrecedingCharacter(parameters: { readonly params: ArrayLike<number> }): boolean
  readonly _activeBuffer: { readonly x: number; readonly y: number; readonly ybase: number; readonly lines: { get(index: number): object | undefined } }
  readonly _bufferService: { readonly cols: number }
  readonly _coreService: { readonly decPrivateModes: { readonly wraparound: boolean } }
  readonly _parser: { readonly precedingJoinState: number }
  readonly _unicodeService: { wcwidth(code: number): number }
}

/** `Content.IS_COMBINED_MASK` and `Content.CODEPOINT_MASK` of xterm.js. */
const combined = 0x20_0000
const codeMask = 0x1f_ffff
const cellWords = 3

const done = new WeakSet<object>()
/** The texts of cells met last, each by itself. */
const texts = new Map<string, string>()

/** @throws where xterm.js is another than the one this was written for */
export function boundCells(handler: RepeatingHandler): void {
  assert(typeof handler.repeatPrecedingCharacter === 'function' && typeof handler._unicodeService.wcwidth === 'function', 'xterm.js repeats as this file was written for')
  boundLines(handler._activeBuffer.lines.get(0))
  const repeat = handler.repeatPrecedingCharacter.bind(handler)
  handler.repeatPrecedingCharacter = (parameters) => {
    const { _activeBuffer: buffer, _bufferService: { cols } } = handler
    const width = handler._parser.precedingJoinState >> 1 & 3 // as `UnicodeService.createPropertyValue` puts it there
    const lineOf = () => buffer.lines.get(buffer.ybase + buffer.y) as BoundedLine // a line of the screen is always there
    const text = width === 0 || buffer.x < width ? '' : lineOf().getString(buffer.x - width)
    const first = text.codePointAt(0) ?? 0
    if (text.length === String.fromCodePoint(first).length || text === '') return repeat(parameters)
    const count = parameters.params[0] || 1
    // Marks join marks, and without autowrap all stands at the edge soon: the cells are full by then.
    if (handler._unicodeService.wcwidth(first) === 0 || !handler._coreService.decPrivateModes.wraparound) return repeat({ params: [Math.min(count, 2 * cols)] })
    const character = Uint32Array.of(first)
    for (let left = count; left > 0; left -= 1) {
      handler.print(character, 0, 1)
      const { _data, _combined } = lineOf()
      const cell = buffer.x - width
      _data[cell * cellWords] = (_data[cell * cellWords] ?? 0) & ~codeMask | combined
      _combined[cell] = text
    }
    return true
  }
}

/** For all lines of the kind of this one. */
function boundLines(line: object | undefined): void {
  const kind = Object.getPrototypeOf(line) as BoundedLine
  if (done.has(kind)) return
  done.add(kind)
  const { addCodepointToCell } = kind
  assert(typeof addCodepointToCell === 'function' && typeof kind.getString === 'function', 'xterm.js joins marks as this file was written for')
  kind.addCodepointToCell = function (this: BoundedLine, index, code, width) {
    const isCombined = () => ((this._data[index * cellWords] ?? 0) & combined) !== 0
    if (isCombined() && isFull(this._combined[index] ?? '')) return
    addCodepointToCell.call(this, index, code, width)
    if (isCombined()) this._combined[index] = shared(this._combined[index] ?? '')
  }
}

/** A code point has one unit or two. */
function isFull(text: string): boolean {
  return text.length >= clusterCodesMax && [...text].length >= clusterCodesMax
}

function shared(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size === sharedTextsMax) texts.clear()
  texts.set(text, text)
  return text
}
