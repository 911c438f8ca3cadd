/** Converts key names of other terminals to chords. Pure. */
import { parseShortcut } from '../keys/sequences.ts'

/** Names that differ from vibeflow's, in lower case and without underscores. */
const names: Readonly<Record<string, string>> = {
  ...{ back: 'backspace', equals: 'equal', period: '.', dot: '.', slash: '/', grave: '`' },
  ...{ backslash: '\\', semicolon: ';', apostrophe: "'", quote: "'", colon: ':' },
  ...{ leftbracket: '[', rightbracket: ']', bracketleft: '[', bracketright: ']' },
  ...{ graveaccent: '`', backquote: '`', underscore: '_', at: '@', asterisk: '*' },
  ...{ arrowup: 'up', arrowdown: 'down', arrowleft: 'left', arrowright: 'right' },
  ...{ uparrow: 'up', downarrow: 'down', leftarrow: 'left', rightarrow: 'right' },
  ...{ contextmenu: 'menu', apps: 'menu', hyphen: 'minus', bar: '|', tilde: '~', spc: 'space' },
  ...{ star: '*', multiply: '*', zero: '0', one: '1', two: '2', three: '3', four: '4' },
  ...{ five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
}

const numpad: Readonly<Record<string, string>> = {
  ...{ add: 'Add', plus: 'Add', subtract: 'Subtract', minus: 'Subtract', multiply: 'Multiply' },
  ...{ divide: 'Divide', enter: 'Enter', decimal: 'Decimal', equal: 'Equal', equals: 'Equal' },
}

const modifiers: Readonly<Record<string, string>> = {
  ...{ ctrl: 'ctrl', control: 'ctrl', shift: 'shift', alt: 'alt', opt: 'alt', option: 'alt' },
  ...{ super: 'super', cmd: 'super', command: 'super', win: 'super', windows: 'super' },
  ...{ meta: 'super', logo: 'super', '⌘': 'super', '⌥': 'alt', '⌃': 'ctrl', '⇧': 'shift' },
}

/** Buttons of the mouse that are keys in vibeflow, by the names of other terminals. */
const buttons: Readonly<Record<string, string>> = {
  ...{ left: 'click', middle: 'middleclick', right: 'rightclick', back: 'backclick' },
  ...{ forward: 'forwardclick', wheelup: 'wheelup', wheeldown: 'wheeldown' },
  ...{ wheelleft: 'wheelleft', wheelright: 'wheelright' },
  // kitty's numbers
  ...{ b1: 'click', b2: 'rightclick', b3: 'middleclick', b4: 'backclick', b5: 'forwardclick' },
}

/** Returns vibeflow's name of a mouse button, or `null` for another button. */
export function foreignButton(name: string): string | null {
  const lower = name.toLowerCase()
  return Object.hasOwn(buttons, lower) ? (buttons[lower] ?? null) : null
}

/** Returns the shortcut for a sequence of chords such as `ctrl+shift+page_up`. */
export function foreignKeys(
  keys: readonly string[],
): { readonly ok: string } | { readonly problem: string } {
  const read = parseShortcut(keys.map(chordWords).join('>'))
  return 'ok' in read ? read : { problem: read.problem.replace(/\.$/, '') }
}

function chordWords(text: string): string {
  const lower = text.trim().toLowerCase()
  const parts = /(?:^|\+)\+$/.test(lower)
    ? [...lower.slice(0, -1).split('+').slice(0, -1), '+']
    : lower.split('+')
  const mods = parts.slice(0, -1).map((part) => known(modifiers, part.trim()))
  return [...mods, keyName(parts.at(-1) ?? '')].join('+')
}

function known(table: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(table, word) ? (table[word] ?? word) : word
}

function keyName(written: string): string {
  const word = [...written.trim()].length === 1 ? written.trim() : written.replace(/[_\s]/g, '')
  const pad = /^(?:kp|numpad)(\w+)$/.exec(word)?.[1]
  if (pad !== undefined) return `code:Numpad${known(numpad, pad)}`
  const letter = /^(?:key|digit)(\w)$/.exec(word)?.[1]
  return letter ?? known(names, word)
}
