/**
 * Remembers the private modes and keyboard flags set by output that has left the replay ring, so that a page that begins in the middle of a
 * full-screen program's output begins in the right screen with the right mouse and paste modes. The shadow terminal will know more.
 */

import { KittyFlags } from '../keys/kitty-flags.ts'

/** Modes that outlive the bytes that set them and change how later bytes act, or what keys and mouse send. */
const kept = new Set([1, 5, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1047, 1049, 2004, 2031])

/** Longest sequence that is understood; real ones have at most a few numbers. One cut by a chunk's end is carried over. */
const sequenceBytesMax = 64

const ESC = 0x1b
const sequence = /^\x1b(?:\[(?:\?([0-9;]+)([hl])|!p|([>=<])([0-9;]*)u)|c)/
const opening = /^\x1b(?:\[(?:[?!>=<][0-9;]*)?)?$/
/** The bytes behind `CSI` that begin one of them: ? ! > = < */
const leaders: ReadonlySet<number | undefined> = new Set([0x3f, 0x21, 0x3e, 0x3d, 0x3c])

export class ModeMemory {
  readonly #modes = new Map<number, boolean>()
  #keyboard = new KittyFlags()
  #alternate = false
  #carried: Uint8Array = new Uint8Array(0)

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

  #look(bytes: Uint8Array, at: number): void {
    const second = bytes[at + 1]
    if (second !== 0x63 && !(second === 0x5b && leaders.has(bytes[at + 2]))) return // c, [ with a leader
    const match = sequence.exec(latin1(bytes.subarray(at, at + sequenceBytesMax)))
    if (match === null) return
    const [whole, modes, letter, leader, flags] = match
    if (leader !== undefined) { this.#keyboardAsked(leader, flags ?? ''); return }
    if (modes === undefined) { this.#reset(whole === '\x1bc'); return }
    for (const word of modes.split(';')) {
      const mode = Number(word)
      if (kept.has(mode)) this.#modes.set(mode, letter === 'h')
      if (mode === 47 || mode === 1047 || mode === 1049) this.#alternate = letter === 'h'
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

  /** The sequences that bring a fresh terminal to these modes. */
  bytes(): Uint8Array {
    const modes = [...this.#modes].map(([mode, on]) => `\x1b[?${mode}${on ? 'h' : 'l'}`).join('')
    const alternate = this.#keyboard.sequences(true)
    // Each screen has flags of its own: those of the other screen are given to it before the modes choose one.
    const aside = alternate === '' ? '' : `\x1b[?47h${alternate}\x1b[?47l`
    return new TextEncoder().encode(`${this.#keyboard.sequences(false)}${aside}${modes}`)
  }

  #keyboardAsked(leader: string, parameters: string): void {
    const [one = '', two = ''] = parameters.split(';')
    if (leader === '>') this.#keyboard.push(this.#alternate, Number(one))
    else if (leader === '<') this.#keyboard.pop(this.#alternate, Number(one))
    else this.#keyboard.set(this.#alternate, Number(one), Number(two) || 1)
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
