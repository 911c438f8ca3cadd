/**
 * How a program wants the text of a row to be ordered (BDSM, SCP, modes 2500 and 2501). Printing
 * stores it with the marks of the row (grid-rows.ts). The window orders the text.
 */
import type { Modes } from '../../base/sequences/modes.ts'

/** The window adds `letters` to a row with letters that are read from right to left. */
export const bidiBits = {
  explicit: 1,
  rightToLeft: 2,
  detects: 4,
  mirrorsBoxes: 8,
  letters: 16,
} as const
export type BidiBits = (typeof bidiBits)[keyof typeof bidiBits]

/** Returns the bits for text that is printed in these modes; 0 if no program has set one. */
export const bidiOfModes = (modes: Modes): number =>
  (modes.implicitBidi ? 0 : bidiBits.explicit) |
  (modes.rightToLeft ? bidiBits.rightToLeft : 0) |
  (modes.detectsDirection ? bidiBits.detects : 0) |
  (modes.mirrorsBoxes ? bidiBits.mirrorsBoxes : 0)

/** Returns the sequences that set these bits in a fresh terminal, or reset them. */
export function bidiSequences(bits: number, on: boolean): string {
  const set = (bit: BidiBits, yes: string, no: string): string =>
    (bits & bit) === 0 ? '' : `\x1b[${on ? yes : no}`
  return (
    set(bidiBits.explicit, '8l', '8h') +
    set(bidiBits.rightToLeft, '2 k', ' k') +
    set(bidiBits.detects, '?2501h', '?2501l') +
    set(bidiBits.mirrorsBoxes, '?2500h', '?2500l')
  )
}
