/** Reads what would be lost if a worktree was removed. */
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type {
  GitProblem,
  GitWorktree,
  RemovalFacts,
} from '../../../core/windows/worktrees/worktree-git.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { fileListBytesMax, fileListPiece, trackedFoldersMax, worktreeStatusMs } from './limits.ts'
import type { SafeGit } from './safe-git.ts'

interface Place {
  readonly worktree: GitWorktree
  readonly main: GitWorktree
  readonly top: string
  readonly common: string
}

/** Files of git that exist while an operation is not finished. */
const operations = {
  sequencer: 'an unfinished cherry-pick or revert',
  'rebase-merge': 'an unfinished rebase',
  'rebase-apply': 'an unfinished rebase',
  MERGE_HEAD: 'an unfinished merge',
  CHERRY_PICK_HEAD: 'an unfinished cherry-pick',
  REVERT_HEAD: 'an unfinished revert',
  BISECT_LOG: 'an unfinished bisect',
} as const

/** Refs that only a worktree has. */
const ownRefs = ['refs/worktree', 'refs/bisect', 'refs/rewritten']

/** Commits that are counted. */
const commitsMax = '1000'

export async function removalFacts(git: SafeGit, place: Place): Promise<GitProblem | RemovalFacts> {
  const { worktree } = place
  if (worktree.isMissing && (await isThere(worktree.path)))
    return {
      problem:
        `${shown(worktree.path)} has no \`.git\` any longer. ` + 'Run `git worktree repair` first.',
    }
  const mount = await mountIn(worktree.path)
  if (mount !== null)
    return {
      problem:
        `Not removed: another file system is mounted at ${shown(mount)}, and its files would ` +
        'also be deleted. Unmount it first.',
    }
  const files = worktree.isMissing ? noFiles : await fileFacts(git, place)
  if ('problem' in files) return files
  const commits = await commitFacts(git, place)
  return 'problem' in commits ? commits : { ...files, ...commits }
}

/** Returns a mount point below a directory: git would delete the files of that file system. */
async function mountIn(path: string): Promise<string | null> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8')
  const points = mounts
    .split('\n')
    .map((line) =>
      (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
    )
  return points.find((point) => point.startsWith(`${path}/`)) ?? null
}

type FileFacts = Omit<RemovalFacts, 'lost' | 'mergedInto' | 'ahead'>

const noFiles: FileFacts = {
  ...{ changed: [], hidden: [], ignored: [], nested: null, hasSubmodules: false, operation: null },
}

async function fileFacts(git: SafeGit, place: Place): Promise<GitProblem | FileFacts> {
  const at = place.worktree.path
  const path = at
  const names = Object.keys(operations)
  const [where, own, status, listed] = await Promise.all([
    git.ask({
      at,
      args: [
        ...['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir'],
        ...names.flatMap((name) => ['--git-path', name]),
      ],
    }),
    git.ask({ at, args: ['for-each-ref', '--count=1', ...ownRefs] }),
    git.ask({
      at,
      args: [
        ...['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=normal'],
        ...['--ignored=traditional', '--ignore-submodules=all'],
      ],
      withinMs: worktreeStatusMs,
    }),
    listedFiles(git, path),
  ])
  const [top, common, ...files] = where?.split('\n') ?? []
  // a forged entry may name any directory
  if (top !== path || common !== place.common)
    return { problem: `${shown(path)} is not a worktree of this repository any longer.` }
  if (own === null || status === null || listed === null)
    return { problem: `git can't find out whether ${shown(path)} has changes.` }
  let operation = own === '' ? null : 'refs of its own, such as refs/worktree'
  for (const [index, name] of Object.values(operations).entries())
    if (await isThere(files[index] ?? '')) operation = name
  const rows = status.split('\0').slice(0, -1)
  const rest = (ignored: boolean) =>
    rows.filter((row) => row.startsWith('!! ') === ignored).map((row) => row.slice(3))
  const ignored = rest(true)
  const found = listed.nested === null ? await nestedIn(git, path, ignored) : listed
  if ('problem' in found) return found
  return {
    ...{ changed: rest(false), hidden: listed.hidden, ignored, operation },
    nested: found.nested,
    hasSubmodules: await isThere(join(path, '.gitmodules')),
  }
}

/**
 * Returns files that `git status` does not compare, and a repository in a directory with files of
 * this one, which it does not report either. `null`: the files can't be listed.
 */
