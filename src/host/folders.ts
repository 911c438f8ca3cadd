/** Where files belong, by the XDG base directory rules: a variable that is empty or relative counts as unset. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'

/** `$XDG_STATE_HOME/vibeflow`: what the terminal keeps for itself. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = environment['XDG_STATE_HOME']
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.local/state'), 'vibeflow')
}

/** `$XDG_CONFIG_HOME/vibeflow`: what the user sets, themes among it. */
export function configFolder(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = environment['XDG_CONFIG_HOME']
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.config'), 'vibeflow')
}

/** The configuration: what `--config` names, else `VIBEFLOW_CONFIG`, else `$XDG_CONFIG_HOME/vibeflow/config.toml`. */
export function configFile(environment: Readonly<Record<string, string | undefined>>, { home, directory, asked }: { readonly home: string; readonly directory: string; readonly asked: string | null }): string {
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

/** Can a program begin there, now? */
export function isFolder(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return isAbsolute(path) && statSync(path).isDirectory()
  } catch {
    return false // not there, or not for us
  }
}

/** Levels that are looked at upwards. Deeper folders have no name of a repository. */
const levelsMax = 64

/**
 * Finds the name of the folder at the root of the git repository or work tree that a folder is in; null: in none. One look at a time: a folder that does not answer (a
 * dead network mount, which any output can name) takes one thread, and names of repositories, and nothing else.
 */
export class Repositories {
  #last: Promise<unknown> = Promise.resolve()

  nameAt(path: string): Promise<string | null> {
    const looked = this.#last.then(() => repositoryName(path))
    this.#last = looked
    return looked
  }
}

async function repositoryName(path: string): Promise<string | null> {
  let folder = path
  for (let level = 0; level < levelsMax && isAbsolute(folder) && folder !== '/'; level += 1) {
    if (await exists(join(folder, '.git'))) return basename(folder)
    folder = dirname(folder)
  }
  return null
}

function exists(path: string): Promise<boolean> {
  return access(path).then(() => true, () => false)
}
