/**
 * The help of `vibeflow-emit`; its manual page is made of the same lists
 * (src/cli/command/manual.ts). The first lines are those of vibeflow-emit.sh.
 */

import { hookAgents } from './hook-table.ts'

type Rows = readonly (readonly [typed: string, text: string])[]

export const usage = `\
usage: vibeflow-emit active|working|waiting|done|error [--tool NAME]
                     [--project NAME] [--message TEXT] [--wrap auto|tmux|none]
       vibeflow-emit --hook claude [--on-stop waiting|done]
       vibeflow-emit --hook AGENT [--event NAME]
       vibeflow-emit --help | -h | --version`

export const emitStates: Rows = [
  ['working', 'The program is busy.'],
  ['waiting', 'The program needs you.'],
  ['done', 'The program is done. Lasts until the next prompt, with --message until you look.'],
  ['error', 'The program failed. Lasts until you look. Sent with OSC 7501.'],
  ['active', 'There is nothing to show.'],
]

export const emitOptions: Rows = [
  ['--tool NAME', 'Program that reports.'],
  ['--project NAME', 'Project that it works on.'],
  ['--message TEXT', 'Its work or question, on one line. Sent with OSC 7501.'],
  [
    '--wrap auto|tmux|none',
    'Wrap the sequence for tmux: if TMUX is set (auto), always (tmux) or never (none). tmux ' +
      'needs `set -g allow-passthrough on`.',
  ],
  [
    '--hook AGENT',
    `Read a hook event of AGENT from standard input. AGENT: ${hookAgents.join(', ')}.`,
  ],
  ['--event NAME', 'Name of the event, for agents whose JSON does not contain it.'],
  ['--on-stop waiting|done', "State at the end of Claude's turn (default: waiting)."],
  ['-h, --help', 'Print this help and exit.'],
  ['--version', 'Print the version and exit.'],
]

export const emitTargets: Rows = [
  ['standard output', 'If VIBEFLOW_EMIT_STDOUT is not empty. Nothing else is tried then.'],
  ['/dev/tty', 'The controlling terminal.'],
  ['VIBEFLOW_TTY', 'Set by vibeflow in each tab. Not used in tmux, screen and Zellij.'],
  ['the terminal of an ancestor', 'That of the nearest parent process with a terminal.'],
  ['VIBEFLOW_SOCKET', 'The socket of the session. Not used in tmux, screen and Zellij.'],
]

export const emitExits: Rows = [
  ['0', 'The state was reported. In a hook: or there was nothing to report.'],
  ['1', 'Standard output or a hook failed.'],
  ['2', 'The arguments are wrong. Not used in a hook.'],
  ['3', 'No terminal was reached. Standard error explains why.'],
]

export const emitExamples: Rows = [
  ['vibeflow-emit working --project=api', 'Report work on a project.'],
  ['make; vibeflow-emit waiting --tool=make; read answer', 'Report that make needs you.'],
  ['make || vibeflow-emit error --tool=make', 'Report that make failed.'],
  ['notify = ["vibeflow-emit", "waiting", "--tool=codex"]', 'For ~/.codex/config.toml.'],
]

export const help = `${usage}

Reports the state of your program to the terminal that it runs in. vibeflow
shows the state in the tab.

States:
${listed(emitStates)}

Options:
${listed(emitOptions)}

Examples:
${emitExamples.map(([command, text]) => `  ${command}\n      ${text}`).join('\n\n')}

The report is sent to the first of these that accepts it:
${listed(emitTargets)}

Exit codes:
${listed(emitExits)}`

function listed(rows: Rows): string {
  const width = rows.reduce((most, [typed]) => Math.max(most, typed.length), 0)
  return rows
    .map(([typed, text]) => `  ${typed.padEnd(width)}  ${wrapped(text, width + 4)}`)
    .join('\n')
}

/** Wraps a text for 80 columns. `indent` spaces precede all lines but the first. */
function wrapped(text: string, indent: number): string {
  let length = indent
  return text
    .split(' ')
    .map((word, at) => {
      const breaks = at > 0 && length + 1 + word.length > 80
      length = breaks ? indent + word.length : length + word.length + (at > 0 ? 1 : 0)
      return at === 0 ? word : `${breaks ? `\n${' '.repeat(indent)}` : ' '}${word}`
    })
    .join('')
}
