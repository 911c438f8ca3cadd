/**
 * Key chords: texts of the configuration (`ctrl+shift+t`), key presses, and labels of menus. A
 * press is matched first by the character it produces, then by the physical key, so that letters
 * work on a Cyrillic layout and digits on AZERTY. Pure.
 */
import { functionKeys, keyCodes, keyNames, otherKeys } from './key-names.ts'
import { usCharacter } from './us-layout.ts'

export type Modifier = 'ctrl' | 'shift' | 'alt' | 'super'

export interface Chord {
  /** In the order ctrl, shift, alt, super. */
  readonly mods: readonly Modifier[]
  /** A lowercase character, a name of `keyNames`, or `code:` with the code of a physical key. */
  readonly key: string
}

export type ParsedChord = { readonly ok: Chord } | { readonly problem: string }

/** The relevant part of a KeyboardEvent. */
export interface KeyPress {
  /** `KeyboardEvent.key`: the result of the layout. */
  readonly key: string
  /** `KeyboardEvent.code`: the physical key. */
  readonly code: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly altGraph: boolean
}

const order: readonly Modifier[] = ['ctrl', 'shift', 'alt', 'super']
const modifierWords: Readonly<Record<string, Modifier>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  super: 'super',
  cmd: 'super',
  meta: 'super',
}

/** Alternative names of keys. */
const aliases: Readonly<Record<string, string>> = {
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  '+': 'plus',
  '-': 'minus',
  '=': 'equal',
  ',': 'comma',
}

/** Keys that may be bound without a modifier: they type and end nothing. */
const bare: ReadonlySet<string> = new Set([...otherKeys, ...functionKeys])

/**
 * Reads a chord that can be a shortcut. Case and spaces around the parts do not matter. The problem
 * is a clause to follow `"..." is not a valid shortcut: `.
 */
export function parseChord(text: string): ParsedChord {
  const read = readChord(text)
  if ('ok' in read && read.ok.mods.length === 0 && !bare.has(read.ok.key))
    return {
      problem: `${text.trim().toLowerCase()} needs a modifier (ctrl, alt or super).`,
    }
  return read
}

/** Reads a chord with any key, including keys that type. @param others names of other keys */
export function readChord(text: string, others?: ReadonlySet<string>): ParsedChord {
  const lower = text.trim().toLowerCase()
  // `ctrl++` is ctrl with plus.
  const parts = (
    lower.endsWith('++')
      ? [...lower.slice(0, -2).split('+'), '+']
      : lower === '+'
        ? ['+']
        : lower.split('+')
  ).map((part) => part.trim())
  const last = parts.at(-1) ?? ''
  const mods = new Set<Modifier>()
  for (const part of parts.slice(0, -1)) {
    const modifier = Object.hasOwn(modifierWords, part) ? modifierWords[part] : undefined
    if (modifier === undefined)
      return {
        problem:
          part === ''
            ? 'a part is empty.'
            : `unknown modifier ${part}. Use ctrl, shift, alt or super.`,
      }
    if (mods.has(modifier)) return { problem: `${modifier} is given twice.` }
    mods.add(modifier)
  }
  if (Object.hasOwn(modifierWords, last)) return { problem: 'no key given, only modifiers.' }
  const key = others?.has(last) === true ? last : keyOf(last)
  if (key === null) return { problem: last === '' ? 'it is empty.' : `unknown key ${last}.` }
  return { ok: { mods: order.filter((modifier) => mods.has(modifier)), key } }
}

/** Returns the canonical text of a chord. */
export function chordText({ mods, key }: Chord): string {
  return [...mods, key].join('+')
}

/**
 * Returns the chords of a shortcut, which is one chord or a sequence: `ctrl+a>c`. A `>` that can be
 * a key is one: `ctrl+>`.
 */
export function chordsIn(shortcut: string): string[] {
  const chords: string[] = []
  let chord = ''
  for (const character of shortcut) {
    const isSeparator = character === '>' && chord.trim() !== '' && !/[^+\s]\s*\+\s*$/.test(chord)
    if (isSeparator) chords.push(chord)
    chord = isSeparator ? '' : chord + character
  }
  return [...chords, chord]
}

/**
 * Returns the chords that a key press can mean, most likely first, in the form of `chordText`.
 * AltGr and dead keys match no character chord, since they make text.
 */
export function chordsOf(press: KeyPress): string[] {
  const produced = producedKey(press.key)
  const code = keyCodes.get(press.code.toLowerCase())
  const byCode = code === undefined ? [] : [written(press, `code:${code}`, press.shift)]
  if (press.altGraph || produced === null) return []
  // A dead key with Ctrl starts no character, and its character is unknown.
  if (produced === 'dead') return press.ctrl || press.meta ? byCode : []
  const chords = [written(press, produced, press.shift)]
  // Shift may be part of the character: Ctrl with `+` needs Shift on many keyboards.
  if (press.shift && isSign(produced)) chords.push(written(press, produced, false))
  const physical =
    physicalKey(press.code, press.key) ??
    (press.shift ? unshiftedSign(press.code, press.key) : null)
  if (physical !== null) chords.push(written(press, physical, press.shift))
  return [...chords, ...byCode]
}

