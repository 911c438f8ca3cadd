/**
 * Encodes a key press as xterm does, without the kitty keyboard protocol. Pure. Text is the
 * character that the layout made, and never depends on the position of the key. Differences from
 * xterm:
 *
 * - Ctrl or Alt with a letter that is not Latin sends the Latin letter of its key, as kitty does.
 * - Alt with Enter, Tab, Esc, Backspace or Space follows the table of the kitty documentation.
 */
import { isCharacter, type KeyEventFacts } from './kitty-encode.ts'
import { functionalKey } from './kitty-keys.ts'
import { isNonLatinLetter, usCharacter, usShifted } from './us-layout.ts'

/** Modes that change the bytes of a key. */
export interface LegacyModes {
  /** DECCKM. */
  readonly applicationCursor: boolean
  /** DECNKM. Num Lock overrides it, as in xterm. */
  readonly applicationKeypad: boolean
  /** DECBKM: Backspace sends BS, and Ctrl+Backspace DEL. */
  readonly backspaceSendsBs: boolean
  /** LNM: Enter sends CR LF. */
  readonly newline: boolean
}

/** Control characters other than letters. All other signs are sent unchanged. */
const controls: Readonly<Record<string, string>> = {
  ' ': '\0',
  '2': '\0',
  '3': '\x1b',
  '4': '\x1c',
  '5': '\x1d',
  '6': '\x1e',
  '7': '\x1f',
  '8': '\x7f',
  '/': '\x1f',
  '?': '\x7f',
}

/** Last characters of the number pad's keys with DECNKM. */
const applicationKeypad: Readonly<Record<string, string>> = {
  Enter: 'M',
  '*': 'j',
  '+': 'k',
  ',': 'l',
  '-': 'm',
  '/': 'o',
  '=': 'X',
}

/** Returns the bytes as text, or '' if xterm sends nothing. */
export function legacyKey(event: KeyEventFacts, modes: LegacyModes): string {
  const { key, code, ctrl, alt, shift, meta } = event
  const keypad = code.startsWith('Numpad') ? applicationKeypad[key] : undefined
  if (keypad !== undefined && modes.applicationKeypad && !event.numLock)
    if (!(ctrl || alt || shift || meta)) return `\x1bO${keypad}`
  const sent = meta ? null : (plainControl(event, modes) ?? textOf(event))
  if (sent === null) return functional(event, modes.applicationCursor)
  return alt ? `\x1b${sent}` : sent
}

function plainControl(
  { key, ctrl, shift }: KeyEventFacts,
  { backspaceSendsBs, newline }: LegacyModes,
): string | null {
  switch (key) {
    case 'Enter':
      return newline ? '\r\n' : '\r'
    case 'Tab':
      return shift ? '\x1b[Z' : '\t'
    case 'Backspace':
      return ctrl === backspaceSendsBs ? '\x7f' : '\b'
    case 'Escape':
      return '\x1b'
    default:
      return null
  }
}

function textOf(event: KeyEventFacts): string | null {
  if (!isCharacter(event.key)) return null
  const character = commandCharacter(event)
  return event.ctrl ? controlOf(character) : character
}

/**
 * Returns the key's character. With Ctrl or Alt, a key without a Latin character returns its Latin
 * one.
 */
export function commandCharacter(event: KeyEventFacts): string {
  const { key, code, ctrl, alt, shift, altGraph } = event
  const isCommand = (ctrl || alt) && !altGraph
  const us = isCommand && isNonLatinLetter(key) ? usCharacter(code) : null
  return us === null ? key : shift ? usShifted(us) : us
}

/**
 * Returns the control character that Ctrl makes of a character. Returns the character itself if it
 * has none.
 */
export function controlOf(character: string): string {
  return /^[@-~]$/.test(character)
    ? String.fromCharCode(character.charCodeAt(0) & 0x1f)
    : (controls[character] ?? character)
}

/** `F13` and above are F1 to F12 with Shift, then with Ctrl, as in terminfo. */
function functional(event: KeyEventFacts, applicationCursor: boolean): string {
  const number = Number(/^F(\d+)$/.exec(event.key)?.[1] ?? 0)
  const key = number > 12 ? `F${((number - 1) % 12) + 1}` : event.key
  const shift = event.shift || (number > 12 && number <= 24)
  const ctrl = event.ctrl || number > 24
  const found = functionalKey(key, '')
  if (found === null || found.final === 'u') return ''
  const bits = (shift ? 1 : 0) + (event.alt ? 2 : 0) + (ctrl ? 4 : 0) + (event.meta ? 8 : 0)
  // the kitty protocol has another name for F3
  const final = key === 'F3' ? 'R' : found.final
  if (final === '~') return `\x1b[${found.number}${bits === 0 ? '' : `;${bits + 1}`}~`
  if (bits > 0) return `\x1b[1;${bits + 1}${final}`
  return /^F[1-4]$/.test(key) || applicationCursor ? `\x1bO${final}` : `\x1b[${final}`
}
