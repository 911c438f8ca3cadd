/** The `[tabs]`, `[ui]`, `[window]` and `[drop_down]` sections. */
import { sidebarWidths } from '../limits.ts'
import { bool, choice, desktopKey, float, int, section, text } from '../option.ts'

export const tabs = section('Tab bar', {
  respect_osc_title: bool({
    label: 'Programs can set tab titles',
    default: true,
    text:
      'Let programs set the title of their tab. A name that you give a tab always takes ' +
      'precedence.',
  }),
  title_strip_prefix: text({
    label: 'Prefix to remove from titles',
    default: '',
    text: 'Text to remove from the start of titles that programs set.',
  }),
  subtitle: text({
    label: 'Second line',
    default: '{project} · {branch} · {state} · {since}',
    text:
      'Template for the second line of a tab. Fields: {project} {branch} {account} {state} ' +
      '{since} {tool} {message} {directory} {exit}. Parts between " · " are omitted if all their ' +
      'fields are empty.',
  }),
  new_position: choice({
    label: 'Position of new tabs',
    default: 'after',
    of: ['after', 'end'],
    text: 'Open new tabs after the active tab or at the end.',
  }),
  switch_order: choice({
    label: 'Tab switching order',
    default: 'bar',
    of: ['bar', 'recent'],
    text:
      'Order in which next_tab and previous_tab go through the tabs. "bar": the order of the ' +
      'tab bar. "recent": the order of last use, in a list while you hold the modifier, such as ' +
      'Ctrl. Its release activates the selected tab.',
  }),
  on_exit: choice({
    label: 'When the program exits',
    default: 'auto',
    of: ['auto', 'hold', 'close_on_success', 'close'],
    text:
      'Effect on a tab when its program exits. "auto": close the tab of your shell unless the ' +
      'shell failed right after its start or was killed. Keep other tabs, so that you can read ' +
      'their output.',
  }),
  position: choice({
    label: 'Tab bar position',
    default: 'top',
    of: ['top', 'left', 'right', 'bottom'],
    text:
      'Where the tab bar is shown. At the left or right it becomes a sidebar with a row for ' +
      'each tab.',
  }),
  sidebar_width: int({
    label: 'Sidebar width (px)',
    default: 240,
    ...sidebarWidths,
    text: 'Width of the sidebar in px. Dragging its edge saves the new width.',
  }),
  sidebar_lines: int({
    label: 'Lines per sidebar row',
    default: 3,
    least: 2,
    most: 3,
    text:
      'How many lines a tab has in the sidebar. The third line shows what the agent asks or ' +
      'does, or the directory.',
  }),
  sidebar_collapsed: bool({
    label: 'Collapse the sidebar',
    default: false,
    text:
      'Show only stripes and state icons in the sidebar. The action toggle_sidebar does the ' +
      'same.',
  }),
  group_by: choice({
    label: 'Group tabs by',
    default: 'none',
    of: ['none', 'project'],
    text: 'Group sidebar tabs by project, under its name.',
  }),
  memory_warning_gb: float({
    label: 'Memory warning (GB)',
    default: 4,
    least: 0,
    most: 1_024,
    text:
      'Warn once when the programs of a tab use more memory than this, in GB, and name the ' +
      'biggest. 0: never.',
  }),
  show_bar: choice({
    label: 'Show tab bar',
    default: 'always',
    of: ['always', 'multiple'],
    text: 'Show the tab bar always, or only if there is more than one tab.',
  }),
})

export const ui = section('Interface', {
  confirm_on_close: bool({
    label: 'Confirm before closing',
    default: true,
    text:
      'Ask before closing a tab or window in which a program is running, or a window with ' +
      "several tabs that won't be restored.",
  }),
  indicator_pulse: bool({
    label: 'Pulse when a tab needs you',
    default: true,
    text: 'Animate the stripe of a tab that needs you until you look at it.',
  }),
  shapes: bool({
    label: 'State icons',
    default: true,
    text: 'Show an icon for each state in addition to the color.',
  }),
  unfocused_pane_opacity: float({
    label: 'Opacity of unfocused panes',
    default: 0.75,
    least: 0.3,
    most: 1,
    text: "Opacity of panes without focus. 1: don't dim them.",
  }),
  font: text({
    label: 'Interface font',
    default: 'system-ui',
    text: 'Font of the tab bar, menus and dialogs.',
  }),
  font_size: int({
    label: 'Interface font size (px)',
    default: 13,
    least: 10,
    most: 24,
    text: 'Font size of the tab bar, menus and dialogs, in px. The tab bar grows with it.',
  }),
  reduce_motion: choice({
    label: 'Reduce motion',
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text: 'Turn off animations. "auto": follow the desktop setting.',
  }),
  screen_reader: choice({
    label: 'Screen reader',
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text:
      'Announce terminal output to screen readers. "auto": if the desktop reports a running ' +
      'screen reader, which not every screen reader does. You can also switch it in the ' +
      'command palette.',
  }),
  tray: choice({
    label: 'Tray icon',
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text:
      'Show a tray icon with the number of tabs that need you. "auto": show it after a tab ' +
      'has needed you for the first time.',
  }),
  renderer: choice({
    label: 'Renderer',
    default: 'auto',
    of: ['auto', 'webgl', 'dom'],
    text:
      'How terminals are drawn. "auto": WebGL with a GPU, otherwise the CPU. "webgl": ' +
      'always WebGL. "dom": no WebGL.',
  }),
  images: bool({
    label: 'Inline images',
    default: true,
    text: 'Show images that programs draw (sixel, kitty graphics, iTerm2).',
  }),
  menu_bar: choice({
    label: 'Menu bar',
    default: 'hidden',
    of: ['hidden', 'visible'],
    text:
      'Show or hide the menu bar. Pressing Alt alone never opens it, because programs use ' +
      'that key.',
  }),
})

