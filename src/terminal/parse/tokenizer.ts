/**
 * Bytes to tokens: text, controls, sequences and strings, cut anywhere. What happens in which state
 * stands in states.ts; this file runs that table. The VT core's parser is one reader of its tokens,
 * the filter of `vibeflow attach` and `replay` another, so that nothing is a sequence to one and
 * text to the other.
 */
import { LenientUtf8 } from './lenient-utf8.ts'
import { OscCollector } from './osc-collector.ts'
import { Parameters } from './parameters.ts'
import type { StringReader } from './strings.ts'
import { actionNumber, openers, stateNumber, parserStates, transitions, WIDER } from './states.ts'

const GROUND = stateNumber('ground')
const ESCAPE = stateNumber('escape')
const OSC = stateNumber('osc')
const IGNORED_STRING = stateNumber('ignoredString')
const DCS_IGNORE = stateNumber('dcsIgnore')
const DCS_PASSTHROUGH = stateNumber('dcsPassthrough')
const APPLICATION = stateNumber('application')

/** Printable ASCII changes nothing in these. */
const isSwallowing = (state: number): boolean =>
  state === IGNORED_STRING ||
  state === DCS_PASSTHROUGH ||
  state === DCS_IGNORE ||
  state === APPLICATION

const PRINT = actionNumber('print'),
  EXECUTE = actionNumber('execute'),
  CLEAR = actionNumber('clear'),
  COLLECT = actionNumber('collect'),
  PARAM = actionNumber('param')
const ESC_DISPATCH = actionNumber('escDispatch'),
  CSI_DISPATCH = actionNumber('csiDispatch'),
  OSC_START = actionNumber('oscStart'),
  OSC_PUT = actionNumber('oscPut')
const OSC_END = actionNumber('oscEnd'),
  HOOK = actionNumber('hook'),
  UNHOOK = actionNumber('unhook'),
  APPLICATION_START = actionNumber('applicationStart'),
  APPLICATION_END = actionNumber('applicationEnd')

/** What a character does behind ESC that is all of the sequence. */
const WHOLE_ESCAPE = (ESC_DISPATCH << 4) | GROUND
/** RIS, which is much work: behind it the reader is asked whether it yields. */
const RESET = 0x63

/**
 * Prefix, intermediates and final byte in one number. More than three characters are known to no
 * sequence.
 */
export function identifier(name: string): number {
  return [...name].reduce((number, character) => (number << 8) | character.charCodeAt(0), 0)
}

export interface TokenReader {
  /**
   * Text and controls from `at` on, which are outside sequences and mostly whole: each reader has
   * its own short ways. Returns where they end. An escape is for `open`, a byte that begins no
   * whole character for `wide`.
   */
  readonly ground: (bytes: Uint8Array, at: number) => number
  /** A character that a chunk did not hold whole. */
  readonly print: (code: number) => void
  /** A C0 or C1 control that begins nothing; those inside a sequence come before it. */
  readonly execute: (code: number) => void
  /** `name`: what `identifier` makes of the characters behind ESC. */
  readonly escape: (name: number) => void
  /** The parameters are good until this returns. */
  readonly control: (name: number, parameters: Parameters) => void
  /**
   * What stands between introducer and end; null: broken off, too long, or an unwanted number.
   * `terminator`: BEL; or ST, an ESC of anything included.
   */
  readonly operatingSystemCommand: (body: string | null, terminator: 'bel' | 'st') => void
  /** A device control string has ended; `whole`: it was not broken off. */
  readonly unhook: (whole: boolean) => void
  /** Absent: nobody wants to know of strings that draw. */
  readonly strings?: StringReader
  /** Asked behind strings, which may be much work: shall the rest of the chunk wait? */
  readonly shouldYield?: () => boolean
}

