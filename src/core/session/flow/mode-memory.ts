/**
 * Remembers private modes and keyboard flags set by output that has left the ring. A VT core that
 * starts in the middle of a full-screen program's output then has the right screen and modes.
 */

import { KittyFlags } from '../../config/keys/kitty-flags.ts'
import { isScreenMode } from '../../../base/sequences/modes.ts'

/** Modes that outlive the bytes that set them and affect later bytes, keys or the mouse. */
const kept = new Set([
  1, 5, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1047,
  1049, 2004, 2027, 2031, 2048,
])

/** Longest recognized sequence. One cut by the end of a chunk is carried over. */
const sequenceBytesMax = 64

const ESC = 0x1b
const nothing: Uint8Array = new Uint8Array(0)
const opening = /^\x1b(?:\[(?:[?!>=<][0-9;]*)?)?$/

/** Bytes searched for ESC by a loop: where sequences are dense, `indexOf` costs more. */
const nearBytes = 32

export class ModeMemory {
  readonly #modes = new Map<number, boolean>()
  #keyboard = new KittyFlags()
  #alternate = false
  #carried = nothing

  /** Looks only at what follows each ESC, without strings: heavy output passes here. */
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
    for (let at = nextEscape(bytes, 0); at !== -1; at = nextEscape(bytes, at + 1)) {
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

  /** Handles ESC c, CSI ! p, CSI ? numbers h or l, CSI > = or < numbers u. */
  #look(bytes: Uint8Array, at: number): void {
    const second = bytes[at + 1]
    if (second === 0x63) {
      this.#reset(true)
      return
    }
    if (second !== 0x5b) return
    const leader = bytes[at + 2]
    if (leader === 0x21) {
      if (bytes[at + 3] === 0x70) this.#reset(false)
      return
    }
    if (leader === undefined || leader < 0x3c || leader > 0x3f) return
    const from = at + 3
    const limit = Math.min(bytes.length, at + sequenceBytesMax)
    let end = from
    while (end < limit && isParameter(bytes[end]!)) end += 1
    if (end === limit) return
    const final = bytes[end]!
    if (leader !== 0x3f) {
      if (final === 0x75) this.#keyboardAsked(leader, bytes, from, end)
    } else if ((final === 0x68 || final === 0x6c) && end > from)
      this.#setModes(bytes, from, end, final === 0x68)
  }

  #setModes(bytes: Uint8Array, from: number, end: number, on: boolean): void {
    for (let at = from, mode = 0; at <= end; at += 1) {
      const byte = bytes[at]!
      if (at < end && byte !== 0x3b) {
        mode = mode * 10 + byte - 0x30
        continue
      }
      if (kept.has(mode)) this.#modes.set(mode, on)
      if (isScreenMode(mode)) this.#alternate = on
      mode = 0
    }
  }

  copy(): ModeMemory {
    const copy = new ModeMemory()
    for (const [mode, on] of this.#modes) copy.#modes.set(mode, on)
    copy.#keyboard = this.#keyboard.copy()
    copy.#alternate = this.#alternate
    copy.#carried = this.#carried
    return copy
  }

  /** Returns the sequences that set these modes in a fresh terminal. */
  bytes(): Uint8Array {
    const modes = [...this.#modes].map(([mode, on]) => `\x1b[?${mode}${on ? 'h' : 'l'}`).join('')
    const alternate = this.#keyboard.sequences(true)
    // Each screen has its own flags: the other screen's are set before the modes select one.
    const aside = alternate === '' ? '' : `\x1b[?47h${alternate}\x1b[?47l`
    return new TextEncoder().encode(`${this.#keyboard.sequences(false)}${aside}${modes}`)
  }

  #keyboardAsked(leader: number, bytes: Uint8Array, from: number, end: number): void {
    const [one = '', two = ''] = latin1(bytes.subarray(from, end)).split(';')
    if (leader === 0x3e) this.#keyboard.push(this.#alternate, Number(one))
    else if (leader === 0x3c) this.#keyboard.pop(this.#alternate, Number(one))
    else this.#keyboard.set(this.#alternate, Number(one), Number(two) || 1)
  }

  /** RIS resets everything; DECSTR leaves screen, mouse and paste modes unchanged. */
  #reset(whole: boolean): void {
    if (whole) {
      if (this.#modes.size > 0) this.#modes.clear()
      this.#keyboard.reset()
      this.#alternate = false
    } else for (const mode of [1, 6, 7, 25, 66]) this.#modes.delete(mode)
  }
}

function nextEscape(bytes: Uint8Array, start: number): number {
  const near = Math.min(bytes.length, start + nearBytes)
  for (let at = start; at < near; at += 1) if (bytes[at] === ESC) return at
  return near === bytes.length ? -1 : bytes.indexOf(ESC, near)
}

function isParameter(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x3b
}

/** Returns one character per byte, for up to `sequenceBytesMax` bytes. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, sequenceBytesMax))
}
