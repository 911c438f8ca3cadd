/** Converts key names of other terminals to chords. Pure. */
import { parseChord, chordText } from '../keys/chords.ts'

/** Names that differ from vibeflow's, in lower case and without underscores. */
const names: Readonly<Record<string, string>> = {
  ...{ back: 'backspace', equals: 'equal', period: '.', dot: '.', slash: '/', grave: '`' },
  ...{ backslash: '\\', semicolon: ';', apostrophe: "'", quote: "'", colon: ':' },
  ...{ leftbracket: '[', rightbracket: ']', bracketleft: '[', bracketright: ']' },
  ...{ graveaccent: '`', backquote: '`', underscore: '_', at: '@', asterisk: '*' },
  ...{ arrowup: 'up', arrowdown: 'down', arrowleft: 'left', arrowright: 'right' },
  ...{ uparrow: 'up', downarrow: 'down', leftarrow: 'left', rightarrow: 'right' },
  ...{ contextmenu: 'menu', apps: 'menu', hyphen: 'minus', bar: '|' },
}

const numpad: Readonly<Record<string, string>> = {
  ...{ add: 'Add', subtract: 'Subtract', minus: 'Subtract', multiply: 'Multiply' },
  ...{ divide: 'Divide', enter: 'Enter', decimal: 'Decimal', equal: 'Equal', equals: 'Equal' },
}

const modifiers: Readonly<Record<string, string>> = {
  ...{ ctrl: 'ctrl', control: 'ctrl', shift: 'shift', alt: 'alt', opt: 'alt', option: 'alt' },
  ...{ super: 'super', cmd: 'super', command: 'super', win: 'super', windows: 'super' },
  ...{ meta: 'super', logo: 'super', '⌘': 'super', '⌥': 'alt', '⌃': 'ctrl', '⇧': 'shift' },
}

/** Returns the chord of `ctrl+shift+page_up`. A problem is a phrase. */
export function foreignChord(text: string): { readonly ok: string } | { readonly problem: string } {
  const lower = text.trim().toLowerCase()
  const parts = lower.endsWith('++') ? [...lower.slice(0, -2).split('+'), '+'] : lower.split('+')
  const key = keyName(parts.at(-1) ?? '')
  const mods = parts.slice(0, -1).map((part) => modifiers[part.trim()] ?? part)
  const read = parseChord([...mods, key].join('+'))
  return 'ok' in read ? { ok: chordText(read.ok) } : { problem: read.problem.replace(/\.$/, '') }
}

/**
 * Returns the chord that vibeflow binds for a sequence of chords.
 * vibeflow has no key sequences yet: this is the one place that knows.
 */
export function foreignKeys(
  keys: readonly string[],
): { readonly ok: string } | { readonly problem: string } {
  const [only] = keys
  if (keys.length !== 1 || only === undefined) return { problem: 'vibeflow has no key sequences' }
  return foreignChord(only)
}

function keyName(written: string): string {
  const word = [...written.trim()].length === 1 ? written.trim() : written.replace(/[_\s]/g, '')
  const pad = /^(?:kp|numpad)(\w+)$/.exec(word)?.[1]
  if (pad !== undefined) return `code:Numpad${numpad[pad] ?? pad}`
  const letter = /^(?:key|digit)(\w)$/.exec(word)?.[1]
  return letter ?? (Object.hasOwn(names, word) ? (names[word] ?? word) : word)
}
