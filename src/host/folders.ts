/** Where files belong, by the XDG base directory rules: a variable that is empty or relative counts as unset. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** `$XDG_STATE_HOME/vibeflow`: what the terminal keeps for itself. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = environment['XDG_STATE_HOME']
  return join(named !== undefined && isAbsolute(named) ? named : join(home, '.local/state'), 'vibeflow')
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
