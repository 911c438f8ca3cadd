/**
 * Reads modes, margins, cursor style and keyboard flags from output. The modes of output that has
 * left the ring give a VT core the right screen and modes if it starts in the middle of a
 * full-screen program's output. The modes at a command's start and end show the modes that it left.
 */

import { findByte } from '../../../base/sequences/find-byte.ts'
import { KittyFlags, reportEvents } from '../../config/keys/kitty-flags.ts'
import {
  ansiModes,
  conformanceLevels,
  isScreenMode,
  keptBySoftReset,
  mouseEncodings,
  mouseModes,
  otherKeysLevel,
  privateModes,
} from '../../../base/sequences/modes.ts'
import type { ConformanceLevel, ModifyOtherKeys } from '../../../base/sequences/modes.ts'

/** Modes that outlive the bytes that set them and affect later bytes, keys or the mouse. */
const kept = new Set([
  ...Object.keys({ ...privateModes, ...mouseModes, ...mouseEncodings }).map(Number),
  ...[6, 25, 47, 69, 1005, 1047, 1049],
])

/** Modes of `CSI h` without a question mark. No kept private mode has one of these numbers. */
const ansi = new Set(Object.keys(ansiModes).map(Number))

const mouse = Object.keys(mouseModes).map(Number)
const encodings = Object.keys(mouseEncodings).map(Number)

const onAtFirst = new Set([7, 8, 25, 1007, 1243])

/** Modes that DECSTR returns to their defaults. */
const softlyReset = [
  ...Object.entries({ ...ansiModes, ...privateModes })
    .filter(([, name]) => !keptBySoftReset.some((kept) => kept === name))
    .map(([mode]) => Number(mode)),
  ...[6, 25, 69],
]

/** Longest recognized sequence. One cut by the end of a chunk is carried over. */
const sequenceBytesMax = 64

