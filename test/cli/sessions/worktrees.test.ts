/** `vibeflow new --worktree` and `vibeflow worktree` with a running instance and real git. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runVerb } from '../../support/run-verb.ts'
import { startWords } from '../../../src/cli/verbs/new.ts'
import { asSession } from '../../support/windows/ids.ts'
import { instance, useInstance } from '../live-verbs.ts'

useInstance()

test('new --worktree does not read the words of the program', () => {
  expect(startWords(['--worktree', '-e', 'a'])).toEqual({
    ...{ words: ['-e', 'a'], detached: false, worktree: null },
  })
  expect(startWords(['--worktree', 'fix', '--', 'a', '--worktree', 'b'])).toMatchObject({
    ...{ words: ['--', 'a', '--worktree', 'b'], worktree: 'fix' },
  })
  expect(startWords(['--worktree=-x', '--detached'])).toEqual({
    ...{ words: [], detached: true, worktree: '-x' },
  })
  expect(startWords(['-T', 'x', '--', '--detached'])).toEqual({
    ...{ words: ['-T', 'x', '--', '--detached'], detached: false },
  })
})

test('a worktree is created with its tab, listed, shown and removed', async () => {
  const { home, environment, open, workspace } = instance
  open('/bin/cat') // its size is that of later tabs
  const place = mkdtempSync(join(home, 'src-'))
  const top = join(place, 'api')
  mkdirSync(top)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: top,
      env: environment,
      encoding: 'utf8',
    })
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  const run = (...words: readonly string[]) => runVerb(words, { environment, directory: top })

  const made = await run('new', '--json', '--worktree', '--', '/bin/cat')
  expect(made.err.replace('vibeflow: git is creating the worktree…\n', '')).toBe('')
  const { id, worktree } = JSON.parse(made.out)
  expect(worktree).toMatchObject({ path: join(place, 'api-cat-1'), branch: 'cat-1', isNew: true })
  const session = workspace.session(asSession(id))
  expect(session?.program.facts().directory).toBe(join(place, 'api-cat-1'))

  const list = JSON.parse((await run('worktree', 'list', '--json')).out)
  expect(list.worktrees).toMatchObject([
    { branch: 'main', main: true, current: true, tabs: [] },
    { branch: 'cat-1', tabs: [{ session: id }] },
  ])
  expect((await run('worktree', 'list')).out).toMatch(/^cat-1 .*\(Window 1, tab \d\).*api-cat-1$/m)
  expect((await run('worktree', 'open', 'cat-1')).out.trim()).toBe(id)
  const opened = (await run('worktree', 'open', 'main')).out.trim()
  expect(workspace.session(asSession(opened))?.program.facts().directory).toBe(top)

  const busy = await run('worktree', 'remove', 'cat-1')
  expect(busy.exit).toBe(1)
  expect(busy.err).toMatch(/Not removed: the tab ".*" \(Window 1, tab \d\) is open in .*api-cat-1/)
  expect((await run('new', '--worktree', 'cat-1')).err).toMatch('is already checked out in')
  expect((await run('new', '--worktree=-x')).err).toMatch('it starts with a dash')
  expect((await run('worktree', 'remove')).err).toMatch('missing argument: NAME')

  workspace.receive({ kind: 'session/resize', session: asSession(id), cols: 80, rows: 24 })
  await expect.poll(() => session?.program.phase).toBe('running')
  expect((await run('worktree', 'remove', 'cat-1')).err).toMatch('Not removed: the tab')
  await run('kill', id)
  await expect.poll(() => workspace.session(asSession(id))?.program.pid ?? null).toBe(null)
  const would = await run('worktree', 'remove', 'cat-1', '--dry-run')
  expect(would.out).toMatch('Deletes the branch cat-1, which is merged into main.')
  expect(existsSync(join(place, 'api-cat-1'))).toBe(true)
  expect((await run('worktree', 'remove', 'cat-1')).out).toBe(would.out)
  expect(existsSync(join(place, 'api-cat-1'))).toBe(false)
  expect(git('branch')).toBe('* main\n')
})
