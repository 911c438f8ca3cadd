/**
 * Runs a program as the foreground job of a small shell that leads the terminal's session. Without
 * it the program's group is orphaned, and the kernel ignores Ctrl+Z.
 */
import { accessSync, constants, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from '../../../base/command.ts'

/**
 * The shell's messages about its job are discarded. When the job stops, the shell stops itself,
 * which the wrapper detects. When continued, it resumes the job in the foreground. Its exit status
 * is the job's.
 */
const script = `set -m
exec 3>&1 4>&2 >/dev/null 2>&1
(exec "$@" >&3 2>&4 3>&- 4>&-)
code=$?
while [ "$code" -gt 128 ] && jobs %%; do
  kill -STOP $$
  fg %%
  code=$?
done
exit $code`

/** Shells with silent job control in scripts, unlike bash and zsh. */
const able: ReadonlySet<string> = new Set(['dash', 'busybox', 'ash'])

/** Returns a shell that can lead, or `null`: then the program leads its session itself. */
function jobShell(): string | null {
  for (const path of ['/bin/sh', '/bin/dash', '/usr/bin/dash', '/bin/busybox']) {
    try {
      accessSync(path, constants.X_OK)
      if (able.has(basename(realpathSync(path)))) return path
    } catch {
      // not installed
    }
  }
  return null
}

/** @param command with an absolute path of an existing program */
export function asJob({ program, args }: Command): Command {
  const shell = jobShell()
  if (shell === null) return { program, args }
  const applet = basename(realpathSync(shell)) === 'busybox' ? ['sh'] : []
  return { program: shell, args: [...applet, '-c', script, 'vibeflow', program, ...args] }
}
