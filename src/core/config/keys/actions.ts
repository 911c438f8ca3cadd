/**
 * The table of actions for keys, menus, the palette and messages: name, group, label and default
 * chords. Only implemented actions are listed, since every name can be bound. docs/contributing.md
 * describes how to add one.
 */

export const actionGroups = [
  'tabs',
  'panes',
  'attention',
  'windows',
  'text',
  'scroll',
  'view',
] as const
export type ActionGroup = (typeof actionGroups)[number]

interface Row {
  readonly group: ActionGroup
  /** Text in menus and the palette. */
  readonly label: string
  /** Default chords; the first one is shown next to the label. */
  readonly chords: readonly string[]
}

const row = (group: ActionGroup, label: string, ...chords: string[]): Row => ({
  group,
  label,
  chords,
})

export const actionTable = {
  new_tab: row('tabs', 'New tab', 'ctrl+shift+t'),
  close_tab: row('tabs', 'Close', 'ctrl+shift+w'),
  close_other_tabs: row('tabs', 'Close others'),
  reopen_closed_tab: row('tabs', 'Reopen closed tab', 'ctrl+shift+alt+t'),
  duplicate_tab: row('tabs', 'Duplicate'),
  rename_tab: row('tabs', 'Rename', 'ctrl+shift+e'),
  reset_tab_name: row('tabs', 'Reset name'),
  move_tab_to_new_window: row('tabs', 'Move to new window'),
  mute_tab: row('tabs', 'Mute'),
  next_tab: row('tabs', 'Next tab', 'ctrl+tab', 'ctrl+pagedown'),
  previous_tab: row('tabs', 'Previous tab', 'ctrl+shift+tab', 'ctrl+pageup'),
  go_to_tab_1: row('tabs', 'Go to tab 1', 'alt+1'),
  go_to_tab_2: row('tabs', 'Go to tab 2', 'alt+2'),
  go_to_tab_3: row('tabs', 'Go to tab 3', 'alt+3'),
  go_to_tab_4: row('tabs', 'Go to tab 4', 'alt+4'),
  go_to_tab_5: row('tabs', 'Go to tab 5', 'alt+5'),
  go_to_tab_6: row('tabs', 'Go to tab 6', 'alt+6'),
  go_to_tab_7: row('tabs', 'Go to tab 7', 'alt+7'),
  go_to_tab_8: row('tabs', 'Go to tab 8', 'alt+8'),
  go_to_tab_9: row('tabs', 'Go to tab 9', 'alt+9'),
  last_tab: row('tabs', 'Last tab', 'alt+0'),
  last_used_tab: row('tabs', 'Last used tab'),
  move_tab_left: row('tabs', 'Move left', 'ctrl+shift+pageup'),
  move_tab_right: row('tabs', 'Move right', 'ctrl+shift+pagedown'),
  resume_agent: row('tabs', 'Resume agent', 'ctrl+shift+enter'),
  resume_all_agents: row('tabs', 'Resume all agents of the window'),
  restart_tab: row('tabs', 'Restart', 'ctrl+shift+r'),
  tab_list: row('tabs', 'Tab list', 'ctrl+shift+l'),
  toggle_sidebar: row('view', 'Collapse or expand the sidebar'),
  filter_tabs: row('tabs', 'Filter tabs', 'ctrl+shift+alt+l'),
  focus_tab_bar: row('tabs', 'Focus the tab bar', 'ctrl+shift+f6'),
  split_right: row('panes', 'Split right', 'ctrl+shift+o'),
  split_down: row('panes', 'Split down', 'ctrl+shift+d'),
  focus_pane_left: row('panes', 'Focus pane on the left', 'shift+alt+left'),
  focus_pane_right: row('panes', 'Focus pane on the right', 'shift+alt+right'),
  focus_pane_up: row('panes', 'Focus pane above', 'shift+alt+up'),
  focus_pane_down: row('panes', 'Focus pane below', 'shift+alt+down'),
  next_pane: row('panes', 'Next pane'),
  previous_pane: row('panes', 'Previous pane'),
  zoom_pane: row('panes', 'Zoom pane', 'ctrl+shift+z'),
  resize_pane_left: row('panes', 'Move divider left'),
  resize_pane_right: row('panes', 'Move divider right'),
  resize_pane_up: row('panes', 'Move divider up'),
  resize_pane_down: row('panes', 'Move divider down'),
  equalize_panes: row('panes', 'Equalize panes'),
  swap_pane_left: row('panes', 'Swap pane with the left one'),
  swap_pane_right: row('panes', 'Swap pane with the right one'),
  swap_pane_up: row('panes', 'Swap pane with the one above'),
  swap_pane_down: row('panes', 'Swap pane with the one below'),
  move_pane_to_tab: row('panes', 'Move pane to its own tab'),
  toggle_broadcast: row('panes', 'Type into all panes of this tab, or end that'),
  broadcast_to_tabs: row('panes', 'Type into several tabs'),
  broadcast_to_all_tabs: row('panes', 'Type into all tabs of this window'),
  close_all_panes: row('panes', 'Close tab with all panes'),
  next_attention: row('attention', 'Next tab that needs you', 'ctrl+shift+j'),
  previous_attention: row('attention', 'Previous tab that needs you'),
  attention_list: row('attention', 'What needs you', 'ctrl+shift+i'),
  why: row('attention', 'Why this state?', 'ctrl+shift+y'),
  acknowledge_tab: row('attention', 'Acknowledge', 'ctrl+shift+m'),
  snooze_tab: row('attention', 'Snooze', 'ctrl+shift+s'),
  mark_seen: row('attention', 'Mark as seen'),
  new_window: row('windows', 'New window', 'ctrl+shift+n'),
  save_layout: row('windows', 'Save layout…'),
  mcp_access: row('windows', 'Access of programs (MCP)'),
  close_window: row('windows', 'Close window'),
  toggle_fullscreen: row('windows', 'Toggle full screen', 'f11'),
  quit: row('windows', 'Quit', 'ctrl+shift+q'),
  copy: row('text', 'Copy', 'ctrl+shift+c', 'ctrl+insert', 'copy'),
  paste: row('text', 'Paste', 'ctrl+shift+v', 'shift+insert', 'paste'),
  paste_primary: row('text', 'Paste selection', 'ctrl+shift+insert'),
  select_all: row('text', 'Select all', 'ctrl+shift+a'),
  copy_mode: row('text', 'Copy mode', 'ctrl+shift+x'),
  quick_select: row('text', 'Quick select', 'ctrl+shift+space'),
  quick_select_open: row('text', 'Quick select to open'),
  quick_select_insert: row('text', 'Quick select to insert'),
  quick_select_edit: row('text', 'Quick select to edit'),
  clear_scrollback: row('text', 'Clear scrollback', 'ctrl+shift+k'),
  clear_screen: row('text', 'Clear screen'),
  copy_last_output: row('text', 'Copy last output'),
  select_output: row('text', 'Select output'),
  page_scrollback: row('text', 'Open scrollback in pager'),
  page_last_output: row('text', 'Open last output in pager'),
  find: row('text', 'Find', 'ctrl+shift+f'),
  find_in_last_output: row('text', 'Find in last output'),
  find_next: row('text', 'Find next', 'ctrl+shift+g'),
  find_previous: row('text', 'Find previous', 'ctrl+shift+h'),
  previous_prompt: row('scroll', 'Previous prompt', 'ctrl+shift+up'),
  next_prompt: row('scroll', 'Next prompt', 'ctrl+shift+down'),
  previous_event: row('scroll', 'Previous event of the time line'),
  scroll_line_up: row('scroll', 'Scroll up one line'),
  scroll_line_down: row('scroll', 'Scroll down one line'),
  scroll_page_up: row('scroll', 'Scroll up one page', 'shift+pageup'),
  scroll_page_down: row('scroll', 'Scroll down one page', 'shift+pagedown'),
  scroll_to_top: row('scroll', 'Scroll to top', 'shift+home'),
  scroll_to_bottom: row('scroll', 'Scroll to bottom', 'shift+end'),
  settings: row('view', 'Settings', 'ctrl+alt+comma'),
  open_config: row('view', 'Open configuration', 'ctrl+comma'),
  reload_config: row('view', 'Reload configuration', 'ctrl+shift+comma'),
  command_palette: row('view', 'Command palette', 'ctrl+shift+p'),
  show_keys: row('view', 'Keyboard shortcuts', 'ctrl+shift+f1'),
  choose_theme: row('view', 'Choose theme'),
  next_theme: row('view', 'Next theme'),
  font_larger: row('view', 'Increase font size', 'ctrl+plus', 'ctrl+equal'),
  font_smaller: row('view', 'Decrease font size', 'ctrl+minus'),
  font_reset: row('view', 'Reset font size', 'ctrl+0'),
  context_menu: row('view', 'Context menu', 'shift+f10', 'menu'),
} as const satisfies Readonly<Record<string, Row>>

export type ActionName = keyof typeof actionTable

/** In the order of the table, as in lists and `--list-actions`. */
// its keys are its names, and there is one at least
export const actionNames = Object.keys(actionTable) as [ActionName, ...ActionName[]]

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(actionTable, name)
}
