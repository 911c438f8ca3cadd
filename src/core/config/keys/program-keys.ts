/**
 * What a key sends to the program where xterm.js 6.0 would send something else, or nothing: the
 * kitty keyboard protocol, Shift+Enter, Enter with LNM, Alt with Tab and the characters of the
 * user's layout. Pure; all other keys, and all text, are left to xterm.js, or where there is none
 * to `legacy-keys.ts`.
 */
import type { KeyPress } from './chords.ts'
import { encodeKitty, type KeyEventFacts } from './kitty-encode.ts'

export interface ProgramSide {
  /** Flags of the kitty keyboard protocol; 0: it is off. */
  readonly flags: number
  readonly alternate: boolean
  /** LNM is set: a line feed goes with each return. */
  readonly newline: boolean
  /** The key before was a dead key: what comes now is composed of both. */
  readonly afterDead: boolean
  /** Of `[keyboard]` (docs/config.md). */
  readonly options: { readonly shift_enter: string }
}

/** @returns what is sent; '': nothing; null: what xterm.js makes of it */
export function programKeys(event: KeyEventFacts, side: ProgramSide): string | null {
  const sent = withoutNewline(event, side)
  if (!side.newline || event.key !== 'Enter') return sent
  const all = sent ?? (event.alt ? '\x1b\r' : '\r')
  return all.endsWith('\r') ? `${all}\n` : all
}

/** As if LNM were not set. */
function withoutNewline(
  event: KeyEventFacts,
  { flags, alternate, afterDead, options }: ProgramSide,
): string | null {
  const modifiers =
    `${event.ctrl ? 'c' : ''}${event.alt ? 'a' : ''}${event.shift ? 's' : ''}` +
    `${event.meta ? 'm' : ''}`
  const shiftEnter =
    event.key === 'Enter' &&
    event.code !== 'NumpadEnter' &&
    modifiers === 's' &&
    event.type !== 'release'
  if (shiftEnter && options.shift_enter === 'enter') return '\r'
  const composed = afterDead && [...event.key].length === 1
  if (flags !== 0 && !composed) {
    const sent = encodeKitty(event, flags)
    if (sent !== null) return sent
  }
  if (event.type === 'release') return ''
  if (shiftEnter) return '\n'
  if (event.altGraph || composed) return null
  // xterm.js would scroll where there is nothing to scroll
  if (modifiers === 's' && alternate && event.key === 'PageUp') return '\x1b[5;2~'
  if (modifiers === 's' && alternate && event.key === 'PageDown') return '\x1b[6;2~'
  if (event.key === 'Insert' && modifiers !== '')
    return `\x1b[2;${1 + (event.shift ? 1 : 0) + (event.alt ? 2 : 0) + (event.ctrl ? 4 : 0)}~`
  return event.alt && !event.ctrl && !event.meta ? altKey(event) : null
}

/**
 * xterm.js goes by the keys of a US keyboard: Alt with Shift+7 would be `ESC &` on a German one
 * too, where it is `ESC /`.
 */
function altKey({ key, shift }: KeyPress): string | null {
  const plain = key === 'Tab' && !shift ? '\t' : key
  return /^[ -~\t]$/.test(plain) ? `\x1b${plain}` : null // of a tab xterm.js forgets the ESC
}
