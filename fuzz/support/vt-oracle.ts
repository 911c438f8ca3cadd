/**
 * @xterm/headless as the oracle of the VT core: its screen in the core's form, and the list of
 * intended differences. Each entry of `differences` corrects the oracle, so that everything else
 * must be equal. docs/contributing/internals/vt.md repeats the list, and a test compares the two.
 */
import { createRequire } from 'node:module'
import type { Terminal as Headless } from '@xterm/headless'
import { unicodeProvider } from './unicode-provider.ts'

const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as {
  Terminal: typeof Headless
}

/* The oracle's inside has no types; what is used of it is named here. */
/* eslint-disable @typescript-eslint/no-explicit-any */
type Inside = any

interface Difference {
  readonly name: string
  /** It changes screens: it is applied again to the screens that RIS creates. */
  readonly perScreen?: true
  /** Changes the oracle's inside so that it does what we do. */
  adapt(inside: Inside): void
}

export const differences: readonly Difference[] = [
  {
    name: 'the saved cursor belongs to the screen',
    adapt({ handler }) {
      const saved = new WeakMap<object, Inside>()
      const buffer = () => handler._activeBuffer
      handler.saveCursor = () => {
        saved.set(buffer(), {
          x: buffer().x,
          y: buffer().y,
          fg: handler._curAttrData.fg,
          bg: handler._curAttrData.bg,
          ext: handler._curAttrData.extended.clone(),
          charsets: [...handler._charsetService._charsets],
          level: handler._charsetService.glevel,
          origin: handler._coreService.decPrivateModes.origin,
        })
        return true
      }
      handler.restoreCursor = () => {
        const one = saved.get(buffer())
        const { cols, rows } = handler._bufferService
        handler._coreService.decPrivateModes.origin = one?.origin ?? false
        const pen = handler._curAttrData
        pen.fg = one?.fg ?? 0
        pen.bg = one?.bg ?? 0
        pen.extended = pen.extended.clone()
        // the getter draws links with dashes
        pen.extended.underlineStyle = ((one?.ext._ext ?? 0) & 0x1c000000) >>> 26
        pen.extended.underlineColor = one?.ext.underlineColor ?? 0
        pen.updateExtended()
        handler._charsetService._charsets = one === undefined ? [] : [...one.charsets]
        handler._charsetService.setgLevel(one?.level ?? 0)
        buffer().x = Math.min(one?.x ?? 0, cols)
        buffer().y = Math.min(one?.y ?? 0, rows - 1)
        handler._restrictCursor(cols)
        return true
      }
      const soft = handler.softReset.bind(handler)
      handler.softReset = (parameters: Inside) => {
        saved.delete(buffer())
        return soft(parameters)
      }
      handler.clampSaved = (cols: number) => {
        for (const one of [
          saved.get(handler._bufferService.buffers.normal),
          saved.get(handler._bufferService.buffers.alt),
        ])
          if (one !== undefined) one.x = Math.min(one.x, cols - 1)
      }
      handler.forgetSaved = () => {
        saved.delete(handler._bufferService.buffers.normal)
        saved.delete(handler._bufferService.buffers.alt)
      }
    },
  },
  {
    name: 'moves within a row or by steps do not add the top margin in origin mode',
    adapt({ handler }) {
      const set = (x: number, y: number) => {
        handler._activeBuffer.x = x
        handler._activeBuffer.y = y
        handler._restrictCursor()
      }
      handler._moveCursor = (x: number, y: number) => {
        handler._restrictCursor()
        set(handler._activeBuffer.x + x, handler._activeBuffer.y + y)
      }
      handler.cursorCharAbsolute = (p: Inside) => {
        set((p.params[0] || 1) - 1, handler._activeBuffer.y)
        return true
      }
      handler.charPosAbsolute = handler.cursorCharAbsolute
    },
  },
  {
    name: 'DECALN resets the margins, and draws in the default style',
    adapt({ handler }) {
      const pattern = handler.screenAlignmentPattern.bind(handler)
      handler.screenAlignmentPattern = () => {
        handler._activeBuffer.scrollTop = 0
        handler._activeBuffer.scrollBottom = handler._bufferService.rows - 1
        pattern()
        const plain = handler._curAttrData.clone()
        plain.fg = 0
        plain.bg = 0
        plain.extended = plain.extended.clone()
        plain.extended._ext = 0
        plain.extended._urlId = 0
        for (let y = 0; y < handler._bufferService.rows; y += 1) {
          const line = handler._activeBuffer.lines.get(handler._activeBuffer.ybase + y)
          for (let x = 0; x < line.length; x += 1) line.setCellFromCodepoint(x, 0x45, 1, plain)
        }
        return true
      }
    },
  },
  {
    name: 'in origin mode the cursor keeps to the margins of the screen that is switched to',
    adapt({ handler }) {
      const { buffers } = handler._bufferService
      if (buffers.clamped === true) return
      buffers.clamped = true
      for (const name of ['activateAltBuffer', 'activateNormalBuffer']) {
        const activate = buffers[name].bind(buffers)
        buffers[name] = (fill: Inside) => {
          const before = buffers.active
          activate(fill)
          if (buffers.active !== before && handler._coreService.decPrivateModes.origin)
            handler._restrictCursor(handler._bufferService.cols)
        }
      }
    },
  },
  {
    name: 'margins are one for both screens',
    perScreen: true,
    adapt({ handler }) {
      const { normal, alt } = handler._bufferService.buffers
      for (const name of ['scrollTop', 'scrollBottom'])
        Object.defineProperty(alt, name, {
          get: () => normal[name],
          set: (value) => {
            normal[name] = value
          },
        })
      const clear = alt.clear.bind(alt)
      alt.clear = () => {
        const { scrollTop, scrollBottom } = normal
        clear()
        Object.assign(normal, { scrollTop, scrollBottom })
      }
    },
  },
  {
    name: 'tab stops are one for both screens',
    perScreen: true,
    adapt({ handler }) {
      const { normal, alt } = handler._bufferService.buffers
      Object.defineProperty(alt, 'tabs', {
        get: () => normal.tabs,
        set: (tabs) => {
          normal.tabs = tabs
        },
      })
      alt.setupTabStops = () => undefined
    },
  },
  {
    name: 'ED 1 unwraps the row below on the screen, and not a row of history',
    adapt({ handler }) {
      const erase = handler.eraseInDisplay.bind(handler)
      handler.eraseInDisplay = (p: Inside, protect: boolean) => {
        const buffer = handler._activeBuffer
        if (p.params[0] !== 1) return erase(p, protect)
        handler._restrictCursor(handler._bufferService.cols)
        handler._eraseInBufferLine(buffer.y, 0, buffer.x + 1, true, protect)
        if (
          buffer.x + 1 >= handler._bufferService.cols &&
          buffer.y + 1 < handler._bufferService.rows
        )
          buffer.lines.get(buffer.ybase + buffer.y + 1).isWrapped = false
        for (let y = 0; y < buffer.y; y += 1) handler._resetBufferLine(y, protect)
        return true
      }
    },
  },
  {
    name: 'BS and CUB wrap back over any row with mode 45, and from the top to the bottom',
    adapt({ handler }) {
      const back = (count: number) => {
        const buffer = handler._activeBuffer
        const { cols, rows } = handler._bufferService
        const { wraparound, reverseWraparound } = handler._coreService.decPrivateModes
        const pending = buffer.x === cols
        handler._restrictCursor()
        const reverse = wraparound && reverseWraparound
        const to = buffer.x - Math.min(count, 1_000) + (reverse && pending ? 1 : 0)
        if (to >= 0 || !reverse) buffer.x = Math.max(0, to)
        else {
          const whole = cols * rows
          const offset =
            buffer.x === 0 && buffer.y === buffer.scrollTop
              ? cols * (buffer.scrollBottom + 1) - 1
              : (((cols * buffer.y + to) % whole) + whole) % whole
          buffer.x = offset % cols
          buffer.y = Math.floor(offset / cols)
          handler._restrictCursor()
        }
        return true
      }
      handler.backspace = () => back(1)
      handler.cursorBackward = (p: Inside) => back(p.params[0] || 1)
    },
  },
  {
    name:
      'tab stops are set, cleared and gone back from at the last column while a wrap is ' +
      'pending',
    adapt({ handler }) {
      for (const name of ['tabSet', 'tabClear', 'cursorBackwardTab']) {
        const act = handler[name].bind(handler)
        handler[name] = (p: Inside) => {
          const buffer = handler._activeBuffer
          const { x } = buffer
          buffer.x = Math.min(x, handler._bufferService.cols - 1)
          act(p)
          if (name !== 'cursorBackwardTab') buffer.x = x
          return true
        }
      }
    },
  },
  {
    name: 'the row below one whose end EL has erased is no continuation',
    adapt({ handler }) {
      const erase = handler.eraseInLine.bind(handler)
      handler.eraseInLine = (p: Inside, protect: boolean) => {
        const buffer = handler._activeBuffer
        const { cols, rows } = handler._bufferService
        const [how] = p.params
        const below =
          buffer.y + 1 < rows ? buffer.lines.get(buffer.ybase + buffer.y + 1) : undefined
        if (
          below !== undefined &&
          (how === 2 || (how === 0 && buffer.x < cols) || (how === 1 && buffer.x >= cols - 1))
        )
          below.isWrapped = false
        return erase(p, protect)
      }
    },
  },
  {
    name: 'C1 within an OSC is data',
    adapt({ handler }) {
      const [oscString, oscPut] = [8, 5]
      const own = ownTransitions(handler)
      for (let code = 0x80; code < 0xa0; code += 1) own.add(code, oscString, oscPut, oscString)
    },
  },
  {
    name: 'text that is no ASCII ends no string',
    adapt({ handler }) {
      const [wider, ignore] = [0xa0, 0]
      const [string, dcsEntry, dcsParam, dcsIgnore, dcsIntermediate] = [7, 9, 10, 11, 12]
      const own = ownTransitions(handler)
      own.add(wider, string, ignore, string)
      for (const state of [dcsEntry, dcsParam, dcsIntermediate])
        own.add(wider, state, ignore, dcsIgnore)
    },
  },
  {
    name: 'bytes that form no character are U+FFFD',
    adapt({ handler }) {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
      const parse = handler.parse.bind(handler)
      handler.parse = (bytes: Uint8Array) =>
        parse(new TextEncoder().encode(decoder.decode(bytes, { stream: true })))
    },
  },
  {
    name: 'LS1R, LS2R and LS3R do nothing, `_` is a blank among the graphics, and Dutch has ĳ',
    adapt({ handler }) {
      for (const final of ['~', '}', '|']) handler._parser.registerEscHandler({ final }, () => true)
      const select = handler._charsetService.setgCharset.bind(handler._charsetService)
      handler._charsetService.setgCharset = (level: number, charset: Inside) => {
        if (charset?.q === '─') charset['_'] = ' '
        if (charset?.['['] === 'ij') charset['['] = 'ĳ'
        select(level, charset)
      }
    },
  },
  {
    name: '`38:2:R:G:B` has no colour space, and SGR 0 leaves protection alone',
    adapt({ handler }) {
      const extract = handler._extractColor.bind(handler)
      handler._extractColor = (p: Inside, at: number, attributes: Inside) => {
        const bare = (index: number, count: number) =>
          index < p.length && p.hasSubParams(index) && p.getSubParams(index).length === count
            ? ([...p.getSubParams(index)] as number[])
            : undefined
        const values =
          bare(at, 4)?.[0] === 2
            ? bare(at, 4)?.slice(1)
            : !p.hasSubParams(at) && p.params[at + 1] === 2
              ? bare(at + 1, 3)
              : undefined
        if (values === undefined) return extract(p, at, attributes)
        const [red = 0, green = 0, blue = 0] = values.map((value) => (value === -1 ? 0 : value))
        const set = (word: number) => handler._updateAttrColor(word, 2, red, green, blue)
        if (p.params[at] === 38) attributes.fg = set(attributes.fg)
        else if (p.params[at] === 48) attributes.bg = set(attributes.bg)
        else {
          attributes.extended = attributes.extended.clone()
          attributes.extended.underlineColor = set(attributes.extended.underlineColor)
        }
        return p.hasSubParams(at) ? 0 : 1
      }
      const all = handler.charAttributes.bind(handler)
      handler.charAttributes = (p: Inside) => {
        const guarded = handler._curAttrData.bg & 0x20000000
        all(p)
        handler._curAttrData.bg |= guarded
        return true
      }
    },
  },
  {
    name: 'SGR 59 takes the underline colour away',
    adapt({ handler }) {
      const attributes = handler.charAttributes.bind(handler)
      handler.charAttributes = (p: Inside) => {
        attributes(p)
        const { extended } = handler._curAttrData
        if ((extended._ext & 0x3ffffff) === 0x3ffffff) {
          handler._curAttrData.extended = extended.clone()
          handler._curAttrData.extended.underlineColor = 0
        }
        return true
      }
    },
  },
  {
    name: 'SU from the top row, and ED 22, move rows into history',
    adapt({ handler }) {
      const scroll = handler.scrollUp.bind(handler)
      const erase = handler.eraseInDisplay.bind(handler)
      const push = (count: number) => {
        const blank = () => handler._eraseAttrData()
        for (let step = 0; step < count; step += 1) handler._bufferService.scroll(blank(), false)
      }
      const isPrimary = () => handler._bufferService.buffers.active.hasScrollback
      handler.scrollUp = (p: Inside) => {
        const { scrollTop, scrollBottom } = handler._activeBuffer
        if (scrollTop > 0 || !isPrimary()) return scroll(p)
        push(Math.min(p.params[0] || 1, scrollBottom + 1))
        return true
      }
      handler.eraseInDisplay = (p: Inside, selective?: boolean) => {
        if (p.params[0] !== 22) return erase(p, selective)
        if (selective) return true
        const buffer = handler._activeBuffer
        const { rows } = handler._bufferService
        let used = rows
        while (used > 0 && !buffer.lines.get(buffer.ybase + used - 1).getTrimmedLength()) used -= 1
        if (isPrimary() && buffer.scrollTop === 0 && buffer.scrollBottom === rows - 1) push(used)
        return erase({ params: [2] }, false)
      }
    },
  },
  {
    name: 'DECIC and DECDC at the right edge shift the last column',
    adapt({ handler }) {
      for (const name of ['insertColumns', 'deleteColumns']) {
        const shift = handler[name].bind(handler)
        handler[name] = (p: Inside) => {
          const buffer = handler._activeBuffer
          const { x } = buffer
          buffer.x = Math.min(x, handler._bufferService.cols - 1)
          shift(p)
          buffer.x = x
          return true
        }
      }
    },
  },
  {
    name: 'columns that shift unwrap the row below the region',
    adapt({ handler }) {
      for (const name of ['insertColumns', 'deleteColumns', 'scrollLeft', 'scrollRight']) {
        const shift = handler[name].bind(handler)
        handler[name] = (p: Inside) => {
          shift(p)
          const { lines, scrollBottom, scrollTop, y, ybase } = handler._activeBuffer
          if (y >= scrollTop && y <= scrollBottom && scrollBottom + 1 < handler._bufferService.rows)
            lines.get(ybase + scrollBottom + 1).isWrapped = false
          return true
        }
      }
    },
  },
  {
    name: 'a wide cell that loses a half is blank as a whole',
    adapt({ handler }) {
      const line = Object.getPrototypeOf(handler._activeBuffer.lines.get(0))
      if (line.mended === true) return
      line.mended = true
      const insert = line.insertCells
      line.insertCells = function (this: Inside, at: number, count: number, fill: Inside) {
        if (at > 0 && this.getWidth(at - 1) === 2) {
          this.setCellFromCodepoint(at - 1, 0, 1, fill)
          this.setCellFromCodepoint(at, 0, 1, fill)
        }
        insert.call(this, at, count, fill)
      }
      const remove = line.deleteCells
      line.deleteCells = function (this: Inside, at: number, count: number, fill: Inside) {
        if (at > 0 && this.getWidth(at - 1) === 2) {
          this.setCellFromCodepoint(at - 1, 0, 1, fill)
          this.setCellFromCodepoint(at, 0, 1, fill)
        }
        remove.call(this, at, count, fill)
      }
      const replace = line.replaceCells
      line.replaceCells = function (
        this: Inside,
        from: number,
        to: number,
        fill: Inside,
        protect: boolean,
      ) {
        // Selective erasing leaves or takes a wide cell whole.
        if (protect !== true) {
          replace.call(this, from, to, fill, protect)
          return
        }
        for (
          let x = from > 0 && from < this.length && this.getWidth(from) === 0 ? from - 1 : from;
          x < Math.min(to, this.length);
        ) {
          const width = this.getWidth(x) === 2 ? 2 : 1
          if (!this.isProtected(x))
            for (let cell = x; cell < x + width && cell < this.length; cell += 1)
              this.setCell(cell, fill)
          x += width
        }
      }
    },
  },
  {
    name: 'a character that a mark widens keeps its style in both halves',
    adapt({ handler }) {
      const line = Object.getPrototypeOf(handler._activeBuffer.lines.get(0))
      if (line.styled === true) return
      line.styled = true
      const set = line.setCellFromCodepoint
      line.setCellFromCodepoint = function (
        this: Inside,
        x: number,
        code: number,
        width: number,
        style: Inside,
      ) {
        set.call(this, x, code, width, style)
        if (width !== 0 || x === 0 || this.getWidth(x - 1) !== 2) return
        this._data.copyWithin(x * 3 + 1, x * 3 - 2, x * 3)
        this._extendedAttrs[x] = this._extendedAttrs[x - 1]
      }
    },
  },
  {
    name: 'a mark after a move or SGR joins the character before the cursor, or is dropped',
    adapt({ handler }) {
      const print = handler.print.bind(handler)
      handler.print = (data: Uint32Array, start: number, end: number) => {
        const buffer = handler._activeBuffer
        const line = buffer.lines.get(buffer.ybase + buffer.y)
        let from = start
        for (; from < end && handler._parser.precedingJoinState === 0; from += 1) {
          if (handler._unicodeService.wcwidth(data[from]) !== 0) break
          const { x } = buffer
          if (x === 0 || (x < line.length && line.getWidth(x) === 0)) continue
          const at = line.getWidth(x - 1) === 0 ? x - 2 : x - 1
          if (line.getString(at) === '') continue
          const [only = 0, ...more] = line.getString(at)
          const code = more.length === 0 ? only.codePointAt(0) : 0
          handler._parser.precedingJoinState = (code << 3) | (line.getWidth(at) << 1)
          break
        }
        if (from < end) print(data, from, end)
      }
    },
  },
  {
    name: 'without autowrap a wide character that does not fit is dropped without a trace',
    adapt({ handler }) {
      const print = handler.print.bind(handler)
      handler.print = (data: Uint32Array, start: number, end: number) => {
        if (handler._coreService.decPrivateModes.wraparound) {
          print(data, start, end)
          return
        }
        const buffer = handler._activeBuffer
        const { cols } = handler._bufferService
        for (let at = start; at < end; at += 1) {
          const properties = handler._unicodeService.charProperties(
            data[at],
            handler._parser.precedingJoinState,
          )
          const width = handler._unicodeService.wcwidth(data[at])
          if ((properties & 1) === 0 && buffer.x + width > cols) {
            buffer.x = cols - 1
            if (width === 2) {
              handler._parser.precedingJoinState = 0
              continue
            }
          }
          print(data, at, at + 1)
        }
      }
    },
  },
  {
    name: 'a cell holds at most 16 code points',
    adapt({ handler }) {
      const line = Object.getPrototypeOf(handler._activeBuffer.lines.get(0))
      if (line.bounded === true) return
      line.bounded = true
      const add = line.addCodepointToCell
      line.addCodepointToCell = function (this: Inside, x: number, code: number, width: number) {
        if ([...this.getString(x)].length < 16) add.call(this, x, code, width)
      }
    },
  },
  {
    name: 'only the mode of the active mouse encoding resets it',
    adapt({ handler }) {
      const modes: Readonly<Record<string, number>> = { SGR: 1006, SGR_PIXELS: 1016 }
      const reset = handler.resetModePrivate.bind(handler)
      handler.resetModePrivate = (p: Inside) => {
        const mouse = handler._coreMouseService
        const { activeEncoding } = mouse
        reset(p)
        if (!p.toArray().includes(modes[activeEncoding])) mouse.activeEncoding = activeEncoding
        return true
      }
    },
  },
  {
    name: 'RIS shows the cursor and forgets LNM and the blinking of mode 12',
    adapt({ handler }) {
      const reset = handler.fullReset.bind(handler)
      handler.fullReset = () => {
        handler.forgetSaved()
        reset()
        handler._coreService.isCursorHidden = false
        handler._optionsService.options.convertEol = false
        handler._optionsService.options.cursorBlink = false
        handler.adaptAgain()
        return true
      }
    },
  },
]

