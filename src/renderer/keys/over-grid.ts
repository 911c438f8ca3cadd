/** Keys while something over the grids has the keyboard. */
import type { ActionName } from '../../core/config/keys/actions.ts'
import type { KeyPress } from '../../core/config/keys/chords.ts'
import { isModifierOrLock } from '../../core/config/keys/kitty-keys.ts'
import type { WindowPage } from '../page/window-page.ts'
import type { Overlay } from '../state/overlay.ts'
import { editsField, isTextField, keepFromBrowser, take } from './press.ts'

/** Returns whether the recorder of shortcuts or the switcher of tabs has taken a key. */
export function isTaken(
  { shortcuts, state, tabs }: WindowPage,
  event: KeyboardEvent,
  press: KeyPress,
): boolean {
  if (state.recordKey !== null) {
    state.recordKey(event)
    return true
  }
  if (state.tabSwitch.value === null || isModifierOrLock(event.key)) return false
  const bound = shortcuts.value.find(press)
  const action = bound !== undefined && 'action' in bound ? bound.action : undefined
  if (action === 'next_tab' || event.key === 'ArrowDown') tabs.step(1)
  else if (action === 'previous_tab' || event.key === 'ArrowUp') tabs.step(-1)
  else if (event.key === 'Escape') state.tabSwitch.set(null)
  else if (event.key === 'Enter') tabs.holdModifier(false)
  take(event)
  return true
}

/**
 * An overlay has the keyboard: a second request, to close a tab or for the overlay, passes, and
 * over the attention list every chord.
 */
export function keyOverOverlay(
  page: WindowPage,
  event: KeyboardEvent,
  press: KeyPress,
  action: ActionName | undefined,
): void {
  if (confirmsOverlay(page, action)) {
    page.overlays.confirm()
    take(event)
  } else if (closesAgain(page.state.overlay.value, action)) {
    page.overlays.dismiss()
    take(event)
  } else if (action !== undefined && passesChords(page.state.overlay.value, press)) {
    page.overlays.dismissThen(() => page.perform(action))
    take(event)
  } else if (!isTextField(event.target) || !editsField(event, press, action))
    keepFromBrowser(event, press)
}

/**
 * Returns whether an open overlay leaves this chord to its action. The inbox does, because it has
 * no text field; letters are its own keys.
 */
function passesChords(overlay: Overlay | null, { key, ctrl, alt, meta }: KeyPress): boolean {
  const isChord = ctrl || alt || meta || /^F\d+$/.test(key)
  return overlay?.kind === 'attention' && isChord
}

const opening: Readonly<Partial<Record<Overlay['kind'], ActionName>>> = {
  palette: 'command_palette',
  keys: 'show_keys',
  attention: 'attention_list',
  settings: 'settings',
}

/** The chord that has opened an overlay closes it. */
function closesAgain(overlay: Overlay | null, action: ActionName | undefined): boolean {
  return overlay !== null && action !== undefined && opening[overlay.kind] === action
}

/**
 * A second request to close a tab, made while the first one is being asked about, means it. A
 * window has more to lose.
 */
function confirmsOverlay(page: WindowPage, action: ActionName | undefined): boolean {
  const overlay = page.state.overlay.value
  if (overlay?.kind !== 'close') return false
  return action === (overlay.confirm.kind === 'session/restart' ? 'restart_tab' : 'close_tab')
}
