/** What the scanner reports. */
import type { OscBody } from './osc-body.ts'

export type StringEnd = 'bel' | 'st'

/** Takes the reports. `end` is the offset after the last byte of what it is about. */
export interface ScanSink {
  /**
   * Longest string of this number that is wanted, bytes with introducer and terminator; 0: none is
   * read. Asked when the number is known (`body` is empty) and again when the answer is about to be
   * passed: more of the body may allow for more.
   */
  readonly limitOf: (number: number, body: OscBody) => number
  /** A whole string that is wanted. */
  readonly osc: (number: number, body: OscBody, end: number, terminator: StringEnd) => void
  /**
   * A string was cut by another escape, CAN or SUB, or is too long. `number` is null when it is
   * none that is read. `body`: what was kept.
   */
  readonly dropped: (
    problem: 'cut' | 'too-long',
    number: number | null,
    body: OscBody,
    end: number,
  ) => void
  /** BEL outside strings. */
  readonly bell: (end: number) => void
  /** `ESC c`. */
  readonly ris: (end: number) => void
  readonly altScreen: (on: boolean, end: number) => void
  /** Mode 2004. */
  readonly pasteBrackets: (on: boolean, end: number) => void
}
