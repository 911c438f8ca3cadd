/**
 * Checks a program and its directory before the fork, since afterwards a missing one would be only
 * an exit code. Program output may have supplied the paths, so the checks run in helper processes.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { PathProbe, Look } from '../files/path-probe.ts'

type Found = { readonly path: string } | { readonly problem: string }
type Looks = Pick<PathProbe, 'look'>

/**
 * Returns the absolute path of an executable file.
 * @param program path relative to `directory`, or a name to look up in `searchPath`
 */
export async function findProgram(
  program: string,
  directory: string,
  searchPath: string,
  looks: Looks,
): Promise<Found> {
  if (program === '') return { problem: 'No program was named. Name one after -e.' }
  if (program.includes('/')) {
    const path = resolve(directory, program)
    const problem = executableProblems[await looks.look(path)]
    return problem === null ? { path } : { problem: `Cannot start ${path}: ${problem}` }
  }
  let refused: string | null = null
  for (const folder of searchPath.split(':')) {
    const path = join(resolve(directory, folder === '' ? '.' : folder), program)
    const problem = executableProblems[await looks.look(path)]
    if (problem === null) return { path }
    if (problem !== missing) refused ??= `Cannot start ${path}: ${problem}`
  }
  return {
    problem:
      refused ??
      `Cannot start ${program}: no program of that name is in PATH. Check the name, or give ` +
        'the whole path.',
  }
}

/**
 * Returns the path of a program in the absolute directories of `searchPath`, or `null`. Reads
 * synchronously: only for paths that the user chose, never for those from program output.
 */
export function programInPath(program: string, searchPath = ''): string | null {
  for (const folder of searchPath.split(':').filter(isAbsolute)) {
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch {
      // try the next directory
    }
  }
  return null
}

/**
 * Returns the first of these directories in which a program can start. `silent` is true if the
 * requested one does not respond. Its parents are on the same disk, so then only the last
 * alternative is tried.
 */
export async function findFolder(
  wanted: string,
  instead: readonly string[],
  looks: Looks,
): Promise<
  { readonly directory: string; readonly silent: boolean } | { readonly problem: string }
> {
  const first = await looks.look(wanted)
  const silent = first === 'silent'
  if (first === 'folder') return { directory: wanted, silent }
  for (const directory of silent ? instead.slice(-1) : instead)
    if ((await looks.look(directory)) === 'folder') return { directory, silent }
  return { problem: `Cannot start in ${wanted}: ${folderProblems[first]}` }
}

const noFolder = 'it is not a folder. Name one.'

const folderProblems: Readonly<Record<Exclude<Look, 'folder'>, string>> = {
  closed: 'you may not enter the folder. Allow it with chmod, or name another.',
  missing: 'the folder does not exist. Make it, or name another.',
  file: noFolder,
  executable: noFolder,
  other: noFolder,
  silent: 'the folder does not answer. It may be on a network disk that is gone.',
}

const missing = 'the file does not exist. Check the path, or name another program.'
const notExecutable =
  'the file is not executable. Make it so with chmod +x, or name another program.'

/** `null` if the file can be run. */
const executableProblems: Readonly<Record<Look, string | null>> = {
  executable: null,
  missing,
  folder: 'it is a folder. Name a program.',
  other: 'it is not a regular file. Name a program.',
  silent: 'its folder does not answer. It may be on a network disk that is gone.',
  file: notExecutable,
  closed: notExecutable,
}
