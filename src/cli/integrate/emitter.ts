/** Where `vibeflow-emit` is, and which agents are on this machine. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../client/discover.ts'
import { CommandError } from '../exit-codes.ts'
import type { Agent } from './agents.ts'

/**
 * As a word of a shell: by its name where the path leads to it, for then it is found in a newer
 * version too.
 */
export function emitterWord(environment: Environment): string {
  if (isInPath('vibeflow-emit', environment)) return 'vibeflow-emit'
  const { VIBEFLOW_SHARE: share, APPIMAGE: image } = environment
  if (image !== undefined)
    throw new CommandError(
      'failed',
      'vibeflow-emit is not in PATH, and an AppImage takes its own along when it ends. Run ' +
        'vibeflow --install-desktop once, which puts it into ~/.local/bin.',
    )
  const path =
    share === undefined
      ? fileURLToPath(new URL('../../protocol/bin/vibeflow-emit.sh', import.meta.url))
      : join(share, 'vibeflow/emit/bin/vibeflow-emit.sh')
  if (!existsSync(path))
    throw new CommandError('failed', `vibeflow-emit is neither in PATH nor at ${path}.`)
  return shellWord(path)
}

/** A path as a word of a shell. */
export function shellWord(path: string): string {
  return /^[\w/.+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

/** Its program is in PATH, or its settings are there. */
export function isInstalled({ programs, folder }: Agent, environment: Environment): boolean {
  return (
    programs.some((program) => isInPath(program, environment)) || existsSync(folder(environment))
  )
}

function isInPath(program: string, { PATH: path = '' }: Environment): boolean {
  return path.split(':').some((folder) => {
    if (!isAbsolute(folder)) return false
    try {
      const file = join(folder, program)
      accessSync(file, constants.X_OK)
      return statSync(file).isFile()
    } catch {
      return false
    }
  })
}
