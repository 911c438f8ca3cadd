/** A repository of its own for a test. git makes each kind once; tests get copies. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

type Files = Readonly<Record<string, string>>

/** Directories with the repositories that are copied, by the files of their only commit. */
const made = new Map<string, string>()

/**
 * Makes a repository in a directory that the test removes.
 * @param files of its first commit; `null` without a commit
 */
export function testRepository(files: Files | null = null): TestRepository {
  const root = newDirectory()
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const top = join(root, 'repository')
  cpSync(original(files), top, { recursive: true, preserveTimestamps: true })
  for (const name of ['home', 'run']) mkdirSync(join(root, name))
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(root, 'home'),
    XDG_RUNTIME_DIR: join(root, 'run'),
  }
  return { root, top, environment, git: (...args) => git(top, environment, args) }
}

function original(files: Files | null): string {
  const key = JSON.stringify(files)
  const before = made.get(key)
  if (before !== undefined) return before
  const root = newDirectory()
  process.once('exit', () => rmSync(root, { recursive: true, force: true }))
  const run = (...args: readonly string[]) =>
    git(root, { PATH: process.env['PATH'] ?? '', HOME: root }, args)
  run('init', '-q', '-b', 'main')
  const hooks = join(root, '.git/hooks') // has only examples
  rmSync(hooks, { recursive: true, force: true })
  mkdirSync(hooks)
  if (files !== null) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
    run('add', '.')
    run('commit', '-q', '--allow-empty', '-m', 'first')
  }
  made.set(key, root)
  return root
}

const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'vibeflow-git-'))

function git(at: string, environment: Files, args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args], {
    ...{ cwd: at, env: { ...environment, GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8' },
  })
}
