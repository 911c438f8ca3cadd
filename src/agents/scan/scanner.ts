/**
 * Scans a program's output for OSC strings, bells, resets, the alternate screen and bracketed
 * paste, without editing it (docs/reference/protocols.md). However the stream is split, the reports
 * and offsets are the same. No input makes it throw or take more than linear time, and it keeps at
 * most one unfinished string.
 *
 * Each state has a function that takes the index of the next byte and returns the first unread one.
 * States and transitions follow the DEC ANSI parser, except for strings: 7-bit introducers only,
 * and an OSC ends only with BEL or ST.
 */
import {
  BACKSLASH,
  BEL,
  BRACKET,
  CAN,
  COLON,
  DEL,
  DIGIT_0,
  DIGIT_9,
  ESC,
  isParameter,
  isPlainCsiByte,
  isStringOpener,
  LOWER_C,
  LOWER_H,
  LOWER_L,
  OSC_OPENER,
  QUESTION,
  SEMICOLON,
  SPACE,
  SUB,
} from './bytes.ts'
import { doubtBytesMax } from './limits.ts'
import { ModeTracker } from './modes.ts'
import { NextControls } from './next-controls.ts'
import { noBytes } from './osc-body.ts'
import { OscString } from './osc-string.ts'
import type { ScanSink, StringEnd } from './scan-sink.ts'

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

/** States in which everything so far is plain; in `csi` it may not be. */
const mayBePlain: ReadonlySet<State> = new Set([
  'ground',
  'escape',
  'escapeIntermediate',
  'csiEntry',
])

/** Bytes checked before the engine's own search: in colored text the next ESC is near. */
const nearBytes = 64

export class Scanner {
  readonly #sink: ScanSink
  #state: State = 'ground'
  #plain = true
  /** Stream offset of the chunk's first byte. */
  #offset = 0
  #bytes: Uint8Array = noBytes

  readonly #next = new NextControls()
  readonly #osc: OscString
  /** Offset at which the open DCS, APC, PM or SOS string is abandoned. */
  #doubtEnd = Number.POSITIVE_INFINITY

  readonly #modes = new ModeTracker()

  constructor(sink: ScanSink) {
    this.#sink = sink
    this.#osc = new OscString(sink)
  }

  /** Whether the last chunk had no string, reset or prefixed control sequence, even an open one. */
  get isPlain(): boolean {
    return this.#plain
  }

  /** Whether no escape sequence is open, so that another may follow. */
  get isBetweenSequences(): boolean {
    return this.#state === 'ground'
  }

  /** Bytes that an unfinished string occupies, within the limit. */
  get retainedBytes(): number {
    return this.#osc.body.retainedBytes
  }

  /** Reads `bytes` during the call only, without changing them. */
  feed(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#plain = mayBePlain.has(this.#state) || (this.#plain && this.#state === 'csi')
    this.#next.begin(bytes)
    for (let at = 0; at < bytes.length; ) {
      // biome-ignore format: a table, read by its columns
      switch (this.#state) {
        case 'ground': at = this.#ground(at); break
        case 'escape': at = this.#escape(at); break
        case 'escapeIntermediate': at = this.#escapeIntermediate(at); break
        case 'csiEntry': at = this.#csiEntry(at); break
        case 'csi': at = this.#csi(at); break
        case 'csiModes': at = this.#csiModes(at); break
        case 'number': at = this.#oscNumber(at); break
        case 'body': at = this.#body(at); break
        case 'skip': at = this.#skip(at); break
        case 'oscEscape': at = this.#oscEscape(at); break
        case 'string': at = this.#string(at); break
        case 'stringEscape': at = this.#stringEscape(at); break
      }
    }
    this.#offset += bytes.length
    this.#bytes = noBytes
  }

