/** Sections of the grid: fonts, cursor, mouse, scrollback, search, links and bell. */
import { z } from 'zod'
import {
  bool,
  choice,
  either,
  families,
  float,
  int,
  names,
  section,
  text,
  type Option,
} from '../option.ts'

const weights = () => z.union([z.literal('normal'), z.literal('bold'), z.int().min(100).max(900)])
type Weight = z.infer<ReturnType<typeof weights>>

function weight(about: {
  readonly label: string
  readonly default: Weight
  readonly text: string
}): Option<Weight> {
  return either({
    ...about,
    type: '"normal", "bold" or a whole number from 100 to 900',
    allowed: '"normal", "bold" or a whole number from 100 to 900',
    guard: weights,
  })
}

/** A feature of `fonts.features`: sign, tag and value. */
export const featurePattern = /^([+-]?)([A-Za-z0-9]{4})(?:=(\d{1,2}))?$/

export const fonts = section('Fonts', {
  priority: families({
    label: 'Font families',
    default: ['JetBrains Mono', 'Noto Color Emoji', 'DejaVu Sans Mono'],
    of: 'font names',
    example: ['Fira Code', 'Noto Color Emoji'],
    text:
      'Fonts in order of preference. Each character comes from the first font that contains it. ' +
      'JetBrains Mono and the Nerd Fonts symbols are included. A comma-separated string, as ' +
      'in CSS font-family, also works.',
  }),
  size: float({
    label: 'Font size (px)',
    default: 14,
    least: 6,
    most: 72,
    text: 'Font size in px. Zooming starts from this size and is not saved.',
  }),
  line_height: float({
    label: 'Line height',
    default: 1,
    least: 0.8,
    most: 2,
    text: "Line height as a multiple of the font's own line height.",
  }),
  letter_spacing: float({
    label: 'Letter spacing (px)',
    default: 0,
    least: -4,
    most: 16,
    text: 'Extra space between characters, in px.',
  }),
  weight: weight({
    label: 'Font weight',
    default: 'normal',
    text: 'Weight of normal text.',
  }),
  weight_bold: weight({
    label: 'Bold font weight',
    default: 'bold',
    text: 'Weight of bold text.',
  }),
  ligatures: bool({
    label: 'Ligatures',
    default: true,
    text:
      "Use the font's ligatures, for example for ->. They are split while the cursor is " +
      'inside.',
  }),
  right_to_left: bool({
    label: 'Right-to-left text',
    default: true,
    text:
      'Show Hebrew, Arabic and other right-to-left text in its reading order. Off: cells stay in ' +
      'the order in which the program printed them.',
  }),
  features: names({
    label: 'Font features',
    default: [],
    of: 'OpenType features',
    example: ['zero', 'ss01', 'cv02=3'],
    pattern: featurePattern,
    text:
      'Draw variants of characters that the font contains, for example zero for a slashed zero. ' +
      'A value selects one of several variants: cv02=3. A minus turns a feature off: -calt.',
  }),
  custom_glyphs: bool({
    label: 'Built-in box drawing',
    default: true,
    text:
      'Draw box-drawing and Powerline characters without the font, so that they connect ' +
      'without gaps.',
  }),
})

export const cursor = section('Cursor', {
  blink_ms: int({
    label: 'Cursor blink interval (ms)',
    default: 500,
    least: 100,
    most: 5_000,
    off: true,
    text: "How long the blinking cursor is shown, and then hidden. 0: don't blink.",
  }),
  style: choice({
    label: 'Cursor style',
    default: 'block',
    of: ['block', 'bar', 'underline'],
    text: 'Cursor shape, unless a program sets another one.',
  }),
  style_unfocused: choice({
    label: 'Cursor style when unfocused',
    default: 'outline',
    of: ['outline', 'block', 'bar', 'underline', 'hidden'],
    text: 'Cursor shape while the window is not focused.',
  }),
})

export const mouse = section('Mouse', {
  right_click: choice({
    label: 'Right-click',
    default: 'menu',
    of: ['menu', 'paste', 'extend'],
    text: 'Action of the right mouse button: open the menu, paste, or extend the selection.',
  }),
  hide_when_typing: bool({
    label: 'Hide pointer while typing',
    default: false,
    text: 'Hide the mouse pointer while you type, until you move it.',
  }),
  word_separators: text({
    label: 'Word separators',
    default: ' ()[]{}<>\'",`',
    text: 'Characters that end a word when you double-click.',
  }),
})