/** Those of all terminals of the process are one. */
function ownTransitions({ _parser }: Inside): Inside {
  const { _transitions: shared } = _parser
  return (_parser._transitions = Object.assign(
    Object.create(Object.getPrototypeOf(shared)) as typeof shared,
    { table: shared.table.slice() },
  ))
}

/** Mark for a link whose first row has left: xterm.js no longer knows its address. */
export const freed = '(freed)'

export interface OracleCell {
  readonly text: string
  readonly width: number
  readonly foreground: number
  readonly background: number
  readonly underline: number
  readonly attributes: number
  readonly link: string
}

export class Oracle {
  readonly terminal: Headless
  readonly #core: Inside

  constructor(cols: number, rows: number, scrollback: number) {
    this.terminal = new Terminal({
      cols,
      rows,
      scrollback,
      reflowCursorLine: true,
      allowProposedApi: true,
      logLevel: 'off',
      windowOptions: { pushTitle: true, popTitle: true },
    })
    this.terminal.unicode.register(unicodeProvider)
    this.terminal.unicode.activeVersion = unicodeProvider.version
    this.#core = (this.terminal as Inside)._core
    const handler = this.#core._inputHandler
    handler.adaptAgain = () => {
      for (const one of differences) if (one.perScreen) one.adapt({ handler })
    }
    for (const difference of differences) difference.adapt({ handler })
  }

