/** Generates docs/reference/actions.md from the table. A test compares the file with this text. */
import { actionGroups, actionNames, actionTable, type ActionName } from './actions.ts'
import { presetChords, presetNames, type PresetName } from './presets.ts'

type Group = (typeof actionGroups)[number]

const titles: Readonly<Record<Group, string>> = {
  tabs: 'Tabs',
  panes: 'Panes',
  attention: 'Inbox and states',
  windows: 'Windows',
  text: 'Text and search',
  scroll: 'Scrolling',
  view: 'View and configuration',
}

const descriptions: Readonly<Record<ActionName, string>> = {
  new_tab: 'Opens a tab after the active one, in its directory.',
  close_tab:
    'Closes the focused pane, and with the last pane the tab. Asks first if a program other than ' +
    'a shell runs, or if an agent works or waits.',
  close_other_tabs: 'Closes every tab of the window except the active one. Asks once for all.',
  close_tabs_to_the_right:
    'Closes every tab after the active one, in the sidebar every tab below it. Asks once for all.',
  reopen_closed_tab: 'Reopens the tab or pane that was closed last, without its program.',
  duplicate_tab: 'Opens a tab with the same command or shell, directory and profile.',
  mark_tab: 'Edits the color, sign and note of the tab.',
  rename_tab: 'Edits the name of the tab. An empty name restores the automatic one.',
  reset_tab_name: 'Removes the custom name of the tab.',
  move_tab_to_new_window: 'Moves the tab with its programs to a new window.',
  mute_tab: 'Turns desktop notifications and sounds of the tab off, or on again.',
  next_tab:
    'Activates the next tab in the order of `tabs.switch_order`. After the last tab comes the ' +
    'first.',
  previous_tab:
    'Activates the previous tab in the order of `tabs.switch_order`. Before the first tab comes ' +
    'the last.',
  ...numbered(),
  last_tab: 'Activates the last tab.',
  last_used_tab: 'Activates the tab that was active before this one.',
  move_tab_left: 'Moves the tab one position to the left, or up in a sidebar.',
  move_tab_right: 'Moves the tab one position to the right, or down in a sidebar.',
  resume_agent: 'Resumes the agent that the tab offers to resume.',
  resume_all_agents: 'Asks to resume all agents that tabs of the window offer to resume.',
  new_worktree:
    'Opens a list that creates a git worktree for a branch, with a tab for the shell, the ' +
    'agent of the active tab, or a profile.',
  list_worktrees:
    "Lists the worktrees of the active tab's repository with their tabs. Enter shows the tab or " +
    'opens one.',
  remove_worktree:
    'Asks to remove the worktree of the active tab, if nothing would be lost. Deletes its branch ' +
    'if that is merged.',
  restart_tab:
    'Starts the program of the pane again. Asks first while it runs. Starts a command that waits ' +
    'for *Start*.',
  tab_list: 'Opens a list of the tabs of the window, with a filter.',
  filter_tabs: 'Focuses the filter of the sidebar.',
  focus_tab_bar:
    'Focuses the active tab in the tab bar, where arrow keys, Home, End, Enter, F2, Delete and ' +
    'Esc work.',
  split_right: 'Opens a new pane to the right of the focused one, in the same directory.',
  split_down: 'Opens a new pane below the focused one, in the same directory.',
  focus_pane_left: 'Focuses the pane on the left.',
  focus_pane_right: 'Focuses the pane on the right.',
  focus_pane_up: 'Focuses the pane above.',
  focus_pane_down: 'Focuses the pane below.',
  next_pane: 'Focuses the next pane of the tab. After the last pane comes the first.',
  previous_pane: 'Focuses the previous pane of the tab. Before the first pane comes the last.',
  zoom_pane: 'Shows only the focused pane, or all panes again.',
  resize_pane_left: 'Moves the divider next to the pane 5 percent to the left.',
  resize_pane_right: 'Moves the divider next to the pane 5 percent to the right.',
  resize_pane_up: 'Moves the divider next to the pane 5 percent up.',
  resize_pane_down: 'Moves the divider next to the pane 5 percent down.',
  equalize_panes: 'Gives all panes of a row or column the same size.',
  swap_pane_left: 'Exchanges the positions of the focused pane and the pane on the left.',
  swap_pane_right: 'Exchanges the positions of the focused pane and the pane on the right.',
  swap_pane_up: 'Exchanges the positions of the focused pane and the pane above.',
  swap_pane_down: 'Exchanges the positions of the focused pane and the pane below.',
  move_pane_to_tab: 'Moves the focused pane with its program to a tab of its own.',
  toggle_broadcast: 'Sends input to all panes of the tab, or stops any broadcast.',
  broadcast_to_tabs: 'Asks which tabs receive input, and starts to broadcast.',
  broadcast_to_all_tabs: 'Sends input to all tabs of the window.',
  close_all_panes: 'Closes the tab with all its panes. Asks once for all of them.',
  next_attention:
    'Activates the most urgent tab that needs you, has failed or is done, in any window. Pressed ' +
    'again, activates the next one.',
  previous_attention: 'Goes through the same tabs in the opposite order.',
  attention_list: 'Opens the inbox, which lists the tabs of all windows that need you.',
  why: 'Shows what the state of the tab is based on.',
  queue_prompt: 'Opens the prompt queue of the tab, which sends prompts when its agent is idle.',
  find_conversation:
    'Searches old conversations of agents in the command palette, and resumes the selected one.',
  acknowledge_tab: 'Clears the state of the tab until its program reports again.',
  snooze_tab: 'Snoozes a tab that needs you for 10 minutes, or ends its snooze.',
  mark_seen: 'Marks the state of the tab as seen.',
  new_window: 'Opens a window.',
  restore_session_before:
    'Opens the windows that vibeflow gave up because it quit twice right after restoring them.',
  save_layout: 'Asks for a name and saves the tabs and panes of the window as a layout.',
  mcp_access: 'Lists the programs that asked to use `vibeflow mcp`, and removes answers.',
  close_window: 'Closes the window. Asks first if something would be lost.',
  toggle_fullscreen: 'Turns full screen on or off.',
  quit: 'Closes all windows and ends vibeflow. Asks once if something would be lost.',
  copy: 'Copies the selection to the clipboard.',
  copy_raw:
    'Copies the selection as displayed, even from an agent. Without a selection, replaces the ' +
    'last cleaned copy by its text as displayed.',
  paste: 'Pastes from the clipboard.',
  paste_primary: 'Pastes the primary selection.',
  select_all: 'Selects the scrollback and the screen.',
  copy_mode: 'Turns copy mode on or off, for selecting text with the keyboard.',
  quick_select: 'Labels links, paths and hashes on the screen. A label copies.',
  quick_select_open: 'Labels links, paths and hashes on the screen. A label opens.',
  quick_select_insert: 'Labels links, paths and hashes on the screen. A label inserts.',
  quick_select_edit: 'Labels links, paths and hashes on the screen. A label opens the editor.',
  clear_scrollback: 'Deletes the scrollback. Does nothing on the alternate screen.',
  clear_screen: 'Sends Ctrl+L to the program.',
  reset_terminal:
    'Resets modes, colors, character sets and tab stops. The shell, the screen and the ' +
    'scrollback stay.',
  copy_last_output: 'Copies what the last command printed.',
  select_output:
    'Selects the output of the command at the top of the view, or of the last command. Pressed ' +
    'again, adds the output before it.',
  page_scrollback: 'Opens the scrollback in a pager, in a new tab.',
  page_last_output: 'Opens the output of the last command in a pager, in a new tab.',
  show_changes:
    "Opens a diff of the repository since the agent's turn started, in a pager in a new tab. " +
    '`ai.diff` names the program that draws it.',
  find: 'Opens the find bar. A selection within one line becomes the search text.',
  find_in_last_output: 'Opens the find bar for the output of the last command.',
  find_next: 'Goes to the next match below.',
  find_previous: 'Goes to the previous match above.',
  previous_prompt: 'Scrolls up to the previous prompt.',
  next_prompt: 'Scrolls down to the next prompt, or to the bottom.',
  previous_event:
    'Scrolls to the newest event in the timeline of the tab. Pressed again, to the one before.',
  scroll_line_up: 'Scrolls up one line.',
  scroll_line_down: 'Scrolls down one line.',
  scroll_page_up: 'Scrolls up one page.',
  scroll_page_down: 'Scrolls down one page.',
  scroll_to_top: 'Scrolls to the top of the scrollback.',
  scroll_to_bottom: 'Scrolls to the bottom.',
  toggle_sidebar: 'Reduces the sidebar to stripes and state icons, or expands it.',
  settings: 'Opens the settings, with a field for every option.',
  open_config: 'Opens the configuration file in an editor, and creates it if necessary.',
  reload_config: 'Reads the configuration file again.',
  command_palette: 'Opens the command palette, which searches actions, tabs, themes and settings.',
  show_keys: 'Lists the current keyboard shortcuts, with a filter.',
  choose_theme: 'Lists the themes in the command palette and previews the selected one.',
  next_theme: 'Applies the next theme to the window.',
  font_larger: 'Makes the font of the terminals in the window larger.',
  font_smaller: 'Makes the font of the terminals in the window smaller.',
  font_reset: 'Restores the configured font size.',
  context_menu: 'Opens the menu of the focused tab or terminal.',
}

