import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { assert, describe, expect, onTestFinished, test } from 'vitest'
import { TurnSnapshots } from '../../../src/host/files/git/turn-snapshot.ts'
import type { TurnStart } from '../../../src/core/session/agent/turn-changes.ts'
import { slow } from '../../slow.ts'
import { testRepository, type TestRepository } from '../../support/fake/test-repository.ts'

function snapshots({ environment }: TestRepository): TurnSnapshots {
  const made = new TurnSnapshots(environment)
  onTestFinished(() => made.dispose())
  return made
}

async function begun(repository: TestRepository, directory = repository.top): Promise<TurnStart> {
  const start = await snapshots(repository).take(directory)
  assert(start !== null, 'a snapshot')
  return start
}

/** Makes a repository with `code.txt` of ten lines in a commit. */
function withCode(): TestRepository {
  return testRepository({ 'code.txt': 'line\n'.repeat(10) })
}

const plain = { tool: 'git diff', columns: 80, colours: false }

const text = async (start: TurnStart, wanted = plain): Promise<string> =>
  Buffer.from((await start.diff(wanted)) ?? '').toString()

describe('count', () => {
  test('has changed, new and deleted files', async () => {
    const repository = withCode()
    const { top, git } = repository
    for (const name of ['old.txt', 'gone.txt']) writeFileSync(join(top, name), 'a\nb\n')
    git('add', '.')
    git('commit', '-qm', 'more')
    const start = await begun(repository)
    expect(await start.count()).toEqual({ files: 0, added: 0, removed: 0 })
    appendFileSync(join(top, 'code.txt'), 'more\nlines\n')
    rmSync(join(top, 'gone.txt'))
    mkdirSync(join(top, 'a folder'))
    writeFileSync(join(top, 'a folder', 'new\nname.txt'), 'one\n')
    symlinkSync('code.txt', join(top, 'link'))
    expect(await start.count()).toEqual({ files: 4, added: 4, removed: 2 })
    expect(await start.count()).toEqual({ files: 4, added: 4, removed: 2 })
  })

  test('omits changes from before the turn', async () => {
    const repository = withCode()
    const { top, git } = repository
    appendFileSync(join(top, 'code.txt'), 'before\n')
    writeFileSync(join(top, 'untracked.txt'), 'a\nb\n')
    writeFileSync(join(top, 'staged.txt'), 'a\n')
    git('add', 'staged.txt')
    const start = await begun(repository)
    expect(await start.count()).toEqual({ files: 0, added: 0, removed: 0 })
    appendFileSync(join(top, 'untracked.txt'), 'c\n')
    expect(await start.count()).toEqual({ files: 1, added: 1, removed: 0 })
    expect(await text(start)).not.toContain('before')
  })

  test('has the changes that the turn commits', slow, async () => {
    const repository = withCode()
    const { top, git } = repository
    const start = await begun(repository)
    writeFileSync(join(top, 'new.txt'), 'a\n')
    git('add', '.')
    git('commit', '-qm', 'new')
    expect(await start.count()).toEqual({ files: 1, added: 1, removed: 0 })
  })

  test('omits ignored files', slow, async () => {
    const repository = withCode()
    const { top, environment, git } = repository
    writeFileSync(join(environment['HOME'] ?? '', 'ignore'), '*.mine\n')
    writeFileSync(
      join(environment['HOME'] ?? '', '.gitconfig'),
      '[core]\n\texcludesFile = ~/ignore\n',
    )
    git('config', '--global', 'core.excludesFile', join(environment['HOME'] ?? '', 'ignore'))
    writeFileSync(join(top, '.gitignore'), '*.log\n')
    writeFileSync(join(top, '.git', 'info', 'exclude'), '*.own\n')
    const start = await begun(repository)
    for (const name of ['a.mine', 'a.log', 'a.own']) writeFileSync(join(top, name), 'a\n')
    expect(await start.count()).toEqual({ files: 0, added: 0, removed: 0 })
  })

  test('counts a large file without its lines, and only after a change', slow, async () => {
    const repository = withCode()
    const { top } = repository
    const [large, other] = [join(top, 'large'), join(top, 'other')]
    for (const file of [large, other]) truncateSync(touched(file), 2_000_000)
    const start = await begun(repository)
    expect(await start.count()).toEqual({ files: 0, added: 0, removed: 0 })
    appendFileSync(large, 'more\n')
    writeFileSync(join(top, 'lines'), 'line\n'.repeat(400_000))
    expect(await start.count()).toEqual({ files: 2, added: 0, removed: 0 })
  })

  test('finds the repository of a worktree and of a directory within', slow, async () => {
    const repository = withCode()
    const { root, git } = repository
    const tree = join(root, 'tree: "1"')
    git('worktree', 'add', '-q', '-b', 'tree', tree)
    mkdirSync(join(tree, 'deep'))
    const start = await begun(repository, join(tree, 'deep'))
    appendFileSync(join(tree, 'code.txt'), 'more\n')
    expect(await start.count()).toEqual({ files: 1, added: 1, removed: 0 })
  })

  test('works without a commit, and with SHA-256', slow, async () => {
    const repository = testRepository()
    rmSync(join(repository.top, '.git'), { recursive: true })
    repository.git('init', '-q', '--object-format=sha256')
    const start = await begun(repository)
    writeFileSync(join(repository.top, 'a'), 'a\n')
    expect(await start.count()).toEqual({ files: 1, added: 1, removed: 0 })
  })
})

