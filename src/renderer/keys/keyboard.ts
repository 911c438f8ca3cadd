/** Hears each key of the window first: chords go to their action, all others to whatever has the focus. */
import type { Page } from '../page.ts'
import { chordTable, type ActionName } from './actions.ts'
import { chordsOf, type KeyPress } from './chords.ts'

/** A key that is held down asks for these once: the second time it would answer the question of the first, or take the next tab. */
const once: ReadonlySet<ActionName | undefined> = new Set<ActionName>(['close_tab', 'restart_tab', 'quit', 'new_window', 'close_window', 'move_tab_to_new_window'])

export function listenToKeys(page: Page): void {
  const table = chordTable()
  let pressedIn: EventTarget | null = null
  window.addEventListener('keydown', (event) => {
    if (event.isComposing || event.key === 'Process') return // an input method is at work
    const press = pressOf(event)
    const action = table.find(press)
    if (!event.repeat) pressedIn = event.target
    // A key that is held down stays with what had the keyboard when it was pressed, and presses no button again.
    else if (once.has(action) || (action === undefined && (event.target !== pressedIn || pressesControl(event)))) { take(event); return }
    if (page.state.overlay.value !== null) {
      if (confirmsOverlay(page, action)) { page.confirmOverlay(); take(event) } else keepFromBrowser(event, press)
      return
    }
    if (page.state.renaming.value !== null && event.target instanceof HTMLInputElement) { keepFromBrowser(event, press); return } // the name is edited
    if (action !== undefined && page.perform(action)) { take(event); return }
    const grid = page.panes.shown
    if (grid === null || event.target !== grid.terminal.textarea) { keepFromBrowser(event, press); return }
    if (grid.id === page.endedTab() && !page.holdsKeys && event.key === 'Enter' && !press.ctrl && !press.alt && !press.shift && !press.meta) {
      if (!event.repeat) page.closeTab() // the tab may have died under the finger
      take(event)
      return
    }
    const keys = keysOfOurs(press, grid.alternate)
    if (keys !== null) { grid.input(keys); take(event) }
  }, { capture: true })
}

/** Keys that xterm.js 6.0 would turn into something else. */
function keysOfOurs(press: KeyPress, alternate: boolean): string | null {
  switch (chordsOf(press)[0]) {
    case 'shift+enter': return '\n' //  behaviour/config.md: keyboard.shift_enter
    case 'shift+pageup': return alternate ? '\x1b[5;2~' : null // xterm.js would scroll where there is nothing to scroll
    case 'shift+pagedown': return alternate ? '\x1b[6;2~' : null
    default: return null
  }
}

function pressesControl({ key, target }: KeyboardEvent): boolean {
  return ['Enter', ' ', 'Delete'].includes(key) && !(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)
}

/** A second request to close, made while the first one is being asked about, means it. */
function confirmsOverlay(page: Page, action: ActionName | undefined): boolean {
  const overlay = page.state.overlay.value
  if (overlay?.kind === 'close-tab') return action === (overlay.restart ? 'restart_tab' : 'close_tab')
  return overlay?.kind === 'close-window' && action === (overlay.quit ? 'quit' : 'close_window')
}

/** Reload, print, find and other keys of the browser beneath must not reach it; editing a text field must work. */
function keepFromBrowser(event: KeyboardEvent, { key, ctrl, meta, alt }: KeyPress): void {
  const editing = event.target instanceof HTMLInputElement && ctrl && !alt && /^[acvxz]$/i.test(key)
  if (!editing && (ctrl || meta || /^F\d+$/.test(key))) event.preventDefault()
}

function take(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

export function pressOf(event: KeyboardEvent): KeyPress {
  return {
    key: event.key, code: event.code, ctrl: event.ctrlKey, shift: event.shiftKey, alt: event.altKey, meta: event.metaKey,
    altGraph: event.getModifierState('AltGraph'),
  }
}