  write(bytes: Uint8Array): void {
    this.#core._inputHandler.parse(bytes)
  }

  resize(cols: number, rows: number): void {
    this.terminal.resize(cols, rows)
    this.#core._inputHandler.clampSaved(cols)
    for (const buffer of [this.#core.buffers.normal, this.#core.buffers.alt]) {
      for (let y = 0; y < buffer.lines.length; y += 1) {
        const line = buffer.lines.get(y)
        // Half a wide character at the new edge is blank, in the style that it had.
        if (line?.getWidth(cols - 1) === 2) {
          line._data[(cols - 1) * 3] = 1 << 22
          delete line._combined[cols - 1]
        }
      }
    }
  }

  get core(): Inside {
    return this.#core
  }

  cell(line: Inside, x: number): OracleCell {
    const cell = line.loadCell(
      x,
      new (Object.getPrototypeOf(this.#core.buffer.getNullCell()).constructor)(),
    )
    const color = (mode: number, value: number) =>
      mode === 0
        ? 0
        : mode === 0x3000000
          ? (2 << 24) | (value & 0xffffff)
          : (1 << 24) | (value & 0xff)
    const extended = (cell.bg & 0x10000000) !== 0
    // The getters draw links with dashes; the words beneath hold what was set.
    const style =
      (cell.fg & 0x10000000) === 0 ? 0 : extended ? (cell.extended._ext & 0x1c000000) >>> 26 : 1
    const underlineWord = extended ? cell.extended.underlineColor : 0
    const underlined =
      style === 0 || (underlineWord & 0x3000000) === 0
        ? 0
        : color(underlineWord & 0x3000000, underlineWord & 0xffffff)
    const link =
      extended && cell.extended.urlId !== 0
        ? (this.#core._oscLinkService.getLinkData(cell.extended.urlId)?.uri ?? freed)
        : ''
    return {
      text: cell.getChars(),
      width: cell.getWidth(),
      foreground: color(cell.getFgColorMode(), cell.getFgColor()),
      background: color(cell.getBgColorMode(), cell.getBgColor()),
      underline: underlined,
      attributes:
        (cell.isBold() ? 1 : 0) |
        (cell.isItalic() ? 2 : 0) |
        (style > 0 ? 4 : 0) |
        (cell.isStrikethrough() ? 8 : 0) |
        (cell.isDim() ? 16 : 0) |
        (cell.isInverse() ? 32 : 0) |
        (cell.isInvisible() ? 64 : 0) |
        (cell.isBlink() ? 128 : 0) |
        (cell.isOverline() ? 256 : 0) |
        (style << 9) |
        (cell.isProtected() ? 16_384 : 0),
      link,
    }
  }
}
