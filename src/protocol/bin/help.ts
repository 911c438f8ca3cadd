/**
 * The help of `vibeflow-emit`; its manual page is made of the same lists
 * (src/cli/command/manual.ts). The first lines are those of vibeflow-emit.sh.
 */

import { hookAgents } from './hook-table.ts'

type Rows = readonly (readonly [typed: string, text: string])[]

export const usage = `\
usage: vibeflow-emit active|working|waiting|done [--tool NAME] [--project NAME]
                     [--message TEXT] [--wrap auto|tmux|none]
       vibeflow-emit --hook claude [--on-stop waiting|done]
       vibeflow-emit --hook AGENT [--event NAME]
       vibeflow-emit --help | -h | --version`

export const emitStates: Rows = [
  ['working', 'it is busy'],
  ['waiting', 'it needs you'],
  ['done', 'it has finished: until the next prompt, or with --message until you have looked'],
  ['active', 'nothing to show'],
]

export const emitOptions: Rows = [
  ['--tool NAME', 'who says so'],
  ['--project NAME', 'what it works on'],
  ['--message TEXT', 'what it does or asks, on one line; sent by OSC 7501'],
  [
    '--wrap auto|tmux|none',
    'for tmux: where TMUX is set (auto), always (tmux), never (none). tmux needs: set -g ' +
      'allow-passthrough on',
  ],
  [
    '--hook AGENT',
    `reads an event of an agent's hooks from standard input: ${hookAgents.join(', ')}`,
  ],
  ['--event NAME', 'which event that is, for agents that do not write it into their JSON'],
  ['--on-stop waiting|done', "what the end of Claude's turn means (default: waiting)"],
  ['-h, --help', 'this text'],
  ['--version', 'the version'],
]

export const emitTargets: Rows = [
  ['standard output', 'where VIBEFLOW_EMIT_STDOUT is not empty, and then only there'],
  ['/dev/tty', 'the controlling terminal'],
  ['VIBEFLOW_TTY', 'set by vibeflow in each tab; not used inside tmux, screen and Zellij'],
  ['the terminal of an ancestor', 'the nearest process above that has one'],
  [
    'VIBEFLOW_SOCKET',
    'a status over the socket of the session; not used inside tmux, screen and Zellij',
  ],
]

export const emitExits: Rows = [
  ['0', 'said; in a hook also: there was nothing to say'],
  ['1', 'standard output or a hook failed'],
  ['2', 'usage; never in a hook'],
  ['3', 'no terminal reached: standard error says why'],
]

export const emitExamples: readonly string[] = [
  'vibeflow-emit working --project=api',
  'make; vibeflow-emit waiting --tool=make; read answer',
  'notify = ["vibeflow-emit", "waiting", "--tool=codex"]      in ~/.codex/config.toml',
]

export const help = `${usage}

Reports what your program is doing to the terminal that you are in. vibeflow shows it at the tab.

${listed(emitStates)}

${listed(emitOptions)}

examples:
${emitExamples.map((line) => `  ${line}`).join('\n')}

It goes to the first that takes it:
${listed(emitTargets)}

exit:
${listed(emitExits)}`

function listed(rows: Rows): string {
  const width = rows.reduce((most, [typed]) => Math.max(most, typed.length), 0)
  return rows.map(([typed, text]) => `  ${typed.padEnd(width)}  ${text}`).join('\n')
}
