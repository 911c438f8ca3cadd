/**
 * Which keys are a program's own, so that they go to it when the action that the user has bound
 * them to has nothing to do. Pure.
 */
import type { KeyPress } from './chords.ts'

/**
 * False: with Shift or Super, or named Insert or Copy. Only `copy` asks: without a selection its
 * usual chords do nothing, since Ctrl+Shift+C would become ^C and Super+C a typed c;
 * a Ctrl+C that the user has bound to it is ^C by itself.
 */
export function ownKey({ key, shift, meta }: Pick<KeyPress, 'key' | 'shift' | 'meta'>): boolean {
  return !shift && !meta && key !== 'Insert' && key !== 'Copy'
}
