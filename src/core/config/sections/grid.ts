/**
 * [fonts], [cursor], [mouse], [scrollback], [search], [links] and [bell]: the grid and what the
 * user does in it.
 */
import { z } from 'zod'
import { bool, choice, either, float, int, names, section, text, type Option } from '../option.ts'

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

export const fonts = section('Letters of the grid', {
  priority: names({
    default: ['JetBrains Mono', 'Noto Color Emoji', 'DejaVu Sans Mono'],
    of: 'names of fonts',
    original: true,
    text:
      'The first that has a character draws it. JetBrains Mono and the symbols of Nerd Fonts ' +
      'come with vibeflow.',
  }),
  size: float({
    default: 14,
    least: 6,
    most: 72,
    text: 'In px. Zoom counts from here and is not written back.',
  }),
  line_height: float({
    default: 1,
    least: 0.8,
    most: 2,
    text: "Height of a line as a multiple of the font's own.",
  }),
  letter_spacing: float({ default: 0, least: -4, most: 16, text: 'Added between letters, in px.' }),
  weight: weight({ default: 'normal', text: 'Of ordinary text.' }),
  weight_bold: weight({ default: 'bold', text: 'Of bold text.' }),
  ligatures: bool({
    default: false,
    text: 'Signs such as -> are drawn as one where the font has it.',
  }),
  custom_glyphs: bool({
    default: true,
    text: 'Box drawing and Powerline signs are drawn by the terminal, so that they join.',
  }),
})

export const cursor = section('The cursor', {
  blink_ms: int({
    default: 500,
    least: 100,
    most: 5_000,
    off: true,
    original: true,
    text: 'Half a period of its blinking. 0: it does not blink.',
  }),
  style: choice({
    default: 'block',
    of: ['block', 'bar', 'underline'],
    text: 'Its shape, until a program asks for another.',
  }),
  style_unfocused: choice({
    default: 'outline',
    of: ['outline', 'block', 'bar', 'underline', 'hidden'],
    text: 'Its shape while another window has the keyboard.',
  }),
})

export const mouse = section('The mouse', {
  right_click: choice({
    default: 'menu',
    of: ['menu', 'paste', 'extend'],
    text: 'What the right button does in the grid: open the menu, paste, or extend the selection.',
  }),
  hide_when_typing: bool({
    default: false,
    text: 'The pointer goes while you type and comes back when it is moved.',
  }),
  word_separators: text({
    default: ' ()[]{}<>\'",`',
    text: 'Characters at which the word of a double click ends.',
  }),
})

export const scrollback = section('History', {
  history_lines: int({
    default: 10_000,
    least: 1,
    most: 1_000_000,
    original: true,
    text: 'Lines that a tab keeps.',
  }),
  memory_max_mib: int({
    default: 64,
    least: 1,
    most: 1_024,
    text: 'Memory that they may take in each tab; the smaller of both wins.',
  }),
  wheel_lines_per_detent: int({
    default: 3,
    least: 1,
    most: 100,
    original: true,
    text: 'Lines for one step of the wheel.',
  }),
  scrollbar_fade_ms: int({
    default: 1_500,
    least: 0,
    most: 60_000,
    original: true,
    text: 'The scroll bar goes after so long without scrolling.',
  }),
  snap_on_esc: bool({ default: true, original: true, text: 'Esc goes back to the end.' }),
  snap_on_input: bool({ default: true, text: 'Typing goes back to the end.' }),
  snap_on_output: bool({ default: false, text: 'New output goes back to the end.' }),
  scrollbar: choice({
    default: 'auto',
    of: ['auto', 'always', 'never'],
    text: 'When the scroll bar is there. "auto": while there is scrolling.',
  }),
})

export const search = section('Search', {
  regex: bool({ default: false, text: 'A search begins as a regular expression.' }),
  whole_word: bool({ default: false, text: 'A search begins with whole words.' }),
  wrap: bool({ default: true, text: 'Behind the last hit comes the first.' }),
  case: choice({
    default: 'smart',
    of: ['smart', 'sensitive', 'insensitive'],
    text: '"smart": letters of both cases match until the text has a capital.',
  }),
  highlight_max: int({
    default: 1_000,
    least: 10,
    most: 100_000,
    text: 'Hits that are marked at a time.',
  }),
})

export const links = section('Links', {
  detect: bool({ default: true, text: 'Links can be opened by a click.' }),
  paths: bool({
    default: true,
    text: 'Names of files that exist are links too, with line and column.',
  }),
  modifier: choice({
    default: 'ctrl',
    of: ['ctrl', 'alt', 'none'],
    text: 'The key that is held with the click.',
  }),
  schemes: names({
    default: ['https', 'http', 'mailto', 'file'],
    of: 'names of schemes',
    pattern: /^(?!javascript$|data$)[a-z][a-z0-9+.-]*$/,
    text:
      'Kinds of addresses that may be opened, without a user name in front of the host. ' +
      '"javascript" and "data" never are.',
  }),
  opener: text({
    default: '',
    text:
      "The program that opens addresses and text. Empty: the desktop's, and VISUAL or EDITOR " +
      'for text. For files {file}, {line} and {column} are put in: "code --goto ' +
      '{file}:{line}:{column}".',
  }),
})

export const bell = section('The bell', {
  mode: choice({
    default: 'visual',
    of: ['visual', 'audible', 'both', 'silent'],
    original: true,
    text:
      "What a program's bell does: tint the edge of the grid for a moment, sound, both or " +
      'nothing.',
  }),
  debounce_ms: int({
    default: 100,
    least: 50,
    most: 10_000,
    original: true,
    text: 'Bells that follow sooner count as one.',
  }),
  sound: text({
    default: '',
    text:
      'A file (WAV, Ogg, FLAC, MP3) that is heard for a bell, and for notices whose channels ' +
      'name "sound". Empty: the desktop\'s bell. ~ and $VARIABLE are expanded; a relative ' +
      'path counts from the configuration.',
  }),
  attention: bool({
    default: true,
    text: 'A bell marks its tab until you look, unless the program there reports its state itself.',
  }),
})
