/**
 * Numbers of keys that make no text, in the kitty keyboard protocol: its table "Functional key
 * definitions".
 */

export interface FunctionalKey {
  readonly number: number
  readonly final: 'u' | '~' | 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'H' | 'P' | 'Q' | 'S'
}

const u = (number: number): FunctionalKey => ({ number, final: 'u' })
const tilde = (number: number): FunctionalKey => ({ number, final: '~' })
/** Keys whose numbers follow one another. */
const from = (number: number, names: string): Record<string, FunctionalKey> =>
  Object.fromEntries(names.split(' ').map((name, index) => [name, u(number + index)]))
const letter = (final: FunctionalKey['final']): FunctionalKey => ({ number: 1, final })

/** By `KeyboardEvent.key`. */
const byKey: Readonly<Record<string, FunctionalKey>> = {
  Escape: u(27),
  Enter: u(13),
  Tab: u(9),
  Backspace: u(127),
  Insert: tilde(2),
  Delete: tilde(3),
  ArrowLeft: letter('D'),
  ArrowRight: letter('C'),
  ArrowUp: letter('A'),
  ArrowDown: letter('B'),
  PageUp: tilde(5),
  PageDown: tilde(6),
  Home: letter('H'),
  End: letter('F'),
  Clear: letter('E'), // the 5 of the number pad without Num Lock
  ...from(57_358, 'CapsLock ScrollLock NumLock PrintScreen Pause ContextMenu'),
  // F3 is no `CSI R`: that is a report of the cursor's place.
  F1: letter('P'),
  F2: letter('Q'),
  F3: tilde(13),
  F4: letter('S'),
  F5: tilde(15),
  F6: tilde(17),
  F7: tilde(18),
  F8: tilde(19),
  F9: tilde(20),
  F10: tilde(21),
  F11: tilde(23),
  F12: tilde(24),
  ...Object.fromEntries(
    Array.from({ length: 23 }, (_, index) => [`F${index + 13}`, u(57_376 + index)]),
  ),
  ...from(57_428, 'MediaPlay MediaPause MediaPlayPause'),
  ...from(57_432, 'MediaStop MediaFastForward MediaRewind MediaTrackNext MediaTrackPrevious'),
  ...from(57_437, 'MediaRecord AudioVolumeDown AudioVolumeUp AudioVolumeMute'),
}

/**
 * Keys of the number pad, by code and current function: with Num Lock off they are arrows and
 * similar keys.
 */
const keypadKeys: Readonly<Record<string, FunctionalKey>> = {
  ...from(57_417, 'ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Home End Insert Delete'),
  Enter: u(57_414),
}
const keypadSigns: Readonly<Record<string, FunctionalKey>> = {
  ...from(57_409, 'NumpadDecimal NumpadDivide NumpadMultiply NumpadSubtract NumpadAdd'),
  ...from(57_415, 'NumpadEqual NumpadComma'),
}

/** By `KeyboardEvent.code`: left and right are two keys. */
const modifierKeys: Readonly<Record<string, FunctionalKey>> = {
  ...from(57_441, 'ShiftLeft ControlLeft AltLeft MetaLeft'),
  ...from(57_447, 'ShiftRight ControlRight AltRight MetaRight'),
}

/** Returns the number of a key that types no character of the layout, or `null` for other keys. */
export function functionalKey(key: string, code: string): FunctionalKey | null {
  if (key === 'AltGraph') return u(57_453)
  const modifier = modifierKeys[code]
  if (modifier !== undefined && /^(?:Shift|Control|Alt|Meta|Super|Hyper)$/.test(key))
    return modifier
  return code.startsWith('Numpad') ? keypadKey(key, code) : (byKey[key] ?? null)
}

export function isModifierOrLock(key: string): boolean {
  return /^(?:Shift|Control|Alt|AltGraph|Meta|Super|Hyper|CapsLock|NumLock|ScrollLock)$/.test(key)
}

/**
 * Keys whose legacy bytes stay while text is sent as text, so that a shell can still be used after
 * a program crashed.
 */
export function isPlainControl(key: string, code: string): boolean {
  return (key === 'Enter' && code !== 'NumpadEnter') || key === 'Tab' || key === 'Backspace'
}

function keypadKey(key: string, code: string): FunctionalKey | null {
  const digit = /^Numpad(\d)$/.exec(code)?.[1]
  if (digit !== undefined && key === digit) return u(57_399 + Number(digit))
  const sign = keypadSigns[code]
  if (sign !== undefined && [...key].length === 1) return sign
  return keypadKeys[key] ?? byKey[key] ?? null
}
