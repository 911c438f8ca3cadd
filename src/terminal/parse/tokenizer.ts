/**
 * Splits bytes into tokens: text, controls, sequences and strings, split anywhere. Runs the table
 * in states.ts. Its readers are the VT core's parser and the filter of `vibeflow attach` and
 * `replay`, so that both agree on what is a sequence and what is text.
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

/** Printable ASCII changes nothing in these states. */
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

/** Transition of an ESC sequence of one character. */
const WHOLE_ESCAPE = (ESC_DISPATCH << 4) | GROUND
/** RIS takes long, so the reader is asked to yield after it. */
const RESET = 0x63

/** Returns prefix, intermediates and final byte, at most three characters, as one number. */
export function identifier(name: string): number {
  return [...name].reduce((number, character) => (number << 8) | character.charCodeAt(0), 0)
}

export interface TokenReader {
  /**
   * Reads text and controls from `at` on, outside sequences and mostly complete, with the reader's
   * own fast paths. Returns their end. `open` handles an escape, `wide` an incomplete or invalid
   * character.
   */
  readonly ground: (bytes: Uint8Array, at: number) => number
  /** A character that was split between chunks. */
  readonly print: (code: number) => void
  /** A C0 or C1 control that starts nothing. Those inside a sequence precede it. */
  readonly execute: (code: number) => void
  /** `name`: `identifier` of the characters after ESC. */
  readonly escape: (name: number) => void
  /** The parameters are valid during the call only. */
  readonly control: (name: number, parameters: Parameters) => void
  /**
   * Text of an OSC; `null` if canceled, too long or unknown. `terminator`: BEL, or ST for any ESC.
   */
  readonly operatingSystemCommand: (body: string | null, terminator: 'bel' | 'st') => void
  /** End of a device control string; `whole`: not canceled. */
  readonly unhook: (whole: boolean) => void
  /** Reads strings that draw. */
  readonly strings?: StringReader
  /** Called after strings, which may take long: whether the rest of the chunk should wait. */
  readonly shouldYield?: () => boolean
}

export class Tokenizer {
  readonly parameters = new Parameters()
  readonly #reader: TokenReader
  readonly #osc: OscCollector
  /** Whether the open device or application string is passed to its reader. */
  #wanted = false
  readonly #characters = new LenientUtf8()
  #state = GROUND
  #collected = 0
  #collectedCount = 0
  /** Bytes of earlier calls, and start of the unfinished sequence or character among all bytes. */
  #fed = 0
  #began = 0
  #characterBegan = 0
  /** Bytes of this chunk up to the end of the current token; unset for text. */
  position = 0

  /** @param wantedCommands numbers of the OSCs whose text is kept */
  constructor(reader: TokenReader, wantedCommands: ReadonlySet<number>) {
    this.#reader = reader
    this.#osc = new OscCollector(wantedCommands, reader.strings)
  }

  /** Whether neither a sequence nor a character is unfinished. */
  get isInGround(): boolean {
    return this.#state === GROUND && !this.#characters.open
  }

  get fed(): number {
    return this.#fed
  }

  /**
   * Bytes at the end that belong to an unfinished sequence or character and have had no effect: the
   * distance to a clean cut. A control inside a sequence is executed immediately and does not
   * count, because only odd programs send one whose repetition has an effect.
   */
  get unfinishedBytes(): number {
    if (this.#state !== GROUND) return this.#fed - this.#began
    return this.#characters.open ? this.#fed - this.#characterBegan : 0
  }

  /** Text after which a fresh parser ignores the rest of an unfinished sequence; else empty. */
  get opener(): string {
    return openers[parserStates[this.#state]!]
  }

  /** Reads the next bytes, split anywhere. Returns their number: all, unless the reader yields. */
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

  /** Handles an escape at `at`; complete short sequences immediately. Returns where to continue. */
  open(bytes: Uint8Array, at: number): number {
    const start = at + 1
    if (start < bytes.length) {
      const isControl = bytes[start] === 0x5b
      const next = isControl ? this.#wholeControl(bytes, at + 2) : this.#wholeEscape(bytes, start)
      if (next !== 0) return next
    }
    this.#began = this.#fed + at
    this.#clear()
    this.#state = ESCAPE
    return start
  }

  /** Reads `ESC final` or `ESC intermediate final`. Returns its end, or 0 for others and RIS. */
  #wholeEscape(bytes: Uint8Array, start: number): number {
    const first = bytes[start]!
    let name = 0
    let end = start + 1
    if (first >= 0x20 && first <= 0x2f) {
      const final = end < bytes.length ? bytes[end]! : 0
      if (final >= 0x30 && final <= 0x7e) name = (first << 8) | final
      end += 1
    } else if (transitions[(ESCAPE << 8) | first] === WHOLE_ESCAPE && first !== RESET) name = first
    if (name === 0) return 0
    this.position = end
    this.#reader.escape(name)
    return end
  }

  /** Reads `CSI numbers final` or `CSI ? numbers final`. Returns its end, or 0 for others. */
  #wholeControl(bytes: Uint8Array, start: number): number {
    const isPrivate = start < bytes.length && bytes[start] === 0x3f
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

  /** Reads subparameters, or too many parameters. Returns their end. */
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

  /** Continues a split sequence, string or character. */
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

  /** Reads one byte of a character beyond ASCII, or the byte that ends it. */
  wide(bytes: Uint8Array, at: number): number {
    if (!this.#characters.open) this.#characterBegan = this.#fed + at
    const code = this.#characters.feed(bytes[at]!)
    const next = this.#characters.reread ? at : at + 1
    if (code === null) return next
    // data within an OSC; otherwise a C1 control has two bytes, and a cut between them only
    // lengthens the tail
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

  /** Returns 0, which is unused, for more characters than any sequence has. */
  #name(final: number): number {
    return this.#collectedCount <= 2 ? (this.#collected << 8) | final : 0
  }

  #step(code: number): void {
    const transition = transitions[(this.#state << 8) | Math.min(code, WIDER)]!
    // biome-ignore format: a table, read by its columns
    switch (transition >> 4) {
      case PRINT: this.#reader.print(code); break
      case EXECUTE: this.#reader.execute(code); break
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
      case ESC_DISPATCH: this.#reader.escape(this.#name(code)); break
      case CSI_DISPATCH: this.#reader.control(this.#name(code), this.parameters); break
      default: this.#string(transition >> 4, code)
    }
    this.#state = transition & 15
  }

  /** Actions of strings, separate to keep `#step` short. */
  #string(action: number, code: number): void {
    // biome-ignore format: a table, read by its columns
    switch (action) {
      case OSC_START: this.#osc.start(); break
      case OSC_PUT: this.#osc.put(code); break
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
      case APPLICATION_START: this.#wanted = this.#reader.strings?.application() === true; break
      case UNHOOK:
        this.#clear()
        this.#endString(code)
        this.#reader.unhook(!isBroken(code))
        break
      case APPLICATION_END: this.#clear(); this.#endString(code)
    }
  }

  #endString(code: number): void {
    if (this.#wanted) this.#reader.strings?.end(!isBroken(code))
    this.#wanted = false
  }
}

/** Returns whether CAN or SUB canceled a string. */
function isBroken(code: number): boolean {
  return code === 0x18 || code === 0x1a
}
