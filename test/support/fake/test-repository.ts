/** A repository of its own for a test, made with git. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface TestRepository {
  /** Directory of the test, which is not a repository. */
  readonly root: string
  readonly top: string
  readonly git: (...args: readonly string[]) => string
  /** For the code under test: a home and a runtime directory of the test. */
  readonly environment: Readonly<Record<string, string>>
}

/** Makes an empty repository in a directory that the test removes. */
export function testRepository(): TestRepository {
  const root = mkdtempSync(join(tmpdir(), 'vibeflow-git-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [top, home, runtime] = ['repository', 'home', 'run'].map((name) => join(root, name))
  if (top === undefined || home === undefined || runtime === undefined) throw new Error('names')
  for (const folder of [top, home, runtime]) mkdirSync(folder)
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_RUNTIME_DIR: runtime }
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args], {
      cwd: top,
      env: { ...environment, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    })
  git('init', '-q', '-b', 'main')
  return { root, top, git, environment }
}
