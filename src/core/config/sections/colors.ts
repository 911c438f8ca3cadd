/** The `[colors]` section: a theme, and single colors that override it. */
import { bool, colour, colours, float, section, text } from '../option.ts'

/** The 16 colors of the built-in dark theme, black to white, then bright. */
const ansi = [
  ...'#24242E #EB6B73 #7CC982 #E2B65F #6FA5F7 #C68EEA #5CC6CE #C8C8D2'.split(' '),
  ...'#71717F #FF8A90 #9BE29F #F7D184 #94C0FF #DEB0FB #86E1E8 #FFFFFF'.split(' '),
]

export const colors = section('Colours', {
  preset: text({
    default: '',
    original: true,
    charactersMax: 64,
    text:
      'Name of a theme; --list-themes lists all. Empty: the built-in dark theme. preset_light ' +
      'and preset_dark together take precedence, and so does each colour that is set below.',
  }),
  preset_light: text({
    default: '',
    charactersMax: 64,
    text:
      'With preset_dark: the theme while the desktop is light, instead of preset. No effect ' +
      'alone.',
  }),
  preset_dark: text({
    default: '',
    charactersMax: 64,
    text:
      'With preset_light: the theme while the desktop is dark, instead of preset. No effect ' +
      'alone.',
  }),
  foreground: colour({ default: '#E5E5E5', text: 'Text of the terminal.' }),
  background: colour({ default: '#0E0E12', text: 'Background of the terminal and the window.' }),
  cursor: colour({ default: '#E5E5E5', text: 'The cursor.' }),
  cursor_text: colour({ default: '#0E0E12', text: 'The character under a block cursor.' }),
  ansi: colours({
    default: ansi,
    count: 16,
    text:
      'The sixteen colours of programs: black, red, green, yellow, blue, magenta, cyan, ' +
      'white, then the same bright.',
  }),
  selection: colour({ default: '#6699FF66', original: true, text: 'Laid over selected text.' }),
  indicator_working: colour({ default: '#3399FFFF', original: true, text: 'Stripe: working.' }),
  indicator_waiting: colour({ default: '#FFAA00FF', original: true, text: 'Stripe: needs you.' }),
  indicator_active: colour({ default: '#22CC66FF', original: true, text: 'Stripe: done.' }),
  indicator_inactive: colour({ default: '#888888FF', original: true, text: 'Stripe: idle.' }),
  indicator_error: colour({ default: '#E5484DFF', text: 'Stripe: failed.' }),
  tab_bar: colour({ default: '#15151CFF', text: 'The tab bar.' }),
  tab_active: colour({ default: '#0E0E12FF', text: 'The active tab.' }),
  tab_text: colour({ default: '#E5E5E5FF', text: 'The title of the active tab.' }),
  tab_text_inactive: colour({
    default: '#7A7A82FF',
    text: 'Titles of the other tabs; adjusted until they are readable on the bar.',
  }),
  menu_bg: colour({ default: '#1A1A22FF', original: true, text: 'Menus and dialogs.' }),
  menu_border: colour({
    default: '#2A2A35FF',
    original: true,
    text: 'Borders of menus and dialogs.',
  }),
  menu_text: colour({ default: '#E8E8ECFF', original: true, text: 'Text of menus and dialogs.' }),
  menu_text_disabled: colour({
    default: '#5A5A65FF',
    original: true,
    text: 'Disabled menu entries.',
  }),
  menu_shortcut: colour({
    default: '#9999A5FF',
    original: true,
    text: 'Shortcuts beside menu entries.',
  }),
  menu_focus_bg: colour({ default: '#2A3550FF', original: true, text: 'The selected menu entry.' }),
  scrollbar_track: colour({
    default: '#FFFFFF0A',
    original: true,
    text: 'The track of the scroll bar.',
  }),
  scrollbar_thumb: colour({
    default: '#FFFFFF38',
    original: true,
    text: 'The thumb of the scroll bar.',
  }),
  bold_is_bright: bool({
    default: false,
    text: 'Bold text in one of the first eight colours uses its bright variant.',
  }),
  minimum_contrast: float({
    default: 1,
    least: 1,
    most: 21,
    text:
      'Minimum contrast between text and its background; colours of text are adjusted. 1: ' +
      'off.',
  }),
})
