/**
 * Checks a program and its directory before the fork, since afterwards a missing one would be only
 * an exit code. Program output may have supplied the paths, so the checks run in helper processes.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { filesProblem } from '../files/free-files.ts'
import type { PathProbe, Look } from '../files/path-probe.ts'
import { helperFiles } from './limits.ts'

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
  if (program === '') return { problem: 'No program given. Add it after -e.' }
  if (program.includes('/')) {
    const path = resolve(directory, program)
    const problem = reasonOf(await looks.look(path), executableProblems)
    return problem === null ? { path } : { problem: `Can't start ${path}: ${problem}` }
  }
  let refused: string | null = null
  for (const folder of searchPath.split(':')) {
    const path = join(resolve(directory, folder === '' ? '.' : folder), program)
    const problem = reasonOf(await looks.look(path), executableProblems)
    if (problem === null) return { path }
    if (problem !== missing) refused ??= `Can't start ${path}: ${problem}`
  }
  return {
    problem:
      refused ??
      `Can't start ${program}: command not found in PATH. Check the name or use the full path.`,
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
  return { problem: `Can't start in ${wanted}: ${reasonOf(first, folderProblems)}` }
}

/** A check also has no answer if its helper process could not start. */
function reasonOf<Kind extends Look, Reason>(
  look: Kind,
  reasons: Readonly<Record<Kind, Reason>>,
): Reason | string {
  const problem = look === 'silent' ? filesProblem(helperFiles) : null
  return problem === null ? reasons[look] : `${problem}.`
}

const noFolder = 'not a directory.'

const folderProblems: Readonly<Record<Exclude<Look, 'folder'>, string>> = {
  closed: 'permission denied. Use chmod to allow access, or choose another directory.',
  missing: 'no such directory. Create it or choose another.',
  file: noFolder,
  executable: noFolder,
  other: noFolder,
  silent: "the directory doesn't respond. It may be on a disconnected network drive.",
}

const missing = 'no such file. Check the path or choose another program.'
const notExecutable = 'not executable. Run chmod +x on the file or choose another program.'

/** `null` if the file can be run. */
const executableProblems: Readonly<Record<Look, string | null>> = {
  executable: null,
  missing,
  folder: 'it is a directory, not a program.',
  other: 'not a regular file.',
  silent: "its directory doesn't respond. It may be on a disconnected network drive.",
  file: notExecutable,
  closed: notExecutable,
}