const ESC = 0x1b
const nothing: Uint8Array = new Uint8Array(0)
const opening = /^\x1b(?:\[[?!>=<]?[0-9;]*[ "]?)?$/

export class ModeMemory {
  readonly #modes = new Map<number, boolean>()
  #keyboard = new KittyFlags()
  #otherKeys: ModifyOtherKeys = 0
  /** Mode by which the alternate screen was entered; 0 on the primary screen. */
  #entered = 0
  /** Parameters of DECSTBM, which both screens share. */
  #margins = ''
  #cursorStyle = 0
  /** Paragraphs start at the right (SCP). */
  #isRightToLeft = false
  /** Conformance level (DECSCL); 0 if none was set. */
  #level: ConformanceLevel = 0
  /** Origin mode as DECSC saved it on each screen. */
  #origins: [boolean, boolean] = [false, false]
  #carried = nothing

  /** Examines only the bytes after each ESC, without strings, because heavy output passes here. */
  feed(bytes: Uint8Array): void {
    const carried = this.#carried.length
    let head: Uint8Array | null = null
    if (carried > 0) {
      head = new Uint8Array(carried + Math.min(bytes.length, sequenceBytesMax))
      head.set(this.#carried)
      head.set(bytes.subarray(0, head.length - carried), carried)
      this.#look(head, 0)
    }
    let last = -1
    for (let at = findByte(bytes, ESC, 0); at !== -1; at = findByte(bytes, ESC, at + 1)) {
      last = at
      this.#look(bytes, at)
    }
    const tail = last === -1 && head !== null ? head : last === -1 ? null : bytes.subarray(last)
    this.#carried =
      tail !== null && tail.length < sequenceBytesMax && opening.test(latin1(tail))
        ? tail.slice()
        : nothing
  }

  /** Skips bytes that set no mode and continue no sequence. */
  pass(): void {
    this.#carried = nothing
  }

  get entered(): number {
    return this.#entered
  }

  /** Whether margins are set within a screen of this many rows. */
  hasMargins(rows: number): boolean {
    const [top = '', bottom = ''] = this.#margins.split(';')
    return Number(top) > 1 || (Number(bottom) > 0 && Number(bottom) < rows)
  }

  get level(): ConformanceLevel {
    return this.#level
  }

  /** Returns the sequence that sets where paragraphs start. */
  get direction(): string {
    return this.#isRightToLeft ? '\x1b[2 k' : '\x1b[ k'
  }

  get cursorStyle(): number {
    return this.#cursorStyle
  }

  isOn(mode: number): boolean {
    return this.#modes.get(mode) ?? onAtFirst.has(mode)
  }

  get otherKeys(): ModifyOtherKeys {
    return this.#otherKeys
  }

  /** Whether the program of the visible screen has asked for releases of keys. */
  get reportsReleases(): boolean {
    return (this.#keyboard.flags(this.#entered !== 0) & reportEvents) !== 0
  }

  /** Returns the sequences that take away the keyboard flags set since `start`, on one screen. */
  keyboardBackTo(start: ModeMemory, alternate: boolean): string {
    return this.#keyboard.backTo(start.#keyboard, alternate)
  }

  get #screen(): 0 | 1 {
    return this.#entered === 0 ? 0 : 1
  }

  /**
   * Handles ESC c, ESC = or >, CSI ! p, CSI ? numbers h or l, CSI > = or < numbers u, CSI >
   * numbers m or n, and CSI numbers h, l, r, SP q, SP k or " p.
   */
  #look(bytes: Uint8Array, at: number): void {
    const second = bytes[at + 1]
    if (second === 0x63) {
      this.#reset(true)
      return
    }
    if (second === 0x3d || second === 0x3e) this.#set(66, second === 0x3d)
    else if (second === 0x37 || second === 0x38) this.#saveCursor(second === 0x37)
    if (second !== 0x5b) return
    const leader = bytes[at + 2]
    if (leader === 0x21) {
      if (bytes[at + 3] === 0x70) this.#reset(false)
      return
    }
    if (leader === undefined) return
    const isPlain = leader < 0x3c || leader > 0x3f
    const from = isPlain ? at + 2 : at + 3
    const limit = Math.min(bytes.length, at + sequenceBytesMax)
    let end = from
    while (end < limit && isParameter(bytes[end] ?? 0)) end += 1
    if (end === limit) return
    const final = bytes[end] ?? 0
    if (isPlain) this.#plain(bytes, from, end, final)
    else if (leader !== 0x3f) {
      if (final === 0x75) this.#keyboardAsked(leader, bytes, from, end)
      else if (leader === 0x3e && (final === 0x6d || final === 0x6e))
        this.#setOtherKeys(latin1(bytes.subarray(from, end)), final === 0x6d)
    } else if ((final === 0x68 || final === 0x6c) && end > from)
      this.#setModes(bytes, from, end, final === 0x68, kept)
  }

  #plain(bytes: Uint8Array, from: number, end: number, final: number): void {
    if (final === 0x68 || final === 0x6c) this.#setModes(bytes, from, end, final === 0x68, ansi)
    else if (final === 0x72) this.#margins = latin1(bytes.subarray(from, end))
    else if (final === 0x20 && bytes[end + 1] === 0x71)
      this.#cursorStyle = Number(latin1(bytes.subarray(from, end)))
    else if (final === 0x20 && bytes[end + 1] === 0x6b) {
      const path = Number.parseInt(latin1(bytes.subarray(from, end)), 10) || 0
      if (path <= 2) this.#isRightToLeft = path === 2
    } else if (final === 0x22 && bytes[end + 1] === 0x70)
      this.#setLevel(Number.parseInt(latin1(bytes.subarray(from, end)), 10) || 0)
    else if (final === 0x73 || final === 0x75) this.#saveCursor(final === 0x73)
  }

  /** DECSCL, which is also a soft reset. */
  #setLevel(level: number): void {
    const known = level === 0 ? 0 : conformanceLevels.find((one) => one === level)
    if (known === undefined) return
    this.#reset(false)
    this.#level = known
  }

  #setModes(
    bytes: Uint8Array,
    from: number,
    end: number,
    on: boolean,
    known: ReadonlySet<number>,
  ): void {
    for (let at = from, mode = 0; at <= end; at += 1) {
      const byte = bytes[at] ?? 0
      if (at < end && byte !== 0x3b) {
        mode = mode * 10 + byte - 0x30
        continue
      }
      if (known.has(mode)) this.#set(mode, on)
      mode = 0
    }
  }

  /** A mouse mode replaces another, and resetting any of them turns the mouse off, as in xterm. */
  #set(mode: number, on: boolean): void {
    if (mouseModes[mode] !== undefined) for (const other of mouse) this.#modes.delete(other)
    else if (mouseEncodings[mode] !== undefined) {
      if (!on && !this.isOn(mode)) return
      for (const other of encodings) this.#modes.delete(other)
    }
    this.#modes.delete(mode)
    this.#modes.set(mode, on)
    if (!isScreenMode(mode)) return
    if (mode === 1049 && on) this.#saveCursor(true)
    this.#entered = on ? this.#entered || mode : 0
    if (mode === 1049 && !on) this.#saveCursor(false)
  }

  /** DECSC, or DECRC if not `on`. */
  #saveCursor(on: boolean): void {
    if (on) this.#origins[this.#screen] = this.isOn(6)
    else if (this.isOn(6) !== this.#origins[this.#screen]) this.#set(6, this.#origins[this.#screen])
  }

  copy(): ModeMemory {
    const copy = new ModeMemory()
    for (const [mode, on] of this.#modes) copy.#modes.set(mode, on)
    copy.#keyboard = this.#keyboard.copy()
    copy.#otherKeys = this.#otherKeys
    copy.#entered = this.#entered
    copy.#margins = this.#margins
    copy.#cursorStyle = this.#cursorStyle
    copy.#isRightToLeft = this.#isRightToLeft
    copy.#level = this.#level
    copy.#origins = [...this.#origins]
    copy.#carried = this.#carried
    return copy
  }

  /** Returns the sequences that set these modes in a fresh terminal. */
  bytes(): Uint8Array {
    const modes = [...this.#modes]
      .filter(([mode]) => mode !== 2026)
      .map(([mode, on]) => setMode(mode, on))
      .join('')
    const style = this.#cursorStyle === 0 ? '' : `\x1b[${this.#cursorStyle} q`
    const direction = this.#isRightToLeft ? this.direction : ''
    // after the mode that selects the screen; it moves the cursor, as the program did
    const margins = this.#margins === '' ? '' : `\x1b[${this.#margins}r`
    const alternate = this.#keyboard.sequences(true)
    // Each screen has its own flags: the other screen's are set before the modes select one.
    const aside = alternate === '' ? '' : `\x1b[?47h${alternate}\x1b[?47l`
    const otherKeys = this.#otherKeys === 0 ? '' : `\x1b[>4;${this.#otherKeys}m`
    const level = this.#level === 0 ? '' : `\x1b[${this.#level};1"p`
    return new TextEncoder().encode(
      `${level}${this.#keyboard.sequences(false)}${aside}${modes}${otherKeys}${style}${direction}` +
        margins,
    )
  }

  #keyboardAsked(leader: number, bytes: Uint8Array, from: number, end: number): void {
    const alternate = this.#entered !== 0
    const [one = '', two = ''] = latin1(bytes.subarray(from, end)).split(';')
    if (leader === 0x3e) this.#keyboard.push(alternate, Number(one))
    else if (leader === 0x3c) this.#keyboard.pop(alternate, Number(one))
    else this.#keyboard.set(alternate, Number(one), Number(two) || 1)
  }

  #setOtherKeys(numbers: string, set: boolean): void {
    const [resource = 0, level] = numbers.split(';').map(Number)
    if (resource === 4) this.#otherKeys = set ? otherKeysLevel(level) : 0
    else if (set && resource === 0 && !numbers.includes(';')) this.#otherKeys = 0 // all resources
  }

  /** RIS resets everything, DECSTR some modes and the screen in use. */
  #reset(whole: boolean): void {
    if (whole) {
      if (this.#modes.size > 0) this.#modes.clear()
      this.#keyboard.reset()
      this.#entered = 0
      this.#level = 0
      this.#origins = [false, false]
    } else {
      for (const mode of softlyReset) this.#modes.delete(mode)
      this.#keyboard.pop(this.#entered !== 0, Number.POSITIVE_INFINITY)
      this.#origins[this.#screen] = false
    }
    this.#margins = ''
    this.#cursorStyle = 0
    this.#isRightToLeft = false
    this.#otherKeys = 0
  }
}

/** Returns the sequence that sets or resets the mode. */
export function setMode(mode: number, on: boolean): string {
  return `\x1b[${ansi.has(mode) ? '' : '?'}${mode}${on ? 'h' : 'l'}`
}

function isParameter(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x3b
}

/** Returns one character per byte, for up to `sequenceBytesMax` bytes. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, sequenceBytesMax))
}
