/** The `[keyboard]` and `[clipboard]` sections. */
import { bool, choice, int, section } from '../option.ts'

export const keyboard = section('The keyboard', {
  kitty_protocol: bool({
    default: true,
    text:
      'Programs may use the kitty keyboard protocol, which distinguishes Shift+Enter, ' +
      'Ctrl+Enter and the like.',
  }),
  shift_enter: choice({
    default: 'auto',
    of: ['auto', 'enter'],
    text:
      'What Shift+Enter sends. "auto": a key of its own to programs that use the kitty keyboard ' +
      'protocol or modifyOtherKeys, a line feed to others. "enter": the same as Enter.',
  }),
})

export const clipboard = section('Copy and paste', {
  primary: bool({
    default: true,
    original: true,
    text: 'Selecting copies to the primary selection, and the middle button pastes it.',
  }),
  copy_on_select: bool({ default: false, text: 'Selecting also copies to the clipboard.' }),
  trim_trailing_spaces: bool({
    default: true,
    text: 'Do not copy spaces at the ends of lines.',
  }),
  allow_osc52_write: bool({
    default: true,
    original: true,
    text: 'Programs may write to the clipboard (OSC 52). They can never read it.',
  }),
  osc52_notice: bool({ default: true, text: 'Show a message when a program does.' }),
  confirm_multiline_paste: choice({
    default: 'unbracketed',
    of: ['never', 'unbracketed', 'always'],
    text:
      'Ask before pasting several lines. "unbracketed": only where the program would run each ' +
      'line as a command.',
  }),
  confirm_large_paste_kib: int({
    default: 1_024,
    least: 16,
    most: 65_536,
    text: 'Ask before pasting a text larger than this.',
  }),
})
