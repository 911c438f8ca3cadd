/** Converts a chord to a trigger of the XDG shortcuts specification. */
import type { Chord } from './chords.ts'
import { usCharacter } from './us-layout.ts'

const modifiers = { ctrl: 'CTRL', shift: 'SHIFT', alt: 'ALT', super: 'LOGO' } as const

/** Keysyms of `keyNames` and of ASCII signs, as named by xkbcommon. */
const keysyms: Readonly<Record<string, string>> = {
  enter: 'Return',
  escape: 'Escape',
  tab: 'Tab',
  space: 'space',
  backspace: 'BackSpace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  pageup: 'Page_Up',
  pagedown: 'Page_Down',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  plus: 'plus',
  minus: 'minus',
  equal: 'equal',
  comma: 'comma',
  menu: 'Menu',
  copy: 'XF86Copy',
  paste: 'XF86Paste',
  ' ': 'space',
  '!': 'exclam',
  '"': 'quotedbl',
  '#': 'numbersign',
  $: 'dollar',
  '%': 'percent',
  '&': 'ampersand',
  "'": 'apostrophe',
  '(': 'parenleft',
  ')': 'parenright',
  '*': 'asterisk',
  '-': 'minus',
  ',': 'comma',
  '.': 'period',
  '/': 'slash',
  ':': 'colon',
  ';': 'semicolon',
  '<': 'less',
  '=': 'equal',
  '>': 'greater',
  '?': 'question',
  '@': 'at',
  '[': 'bracketleft',
  '\\': 'backslash',
  ']': 'bracketright',
  '^': 'asciicircum',
  _: 'underscore',
  '`': 'grave',
  '{': 'braceleft',
  '|': 'bar',
  '}': 'braceright',
  '~': 'asciitilde',
}

/** @returns `CTRL+ALT+space`; `null` if there is no keysym for the key */
export function desktopTrigger({ mods, key }: Chord): string | null {
  const keysym = keysymOf(key.startsWith('code:') ? (usCharacter(key.slice(5)) ?? '') : key)
  return keysym === null ? null : [...mods.map((one) => modifiers[one]), keysym].join('+')
}

function keysymOf(key: string): string | null {
  const named = keysyms[key]
  if (named !== undefined) return named
  if (/^f\d+$/.test(key)) return key.toUpperCase()
  if (/^[a-z0-9]$/.test(key)) return key
  const code = key.codePointAt(0) ?? 0
  return code < 0xa0 || [...key].length !== 1
    ? null
    : `U${code.toString(16).toUpperCase().padStart(4, '0')}`
}
