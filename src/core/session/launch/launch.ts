/** The user's shell, and the launcher that passes a program the name of its terminal. Pure. */
import type { Command } from '../../../base/command.ts'

/**
 * Returns the user's shell: `$SHELL`, else the passwd entry, else /bin/sh. An empty or relative
 * value counts as unset. A login shell gets `-l`, since the launcher can't set a leading dash.
 */
export function userShell(
  environment: Readonly<Record<string, string | undefined>>,
  passwdShell: string | null,
  { login = false } = {},
): Command {
  const shell = [environment['SHELL'], passwdShell].find((path) => path?.startsWith('/'))
  return { program: shell ?? '/bin/sh', args: login ? ['-l'] : [] }
}

/**
 * Wraps a command to set VIBEFLOW_TTY. node-pty knows the terminal's path only after the fork, so a
 * shell runs `tty`, exports the result and execs the program with the same pid. The caller checks
 * that `program` exists; otherwise its absence would show as sh's exit code 127.
 */
export function launcher({ program, args }: Command): Command {
  return {
    program: '/bin/sh',
    args: ['-c', 'VIBEFLOW_TTY=$(tty); export VIBEFLOW_TTY; exec "$0" "$@"', program, ...args],
  }
}