test('a snapshot writes nothing to the repository', async () => {
  const repository = withCode()
  const { top } = repository
  appendFileSync(join(top, 'code.txt'), 'before\n')
  writeFileSync(join(top, 'untracked'), 'a\n')
  const files = () =>
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .map((name) => `${name} ${statSync(join(top, name)).mtimeMs}`)
      .toSorted()
  const before = files()
  const start = await begun(repository)
  await start.count()
  await start.diff(plain)
  expect(files()).toEqual(before)
})

test('a snapshot is removed with its turn, and after a crash', slow, async () => {
  const repository = withCode()
  const run = repository.environment['XDG_RUNTIME_DIR'] ?? ''
  mkdirSync(join(run, 'vibeflow-turn-2147483646-abcdef'))
  const all = snapshots(repository)
  const start = await all.take(repository.top)
  const [left, ...others] = readdirSync(run)
  expect(others).toEqual([])
  expect(left).toContain(`vibeflow-turn-${process.pid}-`)
  start?.dispose()
  await expect.poll(() => readdirSync(run)).toEqual([])
  await all.take(repository.top)
  all.dispose()
  expect(readdirSync(run)).toEqual([])
})

test('a directory without a repository has no snapshot', async () => {
  const repository = testRepository()
  const all = snapshots(repository)
  expect(await all.take(repository.root)).toBe(null)
  expect(await all.take('repository')).toBe(null)
  expect(await all.take(join(repository.root, 'missing'))).toBe(null)
  expect(readdirSync(repository.environment['XDG_RUNTIME_DIR'] ?? '')).toEqual([])
})

describe('diff', () => {
  test('shows new files and changed lines', async () => {
    const repository = withCode()
    const start = await begun(repository)
    appendFileSync(join(repository.top, 'code.txt'), 'more\n')
    writeFileSync(join(repository.top, 'new.txt'), 'fresh\n')
    const diff = await text(start)
    expect(diff).toContain('\n+more\n')
    expect(diff).toContain('new file mode 100644')
    expect(diff).toContain('\n+fresh\n')
    expect(await text(start, { ...plain, colours: true })).toContain('\x1b[32m+more\x1b[m\n')
  })

  test('makes control characters of files visible', async () => {
    const repository = withCode()
    const start = await begun(repository)
    writeFileSync(join(repository.top, 'new.txt'), '\x1b]0;title\x07 \u202e \x9b31m \u009b31m\n')
    const diff = await text(start, { ...plain, colours: true })
    expect(diff).toContain('^[]0;title^G <U+202E>')
    expect(diff).not.toContain('\u009b')
  })

  test('is drawn by a program that reads it', async () => {
    const repository = withCode()
    const start = await begun(repository)
    appendFileSync(join(repository.top, 'code.txt'), 'more\n')
    const filter = join(repository.root, 'delta')
    writeFileSync(filter, '#!/bin/sh\nprintf "\\033[1m%s\\033[m\\033]0;x\\007" "$COLUMNS"; cat\n')
    chmodSync(filter, 0o700)
    const diff = await text(start, { tool: filter, columns: 72, colours: true })
    expect(diff).toContain('\x1b[1m72\x1b[m^[]0;x^G')
    expect(diff).toContain('\n+more\n')
    expect(await start.diff({ ...plain, tool: 'missing-program' })).toBe(null)
  })

  test('is drawn by difft, which compares two files', slow, async () => {
    const repository = withCode()
    const start = await begun(repository)
    appendFileSync(join(repository.top, 'code.txt'), 'more\n')
    const difft = join(repository.root, 'difft')
    writeFileSync(difft, '#!/bin/sh\nprintf "%s %s\\n" "$1" "$DFT_WIDTH"; tail -n 1 "$5"\n')
    chmodSync(difft, 0o700)
    expect(await text(start, { tool: difft, columns: 72, colours: true })).toBe(
      'code.txt 72\nmore\n',
    )
  })
})

/** Creates an empty file. */
function touched(file: string): string {
  writeFileSync(file, '')
  return file
}
