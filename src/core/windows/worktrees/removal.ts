/** Decides whether a worktree may be removed, and names everything that is removed. Pure. */
import { lineCharactersMax, nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import type { GitProblem, GitWorktree, RemovalFacts, RunningProgram } from './worktree-git.ts'
import type { WorktreeTab } from './worktree-view.ts'

/** Names of files in a sentence. Others are counted. */
const namesMax = 8

export const shownPath = (path: string): string => safeText(path, lineCharactersMax)

export const shownName = (name: string): string => safeText(name, nameCharactersMax)

const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`

/** Returns a sentence about a worktree that is never removed; `null` for others. */
export function neverRemoved(worktree: GitWorktree, all: readonly GitWorktree[]): string | null {
  const path = shownPath(worktree.path)
  const inner = all.find(
    ({ path: other, isMissing }) => !isMissing && other.startsWith(`${worktree.path}/`),
  )
  if (worktree === all[0])
    return `${path} is the repository's main worktree, which is never removed.`
  if (inner !== undefined) return `${path} contains another worktree: ${shownPath(inner.path)}.`
  if (worktree.locked === null) return null
  const reason = worktree.locked === '' ? '' : ` (${shownName(worktree.locked)})`
  return `${path} is locked${reason}. Run \`git worktree unlock\` first.`
}

/** Returns a sentence about programs that run in the worktree; `null` without one. */
export function stillRuns(
  path: string,
  tabs: readonly WorktreeTab[],
  programs: readonly RunningProgram[],
): string | null {
  const [tab] = tabs
  if (tab !== undefined)
    return (
      `Not removed: the tab "${tab.title}" (${tab.place}) is open in ${shownPath(path)}. ` +
      'Close it first.'
    )
  const [program] = programs
  if (program === undefined) return null
  return (
    `Not removed: ${program.name} (process ${program.pid}) runs in ${shownPath(path)}. ` +
    'Quit it first.'
  )
}

/** Returns a sentence about what would be lost; `null` if nothing would. */
export function wouldLose(path: string, facts: RemovalFacts): string | null {
  const { changed, hidden, nested, operation, hasSubmodules, lost } = facts
  const no = (why: string): string => `Not removed: ${shownPath(path)} ${why}`
  if (changed.length > 0)
    return no(
      `has ${count(changed.length, 'changed or untracked file')}: ${names(changed)}. ` +
        'Commit or delete them first.',
    )
  if (hidden.length > 0)
    return no(
      `has ${count(hidden.length, 'file')} that git does not compare ` +
        `(assume-unchanged or skip-worktree): ${names(hidden)}.`,
    )
  if (operation !== null) return no(`has ${operation}.`)
  if (nested !== null) return no(`contains another repository: ${shownName(nested)}.`)
  if (hasSubmodules) return no('has submodules. Remove it with `git worktree remove --force`.')
  if (lost > 0) return no(`has ${count(lost, 'commit')} that no branch has. Create a branch first.`)
  return null
}

/** Returns sentences about everything that is removed, and about the branch. */
export function removalSentences(
  { path, branch, isMissing }: GitWorktree,
  { ignored, mergedInto, ahead }: RemovalFacts,
  closed: readonly WorktreeTab[],
): readonly string[] {
  return [
    ...closed.map(({ title, place }) => `Closes the tab "${title}" (${place}).`),
    isMissing
      ? `Removes git's entry for ${shownPath(path)}, whose directory is already gone.`
      : `Deletes the directory ${shownPath(path)}.`,
    ...(ignored.length === 0
      ? []
      : [`Files in it that git ignores are also deleted: ${names(ignored)}.`]),
    ...(branch === null ? [] : [branchSentence(shownName(branch), mergedInto, ahead)]),
  ]
}

function branchSentence(branch: string, mergedInto: string | null, ahead: number): string {
  if (mergedInto !== null)
    return `Deletes the branch ${branch}, which is merged into ${mergedInto}.`
  return ahead === 0
    ? `The branch ${branch} stays.`
    : `The branch ${branch} stays, with ${count(ahead, 'commit')} that are not merged.`
}

function names(all: readonly string[]): string {
  const first = all.slice(0, namesMax).map(shownName).join(', ')
  return all.length > namesMax ? `${first}, and ${all.length - namesMax} more` : first
}

export const isProblem = <Other extends object>(answer: Other | GitProblem): answer is GitProblem =>
  'problem' in answer
