/**
 * The application menu. It is hidden, since the page has everything; desktops with a global menu bar show it, and assistive tools
 * read it. Chords are shown, not registered: the page decides which keys are the program's.
 */
import type { Action } from '../core/ipc/contract.ts'
import { BrowserWindow, Menu, type MenuItemConstructorOptions } from './electron.ts'
import { sendAction } from './window.ts'

const separator: MenuItemConstructorOptions = { type: 'separator' }

function entry(label: string, action: Action, accelerator?: string): MenuItemConstructorOptions {
  return { label, ...(accelerator === undefined ? {} : { accelerator }), registerAccelerator: false, click: (_item, window) => sendAction(window ?? BrowserWindow.getFocusedWindow(), action) }
}

const template: MenuItemConstructorOptions[] = [
  {
    label: 'Shell',
    submenu: [
      entry('New Tab', 'new_tab', 'Ctrl+Shift+T'),
      entry('New Window', 'new_window', 'Ctrl+Shift+N'),
      entry('Reopen Closed Tab', 'reopen_closed_tab', 'Ctrl+Alt+Shift+T'),
      separator,
      entry('Restart', 'restart_tab', 'Ctrl+Shift+R'),
      entry('Close Tab', 'close_tab', 'Ctrl+Shift+W'),
      entry('Close Window', 'close_window'),
      separator,
      entry('Quit', 'quit', 'Ctrl+Shift+Q'),
    ],
  },
  {
    label: 'Edit',
    submenu: [
      entry('Copy', 'copy', 'Ctrl+Shift+C'),
      entry('Paste', 'paste', 'Ctrl+Shift+V'),
      entry('Paste Selection', 'paste_primary', 'Ctrl+Shift+Insert'),
      entry('Select All', 'select_all', 'Ctrl+Shift+A'),
      separator,
      entry('Clear Scrollback', 'clear_scrollback', 'Ctrl+Shift+K'),
    ],
  },
  {
    label: 'View',
    submenu: [
      entry('Larger Font', 'font_larger', 'Ctrl+Plus'),
      entry('Smaller Font', 'font_smaller', 'Ctrl+-'),
      entry('Normal Font', 'font_reset', 'Ctrl+0'),
      separator,
      entry('Full Screen', 'toggle_fullscreen', 'F11'),
    ],
  },
  {
    label: 'Tab',
    submenu: [
      entry('Next Tab That Needs You', 'next_attention', 'Ctrl+Shift+J'),
      entry('What Needs You', 'attention_list', 'Ctrl+Shift+I'),
      separator,
      entry('Rename', 'rename_tab', 'Ctrl+Shift+E'),
      entry('Restore Automatic Name', 'reset_tab_name'),
      entry('Duplicate', 'duplicate_tab'),
      entry('Mute', 'mute_tab'),
      entry('Move to New Window', 'move_tab_to_new_window'),
      separator,
      entry('Next Tab', 'next_tab', 'Ctrl+Tab'),
      entry('Previous Tab', 'previous_tab', 'Ctrl+Shift+Tab'),
      separator,
      entry('Move Left', 'move_tab_left', 'Ctrl+Shift+PageUp'),
      entry('Move Right', 'move_tab_right', 'Ctrl+Shift+PageDown'),
    ],
  },
]

export function setMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
