/** The two buffers of xterm.js with our lines, and their events (names: grid/xterm-names.ts). */
import type { Terminal } from '@xterm/xterm'
import { assert } from '../../../base/assert.ts'
import { Links, type Link } from '../../../terminal/screen/links.ts'
import { coreOf } from '../xterm-names.ts'
import { blankContent } from './cells.ts'
import { LineMaker, type XtermLine } from './line-maker.ts'
import type { PlaceholderRun } from './placeholders.ts'
import { VirtualLines, type XtermLineList } from './virtual-lines.ts'

interface XtermBuffer {
  lines: XtermLineList | VirtualLines
  x: number
  y: number
  ybase: number
  ydisp: number
  _rows: number
  resize(cols: number, rows: number): void
  clear(): void
}

interface Core {
  readonly _bufferService: {
    readonly buffers: {
      readonly normal: XtermBuffer
      readonly alt: XtermBuffer
      readonly active: XtermBuffer
      activateNormalBuffer(): void
      activateAltBuffer(): void
    }
    readonly _onScroll: { fire(line: number): void }
    isUserScrolling: boolean
  }
  readonly _inputHandler: {
    readonly _curAttrData: { readonly extended: object }
    readonly _onCursorMove: { fire(): void }
    readonly _oscLinkService: { getLinkData(number: number): Link | undefined }
  }
}

export class XtermBuffers {
  readonly normal: VirtualLines
  readonly alternate: VirtualLines
  readonly maker: LineMaker
  readonly #core: Core

  /**
   * Replaces the lines of a terminal that is open and has parsed nothing.
   * @param missing called when a row of the history is read that has not arrived
   */
  constructor(terminal: Terminal, missing: (number: number) => void) {
    const core = coreOf<Core>(terminal)
    const { normal, alt } = core._bufferService.buffers
    const list = normal.lines as XtermLineList & { get(index: number): XtermLine | undefined }
    const sample = list.get(0)
    const Line = sample?.constructor as new (cols: number, fill: object) => XtermLine
    const Attributes = core._inputHandler._curAttrData.extended.constructor as new (
      ext: number,
      link: number,
    ) => object
    assert(
      new Line(0, {})._data.length === 0 && Reflect.get(new Attributes(0, 7), 'urlId') === 7,
      'xterm.js makes lines and attributes as this file was written for',
    )
    this.#core = core
    const links = new Links()
    core._inputHandler._oscLinkService.getLinkData = (number) => links.get(number)
    const numbers = new Map<string, number>()
    this.maker = new LineMaker({
      blank: (cols) => {
        const line = new Line(0, {}) // without cells, so that it is not filled
        line._data = new Uint32Array(3 * cols)
        line.length = cols
        for (let at = 0; at < line._data.length; at += 3) line._data[at] = blankContent
        return line
      },
      attributes: (ext, link) => new Attributes(ext, link),
      link: (link) => {
        const key = `${link.id}\0${link.uri}`
        const known = numbers.get(key)
        if (known !== undefined && links.get(known) !== undefined) return known
        const number = links.make(link)
        numbers.delete(key)
        numbers.set(key, number)
        for (const [oldest, oldNumber] of numbers) {
          if (links.get(oldNumber) !== undefined) break
          numbers.delete(oldest)
        }
        return number
      },
    })
    const { cols, rows } = terminal
    this.normal = new VirtualLines(list, cols, this.maker, missing)
    this.alternate = new VirtualLines(alt.lines as XtermLineList, cols, this.maker, () => undefined)
    for (const [buffer, lines] of [
      [normal, this.normal],
      [alt, this.alternate],
    ] as const) {
      lines.screen = Array.from({ length: rows }, () => this.maker.blank(cols))
      buffer.lines = lines
      // the core lays out and clears rows; xterm.js compares the cursor with these
      buffer.resize = (_cols, height) => {
        buffer._rows = height
      }
      buffer.clear = () => undefined
    }
  }

  get #active(): XtermBuffer {
    return this.#core._bufferService.buffers.active
  }

  switchTo(alternate: boolean): void {
    const { buffers } = this.#core._bufferService
    if ((buffers.active === buffers.alt) === alternate) return
    if (alternate) buffers.activateAltBuffer()
    else buffers.activateNormalBuffer()
  }

  /** Resizes the lines of both screens until a frame replaces them. */
  fit(cols: number, rows: number): void {
    for (const lines of [this.normal, this.alternate])
      lines.screen = Array.from({ length: rows }, (_, y) => {
        const line = lines.screen[y]
        return line?.length === cols ? line : this.maker.blank(cols)
      })
  }

  /** Returns the placeholders of images in a line of the active buffer. */
  placeholders(index: number): readonly PlaceholderRun[] {
    const line = (this.#active.lines as VirtualLines).get(index)
    return line === undefined ? [] : this.maker.placeholders(line)
  }

  /** Moves the cursor. `x` is the number of columns while the next character wraps. */
  cursor(x: number, y: number): void {
    const buffer = this.#active
    if (buffer.x === x && buffer.y === y) return
    buffer.x = x
    buffer.y = y
    this.#core._inputHandler._onCursorMove.fire()
  }

  /**
   * Puts the screen after the history when lines have changed. The view follows unless the user has
   * scrolled up.
   * @param trimmed rows that have left
   * @returns whether other rows are visible
   */
  settle(trimmed: number): boolean {
    const { _bufferService: service } = this.#core
    const buffer = this.#active
    const base = (buffer.lines as VirtualLines).packed.count
    const away = buffer.ydisp < buffer.ybase
    const top =
      service.isUserScrolling || away ? Math.min(base, Math.max(0, buffer.ydisp - trimmed)) : base
    const moved = top !== buffer.ydisp || base !== buffer.ybase || trimmed > 0
    const other = top + trimmed !== buffer.ydisp || !(service.isUserScrolling || away)
    buffer.ybase = base
    buffer.ydisp = top
    if (away && top === base) service.isUserScrolling = false // those rows are gone
    if (moved) service._onScroll.fire(top)
    return moved && other
  }

  /** Returns the visible lines if the oldest are about to leave, to show until the next arrive. */
  leaving(trimmed: number): readonly (XtermLine | undefined)[] {
    const { ydisp, ybase } = this.#active
    return this.#active.lines === this.normal && ydisp < ybase && trimmed > ydisp
      ? this.normal.known(ydisp, this.normal.screen.length)
      : []
  }

  /** Scrolls to a row of the history. */
  viewFrom(index: number): void {
    const { _bufferService: service } = this.#core
    const buffer = this.#active
    if (index >= buffer.ybase) return
    buffer.ydisp = index
    service.isUserScrolling = true
    service._onScroll.fire(index)
  }
}
