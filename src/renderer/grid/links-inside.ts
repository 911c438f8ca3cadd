/**
 * OSC 8 of xterm.js 6.0.0 by the VT core's own reading and table (core/vt/links.ts). Its own keeps an object and a marker for each opener, whether anything
 * is printed in it or not, and one more for each row of a link: a megabyte of openers took 440 MB, and each line that scrolled walked all of them. Cells
 * refer to a link by the pen's attributes, which ask the table: once it is freed, they are plain text at once. Held by test/attack/exhaustion-links.test.ts.
 */
import { assert } from '../../core/assert.ts'
import { Links, oscStringBytesMax, openedLink, type Link } from '../../core/vt/index.ts'

/** What xterm.js keeps of a cell or the pen beside its words: underline style and colour in `_ext`, and the number of its link. */
interface Attributes {
  _ext: number
  clone(): Attributes
}

interface Pen {
  bg: number
  extended: Attributes
  updateExtended(): void
}

/** What is used of xterm.js's `InputHandler`. */
export interface LinkHandler {
  readonly _curAttrData: Pen
  readonly _oscLinkService: { addLineToLink(link: number, row: number): void; getLinkData(link: number): Link | undefined }
  readonly _parser: {
    clearOscHandler(command: number): void
    registerOscHandler(command: number, handler: { start(): void; put(codes: Uint32Array, start: number, end: number): void; end(success: boolean): boolean }): void
  }
  /** Asked for each run of characters that is about to be printed, and for each character of a link. */
  _getCurrentLinkId(): number
}

/** `BgFlags.HAS_EXTENDED` of xterm.js. */
const extended = 0x1000_0000

/** What stands behind `ESC ] 8 ;`, without the terminator. A longer string changes nothing, as in the VT core. */
const bodyBytesMax = oscStringBytesMax - 6

/** Code points that are made to text at once. */
const codesAtOnce = 4_096

/** @returns the table. @throws where xterm.js is another than the one this was written for */
export function ownLinks(handler: LinkHandler): Links {
  const links = new Links()
  const Plain = handler._curAttrData.extended.constructor as new (ext: number) => Attributes // ExtendedAttrs, which is not exported

  /** The attributes of a pen with a link, and of the cells that it has printed. */
  class Linked extends Plain {
    /** Only as long as nothing has been printed in it: cells must not keep the address of a link that is freed. */
    #link: Link | null
    /** 0: nothing has been printed in it yet. */
    #number: number

    constructor(ext: number, link: Link | null, number: number) {
      super(ext)
      this.#link = link
      this.#number = number
    }

    /** xterm.js asks this for all that it makes of a link. */
    get _urlId(): number {
      return #number in this && links.get(this.#number) !== undefined ? this.#number : 0
    }

    set _urlId(_: number) {
      // By the constructor of xterm.js, to 0.
    }

    override clone(): Linked {
      return new Linked(this._ext, this.#link, this.#number)
    }

    make(): number {
      if (this.#link !== null) this.#number = links.make(this.#link)
      this.#link = null
      return this.#number
    }
  }

  const open = (link: Link | null): void => {
    const pen = handler._curAttrData
    const { _ext } = pen.extended
    pen.extended = link === null ? new Plain(_ext) : new Linked(_ext, link, 0)
    pen.updateExtended()
  }

  const sample = new Linked(0, { uri: 'x', id: '' }, 0) as Attributes as Attributes & { readonly urlId: number }
  assert(
    typeof handler._oscLinkService.addLineToLink === 'function' && typeof handler._oscLinkService.getLinkData === 'function' &&
    typeof handler._parser.clearOscHandler === 'function' && typeof handler._parser.registerOscHandler === 'function' &&
    handler._getCurrentLinkId() === 0 && typeof handler._curAttrData.updateExtended === 'function' && sample._ext === 0 && sample.urlId === 0,
    'xterm.js keeps links as this file was written for',
  )
  handler._parser.clearOscHandler(8)
  handler._parser.registerOscHandler(8, linkReader(open))
  handler._oscLinkService.addLineToLink = () => undefined
  handler._oscLinkService.getLinkData = (number) => links.get(number)
  handler._getCurrentLinkId = () => {
    const pen = handler._curAttrData
    if (!(pen.extended instanceof Linked)) return 0
    const number = pen.extended.make()
    if ((pen.bg & extended) === 0) pen.updateExtended() // also where DECRC has brought the words of a pen without a link back: it stays open
    return number
  }
  return links
}

/** The string of an OSC 8 while it comes in, up to the limit of all strings. */
function linkReader(open: (link: Link | null) => void): Parameters<LinkHandler['_parser']['registerOscHandler']>[1] {
  const encoder = new TextEncoder()
  let text = ''
  let bytes = 0
  return {
    start() { text = ''; bytes = 0 },
    put(codes, start, end) {
      for (let at = start; at < end && bytes <= bodyBytesMax; at += codesAtOnce) {
        const part = String.fromCodePoint.apply(null, codes.subarray(at, Math.min(end, at + codesAtOnce)) as unknown as number[]) // array-like is enough
        bytes += encoder.encode(part).length
        text = bytes > bodyBytesMax ? '' : text + part
      }
    },
    end(success) {
      const link = success && bytes <= bodyBytesMax ? openedLink(text) : undefined
      text = ''
      if (link !== undefined) open(link)
      return true
    },
  }
}
