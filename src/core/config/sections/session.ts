/**
 * [session], [recorder], [security] and [socket]: options of a tab that do not concern its screen.
 */
import { bool, choice, int, section } from '../option.ts'

export const session = section('Session restore', {
  restore: choice({
    label: 'Restore at start',
    default: 'always',
    of: ['always', 'crash', 'never'],
    text:
      'When to restore windows, tabs, names, directories and output from the last run. Shells ' +
      'restart; other commands wait until you start them. "crash": only after a crash. "never": ' +
      'restore nothing and save nothing to disk. Read only at start; requires ' +
      'window.single_instance.',
  }),
  scrollback_lines: int({
    label: 'Saved output lines',
    default: 1_000,
    least: 0,
    most: 100_000,
    text:
      'Lines of recent output saved per tab, and what is printed in up to 30 s after them; up to ' +
      '1 MiB. 0: none.',
  }),
  keep_running: choice({
    label: 'Keep programs running',
    default: 'crash',
    of: ['crash', 'always', 'never'],
    text:
      'When programs outlive vibeflow. The next start shows them again. "crash": after a crash ' +
      'or a kill, but not after quitting. "always": also after quitting. "never": programs end ' +
      'with vibeflow.',
  }),
  resume_hints: choice({
    label: 'Offer to resume agents',
    default: 'offer',
    of: ['offer', 'off'],
    text:
      '"offer": a restored or reopened tab offers to resume its agent. Agents never start on ' +
      'their own. "off": offer nothing and save no agent sessions to disk.',
  }),
})

export const recorder = section('Activity recorder', {
  enabled: bool({
    label: 'Record activity',
    default: true,
    text:
      'Keep a log of each session: states, commands, answers and notifications with times. It ' +
      'stays on this computer. Turning it off deletes everything recorded so far.',
  }),
})

export const security = section('Security', {
  replies: choice({
    label: 'Reply to terminal queries',
    default: 'safe',
    of: ['safe', 'none'],
    text:
      'Whether the terminal answers queries from programs. "none": many programs then hang or ' +
      'fall back to defaults.',
  }),
})

export const socket = section('Sockets and MCP', {
  enabled: bool({
    label: 'Session sockets',
    default: true,
    text:
      'Give each session a socket, which commands such as "vibeflow ls" need. Turning it off ' +
      'disconnects clients immediately. Turning it on also adds sockets for running programs, ' +
      'but their environment does not contain the path.',
  }),
  access: choice({
    label: 'Socket access',
    default: 'full',
    of: ['full', 'read'],
    text: 'What clients of the sockets may do: everything, or only read.',
  }),
  mcp: choice({
    label: 'MCP access',
    default: 'read',
    of: ['off', 'read', 'full'],
    text:
      'The most that programs can be allowed through "vibeflow mcp". "off": nothing. "read": ' +
      'list and read sessions, and wait for their states. "full": also open sessions, type into ' +
      'them and answer their dialogs; requires socket.access = "full". You are asked for each ' +
      'program.',
  }),
})
