/**
 * [clipboard], [attention], [notifications], [session], [security], [socket], [shadow] and [log].
 */
import { bool, choice, choices, int, section, text } from '../option.ts'

export const keyboard = section('The keyboard', {
  kitty_protocol: bool({
    default: true,
    text:
      'Programs may use the kitty keyboard protocol, which distinguishes Shift+Enter, ' +
      'Ctrl+Enter and the like.',
  }),
  alt_sends_escape: bool({ default: true, text: 'Alt with a key sends Esc and the key.' }),
  shift_enter: choice({
    default: 'auto',
    of: ['auto', 'enter'],
    text:
      'What Shift+Enter sends. "auto": the kitty form to programs that use that protocol, a ' +
      'line feed to others. "enter": the same as Enter.',
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

export const attention = section('Tabs that need you', {
  include: choices({
    default: ['waiting', 'error', 'done'],
    of: ['waiting', 'error', 'done'],
    text: 'States that count as needing you.',
  }),
  order: choice({
    default: 'urgency',
    of: ['urgency', 'oldest'],
    text: 'Which tab comes first: the most urgent, then the oldest; or always the oldest.',
  }),
  across_windows: bool({
    default: true,
    text: 'Include the tabs of other windows.',
  }),
  snooze_min: int({
    default: 10,
    least: 1,
    most: 1_440,
    text: 'Duration of a snooze.',
  }),
})

const channels = ['desktop', 'sound', 'badge', 'urgency', 'toast'] as const

export const notifications = section('Desktop notifications and other channels', {
  waiting: choices({
    default: ['desktop', 'badge', 'urgency'],
    of: channels,
    text: 'Channels when a program needs you.',
  }),
  error: choices({
    default: ['desktop', 'badge'],
    of: channels,
    text: 'Channels when a program has failed.',
  }),
  done: choices({ default: ['badge'], of: channels, text: 'Channels when a program is done.' }),
  bell: choices({ default: ['urgency'], of: channels, text: 'Channels for the bell.' }),
  program: choices({
    default: ['desktop'],
    of: channels,
    text: 'Channels for notifications sent by programs (OSC 9, 99, 777).',
  }),
  command: choices({
    default: [],
    of: channels,
    text: 'Channels when a long command has finished.',
  }),
  exit: choices({
    default: ['toast'],
    of: channels,
    text: "Channels when a tab's program has ended with an error.",
  }),
  when: choice({
    default: 'unfocused',
    of: ['unfocused', 'always', 'never'],
    text: '"unfocused": not for the active tab of the focused window.',
  }),
  done_delay_ms: int({
    default: 2_000,
    least: 0,
    most: 60_000,
    text: 'A program that works again within this time does not count as done.',
  }),
  command_after_s: int({
    default: 10,
    least: 0,
    most: 86_400,
    text: 'Minimum duration of a long command.',
  }),
  max_per_minute: int({
    default: 20,
    least: 1,
    most: 600,
    text: 'Desktop notifications per minute; more are combined into one.',
  }),
  content: choice({
    default: 'full',
    of: ['full', 'title', 'none'],
    text: 'What desktop notifications contain: everything, the title, or nothing of the tab.',
  }),
  respect_dnd: bool({
    default: true,
    text: 'Follow the do-not-disturb mode of the desktop.',
  }),
  quiet_hours: text({
    default: '',
    pattern: /^$|^\s*([01]?\d|2[0-3]):[0-5]\d\s*-\s*([01]?\d|2[0-3]):[0-5]\d\s*$/,
    allowed: 'two times of the day, as "22:00-07:00", or an empty text',
    text: 'Time without desktop notifications and sounds, as "22:00-07:00". Empty: none.',
  }),
})

export const security = section('Security', {
  replies: choice({
    default: 'safe',
    of: ['safe', 'none'],
    text:
      'Whether the terminal answers queries of programs. "none": many programs then wait or ' +
      'guess.',
  }),
})

export const session = section('Restoring windows and tabs', {
  restore: choice({
    default: 'always',
    of: ['always', 'crash', 'never'],
    text:
      'What is restored from the last run: windows, tabs, names, directories and output. Shells ' +
      'are started again; other commands wait for you. "crash": only after a crash. "never": ' +
      'nothing, and nothing is kept on disk. Read once per start, and only with ' +
      'window.single_instance.',
  }),
  scrollback_lines: int({
    default: 1_000,
    least: 0,
    most: 100_000,
    text: "Lines of each tab's newest output that are saved, 1 MiB at most. 0: none.",
  }),
  save_interval_s: int({
    default: 15,
    least: 2,
    most: 600,
    text: 'Time between saves. It is also saved at exit.',
  }),
  resume_hints: choice({
    default: 'offer',
    of: ['offer', 'off'],
    text:
      '"offer": a tab that comes back, after a restart or as a closed one, offers to resume the ' +
      'agent that ran in it; agents are never started unasked. "off": nothing is offered, and ' +
      'no session of an agent is kept on disk.',
  }),
})

export const socket = section('The socket of each session', {
  enabled: bool({
    default: true,
    text:
      'Give each session a socket, which commands such as "vibeflow ls" use. Turned off, ' +
      'clients are disconnected at once; turned on, running programs get one too, though their ' +
      'environment does not name it.',
  }),
  access: choice({
    default: 'full',
    of: ['full', 'read'],
    text: 'What clients may do: everything, or only read.',
  }),
  clients_max: int({
    default: 64,
    least: 1,
    most: 256,
    text: 'Maximum number of clients of a session.',
  }),
})

export const shadow = section('The shadow terminal of each session', {
  enabled: bool({
    default: true,
    text:
      'The terminal of each session, which the window draws, also answers socket clients and ' +
      '"vibeflow snapshot", and screen rules read it. Off: it is only drawn, and your own rules ' +
      'for titles are not used.',
  }),
  scrollback_lines: int({
    default: -1,
    least: -1,
    most: 1_000_000,
    text: 'Lines of scrollback that it keeps. -1: as set in [scrollback].',
  }),
})

export const log = section('The log', {
  level: choice({
    default: 'warn',
    of: ['error', 'warn', 'info', 'debug'],
    text: 'Minimum level of messages in the log.',
  }),
})
