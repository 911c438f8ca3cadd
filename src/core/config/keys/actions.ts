/**
 * The table of actions for keys, menus, the palette and messages: name, group, label and default
 * chords. Only implemented actions are listed, since every name can be bound.
 * docs/contributing/index.md describes how to add one.
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
  close_tab: row('tabs', 'Close tab or pane', 'ctrl+shift+w'),
  close_other_tabs: row('tabs', 'Close other tabs'),
  close_tabs_to_the_right: row('tabs', 'Close tabs to the right'),
  reopen_closed_tab: row('tabs', 'Reopen closed tab', 'ctrl+shift+alt+t'),
  duplicate_tab: row('tabs', 'Duplicate tab'),
  rename_tab: row('tabs', 'Rename tab…', 'ctrl+shift+e'),
  mark_tab: row('tabs', 'Mark tab'),
  reset_tab_name: row('tabs', 'Reset tab name'),
  move_tab_to_new_window: row('tabs', 'Move tab to new window'),
  mute_tab: row('tabs', 'Mute tab'),
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
  last_used_tab: row('tabs', 'Most recently used tab'),
  move_tab_left: row('tabs', 'Move tab left', 'ctrl+shift+pageup'),
  move_tab_right: row('tabs', 'Move tab right', 'ctrl+shift+pagedown'),
  resume_agent: row('tabs', 'Resume agent', 'ctrl+shift+enter'),
  resume_all_agents: row('tabs', 'Resume all agents in this window'),
  new_worktree: row('tabs', 'New agent in a worktree…'),
  list_worktrees: row('tabs', 'Show worktrees…'),
  remove_worktree: row('tabs', 'Remove worktree…'),
  restart_tab: row('tabs', 'Restart program', 'ctrl+shift+r'),
  tab_list: row('tabs', 'Search tabs…', 'ctrl+shift+l'),
  toggle_sidebar: row('view', 'Toggle sidebar'),
  filter_tabs: row('tabs', 'Filter sidebar tabs', 'ctrl+shift+alt+l'),
  focus_tab_bar: row('tabs', 'Focus tab bar', 'ctrl+shift+f6'),
  split_right: row('panes', 'Split right', 'ctrl+shift+o'),
  split_down: row('panes', 'Split down', 'ctrl+shift+d'),
  focus_pane_left: row('panes', 'Focus left pane', 'shift+alt+left'),
  focus_pane_right: row('panes', 'Focus right pane', 'shift+alt+right'),
  focus_pane_up: row('panes', 'Focus pane above', 'shift+alt+up'),
  focus_pane_down: row('panes', 'Focus pane below', 'shift+alt+down'),
  next_pane: row('panes', 'Focus next pane'),
  previous_pane: row('panes', 'Focus previous pane'),
  zoom_pane: row('panes', 'Toggle pane zoom', 'ctrl+shift+z'),
  resize_pane_left: row('panes', 'Resize pane left'),
  resize_pane_right: row('panes', 'Resize pane right'),
  resize_pane_up: row('panes', 'Resize pane up'),
  resize_pane_down: row('panes', 'Resize pane down'),
  equalize_panes: row('panes', 'Equalize pane sizes'),
  swap_pane_left: row('panes', 'Swap with left pane'),
  swap_pane_right: row('panes', 'Swap with right pane'),
  swap_pane_up: row('panes', 'Swap with pane above'),
  swap_pane_down: row('panes', 'Swap with pane below'),
  move_pane_to_tab: row('panes', 'Move pane to new tab'),
  toggle_broadcast: row('panes', 'Broadcast input to all panes'),
  broadcast_to_tabs: row('panes', 'Broadcast input to tabs…'),
  broadcast_to_all_tabs: row('panes', 'Broadcast input to all tabs in this window'),
  close_all_panes: row('panes', 'Close tab and all its panes'),
  next_attention: row('attention', 'Go to next tab that needs you', 'ctrl+shift+j'),
  previous_attention: row('attention', 'Go to previous tab that needs you'),
  attention_list: row('attention', 'Open inbox', 'ctrl+shift+i'),
  why: row('attention', 'Why this state?', 'ctrl+shift+y'),
  queue_prompt: row('attention', 'Queue prompt…'),
  find_conversation: row('attention', 'Search conversations…'),
  acknowledge_tab: row('attention', 'Acknowledge state', 'ctrl+shift+m'),
  snooze_tab: row('attention', 'Snooze tab', 'ctrl+shift+s'),
  mark_seen: row('attention', 'Mark as seen'),
  new_window: row('windows', 'New window', 'ctrl+shift+n'),
  restore_session_before: row('windows', 'Restore the session before'),
  save_layout: row('windows', 'Save window as layout…'),
  mcp_access: row('windows', 'Manage MCP access…'),
  close_window: row('windows', 'Close window'),
  toggle_fullscreen: row('windows', 'Toggle full screen', 'f11'),
  quit: row('windows', 'Quit', 'ctrl+shift+q'),
  copy: row('text', 'Copy', 'ctrl+shift+c', 'ctrl+insert', 'copy'),
  copy_raw: row('text', 'Copy as displayed', 'ctrl+shift+alt+c'),
  paste: row('text', 'Paste', 'ctrl+shift+v', 'shift+insert', 'paste'),
  paste_primary: row('text', 'Paste primary selection', 'ctrl+shift+insert'),
  select_all: row('text', 'Select all', 'ctrl+shift+a'),
  copy_mode: row('text', 'Copy mode', 'ctrl+shift+x'),
  quick_select: row('text', 'Quick select: copy', 'ctrl+shift+space'),
  quick_select_open: row('text', 'Quick select: open'),
  quick_select_insert: row('text', 'Quick select: insert'),
  quick_select_edit: row('text', 'Quick select: edit'),
  clear_scrollback: row('text', 'Clear scrollback', 'ctrl+shift+k'),
  clear_screen: row('text', 'Clear screen'),
  reset_terminal: row('text', 'Reset terminal'),
  copy_last_output: row('text', 'Copy last command output'),
  select_output: row('text', 'Select command output'),
  page_scrollback: row('text', 'Open scrollback in pager'),
  page_last_output: row('text', 'Open last command output in pager'),
  show_changes: row('text', 'Show changes of this turn'),
  find: row('text', 'Find', 'ctrl+shift+f'),
  find_in_last_output: row('text', 'Find in last command output'),
  find_next: row('text', 'Find next', 'ctrl+shift+g'),
  find_previous: row('text', 'Find previous', 'ctrl+shift+h'),
  previous_prompt: row('scroll', 'Scroll to previous prompt', 'ctrl+shift+up'),
  next_prompt: row('scroll', 'Scroll to next prompt', 'ctrl+shift+down'),
  previous_event: row('scroll', 'Go to previous timeline event'),
  scroll_line_up: row('scroll', 'Scroll up one line'),
  scroll_line_down: row('scroll', 'Scroll down one line'),
  scroll_page_up: row('scroll', 'Scroll up one page', 'shift+pageup'),
  scroll_page_down: row('scroll', 'Scroll down one page', 'shift+pagedown'),
  scroll_to_top: row('scroll', 'Scroll to top', 'shift+home'),
  scroll_to_bottom: row('scroll', 'Scroll to bottom', 'shift+end'),
  settings: row('view', 'Open settings', 'ctrl+alt+comma'),
  open_config: row('view', 'Open configuration file', 'ctrl+comma'),
  reload_config: row('view', 'Reload configuration', 'ctrl+shift+comma'),
  command_palette: row('view', 'Command palette', 'ctrl+shift+p'),
  show_keys: row('view', 'Keyboard shortcuts', 'ctrl+shift+f1'),
  choose_theme: row('view', 'Choose theme…'),
  next_theme: row('view', 'Next theme'),
  font_larger: row('view', 'Increase font size', 'ctrl+plus', 'ctrl+equal'),
  font_smaller: row('view', 'Decrease font size', 'ctrl+minus'),
  font_reset: row('view', 'Reset font size', 'ctrl+0'),
  context_menu: row('view', 'Open context menu', 'shift+f10', 'menu'),
} as const satisfies Readonly<Record<string, Row>>

export type ActionName = keyof typeof actionTable

/** In the order of the table, as in lists and `--list-actions`. */
// its keys are its names, and there is one at least
export const actionNames = Object.keys(actionTable) as [ActionName, ...ActionName[]]

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(actionTable, name)
}
