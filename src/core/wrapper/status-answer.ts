/**
 * `OSC 7501 ; ?` under `vibeflow run`: whether reports are read. The terminal around may answer it
 * itself; one that does not is known by its answer to `CSI c`, which programs send right behind, or
 * by its silence. Then we answer in its place, for we read them.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import type { OutputQuery } from '../../base/sequences/query.ts'
import { reply } from '../../terminal/replies/replies.ts'

type Terminator = OutputQuery['terminator']

export interface StatusAnswerPorts {
  readonly clock: Clock
  /** To the program, now. */
  readonly answer: (bytes: Uint8Array) => void
}

/** Where the program asks nothing else: the way to a terminal and back, over ssh too. */
export const answerWaitMs: Millis = 1_000

/** Questions that wait for the terminal; programs ask once. */
const waitingMax = 16

/** Bytes of an answer that may have come before the rest of it: 7501's, or DA1 of many numbers. */
const tailMax = 128

/** What the terminal around says: that it reads reports, or (DA1) what it is. */
const said = /\x1b\]7501;\?(?:\x07|\x1b\\)|\x1b\[\?[\d;]*c/

export class StatusAnswer {
  readonly #ports: StatusAnswerPorts
  #waiting: Terminator[] = []
  /** Of the terminal around; null: not known yet. */
  #reads: boolean | null = null
  #tail = ''
  #cancel: (() => void) | null = null

  constructor(ports: StatusAnswerPorts) {
    this.#ports = ports
  }

  asked(end: Terminator): void {
    if (this.#reads === true) return
    if (this.#reads === false) this.#ports.answer(answerTo([end]))
    else if (this.#waiting.length < waitingMax) this.#waiting.push(end)
    this.#cancel ??=
      this.#reads === null ? this.#ports.clock.after(answerWaitMs, () => this.#give()) : null
  }

  /**
   * Bytes from the terminal around, on their way to the program.
   * @returns what the program is to get, in this order
   */
  input(bytes: Uint8Array): readonly Uint8Array[] {
    if (this.#waiting.length === 0) return [bytes]
    const before = this.#tail.length
    const text = this.#tail + String.fromCharCode(...bytes.subarray(0, inputLookedAtMax))
    const found = said.exec(text)
    if (found === null) {
      this.#tail = text.slice(-tailMax)
      return [bytes]
    }
    this.#reads = found[0].startsWith('\x1b]')
    const ends = this.#forget()
    if (this.#reads) return [bytes]
    // never into a sequence whose beginning the program has already
    const at = found.index >= before ? found.index - before : found.index + found[0].length - before
    return [bytes.subarray(0, at), answerTo(ends), bytes.subarray(at)].filter(
      (part) => part.length > 0,
    )
  }

  dispose(): void {
    this.#forget()
  }

  /** The terminal is silent: nothing more is known of it. */
  #give(): void {
    const ends = this.#forget()
    if (ends.length > 0) this.#ports.answer(answerTo(ends))
  }

  /** @returns what waited */
  #forget(): readonly Terminator[] {
    const waiting = this.#waiting
    this.#waiting = []
    this.#tail = ''
    this.#cancel?.()
    this.#cancel = null
    return waiting
  }
}

/** A paste is no answer: beyond it nobody looks. */
const inputLookedAtMax = 8_192

/** Neither version nor clipboard is in it. */
const noFacts = { version: '', clipboardWrite: false }

function answerTo(ends: readonly Terminator[]): Uint8Array {
  const one = (end: Terminator) => reply({ kind: 'program-status', terminator: end }, noFacts) ?? ''
  return new TextEncoder().encode(ends.map(one).join(''))
}
