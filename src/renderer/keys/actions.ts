/** The one table of what the user can do: action -> chords (behaviour/config.md 2) -> function. Keys, menus and the main process use it. */
import type { Action as SharedAction } from '../../core/ipc/contract.ts'
import { acknowledge, markSeen, mute, snooze } from '../attention/words.ts'
import type { Page } from '../page.ts'
import { chordLabel, ChordTable } from './chords.ts'

type GoToTab = `go_to_tab_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
export type ActionName =
  | SharedAction | GoToTab | 'last_tab' | 'tab_list' | 'focus_tab_bar' | 'context_menu'
  | 'scroll_page_up' | 'scroll_page_down' | 'scroll_to_top' | 'scroll_to_bottom'

interface ActionEntry {
  readonly label: string
  readonly chords: readonly string[]
  /** @returns false when there is nothing to do; then the key is the program's */
  readonly run: (page: Page) => boolean
}

const always = (act: (page: Page) => void) => (page: Page): boolean => { act(page); return true }

/** Scrolls the grid in view; on the alternate screen there is nothing to scroll. */
const scroll = (act: (terminal: { scrollPages(count: number): void; scrollToTop(): void; scrollToBottom(): void }) => void) => (page: Page): boolean => {
  const grid = page.panes.shown
  if (grid === null || grid.alternate) return false
  act(grid.terminal)
  return true
}

/** On the tab in view. */
const onActive = (act: (page: Page, tab: string) => void) => (page: Page): boolean => {
  const tab = page.state.active.value
  if (tab !== null) act(page, tab)
  return tab !== null
}

const goTo = (number: number): ActionEntry => ({
  label: `Go to tab ${number}`,
  chords: [`alt+${number}`],
  run: (page) => page.activateAt(number - 1),
})

export const actions: Readonly<Record<ActionName, ActionEntry>> = {
  new_tab: { label: 'New tab', chords: ['ctrl+shift+t'], run: always((page) => page.newTab()) },
  close_tab: { label: 'Close', chords: ['ctrl+shift+w'], run: (page) => page.closeTab() },
  next_tab: { label: 'Next tab', chords: ['ctrl+tab', 'ctrl+pagedown'], run: (page) => page.step(1) },
  previous_tab: { label: 'Previous tab', chords: ['ctrl+shift+tab', 'ctrl+pageup'], run: (page) => page.step(-1) },
  go_to_tab_1: goTo(1), go_to_tab_2: goTo(2), go_to_tab_3: goTo(3), go_to_tab_4: goTo(4), go_to_tab_5: goTo(5),
  go_to_tab_6: goTo(6), go_to_tab_7: goTo(7), go_to_tab_8: goTo(8), go_to_tab_9: goTo(9),
  last_tab: { label: 'Last tab', chords: ['alt+0'], run: (page) => page.activateAt(page.state.order.value.length - 1) },
  move_tab_left: { label: 'Move left', chords: ['ctrl+shift+pageup'], run: (page) => page.moveTab(-1) },
  move_tab_right: { label: 'Move right', chords: ['ctrl+shift+pagedown'], run: (page) => page.moveTab(1) },
  restart_tab: { label: 'Restart', chords: ['ctrl+shift+r'], run: (page) => page.restartTab() },
  tab_list: { label: 'List of tabs', chords: ['ctrl+shift+l'], run: always((page) => page.openTabList()) },
  focus_tab_bar: { label: 'Focus the tab bar', chords: ['ctrl+shift+f6'], run: always((page) => page.focusTabBar()) },
  rename_tab: { label: 'Rename', chords: ['ctrl+shift+e'], run: (page) => page.rename() },
  reset_tab_name: { label: 'Restore automatic name', chords: [], run: onActive((page, tab) => page.send({ kind: 'tab/rename', tab, name: null })) },
  duplicate_tab: { label: 'Duplicate', chords: [], run: onActive((page, tab) => page.opens({ kind: 'tab/duplicate', tab })) },
  reopen_closed_tab: {
    label: 'Reopen closed tab', chords: ['ctrl+alt+shift+t'],
    run: (page) => { if (page.attention.reopenable.value === 0) return false; page.opens({ kind: 'tab/reopen' }); return true },
  },
  last_used_tab: { label: 'Last used tab', chords: [], run: (page) => page.goBack() },
  close_other_tabs: { label: 'Close others', chords: [], run: onActive((page, tab) => page.closeOthers(tab)) },
  move_tab_to_new_window: { label: 'Move to new window', chords: [], run: onActive((page, tab) => page.send({ kind: 'tab/to-window', tab, window: null })) },
  mute_tab: { label: 'Mute', chords: [], run: (page) => mute(page) },
  new_window: { label: 'New window', chords: ['ctrl+shift+n'], run: always((page) => page.send({ kind: 'window/new' })) },
  close_window: { label: 'Close window', chords: [], run: always((page) => page.send({ kind: 'window/close', force: false })) },
  next_attention: { label: 'Next tab that needs you', chords: ['ctrl+shift+j'], run: (page) => page.attention.go(1) },
  previous_attention: { label: 'Previous tab that needs you', chords: [], run: (page) => page.attention.go(-1) },
  attention_list: { label: 'What needs you', chords: ['ctrl+shift+i'], run: always((page) => page.attention.openList()) },
  why: { label: 'Why this state?', chords: ['ctrl+shift+y'], run: (page) => page.why() },
  acknowledge_tab: { label: 'Acknowledge', chords: ['ctrl+shift+m'], run: (page) => acknowledge(page) },
  snooze_tab: { label: 'Snooze', chords: ['ctrl+shift+s'], run: (page) => snooze(page) },
  mark_seen: { label: 'Mark as seen', chords: [], run: (page) => markSeen(page) },
  copy: { label: 'Copy', chords: ['ctrl+shift+c', 'ctrl+insert', 'copy'], run: always((page) => page.copy()) }, // never ^C, even without a selection
  paste: { label: 'Paste', chords: ['ctrl+shift+v', 'shift+insert', 'paste'], run: always((page) => page.paste('clipboard')) },
  paste_primary: { label: 'Paste selection', chords: ['ctrl+shift+insert'], run: always((page) => page.paste('primary')) },
  select_all: { label: 'Select all', chords: ['ctrl+shift+a'], run: always((page) => page.panes.shown?.terminal.selectAll()) },
  clear_scrollback: { label: 'Clear scrollback', chords: ['ctrl+shift+k'], run: always((page) => page.panes.shown?.clearScrollback()) },
  scroll_page_up: { label: 'Scroll up a page', chords: ['shift+pageup'], run: scroll((terminal) => terminal.scrollPages(-1)) },
  scroll_page_down: { label: 'Scroll down a page', chords: ['shift+pagedown'], run: scroll((terminal) => terminal.scrollPages(1)) },
  scroll_to_top: { label: 'Scroll to the top', chords: ['shift+home'], run: scroll((terminal) => terminal.scrollToTop()) },
  scroll_to_bottom: { label: 'Scroll to the bottom', chords: ['shift+end'], run: scroll((terminal) => terminal.scrollToBottom()) },
  font_larger: { label: 'Larger font', chords: ['ctrl+plus', 'ctrl+equal'], run: always((page) => page.panes.zoom('larger')) },
  font_smaller: { label: 'Smaller font', chords: ['ctrl+minus'], run: always((page) => page.panes.zoom('smaller')) },
  font_reset: { label: 'Font size as configured', chords: ['ctrl+0'], run: always((page) => page.panes.zoom('reset')) },
  context_menu: { label: 'Menu', chords: ['shift+f10', 'menu'], run: always((page) => page.openMenuHere()) },
  toggle_fullscreen: { label: 'Full screen', chords: ['f11'], run: always((page) => page.send({ kind: 'window/fullscreen' })) },
  quit: { label: 'Quit', chords: ['ctrl+shift+q'], run: always((page) => page.send({ kind: 'app/quit', force: false })) },
}

export function chordTable(): ChordTable<ActionName> {
  const table = new ChordTable<ActionName>()
  for (const [name, { chords }] of Object.entries(actions)) for (const chord of chords) table.add(chord, name as ActionName) // the keys of the table
  return table
}

/** The first chord of an action, as menus draw it. */
export function chordOf(name: ActionName): string | undefined {
  const [chord] = actions[name].chords
  return chord === undefined ? undefined : chordLabel(chord)
}
