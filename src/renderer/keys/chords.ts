/**
 * Key chords as text (`ctrl+shift+t`) against key events (behaviour/config.md 2). The produced character is tried first, then the
 * physical key, so that letters work on a Cyrillic layout and digits on AZERTY. Pure.
 */

/** The part of a KeyboardEvent that counts. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly altGraph: boolean
}

const namedKeys: Readonly<Record<string, string>> = {
  ' ': 'space', '+': 'plus', '-': 'minus', '=': 'equal', ',': 'comma',
  arrowup: 'up', arrowdown: 'down', arrowleft: 'left', arrowright: 'right', contextmenu: 'menu',
}

const modifierKeys = new Set(['control', 'shift', 'alt', 'altgraph', 'meta', 'dead', 'process', 'unidentified'])

/** Chord -> action, for all ways in which a key press can be written. */
export class ChordTable<Action> {
  readonly #actions = new Map<string, Action>()

  /** The first action to name a chord has it. */
  add(chord: string, action: Action): void {
    const normal = normalise(chord)
    if (!this.#actions.has(normal)) this.#actions.set(normal, action)
  }

  find(press: KeyPress): Action | undefined {
    for (const chord of chordsOf(press)) {
      const action = this.#actions.get(chord)
      if (action !== undefined) return action
    }
    return undefined
  }
}

/** The chords that a key press can mean, the likeliest first. None for AltGr: it makes characters. */
export function chordsOf(press: KeyPress): string[] {
  const key = press.key.toLowerCase()
  if (press.altGraph || modifierKeys.has(key)) return []
  const produced = namedKeys[key] ?? key
  const chords = [written(press, produced, press.shift)]
  // Shift may be what makes the character: Ctrl with `+` is pressed with Shift on many keyboards.
  if (press.shift && !/^[a-z]$/.test(produced) && (produced.length === 1 || Object.values(namedKeys).slice(1, 5).includes(produced))) chords.push(written(press, produced, false))
  const physical = physicalKey(press.code, key)
  if (physical !== null) chords.push(written(press, physical, press.shift))
  return chords
}

/** How a chord is drawn in menus: `Ctrl+Shift+T`. */
export function chordLabel(chord: string): string {
  const words: Record<string, string> = { pageup: 'PageUp', pagedown: 'PageDown', plus: '+', minus: '-', equal: '=', comma: ',' }
  return chord.split('+').map((part) => words[part] ?? part.charAt(0).toUpperCase() + part.slice(1)).join('+')
}

/** The letter or digit engraved on the key, where the layout makes something else of it. Never for another Latin letter: Dvorak means what it says. */
function physicalKey(code: string, key: string): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return key.length === 1 && key.charCodeAt(0) > 0x7f ? letter.toLowerCase() : null
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return digit !== undefined && key.length === 1 && !/^\d$/.test(key) ? digit : null
}

function written({ ctrl, alt, meta }: KeyPress, key: string, shift: boolean): string {
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${meta ? 'super+' : ''}${key}`
}

function normalise(chord: string): string {
  const parts = chord.toLowerCase().split('+')
  const has = (name: string) => parts.includes(name)
  return written({ key: '', code: '', ctrl: has('ctrl'), alt: has('alt'), shift: has('shift'), meta: has('super'), altGraph: false }, parts.at(-1) ?? '', has('shift'))
}
