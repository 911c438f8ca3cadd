/**
 * Encodes a key for a program, for the window and `vibeflow/testing`. Pure. A program that has
 * asked for the kitty keyboard protocol gets that form, even if it has also set modifyOtherKeys;
 * all others get xterm's.
 */
import type { ModifyOtherKeys } from '../../../base/sequences/modes.ts'
import { encodeKitty, type KeyEventFacts } from './kitty-encode.ts'
import { legacyKey, type LegacyModes } from './legacy-keys.ts'
import { otherKey } from './other-keys.ts'

export interface ProgramSide extends LegacyModes {
  /** Flags of the kitty keyboard protocol, or 0 if it is off. */
  readonly flags: number
  readonly modifyOtherKeys: ModifyOtherKeys
  /** The cursor is in a paragraph that starts at the right, in which arrows are exchanged. */
  readonly arrowsSwapped?: boolean
  /** The `[keyboard]` options (docs/reference/config.md). */
  readonly options: { readonly shift_enter: string }
}

/** Returns the bytes as text, or '' if the program gets nothing. */
export function programKeys(pressed: KeyEventFacts, side: ProgramSide): string {
  const event = side.arrowsSwapped === true ? swapped(pressed) : pressed
  const isShiftEnter = event.shift && isEnterWithoutOthers(event)
  const asEnter = isShiftEnter && side.options.shift_enter === 'enter'
  const sent = side.flags === 0 || asEnter ? null : encodeKitty(event, side.flags)
  if (sent !== null) return sent
  if (event.type === 'release') return ''
  const other = side.flags > 0 || asEnter ? null : otherKey(event, side.modifyOtherKeys)
  if (other !== null) return other
  return isShiftEnter && !asEnter ? '\n' : legacyKey(event, side)
}

const opposite: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
}

function swapped(event: KeyEventFacts): KeyEventFacts {
  const { key, code } = event
  return { ...event, key: opposite[key] ?? key, code: opposite[code] ?? code }
}

function isEnterWithoutOthers({ key, code, ctrl, alt, meta }: KeyEventFacts): boolean {
  return key === 'Enter' && code !== 'NumpadEnter' && !(ctrl || alt || meta)
}