const introduction: readonly string[] = [
  '# Actions',
  '',
  'This page lists every action that a key, a menu or the command palette can run, with its ' +
    'default keys. It is generated from the table of actions. `vibeflow --list-actions` prints ' +
    'the names.',
  '',
  'Bind an action by its name under `[shortcuts]` in `config.toml`, for example ' +
    '`duplicate_tab = ["ctrl+shift+alt+d"]`. [keys.md](keys.md#how-shortcuts-are-written) ' +
    'describes how keys are written. [Change shortcuts](../guides/change-shortcuts.md) is the ' +
    'guide.',
]

export function actionsDocument(): string {
  const defaults = presetChords('default')
  return [
    ...introduction,
    ...actionGroups.flatMap((group) => [
      '',
      `## ${titles[group]}`,
      '',
      '| action | label | default keys | description |',
      '|---|---|---|---|',
      ...actionNames
        .filter((name) => actionTable[name].group === group)
        .map(
          (name) =>
            `| \`${name}\` | ${actionTable[name].label} | ${keys(defaults[name])} | ` +
            `${descriptions[name]} |`,
        ),
    ]),
    '',
    '## Presets',
    '',
    '`shortcuts.preset` replaces the default keys of the following actions. All other actions ' +
      'keep their default keys.',
    ...presetNames
      .filter((preset) => preset !== 'default')
      .flatMap((preset) => presetTable(preset, defaults)),
    '',
  ].join('\n')
}

function presetTable(preset: PresetName, defaults: ReturnType<typeof presetChords>): string[] {
  const chords = presetChords(preset)
  return [
    '',
    `### ${preset}`,
    '',
    '| action | keys |',
    '|---|---|',
    ...actionNames
      .filter((name) => chords[name].join(' ') !== defaults[name].join(' '))
      .map((name) => `| \`${name}\` | ${keys(chords[name])} |`),
  ]
}

function keys(chords: readonly string[]): string {
  return chords.length === 0 ? 'not bound' : chords.map((chord) => `\`${chord}\``).join(', ')
}

type Numbered = `go_to_tab_${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`

function numbered(): Record<Numbered, string> {
  return Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [
      `go_to_tab_${index + 1}`,
      `Activates tab ${index + 1} of the window.`,
    ]),
  ) as Record<Numbered, string>
}
