/**
 * Bytes to operations on a Screen. What happens in which state stands in states.ts; this file runs that table, with short ways for what
 * output is mostly made of: runs of text in ground, and control sequences of plain numbers that one chunk holds whole.
 */
import { controlSequences, type ControlSequence } from './csi.ts'
import { designate, escapeSequences, execute, type EscapeSequence } from './esc.ts'
import { LenientUtf8 } from '../guard/lenient-utf8.ts'
import { OscCollector } from './osc-collector.ts'
import { operatingSystemCommand } from './osc.ts'
import { Parameters } from './parameters.ts'
import { Passing } from './passing.ts'
import { printAsciiRun, printCode, printThreeByteRun } from './print.ts'
import type { Screen } from './screen.ts'
import { lineFeed } from './scroll.ts'
import { selectGraphics } from './sgr.ts'
import { actionNumber, openers, stateNumber, states, transitions, WIDER } from './states.ts'
import { bytesOf, codeAt } from './utf8.ts'

const GROUND = stateNumber('ground')
const ESCAPE = stateNumber('escape')
const OSC = stateNumber('osc')
const IGNORED_STRING = stateNumber('ignoredString')
const DCS_IGNORE = stateNumber('dcsIgnore')
const DCS_PASSTHROUGH = stateNumber('dcsPassthrough')

/** Printable ASCII changes nothing in these. */
const isSwallowing = (state: number): boolean => state === IGNORED_STRING || state === DCS_PASSTHROUGH || state === DCS_IGNORE

const PRINT = actionNumber('print'), EXECUTE = actionNumber('execute'), CLEAR = actionNumber('clear'), COLLECT = actionNumber('collect'), PARAM = actionNumber('param')
const ESC_DISPATCH = actionNumber('escDispatch'), CSI_DISPATCH = actionNumber('csiDispatch'), OSC_START = actionNumber('oscStart'), OSC_PUT = actionNumber('oscPut')
const OSC_END = actionNumber('oscEnd'), UNHOOK = actionNumber('unhook')

/** By final byte, without intermediates and without prefix, or with `?`; all but the first by their whole identifier, too. */
const plainCsi: (ControlSequence | undefined)[] = Array.from({ length: 128 }, (_, final) => controlSequences[String.fromCharCode(final)])
const privateCsi: (ControlSequence | undefined)[] = Array.from({ length: 128 }, (_, final) => controlSequences[`?${String.fromCharCode(final)}`])
const otherCsi = new Map(Object.entries(controlSequences).filter(([name]) => name.length > 1).map(([name, act]) => [identifier(name), act]))
const plainEsc: (EscapeSequence | undefined)[] = Array.from({ length: 128 }, (_, final) => escapeSequences[String.fromCharCode(final)])

/** Prefix and intermediates in one number. More than three are known to no sequence. */
function identifier(name: string): number {
  return [...name].reduce((number, character) => number << 8 | character.charCodeAt(0), 0)
}

export class Parser {
  readonly #screen: Screen
  readonly #parameters = new Parameters()
  readonly #osc = new OscCollector()
  readonly #text = new LenientUtf8()
  readonly #passing: Passing
  #state = GROUND
  #collected = 0
  #collectedCount = 0
  /** Bytes fed in earlier calls, and where among all bytes the unfinished sequence or character began. */
  #fed = 0
  #began = 0
  #textBegan = 0

  constructor(screen: Screen) {
    this.#screen = screen
    this.#passing = new Passing(screen, this.#parameters)
  }

