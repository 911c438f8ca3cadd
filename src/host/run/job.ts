/**
 * A program as the foreground job of a small shell that leads its terminal's session. Without one
 * its process group would be orphaned, and the kernel would throw the stop of Ctrl+Z away.
 */
import { accessSync, constants, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from '../../base/command.ts'

/**
 * What the shell says of its job's end and stop goes nowhere. Stopped, it stops itself, which shows
 * the wrapper; continued, it brings its job to the front again. Its exit status is the job's.
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

/**
 * Shells that control jobs in a script, and say nothing of it: bash does so only interactively, and
 * zsh in words of its own.
 */
const able: ReadonlySet<string> = new Set(['dash', 'busybox', 'ash'])

/** A shell that can lead; null: this system has none, and the program leads its session itself. */
function jobShell(): string | null {
  for (const path of ['/bin/sh', '/bin/dash', '/usr/bin/dash', '/bin/busybox']) {
    try {
      accessSync(path, constants.X_OK)
      if (able.has(basename(realpathSync(path)))) return path
    } catch {
      // not there
    }
  }
  return null
}

/** @param command its program is an absolute path that has been found */
export function asJob({ program, args }: Command): Command {
  const shell = jobShell()
  if (shell === null) return { program, args }
  const applet = basename(realpathSync(shell)) === 'busybox' ? ['sh'] : []
  return { program: shell, args: [...applet, '-c', script, 'vibeflow', program, ...args] }
}
