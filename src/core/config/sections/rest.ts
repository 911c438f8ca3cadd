/**
 * [clipboard], [attention], [notifications], [session], [security], [socket], [shadow] and [log].
 */
import { bool, choice, choices, int, section, text } from '../option.ts'

export const keyboard = section('The keyboard', {
  kitty_protocol: bool({
    default: true,
    text:
      'Programs may switch the kitty keyboard protocol on, so that Shift+Enter, Ctrl+Enter ' +
      'and the like are keys of their own.',
  }),
  alt_sends_escape: bool({ default: true, text: 'Alt with a key sends Esc before it.' }),
  shift_enter: choice({
    default: 'auto',
    of: ['auto', 'enter'],
    text:
      '"auto": the kitty form to a program that asked for it, a line feed to others. "enter": ' +
      'what Enter sends.',
  }),
})

export const clipboard = section('Copy and paste', {
  primary: bool({
    default: true,
    original: true,
    text: 'Selecting copies to PRIMARY, and the middle button pastes it.',
  }),
  copy_on_select: bool({ default: false, text: 'Selecting copies to the clipboard too.' }),
  trim_trailing_spaces: bool({
    default: true,
    text: 'Blanks at the ends of lines are not copied.',
  }),
  allow_osc52_write: bool({
    default: true,
    original: true,
    text: 'Programs may write to the clipboard. None may ever read it.',
  }),
  osc52_notice: bool({ default: true, text: 'Say so when one does.' }),
  confirm_multiline_paste: choice({
    default: 'unbracketed',
    of: ['never', 'unbracketed', 'always'],
    text:
      'Ask before a text with line ends is pasted. "unbracketed": only where the program ' +
      'would take each line as a command.',
  }),
  confirm_large_paste_kib: int({
    default: 1_024,
    least: 16,
    most: 65_536,
    text: 'Ask before a text larger than this is pasted.',
  }),
})

export const attention = section('What asks for you', {
  include: choices({
    default: ['waiting', 'error', 'done'],
    of: ['waiting', 'error', 'done'],
    text: 'States that count as asking for you.',
  }),
  order: choice({
    default: 'urgency',
    of: ['urgency', 'oldest'],
    text: 'Which comes first: the most urgent, and of those the oldest; or just the oldest.',
  }),
  across_windows: bool({
    default: true,
    text: 'The next that needs you may be in another window.',
  }),
  snooze_min: int({
    default: 10,
    least: 1,
    most: 1_440,
    text: 'How long a snoozed tab asks for nothing.',
  }),
})

const channels = ['desktop', 'sound', 'badge', 'urgency', 'toast'] as const

export const notifications = section('How you are told', {
  waiting: choices({
    default: ['desktop', 'badge', 'urgency'],
    of: channels,
    text: 'A program needs you.',
  }),
  error: choices({ default: ['desktop', 'badge'], of: channels, text: 'A program has failed.' }),
  done: choices({ default: ['badge'], of: channels, text: 'A program is done.' }),
  bell: choices({ default: ['urgency'], of: channels, text: 'A bell rings.' }),
  program: choices({
    default: ['desktop'],
    of: channels,
    text: 'A program sends a notice itself (OSC 9, 99, 777).',
  }),
  command: choices({ default: [], of: channels, text: 'A long command of a shell has ended.' }),
  exit: choices({ default: ['toast'], of: channels, text: "A tab's program has ended badly." }),
  when: choice({
    default: 'unfocused',
    of: ['unfocused', 'always', 'never'],
    text: '"unfocused": not for the tab in front of a focused window.',
  }),
  done_delay_ms: int({
    default: 2_000,
    least: 0,
    most: 60_000,
    text: 'A program that works again within this time was not done.',
  }),
  command_after_s: int({
    default: 10,
    least: 0,
    most: 86_400,
    text: 'Shorter commands are not told.',
  }),
  max_per_minute: int({
    default: 20,
    least: 1,
    most: 600,
    text: 'Beyond this, one notice of the desktop sums up.',
  }),
  content: choice({
    default: 'full',
    of: ['full', 'title', 'none'],
    text: 'How much of what a tab says leaves the window.',
  }),
  respect_dnd: bool({
    default: true,
    text: 'Be quiet while the desktop does not want to be disturbed.',
  }),
  quiet_hours: text({
    default: '',
    pattern: /^$|^\s*([01]?\d|2[0-3]):[0-5]\d\s*-\s*([01]?\d|2[0-3]):[0-5]\d\s*$/,
    allowed: 'two times of the day, as "22:00-07:00", or an empty text',
    text: 'No notice of the desktop and no sound at this time: "22:00-07:00". Empty: never.',
  }),
})

export const security = section('Security', {
  replies: choice({
    default: 'safe',
    of: ['safe', 'none'],
    text:
      'Whether the terminal answers what programs ask it. "none": many programs then wait or ' +
      'guess.',
  }),
})

export const session = section('The session: windows and tabs that come back', {
  restore: choice({
    default: 'always',
    of: ['always', 'crash', 'never'],
    text:
      'What a start brings back of the last run: windows, tabs, names, directories, and what ' +
      'the tabs showed. Shells begin anew; other commands wait for you. "crash": only where ' +
      'it did not end in order. "never": nothing, and nothing is kept on disk. Read once per ' +
      'start; only of a vibeflow that later starts hand their commands to.',
  }),
  scrollback_lines: int({
    default: 1_000,
    least: 0,
    most: 100_000,
    text: "Lines of a tab's newest output that are kept on disk for it, a MiB at most. 0: none.",
  }),
  save_interval_s: int({
    default: 15,
    least: 2,
    most: 600,
    text: 'How often it is saved. At the end it is, too.',
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
      'Each session has a socket, through which commands such as "vibeflow ls" see and drive ' +
      'it. Turned off, clients are let go at once; turned on, programs that run already get ' +
      'one too, though their environment does not name it.',
  }),
  access: choice({
    default: 'full',
    of: ['full', 'read'],
    text: 'What a client may do: anything, or only look.',
  }),
  clients_max: int({ default: 64, least: 1, most: 256, text: 'Clients of one session at a time.' }),
})

export const shadow = section('The shadow terminal of each session', {
  enabled: bool({
    default: true,
    text:
      'The terminal of each session, which the window draws, also answers socket clients and ' +
      '"vibeflow snapshot", and has its screen read for the state of agents. Off: it only is ' +
      'drawn, and your own rules over titles are not tried.',
  }),
  scrollback_lines: int({
    default: -1,
    least: -1,
    most: 1_000_000,
    text: 'Lines of history that it keeps. -1: as many as [scrollback] says.',
  }),
})

export const log = section('The log', {
  level: choice({
    default: 'warn',
    of: ['error', 'warn', 'info', 'debug'],
    text: 'What is written to the log.',
  }),
})
