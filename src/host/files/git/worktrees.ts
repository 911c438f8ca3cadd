/** Opens a repository for its worktrees: finds it, and explains what can't have worktrees. */
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import type {
  GitProblem,
  GitRepository,
  GitWorktree,
  NewWorktree,
  RunningProgram,
  WorktreeGit,
} from '../../../core/windows/worktrees/worktree-git.ts'
import { worktreeCleanUpMs, worktreeFilesMs } from './limits.ts'
import { namedPrograms, noPrograms, safeGit, type SafeGit, type Settings } from './safe-git.ts'
import { removalFacts } from './worktree-removal.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings with which `git status`, also git's own before a removal, omits no file. */
const showsAll = [
  ['status.showUntrackedFiles', 'normal'],
  ['core.ignoreCase', 'false'],
] as const

/** `list --porcelain -z` is the newest that is needed. */
const oldest = [2, 36] as const

export function worktreeGit(environment: Environment): WorktreeGit {
  return {
    open: (directory, isNew) => opened(directory, isNew, environment),
    programsIn,
  }
}

async function opened(
  directory: string,
  isNew: boolean,
  environment: Environment,
): Promise<GitProblem | GitRepository> {
  const plain = safeGit(environment)
  const found = await repositoryAt(plain, directory, isNew)
  if ('problem' in found) return found
  const { top, common } = found
  const [listed, hasHook] = await Promise.all([
    plain.ask({ at: top, args: ['worktree', 'list', '--porcelain', '-z'] }),
    isThere(join(common, 'hooks', 'post-checkout')),
  ])
  const worktrees = parseWorktrees(listed ?? '')
  const [main] = worktrees
  if (main === undefined)
    return (await oldGit(plain)) ?? no(`git can't list the worktrees of ${shown(top)}.`)
  // each worktree may have a configuration of its own, and git also runs in the main one
  const [named, mains] = await Promise.all([
    namedPrograms(plain, top),
    main.path === top || !(await isThere(main.path))
      ? noPrograms
      : namedPrograms(plain, ...placeOf(main, common)),
  ])
  if (named === null || mains === null) return unreadable(top)
  const notes = [
    ...(named.filters.length === 0
      ? []
      : [`Filters of the repository's own configuration did not run: ${list(named.filters)}.`]),
    ...(hasHook || named.hasHook ? ['The hook post-checkout did not run.'] : []),
  ]
  const settings = [...named.settings, ...mains.settings]
  const conditional = named.isConditional || mains.isConditional ? hasIncludeIf(top) : null
  return repositoryOf({ top, common, worktrees, main, notes, conditional, environment, settings })
}

/** Returns where git runs for the main worktree. A bare repository must be named explicitly. */
function placeOf(main: GitWorktree, common: string): readonly [at: string, from: string[]] {
  return main.isBare ? [common, ['--git-dir', common]] : [main.path, []]
}

interface Opened extends Pick<GitRepository, 'top' | 'worktrees' | 'notes'> {
  readonly common: string
  readonly main: GitWorktree
  readonly conditional: GitProblem | null
  readonly environment: Environment
  /** Turns off programs of the current worktree and the main one. */
  readonly settings: Settings
}

function repositoryOf(facts: Opened): GitRepository {
  const { top, common, main, conditional, environment, settings } = facts
  const git = safeGit(environment, settings)
  const [at, from] = placeOf(main, common)
  const hasBranch = async (branch: string): Promise<boolean> =>
    (await git.ask({ at: top, args: ['show-ref', '--verify', `refs/heads/${branch}`] })) !== null
  return {
    ...{ top, worktrees: facts.worktrees, notes: facts.notes, hasBranch },
    freeName: async (names) => {
      for (const { branch, path } of names)
        if (!(await isThere(path)) && !(await hasBranch(branch))) return branch
      return null
    },
    resolve: (path) => resolve(main.path, path),
    at: async (path, directory) => {
      const full = resolve(directory, path)
      const real = await realpath(full).catch(() => full)
      return facts.worktrees.find((one) => one.path === real)
    },
    exists: isThere,
    add: (wanted) =>
      conditional === null ? added(git, top, wanted) : Promise.resolve(conditional),
    inspect: async (worktree) => {
      const own = await removingGit(facts, worktree)
      return 'problem' in own ? own : removalFacts(own, { worktree, main, top, common })
    },
    remove: async (worktree) => {
      const { path } = worktree
      const own = await removingGit(facts, worktree)
      if ('problem' in own) return own
      const outcome = await own.run({
        ...{ at, args: [...from, 'worktree', 'remove', '--', path] },
        withinMs: worktreeFilesMs,
      })
      if ('text' in outcome) return null
      return no(`git did not remove ${shown(path)}${because(outcome.words)}`)
    },
    deleteBranch: async (branch) => {
      const outcome = await git.run({ at, args: [...from, 'branch', '-d', '--', branch] })
      if ('text' in outcome) return null
      return no(`git did not delete the branch ${shown(branch)}${because(outcome.words)}`)
    },
  }
}

/** Returns git for the removal of a worktree, which may have filters of its own. */
async function removingGit(
  { environment, conditional, settings, top }: Opened,
  { path, isMissing }: GitWorktree,
): Promise<GitProblem | SafeGit> {
  const at = isMissing ? top : path
  const named = await namedPrograms(safeGit(environment), at)
  if (named === null) return unreadable(at)
  if (conditional !== null) return conditional
  if (named.isConditional) return hasIncludeIf(at)
  return safeGit(environment, [...settings, ...named.settings, ...showsAll])
}

