/**
 * What a key press sends by the rules of xterm, for those who have no xterm.js to ask: a program
 * that is led without a window. Pure; `program-keys.ts` is asked first, as in the page. The same
 * bytes as xterm.js's on a US keyboard, which a test compares; where it sends nothing that xterm
 * does (`Ctrl+/`, Shift+PageUp), as xterm.
 */
import { functionalKey } from './kitty-keys.ts'
import type { KeyPress } from './chords.ts'

const plain: Readonly<Record<string, string>> = {
  Enter: '\r',
  Tab: '\t',
  Backspace: '\x7f',
  Escape: '\x1b',
}

/** What Ctrl makes of signs and digits; of letters it is their place in the alphabet. */
const controls: Readonly<Record<string, string>> = {
  ' ': '\0',
  '@': '\0',
  '2': '\0',
  '[': '\x1b',
  '3': '\x1b',
  '\\': '\x1c',
  '4': '\x1c',
  ']': '\x1d',
  '5': '\x1d',
  '^': '\x1e',
  '6': '\x1e',
  _: '\x1f',
  '/': '\x1f',
  '-': '\x1f',
  '7': '\x1f',
  '8': '\x7f',
  '?': '\x7f',
}

/** @returns the bytes as text; null: xterm has no word for this press */
export function legacyKey(press: KeyPress, applicationCursor: boolean): string | null {
  const { key, ctrl, alt, shift, meta } = press
  const escape = alt ? '\x1b' : ''
  if (Object.hasOwn(plain, key)) {
    if (meta) return null
    if (key === 'Tab' && shift) return '\x1b[Z'
    if (key === 'Backspace' && ctrl) return `${escape}\b`
    return `${key === 'Tab' ? '' : escape}${plain[key] ?? ''}`
  }
  if ([...key].length === 1) {
    if (meta) return null
    const sent = ctrl ? controlOf(key) : key
    return sent === null ? null : escape + sent
  }
  return functional(press, applicationCursor)
}

function controlOf(key: string): string | null {
  return /^[a-z]$/i.test(key)
    ? String.fromCharCode(key.toUpperCase().charCodeAt(0) - 64)
    : (controls[key] ?? null)
}

function functional(press: KeyPress, applicationCursor: boolean): string | null {
  const found = functionalKey(press.key, press.code)
  if (found === null || found.final === 'u') return null
  const bits =
    (press.shift ? 1 : 0) + (press.alt ? 2 : 0) + (press.ctrl ? 4 : 0) + (press.meta ? 8 : 0)
  const isF3 = press.key === 'F3' // the kitty protocol has another name for it
  const final = isF3 ? 'R' : found.final
  if (final === '~') return `\x1b[${found.number}${bits === 0 ? '' : `;${bits + 1}`}~`
  if (bits > 0) return `\x1b[1;${bits + 1}${final}`
  return /^F[1-4]$/.test(press.key) || applicationCursor ? `\x1bO${final}` : `\x1b[${final}`
}
