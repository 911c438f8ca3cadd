/** [clipboard], [attention], [security] and [log]. */
import { bool, choice, choices, int, section } from '../option.ts'

export const clipboard = section('Copy and paste', {
  primary: bool({ default: true, original: true, text: 'Selecting copies to PRIMARY, and the middle button pastes it.' }),
  copy_on_select: bool({ default: false, text: 'Selecting copies to the clipboard too.' }),
  trim_trailing_spaces: bool({ default: true, text: 'Blanks at the ends of lines are not copied.' }),
  allow_osc52_write: bool({ default: true, original: true, text: 'Programs may write to the clipboard. None may ever read it.' }),
  osc52_notice: bool({ default: true, text: 'Say so when one does.' }),
  confirm_multiline_paste: choice({ default: 'unbracketed', of: ['never', 'unbracketed', 'always'], text: 'Ask before a text with line ends is pasted. "unbracketed": only where the program would take each line as a command.' }),
  confirm_large_paste_kib: int({ default: 1_024, least: 16, most: 65_536, text: 'Ask before a text larger than this is pasted.' }),
})

export const attention = section('What asks for you', {
  include: choices({ default: ['waiting', 'error', 'done'], of: ['waiting', 'error', 'done'], text: 'States that count as asking for you.' }),
  snooze_min: int({ default: 10, least: 1, most: 1_440, text: 'How long a snoozed tab asks for nothing.' }),
})

export const security = section('Security', {
  replies: choice({ default: 'safe', of: ['safe', 'none'], text: 'Whether the terminal answers what programs ask it. "none": many programs then wait or guess.' }),
})

export const log = section('The log', {
  level: choice({ default: 'warn', of: ['error', 'warn', 'info', 'debug'], text: 'What is written to the log.' }),
})
