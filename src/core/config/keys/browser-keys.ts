/**
 * Which keys the browser beneath may act on: those that make text, edit it or go through it. With
 * all others it may do something of its own: find, print, go back, open its developer tools or its
 * task manager. Pure.
 */
import type { KeyPress } from './chords.ts'
import { usCharacter } from './us-layout.ts'

const movesCaret: ReadonlySet<string> = new Set(
  'ArrowLeft ArrowRight ArrowUp ArrowDown Home End Backspace Delete Insert'.split(' '),
)
/** Without Ctrl, Alt and Super. Modifiers and what begins a character do nothing by themselves. */
const harmless: ReadonlySet<string> = new Set([
  ...movesCaret,
  ...'Enter Tab Escape PageUp PageDown ContextMenu Process Unidentified Compose Dead'.split(' '),
  ...'Shift Control Alt AltGraph Meta'.split(' '),
])

/** @param inField a text field has the keyboard: chords that edit are the browser's, too */
export function isBrowsers(press: KeyPress, inField: boolean): boolean {
  const { key, code, ctrl, shift, alt, meta, altGraph } = press
  if (altGraph || key === 'Process') return true // text
  if (!ctrl && !alt && !meta)
    return [...key].length === 1 || (harmless.has(key) && !(shift && key === 'Escape'))
  if (alt || meta) return alt && !ctrl && /^Arrow(?:Up|Down)$/.test(key) // opens a list of choices
  if (!inField) return false
  // Ctrl+Shift+Delete clears what the browser keeps
  if (movesCaret.has(key)) return !(shift && key === 'Delete')
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : usCharacter(code)
  return (shift ? ['v', 'z'] : ['a', 'c', 'v', 'x', 'y', 'z']).includes(letter ?? '')
}

/** A chord that edits a text field of one line, or selects in it: there it means no action. */
export function editsLine(press: KeyPress): boolean {
  const { key, ctrl, shift, alt, meta, altGraph } = press
  if (alt || meta || altGraph || key === 'ArrowUp' || key === 'ArrowDown') return false
  return (ctrl || (shift && movesCaret.has(key))) && isBrowsers(press, true)
}
