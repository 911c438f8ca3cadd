/**
 * Encodes a key press, repeat or release for a program that has switched the kitty keyboard
 * protocol on. Pure. Source: https://sw.kovidgoyal.net/kitty/keyboard-protocol/. Where the source
 * leaves a choice:
 *
 * - Caps Lock and Num Lock count as modifiers only with "all keys as escape codes", because
 *   programs compare Esc with `CSI 27 u`.
 * - Without "alternate keys", Ctrl or Alt with a letter that is not Latin is reported as the Latin
 *   letter of its key. Otherwise Ctrl+C would not work on such a layout.
 */
import {
  disambiguate,
  reportAllKeys,
  reportAlternates,
  reportEvents,
  reportTextFlag,
} from './kitty-flags.ts'
import {
  functionalKey,
  isModifierOrLock,
  isPlainControl,
  type FunctionalKey,
} from './kitty-keys.ts'
import { isNonLatinLetter, usCharacter, usUnshifted } from './us-layout.ts'
import type { KeyPress } from './chords.ts'

export interface KeyEventFacts extends KeyPress {
  readonly type: 'press' | 'repeat' | 'release'
  readonly capsLock: boolean
  readonly numLock: boolean
  /** The character that the key makes without Shift on this layout, or `null` if not known. */
  readonly unshifted: string | null
}

/**
 * @param flags flags of the active screen; not 0
 * @returns the bytes as text. '' if the event is not reported. `null` if the legacy form is sent,
 * which is the text itself for a key that types text.
 */
export function encodeKitty(event: KeyEventFacts, flags: number): string | null {
  const all = (flags & reportAllKeys) !== 0
  const events = (flags & reportEvents) !== 0
  if (event.type === 'release' && !events) return ''
  if (!all && isModifierOrLock(event.key)) return event.type === 'release' ? '' : null

  const makesText = textOf(event) !== null
  if (makesText && !all && event.type !== 'release') return null
  const functional = functionalKey(event.key, event.code)
  if (functional !== null) return encodeFunctional(event, functional, flags)

  const key = characterOf(event, flags)
  if (key === null) return event.type === 'release' ? '' : null
  const fields = fieldsOf(event, flags, key)
  if (
    (flags & (disambiguate | reportAllKeys)) === 0 &&
    fields.keys === String(key.codePointAt(0)) &&
    fields.rest === modifiersField(event, flags)
  )
    return null // the program requested nothing that the legacy form cannot express
  return `\x1b[${fields.keys}${fields.rest === '' ? '' : `;${fields.rest}`}u`
}

function encodeFunctional(
  event: KeyEventFacts,
  { number, final }: FunctionalKey,
  flags: number,
): string | null {
  const all = (flags & reportAllKeys) !== 0
  const modifiers = modifiersField(event, flags)
  if (!all && isPlainControl(event.key, event.code)) {
    // without these flags, a shell would get the release, and no program would turn reports off
    if (event.type === 'release') return ''
    if (modifiers === '' || (flags & disambiguate) === 0) return null
  }
  const withEvent = (flags & reportEvents) !== 0 && event.type !== 'press'
  if ((flags & (disambiguate | reportAllKeys)) === 0 && !withEvent) return null
  const rest = second(modifiers, event, flags)
  const text = textField(event, flags)
  const tail = text === '' ? rest : `${rest};${text}`
  return `\x1b[${number === 1 && tail === '' ? '' : number}${tail === '' ? '' : `;${tail}`}${final}`
}

/** Returns the key with its alternates, and the fields after it. */
function fieldsOf(
  event: KeyEventFacts,
  flags: number,
  key: string,
): { keys: string; rest: string } {
  const text = textField(event, flags)
  const rest = second(modifiersField(event, flags), event, flags)
  return {
    keys: `${codePoint(key)}${alternates(event, flags, key)}`,
    rest: text === '' ? rest : `${rest};${text}`,
  }
}

/** `:shifted:base`, as far as there is something to report. */
function alternates(event: KeyEventFacts, flags: number, key: string): string {
  if ((flags & reportAlternates) === 0) return ''
  const shifted =
    event.shift && isCharacter(event.key) && event.key !== key ? codePoint(event.key) : ''
  const us = usCharacter(event.code)
  const base = us === null || us === key ? '' : codePoint(us)
  return base === '' ? (shifted === '' ? '' : `:${shifted}`) : `:${shifted}:${base}`
}

/**
 * Returns the key as the layout makes it without Shift, or `null` if it is not a character.
 * AltGr is not reported as a modifier, so with it the key is the character of both.
 */
function characterOf(event: KeyEventFacts, flags: number): string | null {
  const { key, code, shift, altGraph } = event
  if (!isCharacter(key)) return null
  const us = usCharacter(code)
  const isSign = key.toLowerCase() === key.toUpperCase()
  const own = shift && isSign && !altGraph ? unshiftedSign(event, us) : lowerOf(key)
  const isCommand = (event.ctrl || event.alt || event.meta) && !altGraph
  const isForeign = isCommand && (flags & reportAlternates) === 0 && isNonLatinLetter(own)
  return isForeign ? (us ?? own) : own
}

/** Trusts a pair of the US layout first, since the layout may have changed after it was read. */
function unshiftedSign({ key, unshifted }: KeyEventFacts, us: string | null): string {
  return us !== null && usUnshifted.get(key) === us ? us : (unshifted ?? us ?? key)
}

/**
 * Returns the text that the event types, or `null`. AltGr makes characters; Ctrl, Alt and Super do
 * not.
 */
function textOf({ key, ctrl, alt, meta }: KeyEventFacts): string | null {
  return isCharacter(key) && !(ctrl || alt || meta) ? key : null
}

function textField(event: KeyEventFacts, flags: number): string {
  const text =
    (flags & reportTextFlag) !== 0 && (flags & reportAllKeys) !== 0 && event.type !== 'release'
      ? textOf(event)
      : null
  return text === null ? '' : [...text].map(codePoint).join(':')
}

/** The second field: modifiers and kind of event. */
function second(modifiers: string, event: KeyEventFacts, flags: number): string {
  if ((flags & reportEvents) === 0 || event.type === 'press') return modifiers
  return `${modifiers === '' ? 1 : modifiers}:${event.type === 'repeat' ? 2 : 3}`
}

/**
 * Returns the modifiers, or '' without any. AltGr does not count: the character already contains
 * it.
 */
function modifiersField(event: KeyEventFacts, flags: number): string {
  const locks = (flags & reportAllKeys) !== 0
  const bits =
    (event.shift ? 1 : 0) +
    (event.alt ? 2 : 0) +
    (event.ctrl ? 4 : 0) +
    (event.meta ? 8 : 0) +
    (locks && event.capsLock ? 64 : 0) +
    (locks && event.numLock ? 128 : 0)
  return bits === 0 ? '' : String(bits + 1)
}

function lowerOf(key: string): string {
  const lower = key.toLowerCase()
  return [...lower].length === 1 ? lower : key // some uppercase letters have two lowercase ones
}

export function isCharacter(key: string): boolean {
  return [...key].length === 1 && codePoint(key) > 0x1f && codePoint(key) !== 0x7f
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0
}
