/** Reads key events of the page, and keeps them from the browser engine. */
import type { ActionName } from '../../core/config/keys/actions.ts'
import { editsLine, isBrowsers } from '../../core/config/keys/browser-keys.ts'
import type { KeyPress } from '../../core/config/keys/chords.ts'
import type { KeyEventFacts } from '../../core/config/keys/kitty-encode.ts'
import type { KeyboardLayout } from './keyboard-layout.ts'

/**
 * Names a key whose character is U+0000 for Chromium: Del of the number pad, or a place of the
 * layout without a symbol. The latter also has the keyCode of Del.
 */
function nameWithoutSymbol(code: string): string {
  return code === 'NumpadDecimal' ? 'Delete' : 'Unidentified'
}

export function pressOf(event: KeyboardEvent): KeyPress {
  return {
    key: event.key === '\0' ? nameWithoutSymbol(event.code) : event.key,
    code: event.code,
    ctrl: event.ctrlKey,
    shift: event.shiftKey,
    alt: event.altKey,
    meta: event.metaKey,
    altGraph: event.getModifierState('AltGraph'),
  }
}

export function factsOf(
  event: KeyboardEvent,
  press: KeyPress,
  layout: KeyboardLayout,
): KeyEventFacts {
  return {
    ...press,
    type: event.repeat ? 'repeat' : 'press',
    capsLock: event.getModifierState('CapsLock'),
    numLock: event.getModifierState('NumLock'),
    unshifted: layout.unshifted(event.code),
  }
}

export function isText({ key, ctrl, alt, meta }: KeyPress): boolean {
  return [...key].length === 1 && !ctrl && !alt && !meta
}

/** The page acts on keys of the browser beneath, or nothing does; text fields can be edited. */
export function keepFromBrowser(event: KeyboardEvent, press: KeyPress): void {
  if (!isBrowsers(press, isTextField(event.target))) event.preventDefault()
}

/** Returns whether this is a text field of the window, not the hidden one of a grid. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    (target instanceof HTMLTextAreaElement && target.closest('.grid') === null)
  )
}

/**
 * Handles actions on text and chords that edit text. Both apply to the text field that has the
 * keyboard.
 * @returns whether the key was one of them
 */
export function editsField(
  event: KeyboardEvent,
  press: KeyPress,
  action: ActionName | undefined,
): boolean {
  if (action === 'copy' || action === 'select_all') {
    document.execCommand(action === 'copy' ? 'copy' : 'selectAll')
    take(event)
    return true
  }
  if (action !== 'paste' && !editsLine(press)) return false
  keepFromBrowser(event, press) // the browser pastes by itself; a page may not
  return true
}

export function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
