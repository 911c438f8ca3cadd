/** Base directories from the XDG specification: an empty or relative variable counts as unset. */
import { realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { tryOr } from './try-or.ts'

const usual = {
  STATE: '.local/state',
  CONFIG: '.config',
  DATA: '.local/share',
  CACHE: '.cache',
} as const

type Environment = Readonly<Record<string, string | undefined>>

/** Returns a base directory, such as `$XDG_STATE_HOME`. */
export function baseFolder(of: keyof typeof usual, environment: Environment, home: string): string {
  const named = environment[`XDG_${of}_HOME`]
  return named !== undefined && isAbsolute(named) ? named : join(home, usual[of])
}

/** Returns `$XDG_STATE_HOME/vibeflow`, for the terminal's own state. */
export function stateFolder(environment: Environment, home: string): string {
  return join(baseFolder('STATE', environment, home), 'vibeflow')
}

/** Returns `$XDG_CONFIG_HOME/vibeflow`, for the user's configuration and themes. */
export function configFolder(environment: Environment, home: string): string {
  return join(baseFolder('CONFIG', environment, home), 'vibeflow')
}

/** Returns `--config`, else `VIBEFLOW_CONFIG`, else the default configuration file. */
export function configFile(
  environment: Environment,
  {
    home,
    directory,
    asked,
  }: { readonly home: string; readonly directory: string; readonly asked: string | null },
): string {
  const named = asked ?? environment['VIBEFLOW_CONFIG']
  if (named !== undefined && named !== '') return resolve(directory, named)
  return join(configFolder(environment, home), 'config.toml')
}

export function isSameFolder(first: string, second: string): boolean {
  // One of them is missing.
  return tryOr(() => isAbsolute(first) && realpathSync(first) === realpathSync(second), false)
}
