/**
 * The application menu, hidden since the page has everything: for desktops with a global menu bar
 * and assistive tools. It shows key bindings without registering them, since the page handles keys.
 */
import { actionTable, type ActionName } from '../../core/config/keys/actions.ts'
import { accelerator } from '../../core/config/keys/chords.ts'
import { defaultShortcuts, type ShortcutTable } from '../../core/config/keys/shortcuts.ts'
import { BrowserWindow, Menu, type MenuItemConstructorOptions } from '../electron.ts'
import { sendAction } from './window.ts'

/** Entries of each menu; `null` is a separator. */
const menus: readonly (readonly [label: string, entries: readonly (ActionName | null)[]])[] = [
  [
    'File',
    [
      'new_tab',
      'new_window',
      'reopen_closed_tab',
      null,
      'restart_tab',
      'close_tab',
      'close_window',
      null,
      'settings',
      'open_config',
      'reload_config',
      null,
      'quit',
    ],
  ],
  [
    'Edit',
    [
      'copy',
      'paste',
      'paste_primary',
      'select_all',
      null,
      'find',
      'find_in_last_output',
      'copy_mode',
      'quick_select',
      'quick_select_open',
      'quick_select_insert',
      'quick_select_edit',
      null,
      'copy_last_output',
      'select_output',
      'page_last_output',
      'page_scrollback',
      null,
      'clear_scrollback',
      'reset_terminal',
    ],
  ],
  [
    'View',
    [
      'command_palette',
      null,
      'font_larger',
      'font_smaller',
      'font_reset',
      'next_theme',
      null,
      'toggle_fullscreen',
    ],
  ],
  [
    'Pane',
    [
      'split_right',
      'split_down',
      null,
      'focus_pane_left',
      'focus_pane_right',
      'focus_pane_up',
      'focus_pane_down',
      'next_pane',
      'previous_pane',
      null,
      'zoom_pane',
      'equalize_panes',
      'move_pane_to_tab',
      'close_all_panes',
    ],
  ],
  [
    'Tab',
    [
      'next_attention',
      'attention_list',
      null,
      'rename_tab',
      'mark_tab',
      'reset_tab_name',
      'duplicate_tab',
      'mute_tab',
      'move_tab_to_new_window',
      null,
      'next_tab',
      'previous_tab',
      'tab_list',
      null,
      'move_tab_left',
      'move_tab_right',
      null,
      'why',
      'acknowledge_tab',
      'snooze_tab',
    ],
  ],
]

/** Sets the menu with the current key bindings. */
export function setMenu(shortcuts: ShortcutTable = defaultShortcuts): void {
  const entry = (name: ActionName | null): MenuItemConstructorOptions => {
    if (name === null) return { type: 'separator' }
    const [chord] = shortcuts.actions[name]
    const keys = chord === undefined ? null : accelerator(chord)
    return {
      label: actionTable[name].label,
      ...(keys === null ? {} : { accelerator: keys, registerAccelerator: false }),
      click: (_item, window) => sendAction(window ?? BrowserWindow.getFocusedWindow(), name),
    }
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menus.map(([label, entries]) => ({ label, submenu: entries.map(entry) })),
    ),
  )
}
