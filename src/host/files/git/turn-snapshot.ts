/**
 * A snapshot of a repository's files at the start of an agent's turn, and the changes since. It is
 * a copy of the repository's index, to which the files are added that differ from it: commits of
 * the turn count, and changes from before it do not.
 */
import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { ChangeCount, TurnStart } from '../../../core/session/agent/turn-changes.ts'
import { drawnDiff, plainDiff } from './draw-diff.ts'
import {
  fileBytesMax,
  keptBytesMax,
  keptFilesMax,
  gitLookMs,
  newFilesMax,
  gitStartMs,
} from './limits.ts'
import { privateGit, type PrivateGit } from './repository.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Size and time of files that a snapshot does not keep. */
type Marks = ReadonlyMap<string, string>

const prefix = 'vibeflow-turn-'

/** Writes `mode size mtime name` of each file or link that can be read. */
const factsScript = [
  `xargs -0 -r sh -c 'for f; do`,
  `  if [ -L "$f" ] || { [ -f "$f" ] && [ -r "$f" ]; }; then printf "%s\\0" "$f"; fi`,
  `done' sh | xargs -0 -r stat --printf '%f %s %.9Y %n\\0' --`,
  'exit 0', // a file may just have been deleted
].join('\n')

export class TurnSnapshots {
  readonly #environment: Environment
  readonly #root: string
  readonly #folders = new Set<string>()
  #isSwept = false

  /** @param environment defines PATH, HOME and XDG_RUNTIME_DIR */
  constructor(environment: Environment) {
    this.#environment = environment
    const runtime = environment['XDG_RUNTIME_DIR'] ?? ''
    this.#root = isAbsolute(runtime) ? runtime : tmpdir()
  }

