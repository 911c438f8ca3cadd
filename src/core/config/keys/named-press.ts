/**
 * Reads a key press from its name, such as `Ctrl+C`, `Shift+Tab`, `Down` or `a`, as a US keyboard
 * makes it. Pure. The names are the ones of shortcuts (`chords.ts`), and browsers' names such as
 * `ArrowDown`.
 */
import { readChord } from './chords.ts'
import type { KeyEventFacts } from './kitty-encode.ts'
import { usCharacter, usUnshifted } from './us-layout.ts'
import { keyCodes } from './key-names.ts'

/**
 * `KeyboardEvent.key` for vibeflow's names; all others have the same name with an uppercase first
 * letter.
 */
const eventKeys: Readonly<Record<string, string>> = {
  space: ' ',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  plus: '+',
  minus: '-',
  equal: '=',
  comma: ',',
  menu: 'ContextMenu',
}

const shifted = new Map([...usUnshifted].map(([sign, own]) => [own, sign]))

/** By the character that a key makes without Shift. */
const codeOf: ReadonlyMap<string, string> = new Map(
  [...keyCodes.values()].flatMap((code): [string, string][] => {
    const character = usCharacter(code)
    return character === null ? [] : [[character, code]]
  }),
)

/** @returns the press, or a clause that follows `"..." is not a key: ` */
export function namedPress(
  name: string,
): { readonly ok: KeyEventFacts } | { readonly problem: string } {
  // a single character means itself: `A` differs from `a`
  const single = [...name].length === 1 && name !== ' ' ? name : null
  const read = readChord(name.replace(/arrow(?=up|down|left|right)/i, ''))
  if ('problem' in read) return single === null ? read : { ok: press(single, codeFor(single), []) }
  const { mods, key } = read.ok
  if (key.startsWith('code:') || key === 'copy' || key === 'paste')
    return { problem: `${key} sends no input by itself.` }
  const named = eventKeys[key] ?? ([...key].length === 1 ? key : capital(key))
  if ([...named].length > 1) return { ok: press(named, named, mods) }
  if (single !== null) return { ok: press(single, codeFor(single), []) }
  const made = mods.includes('shift') ? (shifted.get(named) ?? named.toUpperCase()) : named
  return { ok: press(made, codeFor(named), mods) }
}

function press(key: string, code: string, mods: readonly string[]): KeyEventFacts {
  const needsShift = usUnshifted.has(key) || (key !== key.toLowerCase() && [...key].length === 1)
  return {
    key,
    code,
    ctrl: mods.includes('ctrl'),
    shift: mods.includes('shift') || needsShift,
    alt: mods.includes('alt'),
    meta: mods.includes('super'),
    altGraph: false,
    type: 'press',
    capsLock: false,
    numLock: false,
    unshifted: null,
  }
}

/** '': no key of a US keyboard makes it. */
function codeFor(character: string): string {
  const own = usUnshifted.get(character) ?? character.toLowerCase()
  return codeOf.get(own) ?? ''
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
