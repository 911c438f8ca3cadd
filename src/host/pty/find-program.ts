/**
 * Looks before the leap: a program or folder that is missing is reported in a sentence, since after
 * the fork it would only be an exit code. Sentences name the thing and what to do. Output may have
 * named the folder, so all looks are made aside.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { PathProbe, Look } from '../files/path-probe.ts'

type Found = { readonly path: string } | { readonly problem: string }
type Looks = Pick<PathProbe, 'look'>

/**
 * Absolute path of an executable file. `program`: a path (relative to `directory`) or a name to be
 * looked up in `searchPath`.
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
    const problem = executableProblem(await looks.look(path))
    return problem === null ? { path } : { problem: `Cannot start ${path}: ${problem}` }
  }
  let refused: string | null = null
  for (const folder of searchPath.split(':')) {
    const path = join(resolve(directory, folder === '' ? '.' : folder), program)
    const problem = executableProblem(await looks.look(path))
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
 * Where the absolute folders of the user's own PATH have a program; null: nowhere. At once: where
 * the user asks, and output has named none of it.
 */
export function programInPath(program: string, searchPath = ''): string | null {
  for (const folder of searchPath.split(':').filter(isAbsolute)) {
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch {
      // the next folder
    }
  }
  return null
}

/**
 * The first of these folders in which a program can begin. `silent`: the one that was wanted does
 * not answer; then those above it are passed over, since they wait for the same disk, and only the
 * last is tried.
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

/** null: it can be run. */
function executableProblem(look: Look): string | null {
  switch (look) {
    case 'executable':
      return null
    case 'missing':
      return missing
    case 'folder':
      return 'it is a folder. Name a program.'
    case 'other':
      return 'it is not a regular file. Name a program.'
    case 'silent':
      return 'its folder does not answer. It may be on a network disk that is gone.'
    default:
      return notExecutable
  }
}