export class Tokenizer {
  readonly parameters = new Parameters()
  readonly #reader: TokenReader
  readonly #osc: OscCollector
  /** The data of the device or application string that is open goes to its reader. */
  #wanted = false
  readonly #characters = new LenientUtf8()
  #state = GROUND
  #collected = 0
  #collectedCount = 0
  /**
   * Bytes fed in earlier calls, and where among all bytes the unfinished sequence or character
   * began.
   */
  #fed = 0
  #began = 0
  #characterBegan = 0
  /** Bytes of this chunk up to the end of the token that is being passed on; text has none. */
  position = 0

  /** @param wantedCommands numbers of the OSCs whose text is kept */
  constructor(reader: TokenReader, wantedCommands: ReadonlySet<number>) {
    this.#reader = reader
    this.#osc = new OscCollector(wantedCommands, reader.strings)
  }

  /** Neither in a sequence nor in a character. */
  get isInGround(): boolean {
    return this.#state === GROUND && !this.#characters.open
  }

  /** Bytes of earlier calls. */
  get fed(): number {
    return this.#fed
  }

  /**
   * Bytes at the end of what was fed that belong to an unfinished sequence or character and have
   * changed nothing yet: so far before the end lies a clean cut. A control inside a sequence is
   * executed at once; it does not count, since it comes again with the same effect only in programs
   * that nobody writes.
   */
  get unfinishedBytes(): number {
    if (this.#state !== GROUND) return this.#fed - this.#began
    return this.#characters.open ? this.#fed - this.#characterBegan : 0
  }

  /**
   * What a fresh parser is given so that the rest of the unfinished sequence does nothing to it;
   * empty: none is open.
   */
  get opener(): string {
    return openers[parserStates[this.#state]!]
  }

  /** Takes the next bytes, cut anywhere. Returns how many: all, unless the reader yields. */
  feed(bytes: Uint8Array): number {
    let at = 0
    while (at < bytes.length) {
      if (this.isInGround) at = this.#reader.ground(bytes, at)
      else {
        at = this.#rest(bytes, at)
        if (this.#reader.shouldYield?.() === true) break
      }
    }
    this.#fed += at
    return at
  }

  /**
   * An escape at `at`: a control sequence of plain numbers that the chunk holds whole is read at
   * once, and so is one other character. Returns where it goes on.
   */
  open(bytes: Uint8Array, at: number): number {
    const second = bytes[at + 1]!
    if (second === 0x5b) {
      const next = this.#wholeControl(bytes, at + 2)
      if (next !== 0) return next
    } else if (transitions[(ESCAPE << 8) | second] === WHOLE_ESCAPE && second !== RESET) {
      this.position = at + 2
      this.#reader.escape(second)
      return at + 2
    }
    this.#began = this.#fed + at
    this.#clear()
    this.#state = ESCAPE
    return at + 1
  }

  /**
   * `CSI numbers final` or `CSI ? numbers final`. Returns where it ends, 0 if it is anything else:
   * then nothing has happened.
   */
  #wholeControl(bytes: Uint8Array, start: number): number {
    const isPrivate = bytes[start] === 0x3f
    const first = isPrivate ? start + 1 : start
    let at = this.parameters.take(bytes, first)
    if (at === -1) at = this.#parameterBytes(bytes, first)
    if (at >= bytes.length) return 0
    const byte = bytes[at]!
    if (!(byte >= 0x40 && byte <= 0x7e)) return 0
    this.position = at + 1
    this.#reader.control(isPrivate ? 0x3f00 | byte : byte, this.parameters)
    return at + 1
  }

  /** Parameters with sub-parameters, or more of them than are kept. Returns where they end. */
  #parameterBytes(bytes: Uint8Array, start: number): number {
    const { parameters } = this
    parameters.reset()
    let at = start
    for (let byte = bytes[at]!; byte >= 0x30 && byte <= 0x3b; byte = bytes[(at += 1)]!) {
      if (byte <= 0x39) parameters.digit(byte - 0x30)
      else if (byte === 0x3b) parameters.next()
      else parameters.sub()
    }
    return at
  }

  /** In a sequence, a string or a character that was cut: as far as that goes. */
  #rest(bytes: Uint8Array, start: number): number {
    let at = start
    if (this.#state === GROUND)
      while (at < bytes.length && this.#characters.open) at = this.wide(bytes, at)
    while (at < bytes.length && this.#state !== GROUND) {
      const byte = bytes[at]!
      if (byte >= 0x80 || this.#characters.open) {
        at = this.wide(bytes, at)
        continue
      }
      if (this.#state === OSC && byte >= 0x20) {
        at = this.#osc.take(bytes, at)
        continue
      }
      if (
        this.#state >= IGNORED_STRING &&
        byte >= 0x20 &&
        byte < 0x7f &&
        isSwallowing(this.#state)
      ) {
        const from = at
        do at += 1
        while (at < bytes.length && bytes[at]! >= 0x20 && bytes[at]! < 0x7f)
        if (this.#wanted) this.#reader.strings?.put(bytes, from, at)
        continue
      }
      if (byte === 0x1b) this.#began = this.#fed + at
      at += 1
      this.position = at
      this.#step(byte)
    }
    return at
  }

  /** One byte of a character beyond ASCII, or the one that breaks it off. */
  wide(bytes: Uint8Array, at: number): number {
    if (!this.#characters.open) this.#characterBegan = this.#fed + at
    const code = this.#characters.feed(bytes[at]!)
    const next = this.#characters.reread ? at : at + 1
    if (code === null) return next
    // data within an OSC; else a C1 control is two bytes, and a cut between them only makes the
    // tail longer
    if (code < WIDER && this.#state !== OSC) this.#began = this.#fed + at - 1
    this.position = next
    this.#step(code)
    return next
  }

  #clear(): void {
    this.parameters.reset()
    this.#collected = 0
    this.#collectedCount = 0
  }

  /** 0, which is nothing's, for more characters than any sequence has. */
  #name(final: number): number {
    return this.#collectedCount <= 2 ? (this.#collected << 8) | final : 0
  }

  #step(code: number): void {
    const transition = transitions[(this.#state << 8) | Math.min(code, WIDER)]!
    switch (transition >> 4) {
      case PRINT:
        this.#reader.print(code)
        break
      case EXECUTE:
        this.#reader.execute(code)
        break
      case CLEAR:
        this.#clear()
        this.#wanted = false
        break
      case COLLECT:
        this.#collected = (this.#collected << 8) | code
        this.#collectedCount += 1
        break
      case PARAM:
        if (code === 0x3b) this.parameters.next()
        else if (code === 0x3a) this.parameters.sub()
        else this.parameters.digit(code - 0x30)
        break
      case ESC_DISPATCH:
        this.#reader.escape(this.#name(code))
        break
      case CSI_DISPATCH:
        this.#reader.control(this.#name(code), this.parameters)
        break
      default:
        this.#string(transition >> 4, code)
    }
    this.#state = transition & 15
  }

  /** The actions of strings, out of the way of what a sequence of a few bytes takes. */
  #string(action: number, code: number): void {
    switch (action) {
      case OSC_START:
        this.#osc.start()
        break
      case OSC_PUT:
        this.#osc.put(code)
        break
      case OSC_END:
        this.#reader.operatingSystemCommand(
          this.#osc.end(isBroken(code)),
          code === 0x07 ? 'bel' : 'st',
        )
        this.#clear()
        break
      case HOOK:
        this.#wanted = this.#reader.strings?.device(this.#name(code), this.parameters) === true
        break
      case APPLICATION_START:
        this.#wanted = this.#reader.strings?.application() === true
        break
      case UNHOOK:
        this.#clear()
        this.#endString(code)
        this.#reader.unhook(!isBroken(code))
        break
      case APPLICATION_END:
        this.#clear()
        this.#endString(code)
    }
  }

  #endString(code: number): void {
    if (this.#wanted) this.#reader.strings?.end(!isBroken(code))
    this.#wanted = false
  }
}

/** CAN and SUB break a string off. */
function isBroken(code: number): boolean {
  return code === 0x18 || code === 0x1a
}
