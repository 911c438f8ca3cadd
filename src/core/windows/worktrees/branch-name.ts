/** Names of new worktrees: which branches are allowed, and their directories. Pure. */
import { baseName } from '../../../base/text/base-name.ts'
import { expandPath } from '../../config/expand.ts'
import type { Options } from '../../config/table.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'

/** UTF-16 units of a branch. Its name is also part of a file's name, of up to 255 bytes. */
export const branchUnitsMax = 80

/** Code points of a repository or branch in the name of a directory. */
const namePartMax = 60

/** Controls, invisible characters, separators, and what git excludes. */
const excluded = /[\p{C}\p{Z}~^:?*[\\]/u
const invisible = /\p{Default_Ignorable_Code_Point}/u

/** Returns a sentence about a name that no branch should have; `null` for a good one. */
export function branchProblem(name: string): string | null {
  const shown = safeText(name, nameCharactersMax)
  const bad = (why: string): string => `"${shown}" can't be a branch: ${why}. Choose another name.`
  if (name === '') return 'The name of the branch is empty. Write one, or omit it.'
  if (name.length > branchUnitsMax) return bad(`it has more than ${branchUnitsMax} characters`)
  if (name.startsWith('-')) return bad('it starts with a dash')
  if (excluded.test(name) || invisible.test(name))
    return bad('it contains a space, an invisible character or one of ~^:?*[\\')
  if (/^refs(?:\/|$)/i.test(name)) return bad('it starts with refs/')
  if (/^(?:@|[A-Z_]*HEAD|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(name))
    return bad('git has another meaning for it')
  if (/\.\.|@\{|\/\/|\/$|^\/|\.$/.test(name)) return bad('git does not allow it')
  if (name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock')))
    return bad('a part starts with a dot or ends in .lock')
  return null
}

/** Returns the start of names for worktrees in which this program runs. */
export function nameStem(program: string | null): string {
  const name = baseName(program ?? '')
  return /^[a-z][a-z0-9_-]{0,30}$/i.test(name) ? name : 'agent'
}

/**
 * Fills in `worktrees.directory`, whose variables are expanded.
 * @param main path of the repository's main worktree, or of a bare repository
 */
export function directoryFor(pattern: string, main: string, branch: string): string {
  const values: Readonly<Record<string, string>> = {
    '{repo}': fileName(repositoryName(main)),
    '{branch}': fileName(branch),
  }
  return pattern.replace(/\{(?:repo|branch)\}/g, (name) => values[name] ?? name)
}

/** Returns `worktrees.directory` with its variables expanded. */
export function worktreePattern(
  { worktrees }: Pick<Options, 'worktrees'>,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  return expandPath(worktrees.directory, environment, home)
}

/** Returns `api` for `/src/api`, `/src/api.git` and `/src/api/.bare`. */
export function repositoryName(main: string): string {
  const name = baseName(main)
  if (!name.startsWith('.')) return name.replace(/\.git$/, '')
  const above = baseName(main.slice(0, main.lastIndexOf('/')))
  return above === '' || above === '/' ? name.slice(1) : above
}

function fileName(text: string): string {
  const kept = text.replace(/[^\p{L}\p{N}\p{M}._+@=-]+/gu, '-').replace(/^[-.]+/, '')
  return [...kept].slice(0, namePartMax).join('') || 'worktree'
}