  /**
   * Moves to the byte after the next relevant ESC and reports bells on the way. Control sequences
   * that contain only numbers are skipped like text, because bells inside them count as in text.
   * Such a sequence is only examined if the chunk ends within it. Most bytes are irrelevant, so
   * four are checked at a time.
   */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over bytes, for speed
  #ground(from: number): number {
    const bytes = this.#bytes
    const length = bytes.length
    const fours = length - 4
    let control = length
    let near = from + nearBytes
    for (let at = from; at < length; ) {
      if (at < fours && (bytes[at] ?? 0) > ESC) {
        if ((bytes[at + 1] ?? 0) <= ESC) at += 1
        else if ((bytes[at + 2] ?? 0) <= ESC) at += 2
        else if ((bytes[at + 3] ?? 0) <= ESC) at += 3
        else {
          at += 4
          if (at < near) continue
          at = this.#far(at)
          near = at + nearBytes
          continue
        }
      }
      const byte = bytes[at] ?? 0
      if (byte !== ESC) {
        if (byte === BEL) this.#sink.bell(this.#offset + at + 1)
        at += 1
      } else {
        if (at >= fours || bytes[at + 1] !== BRACKET || !isPlainCsiByte(bytes[at + 2] ?? 0)) {
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

  /** Finds the next ESC with the engine's own search, and reports the bells before it. */
  #far(at: number): number {
    const escape = this.#next.escape(at)
    for (let bell = this.#next.bell(at); bell < escape; bell = this.#next.bell(bell + 1))
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

  /** After `ESC (` and similar: the next byte is never an introducer. */
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
    if (!isPlainCsiByte(byte)) this.#plain = false
    if (byte === QUESTION)            { this.#modes.open();   return this.#to('csiModes', at + 1) }
                                                              return this.#csi(this.#to('csi', at))
  }

  /** Skips a control sequence to its end. Non-ASCII text ends it, as in xterm.js. */
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

  /** `CSI ?`: reads the modes and whether they are set or reset. */
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

  /** Reads the number of an open OSC string, up to the first `;`. */
  #oscNumber(from: number): number {
    const bytes = this.#bytes
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number
      if (byte < SPACE || byte === DEL) return this.#oscControl(at, byte)
      this.#osc.length += 1
      const isDigit = byte >= DIGIT_0 && byte <= DIGIT_9
      if (isDigit && this.#osc.digit(byte - DIGIT_0)) continue
      this.#osc.settle(byte === SEMICOLON)
      this.#state = this.#osc.wanted ? 'body' : 'skip'
      return this.#osc.wanted ? this.#body(at + 1) : this.#skip(at + 1)
    }
    return bytes.length
  }

  /** Reads the body of a string. A body in one chunk is passed on without a copy. */
  #body(from: number): number {
    const bytes = this.#bytes
    const osc = this.#osc
    const room = Math.min(bytes.length, from + osc.limit - osc.length)
    let clean = from
    let at = from
    for (; at < room; at += 1) {
      const byte = bytes[at] as number
      if (byte >= SPACE && byte !== DEL) continue
      if (byte === BEL || byte === ESC || byte === CAN || byte === SUB) break
      // other controls inside a string are skipped, but counted
      osc.body.keep(bytes, clean, at)
      clean = at + 1
    }
    osc.length += at - from
    if (at === bytes.length) {
      osc.body.keep(bytes, clean, at)
      return at
    }
    osc.body.join(bytes, clean, at)
    const byte = bytes[at] as number
    if (byte === BEL || byte === CAN || byte === SUB) return this.#oscControl(at, byte)
    if (byte === ESC && at + 1 < bytes.length) return this.#oscEscape(at + 1)
    if (byte === ESC) {
      osc.body.keepJoined()
      this.#state = 'oscEscape'
      return at + 1
    }
    // The string continues beyond the limit.
    if (osc.fits(osc.length + 1)) osc.body.keepJoined()
    else this.#tooLong()
    return at
  }

  /** Skips the rest of a string that is not read or is too long. */
  #skip(from: number): number {
    const bytes = this.#bytes
    const at = Math.min(
      this.#next.escape(from),
      this.#next.bell(from),
      this.#next.can(from),
      this.#next.sub(from),
    )
    this.#osc.length += at - from
    if (this.#osc.length > this.#osc.limit) this.#tooLong()
    return at === bytes.length ? at : this.#oscControl(at, bytes[at] as number)
  }

  /** Handles a control inside an OSC string, or its terminator. */
  // biome-ignore format: a table, read by its columns
  #oscControl(at: number, byte: number): number {
    //  input                         action                  next
    if (byte === BEL)                 { this.#finish(at + 1, 'bel')
                                                              return this.#to('ground', at + 1) }
    if (byte === CAN || byte === SUB) { this.#cut(at + 1);    return this.#to('ground', at + 1) }
    if (byte === ESC)                                         return this.#to('oscEscape', at + 1)
    this.#osc.length += 1
    if (this.#osc.length > this.#osc.limit) this.#tooLong()
    return at + 1
  }

  /** ESC inside an OSC string: its end, or the start of the sequence that cuts it. */
  // biome-ignore format: a table, read by its columns
  #oscEscape(at: number): number {
    const byte = this.#bytes[at] as number
    if (byte === BACKSLASH)           { this.#finish(at + 1, 'st')
                                                              return this.#to('ground', at + 1) }
                                        this.#cut(at);        return this.#to('escape', at)
  }

  /** Skips DCS, APC, PM and SOS strings; after an ESC that is not ST, for a limited length. */
  #string(from: number): number {
    const bytes = this.#bytes
    const room = Math.min(bytes.length, this.#doubtEnd - this.#offset)
    const at = Math.min(this.#next.escape(from), this.#next.can(from), this.#next.sub(from))
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

  /** Sets the state, which starts reading at `at`. */
  #to(state: State, at: number): number {
    this.#state = state
    return at
  }

  /** Executes a control inside an escape or control sequence, or ends the sequence. */
  #control(at: number, byte: number): number {
    if (byte === BEL) this.#sink.bell(this.#offset + at + 1)
    else if (byte === ESC) this.#state = 'escape'
    else if (byte === CAN || byte === SUB) this.#state = 'ground'
    return at + 1
  }

  /** Opens a DCS, SOS, PM or APC string without doubt. */
  #trust(): void {
    this.#plain = false
    this.#doubtEnd = Number.POSITIVE_INFINITY
  }

  /** Handles `ESC c`, which ends before `end`. */
  #reset(end: number): void {
    this.#plain = false
    this.#sink.ris(this.#offset + end)
  }

  #switched(on: boolean, at: number): void {
    this.#modes.endParameter()
    if (this.#modes.screen) this.#sink.altScreen(on, this.#offset + at + 1)
    if (this.#modes.brackets) this.#sink.pasteBrackets(on, this.#offset + at + 1)
  }

  /** Handles `ESC ]`; `at` is the byte after it. */
  #open(at: number): void {
    this.#plain = false
    this.#state = 'number'
    this.#osc.open(this.#offset + at - 2)
  }

  #finish(end: number, terminator: StringEnd): void {
    this.#osc.finish(this.#offset + end, terminator)
  }

  #cut(end: number): void {
    this.#osc.cut(this.#offset + end)
  }

  #tooLong(): void {
    this.#state = 'skip'
    this.#osc.tooLong()
  }
}

/** Returns whether a control sequence that starts before `from` continues after the chunk. */
function isCut(bytes: Uint8Array, from: number): boolean {
  if (from === bytes.length) return false
  for (let at = from - 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if ((byte >= 0x40 && byte !== DEL) || byte === CAN || byte === SUB) return false
  }
  return true
}
