/**
 * Promise: reading the changes of a repository runs no program that the repository names, writes
 * nothing to it, and ends in bounded time.
 */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { assert, expect, onTestFinished, test } from 'vitest'
import { TurnSnapshots } from '../../../src/host/files/git/turn-snapshot.ts'
import { testRepository, type TestRepository } from '../../support/fake/test-repository.ts'
import { slow } from '../../slow.ts'

const plain = { tool: 'git diff', columns: 80, colours: true }

function snapshots({ environment }: TestRepository): TurnSnapshots {
  const made = new TurnSnapshots(environment)
  onTestFinished(() => made.dispose())
  return made
}

/** Sets a program that creates files wherever a repository can name a program. */
function withTraps(repository: TestRepository): () => readonly string[] {
  const { root, top, git } = repository
  const [trap, caught] = [join(root, 'trap'), join(root, 'caught')]
  mkdirSync(caught)
  writeFileSync(trap, `#!/bin/sh\n: >${caught}/$1\n[ -t 0 ] || cat\n`)
  chmodSync(trap, 0o700)
  writeFileSync(join(top, '.gitattributes'), '*.txt filter=evil diff=evil\n')
  writeFileSync(join(top, 'code.txt'), 'line\n')
  git('add', '.')
  git('commit', '-qm', 'code')
  for (const [name, value] of [
    ['filter.evil.clean', `${trap} clean`],
    ['filter.evil.smudge', `${trap} smudge`],
    ['filter.evil.process', `${trap} process`],
    ['filter.evil.required', 'true'],
    ['diff.evil.textconv', `${trap} textconv`],
    ['diff.evil.command', `${trap} command`],
    ['diff.external', `${trap} external`],
    ['core.fsmonitor', `${trap} fsmonitor`],
    ['core.pager', `${trap} pager`],
    ['pager.diff', `${trap} pager`],
    ['core.sshCommand', `${trap} ssh`],
    ['core.hooksPath', join(root, 'hooks')],
    ['interactive.diffFilter', `${trap} filter`],
    ['alias.diff', `!${trap} alias`],
  ] as const)
    git('config', name, value)
  mkdirSync(join(root, 'hooks'))
  for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction'])
    symlinkSync(trap, join(root, 'hooks', hook))
  return () => readdirSync(caught)
}

test('a repository runs no program of its own when its changes are read', async () => {
  const repository = testRepository()
  const { root, top, environment } = repository
  const caught = withTraps(repository)
  appendFileSync(join(top, 'code.txt'), 'before\n')
  const start = await snapshots(repository).take(top)
  assert(start !== null, 'a snapshot')
  appendFileSync(join(top, 'code.txt'), 'more\n')
  writeFileSync(join(top, 'new.txt'), 'new\n')
  expect(await start.count()).toEqual({ files: 2, added: 2, removed: 0 })
  const diff = Buffer.from((await start.diff(plain)) ?? '').toString()
  expect(diff).toContain('+more')
  expect(caught()).toEqual([])
  expect(existsSync(join(top, '.git', 'index.lock'))).toBe(false)

  // the traps work: plain git falls into them
  const options = { cwd: top, env: environment, stdio: 'ignore' } as const
  for (const args of [['diff'], ['diff', '--no-ext-diff'], ['add', 'code.txt']])
    try {
      execFileSync('git', args, options)
    } catch {
      // the programs of the traps do not answer as git expects
    }
  expect(caught()).toContain('fsmonitor')
  expect(caught().length).toBeGreaterThan(1)
  rmSync(join(root, 'caught'), { recursive: true })
})

test('files of .git that never end are not copied', async () => {
  const repository = testRepository()
  const { top } = repository
  writeFileSync(join(top, 'code.txt'), 'line\n')
  symlinkSync('/dev/zero', join(top, '.git', 'index'))
  expect(await snapshots(repository).take(top)).toBe(null)
  rmSync(join(top, '.git', 'index'))
  rmSync(join(top, '.git', 'info', 'exclude'), { force: true })
  symlinkSync('/dev/zero', join(top, '.git', 'info', 'exclude'))
  const start = await snapshots(repository).take(top)
  expect(await start?.count()).toEqual({ files: 0, added: 0, removed: 0 })
})

test('names of files are never options, patterns or commands', async () => {
  const repository = testRepository()
  const { root, top } = repository
  const names = ['--exec=touch caught', '-x', ':(top)*', '$(touch caught)', '*', 'a\n\t"b', '\\']
  for (const name of names) writeFileSync(join(top, name), 'a\n')
  writeFileSync(join(top, '\x1b]0;x\x07'), 'a\n')
  const start = await snapshots(repository).take(top)
  expect(await start?.count()).toEqual({ files: 0, added: 0, removed: 0 })
  for (const name of names) writeFileSync(join(top, `${name} 2`), 'a\n')
  writeFileSync(join(top, Buffer.from([0x66, 0xff, 0xfe]).toString('latin1')), 'a\n')
  expect(await start?.count()).toEqual({ files: 8, added: 8, removed: 0 })
  for (const folder of [root, top]) expect(existsSync(join(folder, 'caught'))).toBe(false)
})

test('a repository with too many changed files has no snapshot', async () => {
  const repository = testRepository()
  const folder = join(repository.top, 'x'.repeat(200), 'y'.repeat(200), 'z'.repeat(200))
  mkdirSync(folder, { recursive: true })
  for (let at = 0; at < 2_000; at += 1) writeFileSync(join(folder, `${at}`), '')
  expect(await snapshots(repository).take(repository.top)).toBe(null)
  expect(readdirSync(repository.environment['XDG_RUNTIME_DIR'] ?? '')).toEqual([])
})

test('a file that never answers delays nothing but the snapshot', slow, async () => {
  const repository = testRepository()
  execFileSync('mkfifo', [join(repository.top, '.gitignore')])
  const ignored = Promise.all(
    Array.from({ length: 3 }, () => snapshots(repository).take(repository.top)),
  )
  let turns = 0
  const counting = setInterval(() => (turns += 1), 10)
  expect(await ignored).toEqual([null, null, null])
  clearInterval(counting)
  expect(turns).toBeGreaterThan(10)
})
