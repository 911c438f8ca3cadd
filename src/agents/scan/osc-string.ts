/** The open OSC string: its number, whether it is read, its length limit, and its body. */
import { assert } from '../../base/assert.ts'
import { clipboardStringBytesMax, scannedStringBytesMax } from './limits.ts'
import { GatheredBody } from './osc-body.ts'
import type { ScanSink, StringEnd } from './scan-sink.ts'

/** Digits of the longest known number, 21337, and one more. */
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
  wanted = false
  /** Bytes so far, with the introducer, and their limit. */
  length = 0
  limit = scannedStringBytesMax
  /** Whether it was reported as too long. */
  #counted = false

  constructor(sink: Pick<ScanSink, 'limitOf' | 'osc' | 'dropped'>) {
    this.#sink = sink
  }

  /** Starts a string at this stream offset. */
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

  /** Adds a digit. Returns `false` after a leading zero or if the number is too long. */
  digit(value: number): boolean {
    if (this.#digits >= numberDigitsMax || (this.#digits === 1 && this.#number === 0)) return false
    this.#number = this.#number * 10 + value
    this.#digits += 1
    return true
  }

  /** Ends the number. `valid`: it ended with `;`. */
  settle(valid = true): void {
    const limit = !valid || this.#digits === 0 ? 0 : this.#sink.limitOf(this.#number, this.body)
    assert(limit <= clipboardStringBytesMax, 'no string is kept beyond the cap')
    this.#settled = true
    this.wanted = limit > 0
    if (this.wanted) this.limit = limit
  }

  /** Returns whether the string may have this many bytes. */
  fits(length: number): boolean {
    if (length > this.limit && this.wanted && !this.#counted)
      this.limit = Math.max(this.limit, this.#sink.limitOf(this.#number, this.body))
    return length <= this.limit
  }

  /** Reports the string that ends at `end`, after its terminator. */
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

  /** Reports once that the string is too long, and drops the rest. */
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
