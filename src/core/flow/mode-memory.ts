/**
 * Remembers the private modes and keyboard flags set by output that has left the replay ring, so that a page that begins in the middle of a
 * full-screen program's output begins in the right screen with the right mouse and paste modes. The shadow terminal will know more.
 */

import { KittyFlags } from '../keys/kitty-flags.ts'

/** Modes that outlive the bytes that set them and change how later bytes act, or what keys and mouse send. */
const kept = new Set([1, 5, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1047, 1049, 2004, 2031])

/** Longest sequence that is understood; real ones have at most a few numbers. One cut by a chunk's end is carried over. */
const sequenceBytesMax = 64

/** Numbers of one sequence that are understood, which is more than fit its bytes. */
const numbersMax = sequenceBytesMax

const ESC = 0x1b
const BRACKET = 0x5b
const QUESTION = 0x3f
const EXCLAMATION = 0x21
const SEMICOLON = 0x3b
/** `>` pushes keyboard flags, `<` takes them back, `=` sets them. */
const keyboardLeaders: Readonly<Record<number, string>> = { 0x3e: '>', 0x3d: '=', 0x3c: '<' }
const opening = /^\x1b(?:\[(?:[?!>=<][0-9;]*)?)?$/

export class ModeMemory {
  readonly #modes = new Map<number, boolean>()
  #keyboard = new KittyFlags()
  #alternate = false
  #carried: Uint8Array = new Uint8Array(0)
  // Of the sequence that is looked at: its numbers, how many they are, and whether there was not even a semicolon.
  readonly #numbers = new Float64Array(numbersMax)
  #count = 0
  #empty = false

  /** Looks only at what follows each ESC: floods pass here. */
  feed(bytes: Uint8Array): void {
    const carried = this.#carried.length
    const head = new Uint8Array(carried + Math.min(bytes.length, sequenceBytesMax))
    head.set(this.#carried)
    head.set(bytes.subarray(0, head.length - carried), carried)
    if (carried > 0) this.#look(head, 0)

    for (let at = bytes.indexOf(ESC); at !== -1; at = bytes.indexOf(ESC, at + 1)) this.#look(bytes, at)

    const last = bytes.lastIndexOf(ESC)
    const tail = last === -1 && carried > 0 ? head : bytes.subarray(Math.max(last, 0))
    this.#carried = tail.length < sequenceBytesMax && opening.test(latin1(tail)) ? tail.slice() : new Uint8Array(0)
  }

  /** Programs that draw by frames switch modes hundreds of times a second: read in place, without a string. */
  #look(bytes: Uint8Array, at: number): void {
    const second = bytes[at + 1]
    if (second === 0x63) { this.#reset(true); return } // c: RIS
    if (second !== BRACKET) return
    const leader = bytes[at + 2] as number
    if (leader === EXCLAMATION) { if (bytes[at + 3] === 0x70) this.#reset(false); return } // p: DECSTR
    const keyboard = keyboardLeaders[leader]
    if (leader !== QUESTION && keyboard === undefined) return
    const final = this.#readNumbers(bytes, at + 3, Math.min(bytes.length, at + sequenceBytesMax))
    if (keyboard !== undefined) { if (final === 0x75) this.#keyboardAsked(keyboard); return } // u
    if ((final !== 0x68 && final !== 0x6c) || this.#empty) return // h sets, l takes back
    for (let index = 0; index < this.#count; index += 1) {
      const mode = this.#numbers[index] as number
      if (kept.has(mode)) this.#modes.set(mode, final === 0x68)
      if (mode === 47 || mode === 1047 || mode === 1049) this.#alternate = final === 0x68
    }
  }

  /** Numbers between semicolons, an absent one as 0, into `#numbers`. @returns the byte behind them; 0: the bytes end before */
  #readNumbers(bytes: Uint8Array, from: number, to: number): number {
    let value = 0
    this.#count = 0
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number
      if (byte >= 0x30 && byte <= 0x39) value = value * 10 + (byte - 0x30)
      else {
        this.#numbers[this.#count] = value
        this.#count += 1
        value = 0
        if (byte !== SEMICOLON) { this.#empty = at === from; return byte }
      }
    }
    return 0
  }

  copy(): ModeMemory {
    const copy = new ModeMemory()
    for (const [mode, on] of this.#modes) copy.#modes.set(mode, on)
    copy.#keyboard = this.#keyboard.copy()
    copy.#alternate = this.#alternate
    copy.#carried = this.#carried
    return copy
  }

  /** The sequences that bring a fresh terminal to these modes. */
  bytes(): Uint8Array {
    const modes = [...this.#modes].map(([mode, on]) => `\x1b[?${mode}${on ? 'h' : 'l'}`).join('')
    const alternate = this.#keyboard.sequences(true)
    // Each screen has flags of its own: those of the other screen are given to it before the modes choose one.
    const aside = alternate === '' ? '' : `\x1b[?47h${alternate}\x1b[?47l`
    return new TextEncoder().encode(`${this.#keyboard.sequences(false)}${aside}${modes}`)
  }

  #keyboardAsked(leader: string): void {
    const one = this.#numbers[0] as number
    if (leader === '>') this.#keyboard.push(this.#alternate, one)
    else if (leader === '<') this.#keyboard.pop(this.#alternate, one)
    else this.#keyboard.set(this.#alternate, one, (this.#count > 1 ? this.#numbers[1] : 0) || 1)
  }

  /** RIS forgets everything; DECSTR what it resets (it leaves screen, mouse and paste modes alone). */
  #reset(whole: boolean): void {
    if (whole) { this.#modes.clear(); this.#keyboard.reset(); this.#alternate = false }
    else for (const mode of [1, 6, 7, 25, 66]) this.#modes.delete(mode)
  }
}

/** One character a byte, for at most `sequenceBytesMax` of them. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
