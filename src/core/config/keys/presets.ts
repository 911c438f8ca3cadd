/**
 * Presets of chords from other programs. A preset lists only its differences from the table of
 * actions; a chord that it gives to one action is removed from all others. Names of missing actions
 * are skipped, so that a preset can be written once.
 */
import { actionNames, actionTable, isAction, type ActionName } from './actions.ts'

export const presetNames = [
  'default',
  'gnome',
  'konsole',
  'kitty',
  'ghostty',
  'classic',
  'tmux',
] as const
export type PresetName = (typeof presetNames)[number]

type Chords = Readonly<Record<string, readonly string[]>>

const goToTabs = (modifiers: string, to = 9): Chords =>
  Object.fromEntries(
    Array.from({ length: to }, (_, index) => [
      `go_to_tab_${index + 1}`,
      [`${modifiers}+${index + 1}`],
    ]),
  )

const differing: Readonly<Record<Exclude<PresetName, 'default' | 'tmux'>, Chords>> = {
  gnome: {
    next_tab: ['ctrl+pagedown'],
    previous_tab: ['ctrl+pageup'],
    scroll_line_up: ['ctrl+shift+up'],
    scroll_line_down: ['ctrl+shift+down'],
    previous_prompt: [],
    next_prompt: [],
  },
  konsole: {
    next_tab: ['shift+right'],
    previous_tab: ['shift+left'],
    move_tab_left: ['ctrl+shift+left'],
    move_tab_right: ['ctrl+shift+right'],
    rename_tab: ['ctrl+alt+s'],
    find_next: ['f3'],
    find_previous: ['shift+f3'],
    scroll_line_up: ['shift+up'],
    scroll_line_down: ['shift+down'],
    split_right: ['ctrl+shift+9'],
    split_down: ['ctrl+shift+0'],
  },
  kitty: {
    close_all_panes: ['ctrl+shift+q'],
    quit: [],
    next_tab: ['ctrl+shift+right', 'ctrl+tab'],
    previous_tab: ['ctrl+shift+left', 'ctrl+shift+tab'],
    move_tab_left: ['ctrl+shift+comma'],
    move_tab_right: ['ctrl+shift+.'],
    rename_tab: ['ctrl+shift+alt+t'],
    split_right: ['ctrl+shift+enter', 'ctrl+shift+o'],
    resume_agent: ['ctrl+shift+alt+enter'],
    next_pane: ['ctrl+shift+]'],
    previous_pane: ['ctrl+shift+['],
    zoom_pane: ['ctrl+shift+alt+z'],
    // in kitty it scrolls by a line
    clear_scrollback: [],
    scroll_line_up: ['ctrl+shift+up', 'ctrl+shift+k'],
    scroll_line_down: ['ctrl+shift+down'],
    scroll_page_up: ['ctrl+shift+pageup'],
    scroll_page_down: ['ctrl+shift+pagedown'],
    scroll_to_top: ['ctrl+shift+home'],
    scroll_to_bottom: ['ctrl+shift+end'],
    previous_prompt: ['ctrl+shift+z'],
    next_prompt: ['ctrl+shift+x'],
    page_scrollback: ['ctrl+shift+h'],
    page_last_output: ['ctrl+shift+g'],
    quick_select_open: ['ctrl+shift+e'],
    reset_terminal: ['ctrl+shift+delete'],
    copy_mode: [],
    paste_primary: ['ctrl+shift+s', 'shift+insert'],
    snooze_tab: [],
    toggle_fullscreen: ['ctrl+shift+f11'],
    font_larger: ['ctrl+shift+equal', 'ctrl+shift+plus'],
    font_smaller: ['ctrl+shift+minus'],
    font_reset: ['ctrl+shift+backspace'],
    open_config: ['ctrl+shift+f2'],
    reload_config: ['ctrl+shift+f5'],
  },
  ghostty: {
    ...goToTabs('alt', 8),
    go_to_tab_9: [],
    last_tab: ['alt+9'],
    split_down: ['ctrl+shift+e'],
    focus_pane_left: ['ctrl+alt+left'],
    focus_pane_right: ['ctrl+alt+right'],
    focus_pane_up: ['ctrl+alt+up'],
    focus_pane_down: ['ctrl+alt+down'],
    next_pane: ['ctrl+super+]'],
    previous_pane: ['ctrl+super+['],
    zoom_pane: ['ctrl+shift+enter'],
    resume_agent: ['ctrl+shift+alt+enter'],
    rename_tab: [],
    previous_prompt: ['ctrl+shift+pageup'],
    next_prompt: ['ctrl+shift+pagedown'],
    move_tab_left: [],
    move_tab_right: [],
    toggle_fullscreen: ['ctrl+enter'],
  },
  classic: {
    new_tab: ['super+t', 'ctrl+shift+t'],
    close_tab: ['super+w', 'ctrl+shift+w'],
    restart_tab: ['super+r', 'ctrl+shift+r'],
    copy: ['super+c', 'ctrl+shift+c', 'ctrl+insert', 'copy'],
    paste: ['super+v', 'ctrl+shift+v', 'shift+insert', 'paste'],
    next_tab: ['super+tab', 'ctrl+tab', 'ctrl+pagedown'],
    previous_tab: ['shift+super+tab', 'ctrl+shift+tab', 'ctrl+pageup'],
    rename_tab: ['f2', 'ctrl+shift+e'],
  },
}

/** For users of tmux, whose programs get everything except ctrl+shift. */
const tmux: Chords = {
  ...goToTabs('ctrl+shift'),
  last_tab: ['ctrl+shift+0'],
  next_tab: ['ctrl+shift+right'],
  previous_tab: ['ctrl+shift+left', 'ctrl+shift+tab'],
  scroll_page_up: ['ctrl+shift+pageup'],
  scroll_page_down: ['ctrl+shift+pagedown'],
  scroll_to_top: ['ctrl+shift+home'],
  scroll_to_bottom: ['ctrl+shift+end'],
  move_tab_left: ['ctrl+shift+code:BracketLeft'],
  move_tab_right: ['ctrl+shift+code:BracketRight'],
  font_larger: ['ctrl+shift+plus', 'ctrl+shift+equal'],
  font_smaller: ['ctrl+shift+minus'],
  font_reset: ['ctrl+shift+backspace'],
  toggle_fullscreen: ['ctrl+shift+f11'],
  context_menu: ['ctrl+shift+f10'],
  open_config: ['ctrl+shift+f2'],
}

export type ChordsOfActions = Readonly<Record<ActionName, readonly string[]>>

/** Returns the chords of every action under a preset, each chord once. */
export function presetChords(preset: PresetName): ChordsOfActions {
  const own = preset === 'default' ? {} : preset === 'tmux' ? tmux : differing[preset]
  const given = new Set(
    Object.entries(own)
      .filter(([name]) => isAction(name))
      .flatMap(([, chords]) => chords),
  )
  const kept = (chord: string): boolean =>
    !given.has(chord) && (preset !== 'tmux' || /^ctrl\+shift\+[^+]+$/.test(chord))
  // the names of the table, each once
  return Object.fromEntries(
    actionNames.map((name) => [name, own[name] ?? actionTable[name].chords.filter(kept)]),
  ) as unknown as ChordsOfActions
}