export const scrollback = section('Scrollback', {
  history_lines: int({
    label: 'Scrollback lines',
    default: 10_000,
    least: 1,
    most: 1_000_000,
    text: 'Lines of scrollback per tab.',
  }),
  memory_max_mib: int({
    label: 'Scrollback memory per tab (MiB)',
    default: 64,
    least: 1,
    most: 1_024,
    text: "Memory limit for each tab's scrollback. The smaller of this and history_lines applies.",
  }),
  wheel_lines_per_detent: int({
    label: 'Lines per wheel step',
    default: 3,
    least: 1,
    most: 100,
    text: 'Lines scrolled per mouse wheel step.',
  }),
  scrollbar_fade_ms: int({
    label: 'Hide scrollbar after (ms)',
    default: 1_500,
    least: 0,
    most: 60_000,
    text: 'Hide the scrollbar after this time without scrolling.',
  }),
  snap_on_esc: bool({
    label: 'Scroll to bottom on Esc',
    default: true,
    text: 'Esc scrolls to the bottom.',
  }),
  snap_on_input: bool({
    label: 'Scroll to bottom on typing',
    default: true,
    text: 'Typing scrolls to the bottom.',
  }),
  snap_on_output: bool({
    label: 'Scroll to bottom on output',
    default: false,
    text: 'New output scrolls to the bottom.',
  }),
  scrollbar: choice({
    label: 'Scrollbar',
    default: 'auto',
    of: ['auto', 'always', 'never'],
    text: 'When the scrollbar is visible. "auto": while scrolling.',
  }),
  pager: text({
    label: 'Pager command',
    default: 'less -R +{line}',
    text:
      'Command that shows the scrollback or the last output in a tab. {file} and {line} are ' +
      'replaced; without {file}, the file is added at the end. For example: "nvim -R ' +
      '+{line}". No shell is used.',
  }),
})

export const search = section('Search', {
  wrap: bool({
    label: 'Wrap around',
    default: true,
    text: 'Continue with the first match after the last.',
  }),
})

export const links = section('Links', {
  detect: bool({
    label: 'Clickable links',
    default: true,
    text: 'Open links by clicking them.',
  }),
  paths: bool({
    label: 'Clickable file paths',
    default: true,
    text: 'Also make paths of existing files clickable, including line and column.',
  }),
  modifier: choice({
    label: 'Modifier key',
    default: 'ctrl',
    of: ['ctrl', 'alt', 'none'],
    text: 'Modifier key that you hold to open a link.',
  }),
  schemes: names({
    label: 'Allowed URL schemes',
    default: ['https', 'http', 'mailto', 'file'],
    of: 'URL schemes',
    example: ['https', 'mailto'],
    pattern: /^(?!javascript$|data$)[a-z][a-z0-9+.-]*$/,
    text:
      'URL schemes that can be opened. URLs with a user name before the host are never ' +
      'opened. "javascript" and "data" can\'t be added.',
  }),
  opener: text({
    label: 'Link command',
    default: '',
    text:
      "Command that opens URLs and text files. Leave empty to use the desktop's default, " +
      'and $VISUAL or $EDITOR for text. {file}, {line} and {column} are replaced, for ' +
      'example "code --goto {file}:{line}:{column}".',
  }),
})

export const bell = section('Bell', {
  mode: choice({
    label: 'Bell',
    default: 'visual',
    of: ['visual', 'audible', 'both', 'silent'],
    text: "Effect of the bell: flash the terminal's edge, play a sound, both, or nothing.",
  }),
  debounce_ms: int({
    label: 'Combine bells within (ms)',
    default: 100,
    least: 50,
    most: 10_000,
    text: 'Count bells within this time as one.',
  }),
  sound: text({
    label: 'Bell sound',
    default: '',
    text:
      'Sound file (WAV, Ogg, FLAC, MP3) for the bell and for notifications with "sound". ' +
      "Leave empty to use the desktop's bell sound. ~ and $VARIABLE are expanded. Relative " +
      'paths start at the configuration directory.',
  }),
  attention: bool({
    label: 'Mark tab on bell',
    default: true,
    text: 'Mark the tab until you look at it, unless its program reports its own state.',
  }),
})