  /** Takes a snapshot; `null` without a repository, or if it is too large. Never rejects. */
  async take(directory: string): Promise<TurnStart | null> {
    if (!isAbsolute(directory) || directory.includes('\0')) return null
    this.#sweep()
    let folder: string | null = null
    try {
      folder = await mkdtemp(join(this.#root, `${prefix}${process.pid}-`))
      this.#folders.add(folder)
      const git = await privateGit(directory, folder, this.#environment)
      const marks = git === null ? null : await addChanged(git)
      if (git !== null && marks !== null)
        return turnOf(git, marks, this.#environment, () => void this.#remove(git.folder))
    } catch {
      // no space, or another error of the file system
    }
    if (folder !== null) await this.#remove(folder)
    return null
  }

  /** Removes all snapshots. */
  dispose(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
    this.#folders.clear()
  }

  async #remove(folder: string): Promise<void> {
    this.#folders.delete(folder)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }

  /** Removes the snapshots of a vibeflow that was killed. */
  #sweep(): void {
    if (this.#isSwept) return
    this.#isSwept = true
    try {
      for (const name of readdirSync(this.#root)) {
        const [, pid] = /^vibeflow-turn-(\d+)-\w+$/.exec(name) ?? []
        if (pid !== undefined && !lives(Number(pid)))
          rmSync(join(this.#root, name), { recursive: true, force: true })
      }
    } catch {
      // another user's
    }
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Adds changed and new files to the copy of the index. Returns the files that are not kept. */
async function addChanged(git: PrivateGit): Promise<Marks | null> {
  // names alone: no contents are compared
  const [differing, listed] = await Promise.all([
    git.run({
      args: ['diff-files', '--name-status', '-z', ...plainDiff],
      withinMs: gitStartMs,
    }),
    untracked(git, gitStartMs),
  ])
  if (differing === null || listed === null) return null
  const deleted = new Set<string>()
  const changed = new Set<string>(listed)
  const fields = namesOf(differing)
  for (let at = 0; at + 1 < fields.length; at += 2)
    (fields[at] === 'D' ? deleted : changed).add(fields[at + 1] ?? '')
  const present = [...changed].filter((name) => !deleted.has(name))
  const facts = await factsOf(git, present)
  if (facts === null) return null
  const kept: string[] = []
  const marks = new Map<string, string>()
  let left = keptBytesMax
  for (const name of present) {
    const one = facts.get(name)
    if (one === undefined) marks.set(name, unreadable)
    else if (one.size > fileBytesMax || one.size > left || kept.length >= keptFilesMax)
      marks.set(name, one.mark)
    else {
      kept.push(name)
      left -= one.size
    }
  }
  const added = await git.run({
    args: ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'],
    input: bytesOf([...kept, ...deleted]),
    withinMs: gitStartMs,
  })
  return added === null ? null : marks
}

function turnOf(
  git: PrivateGit,
  marks: Marks,
  environment: Environment,
  dispose: () => void,
): TurnStart {
  return {
    count: () => counted(git, marks),
    diff: async (wanted) => {
      const look = await withNewFiles(git, marks, 'diff')
      return look === null ? null : drawnDiff(git, wanted, environment)
    },
    dispose,
  }
}

const unreadable = 'unreadable'

interface Look {
  /** Files that are not counted, because they are as they were. */
  readonly same: ReadonlySet<string>
  /** New files whose lines are not counted. */
  readonly more: number
}

/** Makes an index that also names the new files, without their contents. */
async function withNewFiles(
  git: PrivateGit,
  marks: Marks,
  index: 'count' | 'diff',
): Promise<Look | null> {
  // with its time, which git compares with those of the files
  const copied = await git.list(
    `rm -f -- "$2/${index}"; [ ! -e "$2/index" ] || cp -p -- "$2/index" "$2/${index}"`,
  )
  if (copied === null) return null
  const others = await untracked(git, gitLookMs)
  if (others === null) return null
  const facts = await factsOf(git, [...new Set([...others, ...marks.keys()])])
  if (facts === null) return null
  const same = new Set<string>()
  for (const [name, mark] of marks)
    if ((facts.get(name)?.mark ?? unreadable) === mark) same.add(name)
  const fresh = others.filter((name) => facts.has(name) && !same.has(name))
  const more = Math.max(0, fresh.length - newFilesMax)
  if (fresh.length === 0) return { same, more }
  const added = await git.run({
    args: ['add', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'],
    input: bytesOf(fresh.slice(0, newFilesMax)),
    ...{ index, withinMs: gitLookMs },
  })
  return added === null ? null : { same, more }
}

async function counted(git: PrivateGit, marks: Marks): Promise<ChangeCount | null> {
  const look = await withNewFiles(git, marks, 'count')
  if (look === null) return null
  const listed = await git.run({
    args: ['diff', '--numstat', '-z', ...plainDiff],
    ...{ index: 'count', withinMs: gitLookMs },
  })
  if (listed === null) return null
  let [files, added, removed] = [look.more, 0, 0]
  for (const row of namesOf(listed)) {
    const [plus = '', minus = '', ...name] = row.split('\t')
    if (look.same.has(name.join('\t'))) continue
    files += 1
    added += Number.parseInt(plus, 10) || 0 // `-` for a binary file
    removed += Number.parseInt(minus, 10) || 0
  }
  return { files, added, removed }
}

/** Returns the files that are neither in the index nor ignored. */
async function untracked(git: PrivateGit, withinMs: number): Promise<readonly string[] | null> {
  const args = ['ls-files', '-o', '--exclude-standard', '-z']
  const listed = await git.run({ args, withinMs })
  // a name that ends in a slash is a repository within
  return listed === null ? null : namesOf(listed).filter((name) => !name.endsWith('/'))
}

interface Facts {
  readonly size: number
  /** Mode, size and time. */
  readonly mark: string
}

/** Returns facts about those of the files that can be read. */
async function factsOf(
  git: PrivateGit,
  names: readonly string[],
): Promise<ReadonlyMap<string, Facts> | null> {
  const facts = new Map<string, Facts>()
  if (names.length === 0) return facts
  const listed = await git.list(factsScript, bytesOf(names))
  if (listed === null) return null
  for (const row of namesOf(listed)) {
    const [mark = '', size = '', name = ''] = parts(row)
    facts.set(name, { size: Number(size), mark })
  }
  return facts
}

/** Splits `mode size mtime name`, whose name may contain spaces. */
function parts(row: string): readonly string[] {
  return /^(\S+ (\d+) \S+) (.*)$/s.exec(row)?.slice(1) ?? []
}

/** Names end in NUL. They are bytes: Latin-1 represents each byte as one character. */
function namesOf(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes).toString('latin1').split('\0').slice(0, -1)
}

function bytesOf(names: readonly string[]): Uint8Array {
  return Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1')
}