async function listedFiles(
  git: SafeGit,
  at: string,
): Promise<Pick<RemovalFacts, 'hidden' | 'nested'> | null> {
  const listed = await git.bytes({
    ...{ at, args: ['ls-files', '-v', '-z'] },
    ...{ withinMs: worktreeStatusMs, bytesMax: fileListBytesMax },
  })
  if (listed === null) return null
  const bytes = Buffer.from(listed.buffer, listed.byteOffset, listed.byteLength)
  const hidden: string[] = []
  const folders = new Set<string>()
  let count = 0
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from)
    const tag = bytes[from] ?? 0
    // a lower-case letter: assume-unchanged; S: skip-worktree, which a sparse worktree lacks
    const name = bytes.subarray(from + 2, end).toString()
    if ((tag >= 0x61 || tag === 0x53) && (tag !== 0x53 || (await isThere(join(at, name)))))
      hidden.push(name)
    for (let folder = dirname(name); !folders.has(folder); folder = dirname(folder))
      folders.add(folder)
    if (folders.size > trackedFoldersMax) return null
    from = end + 1
    count += 1
    if (count % fileListPiece === 0) await new Promise<void>((go) => setImmediate(go))
  }
  folders.delete('.') // its `.git` is that of the worktree
  for (const folder of folders)
    if (await isThere(join(at, folder, '.git'))) return { hidden, nested: `${folder}/` }
  return { hidden, nested: null }
}

/** Prints the first repository, also a bare one, in the directories that its input names. */
const findScript = `xargs -0 -r sh -c 'exec find "$@" -name .git -print0 -quit -o \
  -type d -name objects -exec test -f {}/../HEAD -a -d {}/../refs \\; -print0 -quit' sh`

/** Returns a repository within the ignored directories. */
async function nestedIn(
  git: SafeGit,
  path: string,
  ignored: readonly string[],
): Promise<GitProblem | { readonly nested: string | null }> {
  const folders = ignored.filter((name) => name.endsWith('/')).map((name) => `./${name}\0`)
  if (folders.length === 0) return { nested: null }
  const found = await git.shell(path, findScript, folders.join(''))
  if (found === null)
    return { problem: `The ignored directories of ${shown(path)} can't be searched.` }
  const [first = ''] = found.split('\0')
  return { nested: first === '' ? null : `${dirname(first).slice('./'.length)}/` }
}

async function commitFacts(
  git: SafeGit,
  { worktree, main, top, common }: Place,
): Promise<GitProblem | Pick<RemovalFacts, 'lost' | 'mergedInto' | 'ahead'>> {
  const ask = (...args: readonly string[]) => git.ask({ at: top, args, withinMs: worktreeStatusMs })
  const { branch, head } = worktree
  if (branch === null) {
    const others = ['--not', '--branches', '--tags', '--remotes']
    const count = await ask('rev-list', '--count', `--max-count=${commitsMax}`, head, ...others)
    return count === null
      ? { problem: `git can't find the commits of ${shown(worktree.path)}.` }
      : { lost: Number(count), mergedInto: null, ahead: 0 }
  }
  const ref = `refs/heads/${branch}`
  const isIn = async (other: string): Promise<boolean> =>
    other !== '' && (await ask('merge-base', '--is-ancestor', ref, other)) !== null
  const line = async (...args: readonly string[]) => (await ask(...args))?.trimEnd() ?? ''
  const [mainRef, published, tracked] = await Promise.all([
    main.isBare
      ? line(`--git-dir=${common}`, 'symbolic-ref', '--quiet', 'HEAD')
      : main.branch === null
        ? main.head
        : `refs/heads/${main.branch}`,
    line('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'),
    line('for-each-ref', '--format=%(upstream)%(upstream:track)', ref),
  ])
  const upstream = tracked.endsWith('[gone]') ? '' : tracked.replace(/\[.*$/, '')
  const [isInMain, isPublished, isUpstream] = await Promise.all([
    isIn(mainRef),
    isIn(published),
    isIn(upstream),
  ])
  const base = isInMain ? mainRef : isPublished ? published : null
  // `git branch -d` compares with the upstream branch, and without one with the main worktree
  const mayDelete = upstream === '' ? isInMain : isUpstream
  const isDefault = ref === mainRef || published === `refs/remotes/origin/${branch}`
  const bases = [mainRef, published].filter((one) => one !== '')
  const range = [
    `--max-count=${commitsMax}`,
    ref,
    ...(bases.length === 0 ? [] : ['--not', ...bases]),
  ]
  return {
    ...{ lost: 0, mergedInto: base !== null && mayDelete && !isDefault ? nameOf(base) : null },
    ahead: base !== null ? 0 : Number((await ask('rev-list', '--count', ...range)) ?? 0),
  }
}

function nameOf(ref: string): string {
  return shown(
    ref.replace(/^refs\/(?:heads|remotes)\//, '').replace(/^([0-9a-f]{12})[0-9a-f]+$/, '$1'),
  )
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

const shown = (path: string): string => safeText(path, nameCharactersMax)
