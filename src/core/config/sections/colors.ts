/** The `[colors]` section: a theme, and single colors that override it. */
import { bool, colour, colours, float, section, text } from '../option.ts'

/** The 16 colors of the built-in dark theme, black to white, then bright. */
const ansi = [
  ...'#24242E #EB6B73 #7CC982 #E2B65F #6FA5F7 #C68EEA #5CC6CE #C8C8D2'.split(' '),
  ...'#71717F #FF8A90 #9BE29F #F7D184 #94C0FF #DEB0FB #86E1E8 #FFFFFF'.split(' '),
]

export const colors = section('Colors', {
  preset: text({
    label: 'Theme',
    default: '',

    charactersMax: 64,
    text:
      'Name of a theme; "vibeflow --list-themes" lists all. Leave empty for the built-in ' +
      'dark theme. Ignored if preset_light and preset_dark are both set. Colors that you ' +
      'set below override the theme.',
  }),
  preset_light: text({
    label: 'Light theme',
    default: '',
    charactersMax: 64,
    text:
      'Theme used instead of preset while the desktop uses a light color scheme. Requires ' +
      'preset_dark.',
  }),
  preset_dark: text({
    label: 'Dark theme',
    default: '',
    charactersMax: 64,
    text:
      'Theme used instead of preset while the desktop uses a dark color scheme. Requires ' +
      'preset_light.',
  }),
  foreground: colour({
    label: 'Foreground',
    default: '#E5E5E5',
    text: 'Default text color.',
  }),
  background: colour({
    label: 'Background',
    default: '#0E0E12',
    text: 'Background color of the terminal and window.',
  }),
  cursor: colour({
    label: 'Cursor',
    default: '#E5E5E5',
    text: 'Color of the cursor.',
  }),
  cursor_text: colour({
    label: 'Cursor text',
    default: '#0E0E12',
    text: 'Color of the character under a block cursor.',
  }),
  ansi: colours({
    label: 'ANSI colors',
    default: ansi,
    count: 16,
    text:
      'The 16 ANSI colors: black, red, green, yellow, blue, magenta, cyan, white, then the ' +
      'bright variants.',
  }),
  selection: colour({
    label: 'Selection color',
    default: '#6699FF66',
    text: 'Color drawn over selected text.',
  }),
  indicator_working: colour({
    label: 'State color: working',
    default: '#3399FFFF',
    text: 'Color of the stripe of tabs that are working.',
  }),
  indicator_waiting: colour({
    label: 'State color: needs you',
    default: '#FFAA00FF',
    text: 'Color of the stripe of tabs that need you.',
  }),
  indicator_active: colour({
    label: 'State color: done',
    default: '#22CC66FF',
    text: 'Color of the stripe of tabs that are done.',
  }),
  indicator_inactive: colour({
    label: 'State color: idle',
    default: '#888888FF',
    text: 'Color of the stripe of tabs that are idle.',
  }),
  indicator_error: colour({
    label: 'State color: failed',
    default: '#E5484DFF',
    text: 'Color of the stripe of tabs that have failed.',
  }),
  tab_bar: colour({
    label: 'Tab bar',
    default: '#15151CFF',
    text: 'Background of the tab bar.',
  }),
  tab_active: colour({
    label: 'Active tab',
    default: '#0E0E12FF',
    text: 'Background of the active tab.',
  }),
  tab_text: colour({
    label: 'Active tab title',
    default: '#E5E5E5FF',
    text: 'Title color of the active tab.',
  }),
  tab_text_inactive: colour({
    label: 'Inactive tab titles',
    default: '#7A7A82FF',
    text: 'Title color of inactive tabs. Adjusted automatically to stay readable.',
  }),
  menu_bg: colour({
    label: 'Menu background',
    default: '#1A1A22FF',
    text: 'Background of menus and dialogs.',
  }),
  menu_border: colour({
    label: 'Menu border',
    default: '#2A2A35FF',
    text: 'Border of menus and dialogs.',
  }),
  menu_text: colour({
    label: 'Menu text',
    default: '#E8E8ECFF',
    text: 'Text of menus and dialogs.',
  }),
  menu_text_disabled: colour({
    label: 'Disabled menu text',
    default: '#5A5A65FF',
    text: 'Text of disabled menu entries.',
  }),
  menu_shortcut: colour({
    label: 'Menu shortcuts',
    default: '#9999A5FF',
    text: 'Text of shortcuts in menus.',
  }),
  menu_focus_bg: colour({
    label: 'Selected menu entry',
    default: '#2A3550FF',
    text: 'Background of the selected menu entry.',
  }),
  scrollbar_track: colour({
    label: 'Scrollbar track',
    default: '#FFFFFF0A',
    text: 'Color of the track of the scrollbar.',
  }),
  scrollbar_thumb: colour({
    label: 'Scrollbar thumb',
    default: '#FFFFFF38',
    text: 'Color of the thumb of the scrollbar.',
  }),
  bold_is_bright: bool({
    label: 'Bright colors for bold text',
    default: false,
    text: 'Draw bold text in the first eight ANSI colors with the bright variant.',
  }),
  minimum_contrast: float({
    label: 'Minimum contrast',
    default: 1,
    least: 1,
    most: 21,
    text:
      'Minimum contrast ratio between text and background. Text colors are adjusted to ' +
      'reach it. At 1, only text on the 16 ANSI colors is adjusted, to 4.5, unless its own ' +
      'color is outside them.',
  }),
})
