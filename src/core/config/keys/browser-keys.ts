/**
 * Decides which keys the browser engine may handle: keys that make or edit text, or move in it. It
 * has its own functions for others, such as find, print, back or developer tools. Pure.
 */
import type { KeyPress } from './chords.ts'
import { usCharacter } from './us-layout.ts'

const movesCaret: ReadonlySet<string> = new Set(
  'ArrowLeft ArrowRight ArrowUp ArrowDown Home End Backspace Delete Insert'.split(' '),
)
/** Without Ctrl, Alt and Super. Modifiers and dead keys do nothing by themselves. */
const harmless: ReadonlySet<string> = new Set([
  ...movesCaret,
  ...'Enter Tab Escape PageUp PageDown ContextMenu Process Unidentified Compose Dead'.split(' '),
  ...'Shift Control Alt AltGraph Meta'.split(' '),
])

/** @param inField a text field has the focus, so that editing chords are the browser's too */
export function isBrowsers(press: KeyPress, inField: boolean): boolean {
  const { key, code, ctrl, shift, alt, meta, altGraph } = press
  if (altGraph || key === 'Process') return true // text
  if (!ctrl && !alt && !meta)
    return [...key].length === 1 || (harmless.has(key) && !(shift && key === 'Escape'))
  if (alt || meta) return alt && !ctrl && /^Arrow(?:Up|Down)$/.test(key) // opens a list of choices
  if (!inField) return false
  // Ctrl+Shift+Delete clears the browser's data
  if (movesCaret.has(key)) return !(shift && key === 'Delete')
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : usCharacter(code)
  return (shift ? ['v', 'z'] : ['a', 'c', 'v', 'x', 'y', 'z']).includes(letter ?? '')
}

/** Whether a chord edits or selects in a text field, and so triggers no action there. */
export function editsLine(press: KeyPress): boolean {
  const { key, ctrl, shift, alt, meta, altGraph } = press
  if (alt || meta || altGraph || key === 'ArrowUp' || key === 'ArrowDown') return false
  return (ctrl || (shift && movesCaret.has(key))) && isBrowsers(press, true)
}
