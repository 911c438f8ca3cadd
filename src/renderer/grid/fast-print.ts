/**
 * Prints runs of ordinary characters the short way: xterm.js 6.0.0 asks for each character whether it joins the one before, belongs to a
 * link or has a national form, and sets its cell by a call. Where none of that can be, its cells are written directly. All else goes the
 * long way, xterm.js's own `print`; test/renderer/fast-print.test.ts holds both against each other.
 */
import { assert } from '../../core/assert.ts'

interface Attributes {
  readonly fg: number
  readonly bg: number
}

interface Line {
  readonly _data: Uint32Array
  isWrapped: boolean
  getWidth(index: number): number
  hasContent(index: number): number
  setCellFromCodepoint(index: number, code: number, width: number, attributes: Attributes): void
}

interface Buffer {
  x: number
  y: number
  readonly ybase: number
  readonly scrollBottom: number
  readonly lines: { get(index: number): Line | undefined }
}

/** What is used of xterm.js's `InputHandler`. */
export interface Handler {
  print(data: Uint32Array, start: number, end: number): void
  readonly _activeBuffer: Buffer
  readonly _bufferService: { readonly cols: number; readonly rows: number; scroll(attributes: Attributes, wrapped: boolean): void }
  readonly _charsetService: { readonly charset?: unknown; setgLevel(level: number): void }
  readonly _coreService: { readonly modes: { readonly insertMode: boolean }; readonly decPrivateModes: { readonly wraparound: boolean } }
  readonly _curAttrData: Attributes
  readonly _dirtyRowTracker: { markDirty(y: number): void }
  readonly _optionsService: { readonly rawOptions: { readonly screenReaderMode?: boolean } }
  readonly _parser: { precedingJoinState: number }
  readonly _unicodeService: { charProperties(code: number, preceding: number): number; readonly onChange: (listener: () => void) => unknown }
  _eraseAttrData(): Attributes
  _getCurrentLinkId(): number
}

/** `BgFlags.HAS_EXTENDED` of xterm.js: a link, or an underline with a style or colour; kept in a table beside the cells. */
const extended = 0x1000_0000

/** `Content.WIDTH_SHIFT`, and words of one cell: content, foreground, background. */
const widthShift = 22
const narrowCell = 1 << widthShift
const cellWords = 3

/** Properties of a character: bit 0 joins the one before, bits 1 and 2 are its width (`UnicodeService.createPropertyValue`). */
const narrow = 1 << 1
const wide = 2 << 1
const unknown = 0xff
const planeCodes = 0x1_0000

/** @throws where xterm.js is another than the one this was written for */
export function printFast(handler: Handler): void {
  assert(
    typeof handler.print === 'function' && typeof handler._dirtyRowTracker.markDirty === 'function' && typeof handler._parser.precedingJoinState === 'number' &&
    typeof handler._coreService.modes.insertMode === 'boolean' && typeof handler._coreService.decPrivateModes.wraparound === 'boolean' &&
    typeof handler._curAttrData.bg === 'number' && typeof handler._eraseAttrData === 'function' && typeof handler._charsetService.setgLevel === 'function' && typeof handler._getCurrentLinkId === 'function' &&
    handler._activeBuffer.lines.get(0)?._data.length === handler._bufferService.cols * cellWords &&
    handler._unicodeService.charProperties(0x41, 0) === narrow && handler._unicodeService.charProperties(0x4e00, 0) === wide,
    'xterm.js prints as this file was written for',
  )
  const slow = handler.print.bind(handler)
  /** Of each character of the basic plane, as far as met: `narrow`, `wide`, or 0 for those that go the long way. */
  const known = new Uint8Array(planeCodes).fill(unknown)
  handler._unicodeService.onChange(() => { known.fill(unknown) })
  const propertiesOf = (code: number): number => {
    const before = known[code]
    if (before !== undefined && before !== unknown) return before
    const found = handler._unicodeService.charProperties(code, narrow) // behind another character: one that joins it is none of ours
    const plain = found === narrow || found === wide ? found : 0
    if (code < planeCodes) known[code] = plain
    return plain
  }

  /** The next line, scrolled up where it must. */
  const wrap = (): Line => {
    const { _activeBuffer: buffer, _bufferService: service } = handler
    buffer.x = 0
    buffer.y += 1
    if (buffer.y === buffer.scrollBottom + 1) {
      buffer.y -= 1
      service.scroll(handler._eraseAttrData(), true)
      return buffer.lines.get(buffer.ybase + buffer.y) as Line // a line of the screen is always there
    }
    if (buffer.y >= service.rows) buffer.y = service.rows - 1
    const line = buffer.lines.get(buffer.ybase + buffer.y) as Line
    line.isWrapped = true
    return line
  }

  handler.print = (data, start, end) => {
    const link = handler._getCurrentLinkId() // first: it gives the pen its link (links-inside.ts)
    const attributes = handler._curAttrData
    const { fg, bg } = attributes
    if (
      (bg & extended) !== 0 || link !== 0 || handler._charsetService.charset || handler._coreService.modes.insertMode ||
      !handler._coreService.decPrivateModes.wraparound || handler._optionsService.rawOptions.screenReaderMode === true
    ) { slow(data, start, end); return }
    const { _activeBuffer: buffer, _bufferService: { cols } } = handler
    let row = buffer.lines.get(buffer.ybase + buffer.y)
    if (row === undefined) { slow(data, start, end); return }
    handler._dirtyRowTracker.markDirty(buffer.y)
    if (buffer.x > 0 && end > start && row.getWidth(buffer.x - 1) === 2) row.setCellFromCodepoint(buffer.x - 1, 0, 1, attributes)

    let cells = row._data
    let x = buffer.x
    let last = 0
    let at = start
    for (;;) {
      const room = Math.min(end, at + cols - x)
      for (let cell = x * cellWords; at < room; at += 1, cell += cellWords) {
        const code = data[at] as number // below `end`
        if (code < 0x20 || code > 0x7e) break
        cells[cell] = code | narrowCell
        cells[cell + 1] = fg
        cells[cell + 2] = bg
        x += 1
        last = narrow
      }
      if (at === end) break
      const code = data[at] as number // below `end`
      const properties = code < 0x7f && code >= 0x20 ? narrow : propertiesOf(code)
      if (properties === 0) break
      const width = properties >> 1
      if (x + width > cols) {
        for (; x < cols; x += 1) row.setCellFromCodepoint(x, 0, 1, attributes) // a wide one leaves the last column empty
        x = 0
        row = wrap()
        cells = row._data
      }
      const cell = x * cellWords
      cells[cell] = code | width << widthShift
      cells[cell + 1] = fg
      cells[cell + 2] = bg
      if (width === 2) {
        cells[cell + cellWords] = 0
        cells[cell + cellWords + 1] = fg
        cells[cell + cellWords + 2] = bg
      }
      x += width
      last = properties
      at += 1
    }
    buffer.x = x
    if (last !== 0) handler._parser.precedingJoinState = last
    if (at < end) { slow(data, at, end); return }
    if (x < cols && end > start && row.getWidth(x) === 0 && row.hasContent(x) === 0) row.setCellFromCodepoint(x, 0, 1, attributes)
    handler._dirtyRowTracker.markDirty(buffer.y)
  }
}
