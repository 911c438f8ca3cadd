import type { OscBody } from './osc-body.ts'

export type StringEnd = 'bel' | 'st'

/** Receives the scanner's reports. `end` is the offset after the last byte concerned. */
export interface ScanSink {
  /**
   * Returns the longest length for this number in bytes, with introducer and terminator; 0 if it is
   * not read. Called when the number is known (`body` is empty) and again at the limit, because
   * more of the body may allow a longer string.
   */
  readonly limitOf: (number: number, body: OscBody) => number
  readonly osc: (number: number, body: OscBody, end: number, terminator: StringEnd) => void
  /** A string was cut or is too long. `number`: `null` if not read. `body`: the kept part. */
  readonly dropped: (
    problem: 'cut' | 'too-long',
    number: number | null,
    body: OscBody,
    end: number,
  ) => void
  /** BEL outside strings. */
  readonly bell: (end: number) => void
  readonly ris: (end: number) => void
  readonly altScreen: (on: boolean, end: number) => void
  /** Mode 2004. */
  readonly pasteBrackets: (on: boolean, end: number) => void
}