const applies = 'new windows'

export const window = section('Window', {
  width: int({
    label: 'Window width (px)',
    applies,
    default: 960,
    least: 320,
    most: 16_384,
    text: 'Width in px. If columns is not 0, it takes precedence.',
  }),
  height: int({
    label: 'Window height (px)',
    applies,
    default: 600,
    least: 200,
    most: 16_384,
    text: 'Height in px. If rows is not 0, it takes precedence.',
  }),
  columns: int({
    label: 'Columns',
    applies,
    default: 0,
    least: 0,
    most: 1_000,
    text: 'Columns of the terminal. 0: use width.',
  }),
  rows: int({
    label: 'Rows',
    applies,
    default: 0,
    least: 0,
    most: 1_000,
    text: 'Rows of the terminal. 0: use height.',
  }),
  remember_size: bool({
    label: 'Remember window size',
    applies,
    default: true,
    text:
      'Give a window the size of the last one, and restore the sizes of windows at the next ' +
      'start.',
  }),
  single_instance: bool({
    label: 'Single instance',
    applies,
    default: true,
    text: 'Open windows in the running vibeflow instead of starting another one.',
  }),
  startup: choice({
    label: 'Initial window state',
    applies,
    default: 'normal',
    of: ['normal', 'maximized', 'fullscreen'],
    text: 'State in which a window opens.',
  }),
  padding_x: int({
    label: 'Horizontal padding (px)',
    default: 8,
    least: 0,
    most: 64,
    text: 'Space between the terminal and the left and right edges, in px.',
  }),
  padding_y: int({
    label: 'Vertical padding (px)',
    default: 8,
    least: 0,
    most: 64,
    text: 'Space between the terminal and the top and bottom edges, in px.',
  }),
  padding_balance: bool({
    label: 'Center the terminal',
    default: true,
    text: 'Divide the space that is less than a cell evenly between opposite edges.',
  }),
  padding_color: choice({
    label: 'Padding color',
    default: 'extend',
    of: ['extend', 'background'],
    text:
      'Color of the padding around full-screen programs: that of the nearest cell, or the ' +
      'background. Above and below, only rows without plain or reversed cells extend.',
  }),
  opacity: float({
    label: 'Background opacity',
    default: 1,
    least: 0.1,
    most: 1,
    text:
      'Opacity of the terminal background. Requires a compositor. Switching transparency on ' +
      'or off (from or to 1) affects new windows only.',
  }),
  decorations: choice({
    label: 'Window frame',
    applies,
    default: 'auto',
    of: ['auto', 'none'],
    text:
      "Use the desktop's window frame or none. Move a window without a frame with your " +
      "desktop's shortcuts.",
  }),
  title: text({
    label: 'Window title',
    default: '{title} - vibeflow',
    text:
      'Template of the window title. Fields: {title} {tool} {state} {count} {directory}. ' +
      'Without {count}, the number of tabs that need you is shown first, as in "(2) ".',
  }),
})

export const drop_down = section('Drop-down terminal', {
  key: desktopKey(
    'Global shortcut',
    'Global shortcut that shows or hides the drop-down terminal, for example "f12" or ' +
      '"ctrl+alt+space". Works while vibeflow runs. Your desktop may ask for permission, or ' +
      'choose another key. Leave empty for none; then bind "vibeflow --drop-down" in your ' +
      "desktop's keyboard settings.",
  ),
  height: int({
    label: 'Height (%)',
    default: 50,
    least: 10,
    most: 100,
    text: "Height in percent of the monitor's work area.",
  }),
  monitor: text({
    label: 'Monitor',
    default: 'pointer',
    pattern: /^(?:pointer|primary|[1-9]\d?)$/,
    allowed: '"pointer", "primary" or the number of a monitor from left to right, such as "2"',
    text:
      '"pointer": the monitor with the mouse pointer. "primary": the primary monitor. Or a ' +
      'number, such as "2", counted from left to right. If it doesn\'t exist, the primary ' +
      'monitor is used.',
  }),
  hide_on_focus_loss: bool({
    label: 'Hide when it loses focus',
    default: false,
    text: 'Hide the window when another window gets the focus.',
  }),
})
