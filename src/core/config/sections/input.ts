/** The `[keyboard]` and `[clipboard]` sections. */
import { bool, choice, int, section } from '../option.ts'

export const keyboard = section('Keyboard', {
  kitty_protocol: bool({
    label: 'Kitty keyboard protocol',
    default: true,
    text:
      'Let programs use the kitty keyboard protocol, which distinguishes keys such as ' +
      'Shift+Enter and Ctrl+Enter.',
  }),
  shift_enter: choice({
    label: 'Shift+Enter',
    default: 'auto',
    of: ['auto', 'enter'],
    text:
      'What Shift+Enter sends. "auto": a separate key code if the program uses the kitty ' +
      'keyboard protocol or modifyOtherKeys, otherwise a line feed. "enter": the same as Enter.',
  }),
})

export const clipboard = section('Clipboard', {
  primary: bool({
    label: 'Use primary selection',
    default: true,
    text: 'Copy selected text to the primary selection and paste it with the middle mouse button.',
  }),
  copy_on_select: bool({
    label: 'Copy on select',
    default: false,
    text: 'Also copy selected text to the clipboard.',
  }),
  trim_trailing_spaces: bool({
    label: 'Trim trailing spaces',
    default: true,
    text: 'Remove spaces at line ends when copying.',
  }),
  clean_agent_copies: bool({
    label: 'Clean copies from agents',
    default: true,
    text:
      'Remove what an agent draws around its text when copying: gutter, frames, line numbers ' +
      'and the line breaks at the width of the window.',
  }),
  allow_osc52_write: bool({
    label: 'Let programs copy to clipboard',
    default: true,
    text: 'Allow programs to write to the clipboard (OSC 52). They can never read it.',
  }),
  osc52_notice: bool({
    label: 'Show when a program copies',
    default: true,
    text: 'Show a message when a program writes to the clipboard.',
  }),
  confirm_multiline_paste: choice({
    label: 'Confirm multi-line paste',
    default: 'unbracketed',
    of: ['never', 'unbracketed', 'always'],
    text:
      'Ask before pasting several lines. "unbracketed": only if the program would run each line ' +
      'as a command.',
  }),
  confirm_large_paste_kib: int({
    label: 'Confirm paste larger than (KiB)',
    default: 1_024,
    least: 16,
    most: 65_536,
    text: 'Ask before pasting text larger than this.',
  }),
})
