/** [session], [recorder], [security] and [socket]: what a tab has besides its screen. */
import { bool, choice, int, section } from '../option.ts'

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
  resume_hints: choice({
    default: 'offer',
    of: ['offer', 'off'],
    text:
      '"offer": a tab that comes back, after a restart or as a closed one, offers to resume the ' +
      'agent that ran in it; agents are never started unasked. "off": nothing is offered, and ' +
      'no session of an agent is kept on disk.',
  }),
})

export const recorder = section('The recorder of each session', {
  enabled: bool({
    default: true,
    text:
      'Keep a log of each session: states, commands, answers and notifications, with times. It ' +
      'stays on this machine. Off: nothing more is recorded.',
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
  mcp: choice({
    default: 'read',
    of: ['off', 'read', 'full'],
    text:
      'What programs may do by "vibeflow mcp" once you have allowed them to: nothing; list and ' +
      'read sessions, and wait for their states; or also open sessions, type into them and ' +
      'answer their dialogs, which needs socket.access = "full" too.',
  }),
})
