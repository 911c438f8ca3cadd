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
  CapsLock: u(57_358),
  ScrollLock: u(57_359),
  NumLock: u(57_360),
  PrintScreen: u(57_361),
  Pause: u(57_362),
  ContextMenu: u(57_363),
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
  MediaPlay: u(57_428),
  MediaPause: u(57_429),
  MediaPlayPause: u(57_430),
  MediaStop: u(57_432),
  MediaFastForward: u(57_433),
  MediaRewind: u(57_434),
  MediaTrackNext: u(57_435),
  MediaTrackPrevious: u(57_436),
  MediaRecord: u(57_437),
  AudioVolumeDown: u(57_438),
  AudioVolumeUp: u(57_439),
  AudioVolumeMute: u(57_440),
}

/**
 * Keys of the number pad, by code and what they do at present: with the lock off they are arrows
 * and the like.
 */
const keypadKeys: Readonly<Record<string, FunctionalKey>> = {
  ArrowLeft: u(57_417),
  ArrowRight: u(57_418),
  ArrowUp: u(57_419),
  ArrowDown: u(57_420),
  PageUp: u(57_421),
  PageDown: u(57_422),
  Home: u(57_423),
  End: u(57_424),
  Insert: u(57_425),
  Delete: u(57_426),
  Clear: letter('E'),
  Enter: u(57_414),
}
const keypadSigns: Readonly<Record<string, number>> = {
  NumpadDecimal: 57_409,
  NumpadDivide: 57_410,
  NumpadMultiply: 57_411,
  NumpadSubtract: 57_412,
  NumpadAdd: 57_413,
  NumpadEqual: 57_415,
  NumpadComma: 57_416,
}

/** By `KeyboardEvent.code`: left and right are two keys. */
const modifierKeys: Readonly<Record<string, number>> = {
  ShiftLeft: 57_441,
  ControlLeft: 57_442,
  AltLeft: 57_443,
  MetaLeft: 57_444,
  ShiftRight: 57_447,
  ControlRight: 57_448,
  AltRight: 57_449,
  MetaRight: 57_450,
}

/** The number of a key that is no character of the layout; null for one that is. */
export function functionalKey(key: string, code: string): FunctionalKey | null {
  if (key === 'AltGraph') return u(57_453)
  const modifier = modifierKeys[code]
  if (modifier !== undefined && /^(?:Shift|Control|Alt|Meta|Super|Hyper)$/.test(key))
    return u(modifier)
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
  if (sign !== undefined && [...key].length === 1) return u(sign)
  return keypadKeys[key] ?? byKey[key] ?? null
}
