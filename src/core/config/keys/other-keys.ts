/**
 * Encodes ordinary keys with modifiers for xterm's modifyOtherKeys (XTMODKEYS 4), as xterm does.
 * Pure. At level 1 a combination keeps its usual bytes if it has any, and Alt sends ESC before
 * them. xterm drops Alt from the other combinations if its Alt sends ESC; here they include it.
 */
import type { ModifyOtherKeys } from '../../../base/sequences/modes.ts'
import { isCharacter, type KeyEventFacts } from './kitty-encode.ts'
import { commandCharacter, controlOf } from './legacy-keys.ts'

/** Returns the bytes of a press as text, or `null` if the key keeps its legacy form. */
export function otherKey(event: KeyEventFacts, level: ModifyOtherKeys): string | null {
  const { code, ctrl, alt, shift, meta } = event
  if (level === 0 || meta || code.startsWith('Numpad')) return null
  const number = numberOf(event)
  if (number === null) return null
  const isEncoded = level === 2 ? isModified(event, number) : hasNoUsualForm(event, number)
  const bits = (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0)
  return isEncoded ? `\x1b[27;${bits + 1};${number}~` : null
}

function numberOf(event: KeyEventFacts): number | null {
  switch (event.key) {
    case 'Enter':
      return 13
    case 'Tab':
      return 9
    case 'Escape':
      return 27
    case 'Backspace':
      return event.ctrl ? 8 : 127
    default:
      return isCharacter(event.key) ? (commandCharacter(event).codePointAt(0) ?? null) : null
  }
}

/** Shift alone counts for keys whose code Ctrl changes, which includes uppercase letters. */
function isModified({ key, ctrl, alt, shift }: KeyEventFacts, number: number): boolean {
  if (alt || (ctrl && shift)) return true
  if (ctrl) return key !== 'Backspace'
  return shift && key !== 'Tab' && (number <= 0x20 || (number >= 0x40 && number <= 0x7f))
}

function hasNoUsualForm({ key, ctrl, shift }: KeyEventFacts, number: number): boolean {
  if (key === 'Enter') return ctrl || shift
  if (key === 'Tab') return ctrl && !shift
  if (key.length > 2) return false
  return ctrl && (key === '?' || !/^[\0-\x1f\x7f]$/.test(controlOf(String.fromCodePoint(number))))
}
