/** Starts another process when this one has ended: a new build takes the place of the old one. */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { environmentAgain } from '../../core/session/launch/environment.ts'

/** Waits up to 30 s for process `$1`. Then it becomes the command. */
const waiting =
  'n=0; while kill -0 "$1" 2> /dev/null && [ "$n" -lt 600 ]; do n=$((n + 1)); sleep 0.05; done; ' +
  'shift; exec "$@"'

/** @param command program and arguments */
export function startAfterThis(
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  spawn('/bin/sh', ['-c', waiting, 'vibeflow', String(process.pid), ...command], {
    ...{ cwd: homedir(), detached: true, stdio: 'ignore' },
    env: environmentAgain(environment),
  })
    .on('error', () => undefined) // its absence is noticed
    .unref()
}

/**
 * Returns the command that starts vibeflow again, without the program and the tab that this start
 * was asked for.
 * @param argv arguments of this process, with the engine first
 * @param launcher the command of a package; `undefined` in a clone
 * @param own settings of this start
 */
export function commandAgain(
  argv: readonly string[],
  {
    appPath,
    launcher,
    own,
  }: {
    readonly appPath: string
    readonly launcher: string | undefined
    readonly own: readonly string[]
  },
): readonly string[] {
  if (launcher !== undefined) return [launcher, ...own]
  const [engine = '', ...words] = argv
  const first = words.findIndex((word) => !word.startsWith('-'))
  const switches = words
    .slice(0, first === -1 ? words.length : first)
    .filter((word) => /^--(?:no-sandbox$|enable-|disable-|force-|ozone-|use-)/.test(word))
  return [engine, ...switches, appPath, ...own]
}