  /**
   * Bytes at the end of what was fed that belong to an unfinished sequence or character and have changed nothing yet: so far before the end
   * lies a clean cut. A control inside a sequence is executed at once; it does not count, since it comes again with the same effect only
   * in programs that nobody writes.
   */
  get unfinishedBytes(): number {
    if (this.#state !== GROUND) return this.#fed - this.#began
    return this.#text.open ? this.#fed - this.#textBegan : 0
  }

  /** What a fresh parser is given so that the rest of the unfinished sequence does nothing to it; empty: none is open. */
  get opener(): string {
    return openers[states[this.#state]!]
  }

  /** Takes the next bytes, cut anywhere. */
  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at = this.#state === GROUND ? this.#ground(bytes, at) : this.#sequence(bytes, at)
    this.#fed += bytes.length
  }

  /** Text and controls, up to an escape or the end. */
  #ground(bytes: Uint8Array, start: number): number {
    const screen = this.#screen
    const length = bytes.length
    let at = start
    if (this.#text.open) { // which it is at the beginning of a chunk only
      at = this.#wide(bytes, at)
      if (this.#state !== GROUND) return at
    }
    while (at < length) {
      const byte = bytes[at]!
      if (byte >= 0x20 && byte < 0x7f) {
        if (screen.plain) at = printAsciiRun(screen, bytes, at)
        else { printCode(screen, byte); at += 1 }
      } else if (byte === 0x1b) {
        this.#began = this.#fed + at
        if (at + 2 < length && bytes[at + 1] === 0x5b) {
          const next = this.#quickCsi(bytes, at + 2)
          if (next !== 0) { at = next; continue }
        }
        this.#clear()
        this.#state = ESCAPE
        return at + 1
      } else if (byte === 0x0a) {
        const scrolls = screen.y === screen.bottom
        lineFeed(screen)
        screen.joinWidth = 0
        at += 1
        if (scrolls) at = this.#passing.pass(bytes, at, this.#fed)
      } else if (byte >= 0x80) {
        at = this.#wide(bytes, at)
        if (this.#state !== GROUND) return at
      } else {
        if (byte !== 0x7f) { execute(screen, byte); screen.joinWidth = 0 }
        at += 1
      }
    }
    return at
  }

  /** Characters beyond ASCII in ground, one after the other. Returns where they end. */
  #wide(bytes: Uint8Array, start: number): number {
    const screen = this.#screen
    const length = bytes.length
    let at = start
    while (at < length) {
      const first = bytes[at]!
      if (!this.#text.open) {
        if (first < 0x80) return at
        // Three bytes, as most text beyond Latin: many at a time.
        if (first >= 0xe1 && first <= 0xec && screen.plain) {
          const next = printThreeByteRun(screen, bytes, at)
          if (next !== at) { at = next; continue }
        }
        const whole = codeAt(bytes, at)
        if (whole !== 0) {
          printCode(screen, whole)
          at += bytesOf(whole)
          continue
        }
        this.#textBegan = this.#fed + at
      }
      const code = this.#text.feed(first)
      if (this.#text.reread) continue
      at += 1
      if (code === null) continue
      if (code >= WIDER) { printCode(screen, code); continue }
      this.#began = this.#textBegan
      this.#step(code)
      if (this.#state !== GROUND) return at
    }
    return at
  }

  /** `CSI numbers final` that the chunk holds whole. Returns where it ends, 0 if it is anything else: then nothing has happened. */
  #quickCsi(bytes: Uint8Array, start: number): number {
    const parameters = this.#parameters
    const isPrivate = bytes[start] === 0x3f
    const first = isPrivate ? start + 1 : start
    let at = parameters.take(bytes, first)
    if (at === -1) at = this.#parameterBytes(bytes, first)
    if (at >= bytes.length) return 0
    const byte = bytes[at]!
    if (!(byte >= 0x40 && byte <= 0x7e)) return 0
    if (isPrivate) privateCsi[byte]?.(this.#screen, parameters)
    else if (byte === 0x6d) selectGraphics(this.#screen, parameters) // by far the most frequent
    else plainCsi[byte]?.(this.#screen, parameters)
    this.#screen.joinWidth = 0
    return at + 1
  }

  /** Parameters with sub-parameters, or more of them than are kept. Returns where they end. */
  #parameterBytes(bytes: Uint8Array, start: number): number {
    const parameters = this.#parameters
    parameters.reset()
    let at = start
    for (let byte = bytes[at]!; byte >= 0x30 && byte <= 0x3b; byte = bytes[at += 1]!) {
      if (byte <= 0x39) parameters.digit(byte - 0x30)
      else if (byte === 0x3b) parameters.next()
      else parameters.sub()
    }
    return at
  }

  /** In a sequence or string: character by character through the table. */
  #sequence(bytes: Uint8Array, start: number): number {
    let at = start
    while (at < bytes.length && this.#state !== GROUND) {
      const byte = bytes[at]!
      if (byte < 0x80 && !this.#text.open) {
        if (this.#state === OSC && byte >= 0x20) { at = this.#osc.take(bytes, at); continue }
        if (this.#state >= IGNORED_STRING && byte >= 0x20 && byte < 0x7f && isSwallowing(this.#state)) {
          do at += 1; while (at < bytes.length && bytes[at]! >= 0x20 && bytes[at]! < 0x7f)
          continue
        }
        if (byte === 0x1b) this.#began = this.#fed + at
        this.#step(byte)
        at += 1
        continue
      }
      const code = this.#text.feed(byte)
      if (this.#text.reread) continue
      at += 1
      if (code === null) continue
      if (code < WIDER) this.#began = this.#fed + at - 2 // a C1 control is two bytes; a cut between them only makes the tail longer
      this.#step(code)
    }
    return at
  }

  #clear(): void {
    this.#parameters.reset()
    this.#collected = 0
    this.#collectedCount = 0
  }

  #step(code: number): void {
    const screen = this.#screen
    const transition = transitions[this.#state << 8 | Math.min(code, WIDER)]!
    const action = transition >> 4
    switch (action) {
      case PRINT: printCode(screen, code); break
      case EXECUTE: execute(screen, code); screen.joinWidth = 0; break
      case CLEAR: this.#clear(); break
      case COLLECT: this.#collected = this.#collected << 8 | code; this.#collectedCount += 1; break
      case PARAM:
        if (code === 0x3b) this.#parameters.next()
        else if (code === 0x3a) this.#parameters.sub()
        else this.#parameters.digit(code - 0x30)
        break
      case ESC_DISPATCH: this.#escape(code); screen.joinWidth = 0; break
      case CSI_DISPATCH: {
        const act = this.#collectedCount === 0 ? plainCsi[code] : this.#collectedCount <= 2 ? otherCsi.get(this.#collected << 8 | code) : undefined
        act?.(screen, this.#parameters)
        screen.joinWidth = 0
        break
      }
      case OSC_START: this.#osc.start(); break
      case OSC_PUT: this.#osc.put(code); break
      case OSC_END: {
        const body = code === 0x18 || code === 0x1a ? null : this.#osc.end()
        if (body !== null) operatingSystemCommand(screen, body)
        this.#clear()
        screen.joinWidth = 0
        break
      }
      case UNHOOK: this.#clear(); screen.joinWidth = 0
    }
    this.#state = transition & 15
  }

  #escape(final: number): void {
    if (this.#collectedCount === 0) plainEsc[final]?.(this.#screen)
    else if (this.#collectedCount === 1) {
      const intermediate = String.fromCharCode(this.#collected)
      const act = escapeSequences[intermediate + String.fromCharCode(final)]
      if (act !== undefined) act(this.#screen)
      else designate(this.#screen, intermediate, String.fromCharCode(final))
    }
  }
}
