/**
 * Watches a program's output and reports what matters in it: OSC strings, bells, resets, the
 * alternate screen, paste brackets. It looks and never edits (docs/protocol.md). However
 * the stream is cut, it reports the same things at the same offsets. No input makes it throw, or
 * slower than linear; it keeps one unfinished string at most.
 *
 * One function per state, each takes the index of the next byte and returns the first one that it
 * has not read. States and transitions are those of the DEC ANSI parser, but for the strings: 7-bit
 * introducers only, and an OSC ends in BEL or ST only.
 */
import { assert } from '../../base/assert.ts'
import { doubtBytesMax, stringBytesMax } from './limits.ts'
import { GatheredBody, nothing, type OscBody } from './osc-body.ts'
import { Modes } from './modes.ts'

export type Terminator = 'bel' | 'st'

/** What the scanner reports. `end` is the offset just behind the last byte of what it is about. */
export interface ScanSink {
  /**
   * Longest string of this number that is wanted, bytes with introducer and terminator; 0: none is
   * read. Asked when the number is known (`body` is empty) and again when the answer is about to be
   * passed: more of the body may allow for more.
   */
  readonly limitOf: (number: number, body: OscBody) => number
  /** A whole string that is wanted. */
  readonly osc: (number: number, body: OscBody, end: number, terminator: Terminator) => void
  /**
   * A string was cut by another escape, CAN or SUB, or is too long. `number` is null when it is
   * none that is read. `body`: what was kept.
   */
  readonly dropped: (
    problem: 'cut' | 'too-long',
    number: number | null,
    body: OscBody,
    end: number,
  ) => void
  /** BEL outside strings. */
  readonly bell: (end: number) => void
  /** `ESC c`. */
  readonly ris: (end: number) => void
  readonly altScreen: (on: boolean, end: number) => void
  /** Mode 2004. */
  readonly pasteBrackets: (on: boolean, end: number) => void
}

const BEL = 0x07
const CAN = 0x18
const SUB = 0x1a
const ESC = 0x1b
const SPACE = 0x20
const DEL = 0x7f
const DIGIT_0 = 0x30
const DIGIT_9 = 0x39
const COLON = 0x3a
const SEMICOLON = 0x3b
const QUESTION = 0x3f
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const OSC_OPENER = 0x5d
const LOWER_C = 0x63
const LOWER_H = 0x68
const LOWER_L = 0x6c

type State =
  | 'ground'
  | 'escape'
  | 'escapeIntermediate'
  | 'csiEntry'
  | 'csi'
  | 'csiModes'
  | 'number'
  | 'body'
  | 'skip'
  | 'oscEscape'
  | 'string'
  | 'stringEscape'

/** What is open in these begins nothing yet that is not plain; in `csi` it may have. */
const mayBePlain: ReadonlySet<State> = new Set([
  'ground',
  'escape',
  'escapeIntermediate',
  'csiEntry',
])

/** Digits of the longest number that is read, 21337, and one more: longer ones are nobody's. */
const numberDigitsMax = 6

/**
 * So many bytes are looked at one by one before the engine's own search is called: in coloured text
 * the next ESC is near.
 */
const nearBytes = 64

export class Scanner {
  readonly #sink: ScanSink
  #state: State = 'ground'
  #plain = true
  /** Stream offset of the chunk's first byte. */
  #offset = 0
  #bytes: Uint8Array = nothing

  // Where the next BEL, CAN and SUB stand in this chunk: each byte is searched once. -1: not known;
  // its length: none.
  #bell = -1
  #can = -1
  #sub = -1

  // The open OSC string: its offset, its number and the digits of it, whether that number is whole
  // and whether it is read, bytes so
  // far and their cap, whether it has been counted as too long, and its body.
  #start = 0
  #number = 0
  #digits = 0
  #settled = false
  #wanted = false
  #length = 0
  #limit = stringBytesMax
  #counted = false
  readonly #whole = new GatheredBody()

