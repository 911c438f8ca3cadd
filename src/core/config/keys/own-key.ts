/** Decides which keys reach the program if their bound action has nothing to do. Pure. */
import type { KeyPress } from './chords.ts'

/**
 * Returns `false` with Shift or Super, and for Insert and Copy. Only `copy` and `copy_raw`
 * use it: without a selection, their default chords do nothing, since Ctrl+Shift+C would become ^C
 * and Super+C a typed c. A Ctrl+C bound to `copy` is sent as ^C.
 */
export function ownKey({ key, shift, meta }: Pick<KeyPress, 'key' | 'shift' | 'meta'>): boolean {
  return !shift && !meta && key !== 'Insert' && key !== 'Copy'
}
