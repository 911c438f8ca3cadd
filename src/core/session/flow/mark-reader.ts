/**
 * Finds the shell's marks (OSC 133, and VS Code's OSC 633) in output before it is passed on. It
 * searches for `]`, which is rare where escape sequences are dense, so heavy output costs little.
 */
import { findByte } from '../../../base/sequences/find-byte.ts'
import {
  parse133,
  parse633,
  parseMarkOptions,
  type Mark,
  type MarkOptions,
} from '../../../protocol/index.ts'
import { markBytesMax, markTextMax } from './limits.ts'

const BEL = 0x07
const CAN = 0x18
const SUB = 0x1a
const ESC = 0x1b
const BACKSLASH = 0x5c
const RIGHT_BRACKET = 0x5d

const numbers = ['133;', '633;']

export interface FoundMark {
  readonly mark: Mark & MarkOptions
  /** Index in the chunk after the terminator. */
  readonly end: number
}

export class MarkReader {
  /** Start of the open mark's text; `null` if none is open. */
  #text: string | null = null
  #length = 0
  /** The last byte was an ESC. */
  #escaped = false

  /** Returns the next mark that ends in `bytes` at or after `from`; call until it is `null`. */
  next(bytes: Uint8Array, from: number): FoundMark | null {
    for (let at = from; at < bytes.length; ) {
      const text = this.#text
      if (text === null) {
        at = this.#skipToBracket(bytes, at)
        continue
      }
      const byte = bytes[at] ?? 0
      at += 1
      if (byte === BEL || (this.#escaped && byte === BACKSLASH)) {
        const mark = this.#close()
        if (mark !== null) return { mark, end: at }
      } else if (byte === CAN || byte === SUB) this.#close()
      else if (this.#escaped) {
        // ESC has ended the string, and may open another
        this.#close()
        if (byte === RIGHT_BRACKET) this.#open()
        else this.#escaped = byte === ESC
      } else if (byte === ESC) this.#escaped = true
      else this.#text = this.#added(text, byte)
    }
    if (this.#text === null && bytes.length > from) this.#escaped = bytes.at(-1) === ESC
    return null
  }

  /** Returns the index after the next `]`, and opens a mark if an ESC precedes it. */
  #skipToBracket(bytes: Uint8Array, from: number): number {
    const bracket = findByte(bytes, RIGHT_BRACKET, from)
    if (bracket === -1) return bytes.length
    const isOpener = bracket > from ? bytes[bracket - 1] === ESC : this.#escaped
    this.#escaped = false
    if (isOpener) this.#open()
    return bracket + 1
  }

  #open(): void {
    this.#text = ''
    this.#length = 0
    this.#escaped = false
  }

  /** Returns the longer text; `null` at the first character that no mark has, and at the limit. */
  #added(text: string, byte: number): string | null {
    this.#length += 1
    const longer = text.length < markTextMax ? text + String.fromCharCode(byte) : text
    const isMark = this.#length > 4 || numbers.some((number) => number.startsWith(longer))
    return isMark && this.#length <= markBytesMax ? longer : null
  }

  #close(): FoundMark['mark'] | null {
    const text = this.#text ?? ''
    this.#text = null
    this.#escaped = false
    if (text.length < 4) return null
    const body = text.slice(4)
    if (text.startsWith('633;')) return parse633(body)
    const mark = parse133(body)
    const { further, ...options } = parseMarkOptions(body)
    // prompts of further lines start no command
    return mark === null || (mark.kind === 'prompt_start' && further)
      ? null
      : { ...mark, ...options }
  }
}
