/** The `[tabs]`, `[ui]`, `[window]` and `[drop_down]` sections. */
import { sidebarWidths } from '../limits.ts'
import { bool, choice, desktopKey, float, int, section, text } from '../option.ts'

export const tabs = section('The tab bar', {
  respect_osc_title: bool({
    default: true,
    original: true,
    text: 'Programs may set the title of their tab. A name that you give always wins.',
  }),
  title_strip_prefix: text({
    default: '',
    original: true,
    text: 'Removed from the start of such a title.',
  }),
  subtitle: text({
    default: '{project} · {branch} · {state} · {since}',
    text:
      'The second line of a tab. Fields: {project} {branch} {state} {since} {tool} ' +
      '{message} {directory} {exit}. Parts around " · " whose fields are all empty are left out.',
  }),
  new_position: choice({
    default: 'after',
    of: ['after', 'end'],
    text: 'Where a new tab appears: after the active one or at the end.',
  }),
  on_exit: choice({
    default: 'auto',
    of: ['auto', 'hold', 'close_on_success', 'close'],
    text:
      'What happens to a tab whose program has ended. "auto": your shell\'s tab closes, unless ' +
      'it failed at once or was killed; others are held, so that their end can be read.',
  }),
  position: choice({
    default: 'top',
    of: ['top', 'left', 'right', 'bottom'],
    text: 'Where the tab bar is. At a side it is a sidebar with a row for each tab.',
  }),
  sidebar_width: int({
    default: 240,
    ...sidebarWidths,
    text: 'Width of the sidebar, in px. Dragging its edge saves it.',
  }),
  sidebar_lines: int({
    default: 3,
    least: 2,
    most: 3,
    text:
      'Lines of a tab in the sidebar. The third one shows what its agent asks or does, else the ' +
      'directory.',
  }),
  sidebar_collapsed: bool({
    default: false,
    text: 'Reduce the sidebar to stripes and shapes, as the action toggle_sidebar does.',
  }),
  group_by: choice({
    default: 'none',
    of: ['none', 'project'],
    text: 'Let tabs of one project stand together in the sidebar, under its name.',
  }),
  show_bar: choice({
    default: 'always',
    of: ['always', 'multiple'],
    text: 'Show the bar always, or only with more than one tab.',
  }),
})

export const ui = section('The interface around the terminals', {
  confirm_on_close: bool({
    default: true,
    original: true,
    text:
      'Ask before closing a tab or window in which a program is running, or a window of several ' +
      'tabs that do not come back with the next start.',
  }),
  indicator_pulse: bool({
    default: true,
    original: true,
    text: 'The stripe of a tab that needs you pulses until you look.',
  }),
  shapes: bool({ default: true, text: 'Show a shape beside the colour for each state.' }),
  unfocused_pane_opacity: float({
    default: 0.75,
    least: 0.3,
    most: 1,
    text: 'How much of a pane without the focus is drawn, beside others in its tab. 1: all of it.',
  }),
  font: text({ default: 'system-ui', text: 'Font of the tab bar, menus and dialogs.' }),
  font_size: int({
    default: 13,
    least: 10,
    most: 24,
    text: 'Size of the font of the tab bar, menus and dialogs, in px. The tab bar grows with it.',
  }),
  reduce_motion: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text: 'Turn animations off. "auto": follow the setting of the desktop.',
  }),
  screen_reader: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text:
      'Announce output to a screen reader. "auto": when the desktop reports that one is ' +
      'running, which not every screen reader does; the command palette has a switch.',
  }),
  tray: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text:
      'An icon in the tray with the number of tabs that need you. "auto": once a tab needs ' +
      'you for the first time.',
  }),
  renderer: choice({
    default: 'auto',
    of: ['auto', 'webgl', 'dom'],
    text:
      'How terminals are drawn. "auto": by WebGL where there is a graphics card, else by the ' +
      'processor. "webgl": by WebGL in any case.',
  }),
  images: bool({
    default: true,
    text: 'Show pictures that programs draw: sixel, kitty graphics, iTerm2 inline images.',
  }),
  menu_bar: choice({
    default: 'hidden',
    of: ['hidden', 'visible'],
    text: 'The menu bar. The Alt key alone never opens it: it belongs to the program.',
  }),
})

const applies = 'new windows'

export const window = section('The window', {
  width: int({
    applies,
    default: 960,
    least: 320,
    most: 16_384,
    text: 'Width of a new window, in px.',
  }),
  height: int({
    applies,
    default: 600,
    least: 200,
    most: 16_384,
    text: 'Height of a new window, in px.',
  }),
  columns: int({
    applies,
    default: 0,
    least: 0,
    most: 1_000,
    text: 'Columns of the terminal in a new window. 0: use width.',
  }),
  rows: int({
    applies,
    default: 0,
    least: 0,
    most: 1_000,
    text: 'Rows of the terminal in a new window. 0: use height.',
  }),
  remember_size: bool({
    applies,
    default: true,
    text: 'A new window has the size of the last one, and those of the last run have theirs.',
  }),
  single_instance: bool({
    applies,
    default: true,
    text: 'A second start passes its command to the running instance.',
  }),
  startup: choice({
    applies,
    default: 'normal',
    of: ['normal', 'maximized', 'fullscreen'],
    text: 'State of a new window.',
  }),
  padding_x: int({
    default: 8,
    least: 0,
    most: 64,
    text: 'Space between the terminal and the left and right edges, in px.',
  }),
  padding_y: int({
    default: 8,
    least: 0,
    most: 64,
    text: 'Space between the terminal and the top and bottom edges, in px.',
  }),
  opacity: float({
    default: 1,
    least: 0.1,
    most: 1,
    text:
      'Opacity of the background of the terminal. Transparency needs a compositor; a change ' +
      'from or to 1 applies to new windows.',
  }),
  decorations: choice({
    applies,
    default: 'auto',
    of: ['auto', 'none'],
    text:
      'The frame around the window: that of the desktop, or none; a window without one is ' +
      'moved with the keys of the desktop.',
  }),
  title: text({
    default: '{title} - vibeflow',
    text:
      "The window's title. Fields: {title} {tool} {state} {count} {directory}. Without " +
      '{count}, the number of tabs that need you is put in front, as in "(2) ".',
  }),
})

export const drop_down = section('The drop-down window', {
  key: desktopKey(
    'A key of the whole desktop that shows and hides it while vibeflow runs, written as in ' +
      '[shortcuts]: "f12", "ctrl+alt+space". The desktop may ask you, and choose another. "": ' +
      'none; then bind "vibeflow --drop-down" in the settings of the desktop.',
  ),
  height: int({
    default: 50,
    least: 10,
    most: 100,
    text: 'Height, in per cent of its monitor without panels.',
  }),
  monitor: text({
    default: 'pointer',
    pattern: /^(?:pointer|primary|[1-9]\d?)$/,
    allowed: '"pointer", "primary" or the number of a monitor from left to right, such as "2"',
    text:
      'The monitor on which it appears: "pointer", the one with the mouse pointer; "primary"; or ' +
      'its number, such as "2", counted from left to right. The primary one stands for one that ' +
      'is not there.',
  }),
  hide_on_focus_loss: bool({
    default: false,
    text: 'Hide it when another window gets the keyboard.',
  }),
})
