/**
 * Where files belong, by the XDG base directory rules: a variable that is empty or relative counts
 * as unset.
 */
import { realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

const usual = { STATE: '.local/state', CONFIG: '.config', DATA: '.local/share' } as const

type Environment = Readonly<Record<string, string | undefined>>

/** `$XDG_STATE_HOME`, `$XDG_CONFIG_HOME` or `$XDG_DATA_HOME`. */
export function baseFolder(of: keyof typeof usual, environment: Environment, home: string): string {
  const named = environment[`XDG_${of}_HOME`]
  return named !== undefined && isAbsolute(named) ? named : join(home, usual[of])
}

/** `$XDG_STATE_HOME/vibeflow`: what the terminal keeps for itself. */
export function stateFolder(environment: Environment, home: string): string {
  return join(baseFolder('STATE', environment, home), 'vibeflow')
}

/** `$XDG_CONFIG_HOME/vibeflow`: what the user sets, themes among it. */
export function configFolder(environment: Environment, home: string): string {
  return join(baseFolder('CONFIG', environment, home), 'vibeflow')
}

/**
 * The configuration: what `--config` names, else `VIBEFLOW_CONFIG`, else
 * `$XDG_CONFIG_HOME/vibeflow/config.toml`.
 */
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
  try {
    return isAbsolute(first) && realpathSync(first) === realpathSync(second)
  } catch {
    return false // one of them is gone
  }
}