const labels: Readonly<Record<string, string>> = {
  pageup: 'PageUp',
  pagedown: 'PageDown',
  plus: '+',
  minus: '-',
  equal: '=',
  comma: ',',
  super: 'Super',
  escape: 'Esc',
  middleclick: 'Middle-click',
  rightclick: 'Right-click',
  backclick: 'Back button',
  forwardclick: 'Forward button',
  wheelup: 'Wheel up',
  wheeldown: 'Wheel down',
  wheelleft: 'Wheel left',
  wheelright: 'Wheel right',
}

/**
 * Returns a shortcut as shown in menus: `Ctrl+Shift+T`, `Ctrl+A C`. A physical key is shown with
 * its US label.
 */
export function chordLabel(shortcut: string): string {
  return chordsIn(shortcut).map(labelOf).join(' ')
}

function labelOf(chord: string): string {
  const at = chord.lastIndexOf('+', chord.length - 2)
  const parts = at === -1 ? [chord] : [...chord.slice(0, at).split('+'), chord.slice(at + 1)]
  return parts
    .map((part) => {
      const name = part.startsWith('code:') ? part.slice(5).replace(/^(?:Key|Digit)/, '') : part
      return labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
    })
    .join('+')
}

/**
 * Returns the chord as an Electron accelerator; `null` for sequences, the mouse and keys without a
 * name there. Electron knows no character outside ASCII: `globalShortcut.register` throws at it.
 */
export function accelerator(chord: string): string | null {
  if (chordsIn(chord).length > 1 || /(?:click|wheel\w+)$/.test(chord)) return null
  if (chord.includes('code:') || /[^\x21-\x7e]/.test(chord)) return null
  const words: Readonly<Record<string, string>> = {
    plus: 'Plus',
    minus: '-',
    equal: '=',
    comma: ',',
    escape: 'Esc',
    menu: '',
    copy: '',
    paste: '',
  }
  const parts = chord
    .split('+')
    .map(
      (part) =>
        words[part] ??
        part.charAt(0).toUpperCase() +
          part
            .slice(1)
            .replace(/^age(up|down)$/, (_, way: string) => `age${way === 'up' ? 'Up' : 'Down'}`),
    )
  return parts.includes('') ? null : parts.join('+')
}

function keyOf(word: string): string | null {
  if (word.startsWith('code:')) {
    const code = keyCodes.get(word.slice(5))
    return code === undefined ? null : `code:${code}`
  }
  const name = (Object.hasOwn(aliases, word) ? aliases[word] : undefined) ?? word
  if (keyNames.has(name)) return name
  // One visible character, as made by the layout.
  return [...name].length === 1 && /^[^\p{C}\p{Z}\p{M}]$/u.test(name) ? name : null
}

/** Returns the name of an event's key; `null` if it can't be in a chord. */
function producedKey(key: string): string | null {
  const lower = key.toLowerCase()
  if (lower === 'dead') return lower
  const renamed: Readonly<Record<string, string>> = {
    ' ': 'space',
    arrowup: 'up',
    arrowdown: 'down',
    arrowleft: 'left',
    arrowright: 'right',
    contextmenu: 'menu',
  }
  return keyOf(renamed[lower] ?? lower)
}

/** Whether it is a character other than a letter, which may need Shift. */
function isSign(produced: string): boolean {
  return (
    ['plus', 'minus', 'equal', 'comma'].includes(produced) ||
    ([...produced].length === 1 && produced.toLowerCase() === produced.toUpperCase())
  )
}

/** Shifted signs of a US keyboard, and of comma and period on most others. */
const shiftedSigns: Readonly<Record<string, string>> = {
  Comma: '<;',
  Period: '>:',
  Slash: '?',
  Semicolon: ':',
  Quote: '"',
  BracketLeft: '{',
  BracketRight: '}',
  Backslash: '|',
  Minus: '_',
  Equal: '+',
  Backquote: '~',
}

/** Returns the sign without Shift: Ctrl, Shift and the comma arrive as Ctrl, Shift and `<`. */
function unshiftedSign(code: string, key: string): string | null {
  const sign = key !== '' && shiftedSigns[code]?.includes(key) === true ? usCharacter(code) : null
  return sign === null ? null : keyOf(sign)
}

/** Returns the key's label if the layout makes no Latin letter of it (Dvorak does). */
function physicalKey(code: string, key: string): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined)
    return key.length === 1 && key.charCodeAt(0) > 0x7f ? letter.toLowerCase() : null
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return digit !== undefined && key.length === 1 && !/^\d$/.test(key) ? digit : null
}

function written({ ctrl, alt, meta }: KeyPress, key: string, shift: boolean): string {
  return chordText({
    mods: order.filter((modifier) => ({ ctrl, shift, alt, super: meta })[modifier]),
    key,
  })
}
