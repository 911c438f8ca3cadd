import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessEnvironment } from '../../client/discover.ts'
import { shellQuoted } from '../../../base/text/shell-words.ts'
import { programInPath } from '../../../host/pty/find-program.ts'
import { ownCommandsFolder } from '../../../host/pty/own-commands.ts'
import { failure } from '../../command/exit-codes.ts'
import type { Integration } from './agents.ts'

/** Returns a shell word: the name if it is in PATH, so that newer versions are found too. */
export function emitterWord(environment: ProcessEnvironment): string {
  // A tab's own directory is in no other terminal's PATH.
  const path = environment['PATH']?.split(':').filter((folder) => folder !== own(environment))
  if (programInPath('vibeflow-emit', path?.join(':')) !== null) return 'vibeflow-emit'
  const { APPIMAGE: image } = environment
  if (image !== undefined)
    throw failure(
      'vibeflow-emit is not in PATH. To install it in ~/.local/bin, run `vibeflow ' +
        '--install-desktop`.',
    )
  const file = emitterPath(environment)
  if (!existsSync(file))
    throw failure(`can't find vibeflow-emit in PATH or at ${file}. Reinstall vibeflow.`)
  return shellWord(file)
}

function own(environment: ProcessEnvironment): string {
  return ownCommandsFolder({
    environment,
    home: environment['HOME'] ?? homedir(),
  })
}

/** Returns the shell version's path, or `null` if it is missing. */
export function emitterFile(environment: ProcessEnvironment): string | null {
  const path = emitterPath(environment)
  return existsSync(path) ? path : null
}

function emitterPath({ VIBEFLOW_SHARE: share }: ProcessEnvironment): string {
  return share === undefined
    ? fileURLToPath(new URL('../../../protocol/bin/vibeflow-emit.sh', import.meta.url))
    : join(share, 'vibeflow/emit/bin/vibeflow-emit.sh')
}

export function shellWord(path: string): string {
  return /^[\w/.+-]+$/.test(path) ? path : shellQuoted(path)
}

/** Returns whether its program is in PATH or its settings exist. */
export function isInstalled(
  { programs, folder }: Integration,
  environment: ProcessEnvironment,
): boolean {
  return (
    programs.some((program) => programInPath(program, environment['PATH']) !== null) ||
    existsSync(folder(environment))
  )
}

/** Time in which a program prints its version, ms; Claude Code needs half a second. */
const versionMs = 5_000

/** Returns the version that the program in PATH prints, such as `2.1.197`; `null` if unknown. */
export function installedVersion(
  { programs }: Pick<Integration, 'programs'>,
  environment: ProcessEnvironment,
): Promise<string | null> {
  const file = programs
    .map((program) => programInPath(program, environment['PATH']))
    .find((path) => path !== null)
  if (file === undefined) return Promise.resolve(null)
  return new Promise((resolve) => {
    const options = {
      env: environment as NodeJS.ProcessEnv,
      timeout: versionMs,
      killSignal: 'SIGKILL',
      maxBuffer: 65_536,
    } as const
    const child = execFile(file, ['--version'], options, (_error, output) => {
      resolve(/\b\d{1,6}\.\d{1,6}\.\d{1,6}\b/.exec(output)?.[0] ?? null)
    })
    child.stdin?.end()
  })
}
