/** The open OSC string: its number, whether it is read, how long it may be, and its body. */
import { assert } from '../../base/assert.ts'
import { scannedStringBytesMax } from './limits.ts'
import { GatheredBody } from './osc-body.ts'
import type { ScanSink, StringEnd } from './scan-sink.ts'

/** Digits of the longest number that is read, 21337, and one more: no program uses longer ones. */
const numberDigitsMax = 6

export class OscString {
  readonly #sink: Pick<ScanSink, 'limitOf' | 'osc' | 'dropped'>
  readonly body = new GatheredBody()
  /** Stream offset of its ESC. */
  #start = 0
  #number = 0
  #digits = 0
  /** Whether the number has ended. */
  #settled = false
  /** Whether the number is read. */
  wanted = false
  /** Bytes so far, with the introducer, and their cap. */
  length = 0
  limit = scannedStringBytesMax
  /** Whether it has been reported as too long. */
  #counted = false

  constructor(sink: Pick<ScanSink, 'limitOf' | 'osc' | 'dropped'>) {
    this.#sink = sink
  }

  /** Begins a string at this offset of the stream. */
  open(start: number): void {
    this.#start = start
    this.#number = 0
    this.#digits = 0
    this.#settled = false
    this.wanted = false
    this.length = 2
    this.limit = scannedStringBytesMax
    this.#counted = false
  }

  /** Returns whether the number goes on with this digit: no leading zero, and not too long. */
  digit(value: number): boolean {
    if (this.#digits >= numberDigitsMax || (this.#digits === 1 && this.#number === 0)) return false
    this.#number = this.#number * 10 + value
    this.#digits += 1
    return true
  }

  /** Ends the number. `valid`: it ended in `;`. */
  settle(valid = true): void {
    const limit = !valid || this.#digits === 0 ? 0 : this.#sink.limitOf(this.#number, this.body)
    assert(limit <= scannedStringBytesMax, 'no string is kept beyond the cap')
    this.#settled = true
    this.wanted = limit > 0
    if (this.wanted) this.limit = limit
  }

  /** Returns whether the string may have so many bytes. */
  fits(length: number): boolean {
    if (length > this.limit && this.wanted && !this.#counted)
      this.limit = Math.max(this.limit, this.#sink.limitOf(this.#number, this.body))
    return length <= this.limit
  }

  /** Reports the string. @param end the offset after its terminator */
  finish(end: number, terminator: StringEnd): void {
    if (!this.#settled) this.settle()
    if (!this.fits(this.length + (terminator === 'bel' ? 1 : 2))) this.tooLong()
    if (this.wanted && !this.#counted) this.#sink.osc(this.#number, this.body, end, terminator)
    this.body.forget()
  }

  /** Reports that something cut the string. */
  cut(end: number): void {
    if (!this.#counted) this.#drop('cut', end)
    this.body.forget()
  }

  /** Reports once that it is too long, and keeps nothing more. */
  tooLong(): void {
    if (this.#counted) return
    this.#counted = true
    this.#drop('too-long', this.#start + this.limit + 1)
    this.body.forget()
  }

  #drop(problem: 'cut' | 'too-long', end: number): void {
    this.#sink.dropped(problem, this.wanted ? this.#number : null, this.body, end)
  }
}