async function added(
  git: SafeGit,
  top: string,
  { path, branch, isNew }: NewWorktree,
): Promise<GitProblem | { readonly path: string }> {
  const remote = isNew ? await remoteOf(git, top, branch) : null
  const made =
    remote === null
      ? ['--no-track', '-b', branch, '--', path, 'HEAD']
      : ['--track', '-b', branch, '--', path, remote]
  const outcome = await git.run({
    at: top,
    args: ['worktree', 'add', ...(isNew ? made : ['--', path, branch])],
    ...{ withinMs: worktreeFilesMs, cleansUpMs: worktreeCleanUpMs },
  })
  if ('text' in outcome) return { path: await realpath(path).catch(() => path) }
  const head = { at: top, args: ['rev-parse', '--verify', 'HEAD^{commit}'] }
  if (isNew && remote === null && (await git.ask(head)) === null)
    return no(`${shown(top)} has no commit yet. Commit something first.`)
  // git creates the branch first, and keeps it
  if (isNew && !(await isThere(path)))
    await git.ask({ at: top, args: ['branch', '-d', '--', branch] })
  return no(`git did not create the worktree ${shown(path)}${because(outcome.words)}`)
}

/** Returns the only remote branch of this name. */
async function remoteOf(git: SafeGit, at: string, branch: string): Promise<string | null> {
  const args = ['for-each-ref', '--format=%(refname)', '--count=2', `refs/remotes/*/${branch}`]
  const [first = '', second = ''] = (await git.ask({ at, args }))?.split('\n') ?? []
  return first !== '' && second === '' ? first : null
}

interface Found {
  readonly top: string
  /** Directory that all worktrees share. */
  readonly common: string
}

async function repositoryAt(
  git: SafeGit,
  directory: string,
  isNew: boolean,
): Promise<GitProblem | Found> {
  const where = ['rev-parse', '--path-format=absolute']
  const paths = await git.run({
    at: directory,
    args: [
      ...[...where, '--show-toplevel', '--git-common-dir'],
      ...(isNew ? ['--show-superproject-working-tree'] : []),
    ],
  })
  if ('words' in paths)
    return (await oldGit(git)) ?? no(await notFound(git, directory, paths.words))
  const [top = '', common = '', ...others] = paths.text.split('\n').slice(0, -1)
  // a line break in a path would make more lines
  if (top === '' || common === '' || others.length > (isNew ? 1 : 0))
    return no(`The paths of the repository in ${shown(directory)} can't be read.`)
  const [parent] = others
  if (parent !== undefined)
    return no(
      `${shown(top)} is a submodule of ${shown(parent)}. ` +
        'vibeflow creates worktrees only of repositories that are not a submodule.',
    )
  return { top, common }
}

/** Returns why this git is of no use; `null` if it is new enough. */
async function oldGit(git: SafeGit): Promise<GitProblem | null> {
  const version = await git.ask({ at: '/', args: ['version'] })
  if (version === null) return no("git was not found in vibeflow's PATH. Install git.")
  const [major = 0, minor = 0] = version.match(/\d+/g)?.map(Number) ?? []
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return null
  return no(
    `Worktrees need git ${oldest.join('.')} or newer. This is ${major}.${minor}. Update git.`,
  )
}

async function notFound(git: SafeGit, directory: string, words: string | null): Promise<string> {
  if (words === null) return `git can't read ${shown(directory)} within the time limit.`
  const isGitFolder =
    (await git.ask({ at: directory, args: ['rev-parse', '--is-inside-git-dir'] })) === 'true\n'
  if (words.includes('cannot use bare repository') || isGitFolder)
    return (
      `${shown(directory)} is a bare repository, or git's own directory. ` +
      'Go to a worktree first.'
    )
  if (words.startsWith('not a git repository'))
    return `${shown(directory)} is not in a git repository. Go to one, or run \`git init\`.`
  return `git can't use the repository in ${shown(directory)}${because(words)}`
}

/** Reads `git worktree list --porcelain -z`: fields end in NUL, worktrees in two. */
export function parseWorktrees(text: string): readonly GitWorktree[] {
  return text.split('\0\0').flatMap((record) => {
    const fields = new Map(
      record.split('\0').map((field): [string, string] => {
        const [name = '', value = ''] = field.split(/ (.*)/s)
        return [name, value]
      }),
    )
    const path = fields.get('worktree')
    if (path === undefined) return []
    return [
      {
        path,
        head: fields.get('HEAD') ?? '',
        branch: fields.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
        isBare: fields.has('bare'),
        locked: fields.get('locked') ?? null,
        isMissing: fields.has('prunable'),
      },
    ]
  })
}

/** Returns the user's programs whose current directory is within this one. */
async function programsIn(directory: string): Promise<readonly RunningProgram[]> {
  const found: RunningProgram[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const at = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (at !== directory && !at.startsWith(`${directory}/`)) continue
    const comm = await readFile(`/proc/${name}/comm`, 'utf8').catch(() => '')
    found.push({ pid, name: safeText(comm.trimEnd(), nameCharactersMax) || 'a program' })
  }
  return found
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

const unreadable = (at: string): GitProblem =>
  no(`The filters and hooks in the configuration of ${shown(at)} can't be read.`)

const hasIncludeIf = (at: string): GitProblem =>
  no(
    `The configuration of ${shown(at)} has includeIf, which may add programs that git starts. ` +
      'Use `git worktree` in a tab.',
  )

const no = (problem: string): GitProblem => ({ problem })

const shown = (path: string): string => safeText(path, nameCharactersMax)

const list = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => safeText(basename(name), nameCharactersMax))
    .join(', ')

function because(words: string | null): string {
  if (words === null) return ' within the time limit.'
  return words === '' ? '.' : `: ${words.replace(/\.?$/, '.')}`
}
