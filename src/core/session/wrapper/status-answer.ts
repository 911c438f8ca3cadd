/**
 * Answers `OSC 7501 ; ?` under `vibeflow run`: whether reports are read. The outer terminal may
 * answer itself. If it does not, its answer to `CSI c`, which programs send next, or its silence
 * shows that; then vibeflow answers, since it reads reports.
 */
import type { Clock, Millis } from '../../../base/clock.ts'
import type { OutputQuery } from '../../../base/sequences/query.ts'
import { reply } from '../../../terminal/replies/replies.ts'

type Terminator = OutputQuery['terminator']

interface StatusAnswerPorts {
  readonly clock: Clock
  /** Writes to the program now. */
  readonly answer: (bytes: Uint8Array) => void
}

/** Wait when the program asks nothing else: a round trip to the terminal, also over SSH. */
export const answerWaitMs: Millis = 1_000

/** Waiting queries; programs ask once. */
const waitingMax = 16

/** Bytes of a partial answer: that of 7501, or DA1 with many numbers. */
const tailMax = 128

/** The outer terminal's answers: that it reads reports, or DA1. */
const said = /\x1b\]7501;\?(?:\x07|\x1b\\)|\x1b\[\?[\d;]*c/

export class StatusAnswer {
  readonly #ports: StatusAnswerPorts
  #waiting: Terminator[] = []
  /** Whether the outer terminal reads reports; `null` if unknown. */
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

  /** Handles the outer terminal's bytes. Returns the bytes for the program, in order. */
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
    // never inside a sequence whose start the program already has
    const at = found.index >= before ? found.index - before : found.index + found[0].length - before
    return [bytes.subarray(0, at), answerTo(ends), bytes.subarray(at)].filter(
      (part) => part.length > 0,
    )
  }

  dispose(): void {
    this.#forget()
  }

  /** Answers after silence; the terminal's support stays unknown. */
  #give(): void {
    const ends = this.#forget()
    if (ends.length > 0) this.#ports.answer(answerTo(ends))
  }

  /** @returns the waiting queries */
  #forget(): readonly Terminator[] {
    const waiting = this.#waiting
    this.#waiting = []
    this.#tail = ''
    this.#cancel?.()
    this.#cancel = null
    return waiting
  }
}

/** Longer input is a paste, which contains no answer. */
const inputLookedAtMax = 8_192

/** Neither is part of this reply. */
const noFacts = { version: '', clipboardWrite: false }

function answerTo(ends: readonly Terminator[]): Uint8Array {
  const one = (end: Terminator) => reply({ kind: 'program-status', terminator: end }, noFacts) ?? ''
  return new TextEncoder().encode(ends.map(one).join(''))
}
