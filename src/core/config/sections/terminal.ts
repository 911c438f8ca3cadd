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

function weight(about: { readonly default: Weight; readonly text: string }): Option<Weight> {
  return either({
    ...about,
    type: '"normal", "bold" or a whole number from 100 to 900',
    allowed: '"normal", "bold" or a whole number from 100 to 900',
    guard: weights,
  })
}

export const fonts = section('Fonts of the terminal', {
  priority: families({
    default: ['JetBrains Mono', 'Noto Color Emoji', 'DejaVu Sans Mono'],
    of: 'names of fonts',
    example: ['Fira Code', 'Noto Color Emoji'],
    original: true,
    text:
      'Font family, and further ones by preference: the first that has a character is used. ' +
      'JetBrains Mono and the symbols of Nerd Fonts are included. A text with commas, as in CSS, ' +
      'is read as a list.',
  }),
  size: float({
    default: 14,
    least: 6,
    most: 72,
    text: 'Font size, in px. Zooming starts from here and is not saved.',
  }),
  line_height: float({
    default: 1,
    least: 0.8,
    most: 2,
    text: "Line height, as a multiple of the font's own.",
  }),
  letter_spacing: float({
    default: 0,
    least: -4,
    most: 16,
    text: 'Space added between characters, in px.',
  }),
  weight: weight({ default: 'normal', text: 'Weight of normal text.' }),
  weight_bold: weight({ default: 'bold', text: 'Weight of bold text.' }),
  ligatures: bool({
    default: true,
    text: 'Draw ligatures, such as for ->, where the font has them, and not under the cursor.',
  }),
  custom_glyphs: bool({
    default: true,
    text: 'Draw box and Powerline characters without the font, so that they join.',
  }),
})

export const cursor = section('The cursor', {
  blink_ms: int({
    default: 500,
    least: 100,
    most: 5_000,
    off: true,
    original: true,
    text: 'Half the period of the blinking cursor. 0: no blinking.',
  }),
  style: choice({
    default: 'block',
    of: ['block', 'bar', 'underline'],
    text: 'Shape of the cursor, until a program sets another.',
  }),
  style_unfocused: choice({
    default: 'outline',
    of: ['outline', 'block', 'bar', 'underline', 'hidden'],
    text: 'Shape of the cursor while the window is not focused.',
  }),
})

export const mouse = section('The mouse', {
  right_click: choice({
    default: 'menu',
    of: ['menu', 'paste', 'extend'],
    text: 'What the right button does: open the menu, paste, or extend the selection.',
  }),
  hide_when_typing: bool({
    default: false,
    text: 'Hide the pointer while you type, until it is moved.',
  }),
  word_separators: text({
    default: ' ()[]{}<>\'",`',
    text: 'Characters that end a word selected by a double click.',
  }),
})

export const scrollback = section('Scrollback', {
  history_lines: int({
    default: 10_000,
    least: 1,
    most: 1_000_000,
    original: true,
    text: 'Lines of scrollback in each tab.',
  }),
  memory_max_mib: int({
    default: 64,
    least: 1,
    most: 1_024,
    text: 'Memory for the scrollback of each tab; the smaller limit applies.',
  }),
  wheel_lines_per_detent: int({
    default: 3,
    least: 1,
    most: 100,
    original: true,
    text: 'Lines per step of the mouse wheel.',
  }),
  scrollbar_fade_ms: int({
    default: 1_500,
    least: 0,
    most: 60_000,
    original: true,
    text: 'Time without scrolling after which the scroll bar is hidden.',
  }),
  snap_on_esc: bool({ default: true, original: true, text: 'Esc scrolls to the bottom.' }),
  snap_on_input: bool({ default: true, text: 'Typing scrolls to the bottom.' }),
  snap_on_output: bool({ default: false, text: 'New output scrolls to the bottom.' }),
  scrollbar: choice({
    default: 'auto',
    of: ['auto', 'always', 'never'],
    text: 'When the scroll bar is visible. "auto": while scrolling.',
  }),
  pager: text({
    default: 'less -R +{line}',
    text:
      'The program that shows the scrollback or the last output, in a tab. {file} and {line} are ' +
      'replaced, and the file comes last where {file} is absent: "nvim -R +{line}". No shell ' +
      'reads it.',
  }),
})

export const search = section('Search', {
  wrap: bool({ default: true, text: 'After the last match, continue with the first.' }),
})

export const links = section('Links', {
  detect: bool({ default: true, text: 'Links can be opened by a click.' }),
  paths: bool({
    default: true,
    text: 'Paths of existing files are links too, with line and column.',
  }),
  modifier: choice({
    default: 'ctrl',
    of: ['ctrl', 'alt', 'none'],
    text: 'The modifier key for opening a link.',
  }),
  schemes: names({
    default: ['https', 'http', 'mailto', 'file'],
    of: 'names of schemes',
    example: ['https', 'mailto'],
    pattern: /^(?!javascript$|data$)[a-z][a-z0-9+.-]*$/,
    text:
      'Schemes of addresses that may be opened; never with a user name before the host. ' +
      '"javascript" and "data" cannot be added.',
  }),
  opener: text({
    default: '',
    text:
      'The program that opens addresses and text files. Empty: that of the desktop, and VISUAL ' +
      'or EDITOR for text. {file}, {line} and {column} are replaced: "code --goto ' +
      '{file}:{line}:{column}".',
  }),
})

export const bell = section('The bell', {
  mode: choice({
    default: 'visual',
    of: ['visual', 'audible', 'both', 'silent'],
    original: true,
    text: 'What the bell does: flash the edge of the terminal, play a sound, both or ' + 'nothing.',
  }),
  debounce_ms: int({
    default: 100,
    least: 50,
    most: 10_000,
    original: true,
    text: 'Bells within this time count as one.',
  }),
  sound: text({
    default: '',
    text:
      'Sound file (WAV, Ogg, FLAC, MP3) for the bell, and for notifications with the channel ' +
      '"sound". Empty: the bell of the desktop. ~ and $VARIABLE are expanded; relative paths ' +
      'start at the folder of the configuration.',
  }),
  attention: bool({
    default: true,
    text: 'The bell marks its tab until you look, unless the program reports its state itself.',
  }),
})