  /** Offset at which the open DCS, APC, PM or SOS string is given up. */
  #doubtEnd = Number.POSITIVE_INFINITY

  readonly #modes = new Modes()

  constructor(sink: ScanSink) {
    this.#sink = sink
  }

  /**
   * No string, no reset and no control sequence with a prefix began in what was fed last, or was
   * open before it.
   */
  get isPlain(): boolean {
    return this.#plain
  }

  /** No escape sequence is open: another one may stand behind what was fed. */
  get isBetweenSequences(): boolean {
    return this.#state === 'ground'
  }

  /** Bytes that are kept of an unfinished string, and room for more: bounded by the cap. */
  get retainedBytes(): number {
    return this.#whole.retainedBytes
  }

  /** `bytes` are only looked at, and only during the call. */
  feed(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#plain = mayBePlain.has(this.#state) || (this.#plain && this.#state === 'csi')
    this.#bell = -1
    this.#can = -1
    this.#sub = -1
    for (let at = 0; at < bytes.length; ) {
      switch (this.#state) {
        case 'ground':
          at = this.#ground(at)
          break
        case 'escape':
          at = this.#escape(at)
          break
        case 'escapeIntermediate':
          at = this.#escapeIntermediate(at)
          break
        case 'csiEntry':
          at = this.#csiEntry(at)
          break
        case 'csi':
          at = this.#csi(at)
          break
        case 'csiModes':
          at = this.#csiModes(at)
          break
        case 'number':
          at = this.#oscNumber(at)
          break
        case 'body':
          at = this.#body(at)
          break
        case 'skip':
          at = this.#skip(at)
          break
        case 'oscEscape':
          at = this.#oscEscape(at)
          break
        case 'string':
          at = this.#string(at)
          break
        case 'stringEscape':
          at = this.#stringEscape(at)
          break
      }
    }
    this.#offset += bytes.length
    this.#bytes = nothing
  }

