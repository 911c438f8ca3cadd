/** [tabs], [ui] and [window]: everything around the grids. */
import { bool, choice, float, int, section, text } from '../option.ts'

export const tabs = section('The tab bar', {
  respect_osc_title: bool({
    default: true,
    original: true,
    text: 'Programs may name their tab. A name that you give always wins.',
  }),
  title_strip_prefix: text({
    default: '',
    original: true,
    text: 'Taken off the front of such a name.',
  }),
  subtitle: text({
    default: '{project} · {state} · {since}',
    text:
      'The second line of a tab. Fields: {project} {state} {since} {tool} {message} ' +
      '{directory} {exit}. Parts around " · " whose fields are all empty are left out.',
  }),
  new_position: choice({
    default: 'after',
    of: ['after', 'end'],
    text: 'Where a new tab appears: after the active one or at the end.',
  }),
  on_exit: choice({
    default: 'hold',
    of: ['hold', 'close_on_success', 'close'],
    text: 'What becomes of a tab whose program has ended.',
  }),
  width_min: int({
    default: 80,
    least: 40,
    most: 400,
    text: 'Narrower than this tabs do not get: the bar scrolls. In px.',
  }),
  width_max: int({
    default: 250,
    least: 80,
    most: 800,
    text: 'Wider than this tabs do not get; at least width_min. In px.',
  }),
  show_bar: choice({
    default: 'always',
    of: ['always', 'multiple'],
    text: 'Show the bar always, or only with several tabs.',
  }),
})

export const ui = section('The window around the grids', {
  confirm_on_close: bool({
    default: true,
    original: true,
    text: 'Ask before something that runs is closed.',
  }),
  indicator_pulse: bool({
    default: true,
    original: true,
    text: 'The stripe of a tab that needs you pulses until you look.',
  }),
  seen_after_ms: int({
    default: 1_000,
    least: 0,
    most: 60_000,
    text: 'A tab that you look at for so long counts as seen.',
  }),
  stripe_width: int({ default: 6, least: 2, most: 12, text: 'Width of the stripe, in px.' }),
  shapes: bool({ default: true, text: 'A sign beside the colour for each state.' }),
  font: text({ default: 'system-ui', text: 'Font of bar, menus and dialogs.' }),
  font_size: int({
    default: 13,
    least: 10,
    most: 24,
    text: 'Its size, in px. The bar grows with it.',
  }),
  reduce_motion: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text: 'Nothing moves by itself. "auto": as the desktop says.',
  }),
  screen_reader: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text:
      'What programs print is told to a screen reader. "auto": when the desktop says that one ' +
      'runs, which not every one tells it; the palette has a switch.',
  }),
  tray: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text:
      'A picture in the tray with the number of tabs that need you. "auto": from the first ' +
      'time on that one does.',
  }),
  badge: choice({
    default: 'auto',
    of: ['auto', 'on', 'off'],
    text: 'The same number at the launcher, where the desktop has it.',
  }),
  renderer: choice({
    default: 'auto',
    of: ['auto', 'webgl', 'dom'],
    text: 'What draws the grids. "auto": WebGL wherever that can be had.',
  }),
  menu_bar: choice({
    default: 'hidden',
    of: ['hidden', 'visible'],
    text: 'The menu bar. Alt alone never opens it: that key belongs to the program.',
  }),
})

const applies = 'new windows'

export const window = section('The window', {
  width: int({ applies, default: 960, least: 320, most: 16_384, text: 'Of a new window, in px.' }),
  height: int({ applies, default: 600, least: 200, most: 16_384, text: 'Of a new window, in px.' }),
  columns: int({
    applies,
    default: 0,
    least: 0,
    most: 1_000,
    text: 'Columns of the grid in a new window; 0: as width says.',
  }),
  rows: int({
    applies,
    default: 0,
    least: 0,
    most: 1_000,
    text: 'Rows of the grid in a new window; 0: as height says.',
  }),
  remember_size: bool({
    applies,
    default: true,
    text: 'A new window is as large as the last one was.',
  }),
  single_instance: bool({
    applies,
    default: true,
    text: 'A second start hands its command to the running vibeflow.',
  }),
  startup: choice({
    applies,
    default: 'normal',
    of: ['normal', 'maximized', 'fullscreen'],
    text: 'How a new window appears.',
  }),
  padding_x: int({
    default: 4,
    least: 0,
    most: 64,
    text: 'Between the grid and the left and right edges, in px.',
  }),
  padding_y: int({
    default: 4,
    least: 0,
    most: 64,
    text: 'Between the grid and the upper and lower edges, in px.',
  }),
  opacity: float({
    default: 1,
    least: 0.1,
    most: 1,
    text:
      "How much of the grid's ground hides what is behind the window. From and to 1 it takes " +
      'a new window, and a desktop that composes windows.',
  }),
  decorations: choice({
    applies,
    default: 'auto',
    of: ['auto', 'none'],
    text:
      "The frame around the window: as the desktop has it, or none; then your desktop's keys " +
      'move it.',
  }),
  title: text({
    default: '{title} - vibeflow',
    text:
      "The window's title. Fields: {title} {tool} {state} {count} {directory}. Without " +
      '{count} the number of tabs that need you stands before it, as in "(2) ".',
  }),
})
