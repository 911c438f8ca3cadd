/**
 * Where files belong, by the XDG base directory rules: a variable that is empty or relative counts
 * as unset.
 */
import { realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** `$XDG_STATE_HOME/vibeflow`: what the terminal keeps for itself. */
export function stateFolder(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const named = environment['XDG_STATE_HOME']
  return join(
    named !== undefined && isAbsolute(named) ? named : join(home, '.local/state'),
    'vibeflow',
  )
}

/** `$XDG_CONFIG_HOME/vibeflow`: what the user sets, themes among it. */
export function configFolder(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const named = environment['XDG_CONFIG_HOME']
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.config'), 'vibeflow')
}

/**
 * The configuration: what `--config` names, else `VIBEFLOW_CONFIG`, else
 * `$XDG_CONFIG_HOME/vibeflow/config.toml`.
 */
export function configFile(
  environment: Readonly<Record<string, string | undefined>>,
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
