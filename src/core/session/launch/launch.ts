/**
 * What a tab starts, and the small launcher by which the program learns the name of its terminal.
 * Pure.
 */
import type { Command } from '../../../base/command.ts'

/**
 * The user's shell: `$SHELL`, else the passwd entry, else /bin/sh. An empty or relative value
 * counts as unset. A login shell gets `-l`: the launcher cannot set the leading dash of old.
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
 * node-pty learns the slave's path only after the fork, so a shell that is already in it asks
 * `tty`, exports the answer and becomes the program: the pid stays the same. `program` must have
 * been found and checked before, or its absence would show as sh's exit 127 and not as our
 * sentence.
 */
export function launcher({ program, args }: Command): Command {
  return {
    program: '/bin/sh',
    args: ['-c', 'VIBEFLOW_TTY=$(tty); export VIBEFLOW_TTY; exec "$0" "$@"', program, ...args],
  }
}