  /**
   * To what follows the next ESC that may matter. On the way bells are reported. A control sequence
   * of plain numbers is passed over as text is, since what counts within it counts in text: only
   * where the chunk cuts one it is looked at. Most bytes are none of those that are looked for:
   * they go four at a time.
   */
  #ground(from: number): number {
    const bytes = this.#bytes
    const length = bytes.length
    const fours = length - 4
    let control = length
    let near = from + nearBytes
    for (let at = from; at < length; ) {
      if (at < fours && bytes[at]! > ESC) {
        if (bytes[at + 1]! <= ESC) at += 1
        else if (bytes[at + 2]! <= ESC) at += 2
        else if (bytes[at + 3]! <= ESC) at += 3
        else {
          at += 4
          if (at < near) continue
          at = this.#far(at)
          near = at + nearBytes
          continue
        }
      }
      const byte = bytes[at]!
      if (byte !== ESC) {
        if (byte === BEL) this.#sink.bell(this.#offset + at + 1)
        at += 1
      } else {
        if (at >= fours || bytes[at + 1] !== BRACKET || !isPlain(bytes[at + 2]!)) {
          this.#state = 'escape'
          return at + 1 === length ? length : this.#escape(at + 1)
        }
        at += 3
        control = at
        near = at + nearBytes
      }
    }
    if (isCut(bytes, control)) this.#state = 'csi'
    return length
  }

  /** The next ESC, looked for by the engine's own search; bells before it are reported. */
  #far(at: number): number {
    const escape = this.#find(ESC, at)
    for (let bell = this.#nextBell(at); bell < escape; bell = this.#nextBell(bell + 1))
      this.#sink.bell(this.#offset + bell + 1)
    return escape
  }

  // biome-ignore format: a table, read by its columns
  #escape(at: number): number {
    const byte = this.#bytes[at] as number
    //  input                         action                  next
    if (byte === BRACKET)                                     return this.#to('csiEntry', at + 1)
    if (byte === OSC_OPENER)          { this.#open(at + 1);   return this.#oscNumber(at + 1) }
    if (isStringOpener(byte))         { this.#trust();        return this.#to('string', at + 1) }
    if (byte === LOWER_C)             { this.#reset(at + 1);  return this.#to('ground', at + 1) }
    if (byte < SPACE || byte === DEL)                         return this.#control(at, byte)
    if (byte < DIGIT_0)                               return this.#to('escapeIntermediate', at + 1)
                                                              return this.#to('ground', at + 1)
  }

  /** After `ESC (` and its kin: whatever comes, it is no introducer. */
  // biome-ignore format: a table, read by its columns
  #escapeIntermediate(at: number): number {
    const byte = this.#bytes[at] as number
    if (byte < SPACE || byte === DEL)                         return this.#control(at, byte)
    if (byte >= DIGIT_0)                                      return this.#to('ground', at + 1)
                                                              return at + 1
  }

  // biome-ignore format: a table, read by its columns
  #csiEntry(at: number): number {
    const byte = this.#bytes[at] as number
    if (byte < SPACE || byte === DEL)                         return this.#control(at, byte)
    if (!isPlain(byte)) this.#plain = false
    if (byte === QUESTION)            { this.#modes.open();   return this.#to('csiModes', at + 1) }
                                                              return this.#csi(this.#to('csi', at))
  }

  /**
   * A control sequence that means nothing here, to its final byte. Text that is no ASCII ends it,
   * as in xterm.js.
   */
  #csi(from: number): number {
    const bytes = this.#bytes
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number
      if (isParameter(byte)) continue
      if (byte >= 0x40 && byte !== DEL) {
        this.#state = 'ground'
        return at + 1
      }
      this.#control(at, byte)
      if (this.#state !== 'csi') return at + 1
    }
    return bytes.length
  }

  /** `CSI ?`: which modes, and whether they are set or reset. */
  // biome-ignore format: a table, read by its columns
  #csiModes(from: number): number {
    const bytes = this.#bytes
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number
      //  input                                action                   next
      if (byte >= DIGIT_0 && byte <= DIGIT_9)  this.#modes.digit(byte - DIGIT_0)
      else if (byte === SEMICOLON)             this.#modes.endParameter()
      else if (byte === COLON)                 this.#modes.subParameter()
      else if (byte < SPACE || byte === DEL) { this.#control(at, byte)
                                               if (this.#state !== 'csiModes') return at + 1 }
      else if (byte === LOWER_H)             { this.#switched(true, at)
                                                              return this.#to('ground', at + 1) }
      else if (byte === LOWER_L)             { this.#switched(false, at)
                                                              return this.#to('ground', at + 1) }
      // intermediates, stray < = > ?
      else if (byte < 0x40)                                   return this.#to('csi', at + 1)
      else                                                    return this.#to('ground', at + 1)
    }
    return bytes.length
  }

  /** An OSC string is open: its number, up to the first `;`. */
  #oscNumber(from: number): number {
    const bytes = this.#bytes
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number
      if (byte < SPACE || byte === DEL) return this.#oscControl(at, byte)
      this.#length += 1
      const isDigit =
        byte >= DIGIT_0 &&
        byte <= DIGIT_9 &&
        this.#digits < numberDigitsMax &&
        !(this.#digits === 1 && this.#number === 0)
      if (!isDigit) {
        if (byte !== SEMICOLON) this.#digits = 0 // nobody's number
        this.#settle()
        this.#state = this.#wanted ? 'body' : 'skip'
        return this.#wanted ? this.#body(at + 1) : this.#skip(at + 1)
      }
      this.#number = this.#number * 10 + (byte - DIGIT_0)
      this.#digits += 1
    }
    return bytes.length
  }

  /** A string that is wanted: its body. What lies in one chunk is passed on without a copy. */
  #body(from: number): number {
    const bytes = this.#bytes
    const room = Math.min(bytes.length, from + this.#limit - this.#length)
    let clean = from
    let at = from
    for (; at < room; at += 1) {
      const byte = bytes[at] as number
      if (byte >= SPACE && byte !== DEL) continue
      if (byte === BEL || byte === ESC || byte === CAN || byte === SUB) break
      // other controls inside a string are skipped, but they count
      this.#whole.keep(bytes, clean, at)
      clean = at + 1
    }
    this.#length += at - from
    if (at === bytes.length) {
      this.#whole.keep(bytes, clean, at)
      return at
    }
    this.#whole.join(bytes, clean, at)
    const byte = bytes[at] as number
    if (byte === BEL || byte === CAN || byte === SUB) return this.#oscControl(at, byte)
    if (byte === ESC && at + 1 < bytes.length) return this.#oscEscape(at + 1)
    if (byte === ESC) {
      this.#whole.keepJoined()
      this.#state = 'oscEscape'
      return at + 1
    }
    // The cap is reached, and the string goes on.
    if (this.#fits(this.#length + 1)) this.#whole.keepJoined()
    else this.#tooLong()
    return at
  }

  /** A string that nobody reads, or that is too long: to its end. */
  #skip(from: number): number {
    const bytes = this.#bytes
    const at = Math.min(
      this.#find(ESC, from),
      this.#nextBell(from),
      this.#nextCan(from),
      this.#nextSub(from),
    )
    this.#length += at - from
    if (this.#length > this.#limit) this.#tooLong()
    return at === bytes.length ? at : this.#oscControl(at, bytes[at] as number)
  }

  /** A control inside an OSC string, or one that ends it. */
  // biome-ignore format: a table, read by its columns
  #oscControl(at: number, byte: number): number {
    //  input                         action                  next
    if (byte === BEL)                 { this.#finish(at + 1, 'bel')
                                                              return this.#to('ground', at + 1) }
    if (byte === CAN || byte === SUB) { this.#cut(at + 1);    return this.#to('ground', at + 1) }
    if (byte === ESC)                                         return this.#to('oscEscape', at + 1)
    this.#length += 1
    if (this.#length > this.#limit) this.#tooLong()
    return at + 1
  }

  /** ESC inside an OSC string: its end, or what cuts it, which is then read as what it is. */
  // biome-ignore format: a table, read by its columns
  #oscEscape(at: number): number {
    const byte = this.#bytes[at] as number
    if (byte === BACKSLASH)           { this.#finish(at + 1, 'st')
                                                              return this.#to('ground', at + 1) }
                                        this.#cut(at);        return this.#to('escape', at)
  }

  /**
   * DCS, APC, PM and SOS strings: to ST, CAN or SUB. An ESC that is no ST puts them in doubt, and
   * only for so long.
   */
  #string(from: number): number {
    const bytes = this.#bytes
    const room = Math.min(bytes.length, this.#doubtEnd - this.#offset)
    const at = Math.min(this.#find(ESC, from), this.#nextCan(from), this.#nextSub(from))
    if (at >= room) {
      if (room < bytes.length || this.#doubtEnd === this.#offset + room) this.#state = 'ground'
      return room
    }
    this.#state = bytes[at] === ESC ? 'stringEscape' : 'ground'
    return at + 1
  }

  // biome-ignore format: a table, read by its columns
  #stringEscape(at: number): number {
    const byte = this.#bytes[at] as number
    const position = this.#offset + at
    if (position === this.#doubtEnd)                          return this.#to('ground', at)
    if (byte === BACKSLASH)                                   return this.#to('ground', at + 1)
    if (this.#doubtEnd === Number.POSITIVE_INFINITY) this.#doubtEnd = position + doubtBytesMax
                                                              return this.#to('string', at)
  }

  /** The next state; `at` is what it reads first. */
  #to(state: State, at: number): number {
    this.#state = state
    return at
  }

  /** A control inside an escape or control sequence: executed, or the end of the sequence. */
  #control(at: number, byte: number): number {
    if (byte === BEL) this.#sink.bell(this.#offset + at + 1)
    else if (byte === ESC) this.#state = 'escape'
    else if (byte === CAN || byte === SUB) this.#state = 'ground'
    return at + 1
  }

  /** A DCS, SOS, PM or APC string is open, and nothing in it is in doubt. */
  #trust(): void {
    this.#plain = false
    this.#doubtEnd = Number.POSITIVE_INFINITY
  }

  /** `ESC c`, which ends before `end`. */
  #reset(end: number): void {
    this.#plain = false
    this.#sink.ris(this.#offset + end)
  }

  #switched(on: boolean, at: number): void {
    this.#modes.endParameter()
    if (this.#modes.screen) this.#sink.altScreen(on, this.#offset + at + 1)
    if (this.#modes.brackets) this.#sink.pasteBrackets(on, this.#offset + at + 1)
  }

  /** `ESC ]` has been read; `at` is the first byte behind it. */
  #open(at: number): void {
    this.#plain = false
    this.#state = 'number'
    this.#start = this.#offset + at - 2
    this.#number = 0
    this.#digits = 0
    this.#settled = false
    this.#wanted = false
    this.#length = 2
    this.#limit = stringBytesMax
    this.#counted = false
  }

  /** The number has ended: is it read, and how long may the string be? */
  #settle(): void {
    const limit = this.#digits === 0 ? 0 : this.#sink.limitOf(this.#number, this.#whole)
    assert(limit <= stringBytesMax, 'no string is kept beyond the cap')
    this.#settled = true
    this.#wanted = limit > 0
    if (this.#wanted) this.#limit = limit
  }

  /** May the string have so many bytes? */
  #fits(length: number): boolean {
    if (length > this.#limit && this.#wanted && !this.#counted)
      this.#limit = Math.max(this.#limit, this.#sink.limitOf(this.#number, this.#whole))
    return length <= this.#limit
  }

  #finish(end: number, terminator: Terminator): void {
    if (!this.#settled) this.#settle()
    if (!this.#fits(this.#length + (terminator === 'bel' ? 1 : 2))) this.#tooLong()
    if (this.#wanted && !this.#counted)
      this.#sink.osc(this.#number, this.#whole, this.#offset + end, terminator)
    this.#whole.forget()
  }

  #cut(end: number): void {
    if (!this.#counted)
      this.#sink.dropped('cut', this.#wanted ? this.#number : null, this.#whole, this.#offset + end)
    this.#whole.forget()
  }

  /** Counted once; nothing more is kept. */
  #tooLong(): void {
    this.#state = 'skip'
    if (this.#counted) return
    this.#counted = true
    this.#sink.dropped(
      'too-long',
      this.#wanted ? this.#number : null,
      this.#whole,
      this.#start + this.#limit + 1,
    )
    this.#whole.forget()
  }

  #nextBell(from: number): number {
    // bells come in rows
    if (this.#bell < from) this.#bell = this.#bytes[from] === BEL ? from : this.#find(BEL, from)
    return this.#bell
  }

  #nextCan(from: number): number {
    if (this.#can < from) this.#can = this.#find(CAN, from)
    return this.#can
  }

  #nextSub(from: number): number {
    if (this.#sub < from) this.#sub = this.#find(SUB, from)
    return this.#sub
  }

  #find(byte: number, from: number): number {
    const at = this.#bytes.indexOf(byte, from)
    return at === -1 ? this.#bytes.length : at
  }
}

/** Parameter and intermediate bytes of a control sequence. */
function isParameter(byte: number): boolean {
  return byte >= SPACE && byte < 0x40
}

/** Behind `CSI`: a number, its end, or the final byte of a sequence without any. */
function isPlain(byte: number): boolean {
  return byte >= DIGIT_0 && byte < DEL && (byte & 0xfc) !== 0x3c
}

/** A control sequence, of whose bytes the last one before `from` is known, goes on behind these. */
function isCut(bytes: Uint8Array, from: number): boolean {
  if (from === bytes.length) return false
  for (let at = from - 1; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if ((byte >= 0x40 && byte !== DEL) || byte === CAN || byte === SUB) return false
  }
  return true
}

/** Behind ESC: DCS, SOS, PM, APC. */
function isStringOpener(byte: number): boolean {
  return byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f
}
