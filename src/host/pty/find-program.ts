/**
 * Looks before the leap: a program or folder that is missing is told in a sentence, since after the fork it would only be an
 * exit code. Sentences name the thing and what to do.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Found = { readonly path: string } | { readonly problem: string }

/** Absolute path of an executable file. `program`: a path (relative to `directory`) or a name to be looked up in `searchPath`. */
export function findProgram(program: string, directory: string, searchPath: string): Found {
  if (program === '') return { problem: 'No program was named. Name one after -e.' }
  if (program.includes('/')) {
    const path = resolve(directory, program)
    const problem = executableProblem(path)
    return problem === null ? { path } : { problem: `Cannot start ${path}: ${problem}` }
  }
  let refused: string | null = null
  for (const folder of searchPath.split(':')) {
    const path = join(resolve(directory, folder === '' ? '.' : folder), program)
    const problem = executableProblem(path)
    if (problem === null) return { path }
    if (problem !== missing) refused ??= `Cannot start ${path}: ${problem}`
  }
  return { problem: refused ?? `Cannot start ${program}: no program of that name is in PATH. Check the name, or give the whole path.` }
}

/** Why a tab cannot begin in this folder, or null. */
export function directoryProblem(path: string): string | null {
  try {
    if (!statSync(path).isDirectory()) return `Cannot start in ${path}: it is not a folder.`
    accessSync(path, constants.X_OK)
    return null
  } catch (error) {
    return `Cannot start in ${path}: ${reason(error, 'the folder does not exist.', 'you may not enter the folder.')}`
  }
}

const missing = 'there is no such file.'

function executableProblem(path: string): string | null {
  try {
    const file = statSync(path)
    if (file.isDirectory()) return 'it is a folder.'
    if (!file.isFile()) return 'it is not a regular file.'
    accessSync(path, constants.X_OK)
    // root may "execute" every file as far as access() is concerned, but execve wants one x bit
    return (file.mode & 0o111) === 0 ? notExecutable : null
  } catch (error) {
    return reason(error, missing, notExecutable)
  }
}

const notExecutable = 'the file is not executable. Make it so with chmod +x, or name another program.'

function reason(error: unknown, whenMissing: string, whenRefused: string): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return whenMissing
  if (code === 'EACCES' || code === 'EPERM') return whenRefused
  return `${error instanceof Error ? error.message : String(error)}.`
}
