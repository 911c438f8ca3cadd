/**
 * Promise: creating, listing and removing worktrees runs no program that the repository names, and
 * removes nothing outside of a worktree of that repository.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { assert, expect, test, vi } from 'vitest'
import { worktreeGit } from '../../../src/host/files/git/worktrees.ts'
import { testRepository, type TestRepository } from '../../support/fake/test-repository.ts'
import { slow } from '../../slow.ts'
import { root as source } from '../../tidy/tree.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'

const rules = { mayClose: false }

function desk({ environment }: TestRepository) {
  const git = worktreeGit(environment)
  return makeWindows({ shadows: false, worktrees: { git, pattern: () => '../{repo}-{branch}' } })
    .windows.worktrees
}

/** Sets a program that creates files wherever the repository can name a program. */
function withTraps({ root, top, git }: TestRepository): () => readonly string[] {
  const [trap, caught] = [join(root, 'trap'), join(root, 'caught')]
  mkdirSync(caught)
  writeFileSync(trap, `#!/bin/sh\n: >${caught}/$(basename "$0")-$1\n[ -t 0 ] || cat\n`)
  chmodSync(trap, 0o700)
  writeFileSync(join(top, '.gitattributes'), '*.txt filter=evil\n*.own filter=own\n')
  for (const name of ['code.txt', 'code.own']) writeFileSync(join(top, name), 'line\n')
  git('add', '.')
  git('commit', '-qm', 'code')
  for (const [name, value] of [
    ['filter.evil.clean', `${trap} clean`],
    ['filter.evil.smudge', `${trap} smudge`],
    ['filter.evil.process', `${trap} process`],
    ['filter.evil.required', 'true'],
    ['filter.own.smudge', `${trap} instead-of-own`],
    ['core.fsmonitor', `${trap} fsmonitor`],
    ['core.pager', `${trap} pager`],
    ['core.sshCommand', `${trap} ssh`],
    ['core.hooksPath', join(root, 'hooks')],
    ['core.editor', `${trap} editor`],
    ['alias.worktree', `!${trap} alias`],
    ['submodule.recurse', 'true'],
    ['remote.origin.url', `ext::${trap} remote`],
    ['remote.origin.promisor', 'true'],
    ['protocol.ext.allow', 'always'],
    ['extensions.partialClone', 'origin'],
    ['core.repositoryFormatVersion', '1'],
    ['gc.auto', '1'],
  ] as const)
    git('config', name, value)
  mkdirSync(join(root, 'hooks'))
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction'])
    for (const folder of [join(root, 'hooks'), join(top, '.git/hooks')])
      symlinkSync(trap, join(folder, hook))
  return () => readdirSync(caught)
}

test('a repository runs no program of its own for its worktrees', async () => {
  const repository = testRepository()
  const { root, top, environment, git } = repository
  const caught = withTraps(repository)
  writeFileSync(join(root, 'home/.gitconfig'), '[filter "own"]\n\tsmudge = tr a-z A-Z\n')
  const worktrees = desk(repository)
  const made = await worktrees.create(top, 'x', null)
  assert('path' in made, JSON.stringify(made))
  expect(made.notes).toEqual([
    "Filters of the repository's own configuration did not run: evil.",
    'The hook post-checkout did not run.',
  ])
  expect(readFileSync(join(made.path, 'code.txt'), 'utf8')).toBe('line\n')
  expect(readFileSync(join(made.path, 'code.own'), 'utf8')).toBe('LINE\n') // the user's filter
  expect(await worktrees.check(top, 'x', rules)).toMatchObject({ problem: /code\.own/ })
  writeFileSync(join(made.path, 'code.own'), 'line\n')
  expect(await worktrees.remove(top, 'x', rules, null)).toHaveProperty('removed')
  expect(existsSync(made.path)).toBe(false)
  expect(caught()).toEqual([])

  // the traps work: plain git falls into them
  const plain = { cwd: top, env: environment, stdio: 'ignore' } as const
  try {
    execFileSync('git', ['worktree', 'add', '-b', 'y', join(root, 'y')], plain)
  } catch {
    // the filter does not answer as git expects
  }
  expect(caught().length).toBeGreaterThan(1)
  expect(git('branch', '--list', 'x')).toBe('')
})

test('filters of one branch or worktree do not run either', slow, async () => {
  const repository = testRepository()
  const { root, top, git } = repository
  const caught = withTraps(repository)
  git('config', '--remove-section', 'filter.evil')
  const worktrees = desk(repository)
  const made = await worktrees.create(top, 'x', null)
  assert('path' in made, JSON.stringify(made))
  git('config', 'extensions.worktreeConfig', 'true')
  git('-C', made.path, 'config', '--worktree', 'filter.evil.clean', `${join(root, 'trap')} clean`)
  const before = caught() // of these commands
  utimesSync(join(made.path, 'code.txt'), 1, 1)
  expect(await worktrees.check(top, 'x', rules)).toHaveProperty('sentences')
  writeFileSync(
    join(top, '.git/extra'),
    `[filter "evil"]\n\tsmudge = ${join(root, 'trap')} smudge\n`,
  )
  for (const condition of ['onbranch:y', 'gitdir:**/worktrees/**']) {
    git('config', `includeIf.${condition}.path`, 'extra')
    const problem = { problem: expect.stringContaining('has includeIf') as string }
    expect(await worktrees.create(top, 'y', null)).toEqual(problem)
    expect(await worktrees.remove(top, 'x', rules, null)).toEqual(problem)
    git('config', '--unset', `includeIf.${condition}.path`)
  }
  expect(await worktrees.remove(top, 'x', rules, null)).toHaveProperty('removed')
  expect(caught()).toEqual(before)
})

test('hooks of the configuration do not run with a git that has them', slow, async () => {
  const repository = testRepository({})
  const { root, top, git, environment } = repository
  const ran = join(root, 'ran')
  // git 2.54 runs them before it ends; older ones have no such hooks
  const program = join(root, 'run', 'git')
  writeFileSync(
    program,
    `#!/bin/sh
"$(PATH=\${PATH#*:} command -v git)" "$@"; code=$?; PATH=\${PATH#*:}
case " $* " in (*' worktree add '* | *' worktree remove '* | *' branch -d '*)
  for hook in evil 'of.main' users; do
    command=$(git -C "$2" config "hook.$hook.command") || continue
    [ "$(git -C "$2" config "hook.$hook.enabled")" = false ] || echo "$hook enabled" >>'${ran}'
    sh -c "$command"
  done
  echo "$*" >>'${root}/asked'
esac
exit $code
`,
    { mode: 0o700 },
  )
  writeFileSync(join(root, 'home/.gitconfig'), `[hook "users"]\n\tcommand = echo u >>'${ran}'\n`)
  git('config', 'hook.evil.command', `echo evil >>'${ran}'`)
  git('config', 'hook.evil.event', 'post-checkout')
  git('config', 'hook.evil.enabled', 'true')
  git('config', 'extensions.worktreeConfig', 'true')
  const worktrees = desk({
    ...repository,
    environment: { ...environment, PATH: `${join(root, 'run')}:${environment['PATH']}` },
  })
  const made = await worktrees.create(top, 'x', null)
  assert('path' in made, JSON.stringify(made))
  expect(made.notes).toEqual(['The hook post-checkout did not run.'])
  git('config', '--worktree', 'hook.of.main.command', `echo main >>'${ran}'`)
  expect(await worktrees.remove(made.path, 'x', rules, null)).toHaveProperty('removed')
  expect(readFileSync(join(root, 'asked'), 'utf8').trim().split('\n')).toHaveLength(3)
  expect(existsSync(ran)).toBe(false)
})

test('an entry that names another directory removes nothing', async () => {
  const repository = testRepository({})
  const { root, top } = repository
  const worktrees = desk(repository)
  await worktrees.create(top, 'x', null)
  const precious = join(root, 'precious')
  mkdirSync(precious)
  writeFileSync(join(precious, 'letter'), 'text\n')
  execFileSync('git', ['init', '-q', precious])
  const entry = join(top, '.git/worktrees/repository-x/gitdir')
  writeFileSync(entry, `${precious}/.git\n`)
  expect(await worktrees.remove(top, precious, rules, null)).toMatchObject({
    problem: /is not a worktree of this repository any longer/,
  })
  writeFileSync(entry, `${root}/home\n`)
  expect(await worktrees.remove(top, 'x', rules, null)).toHaveProperty('problem')
  expect(existsSync(join(precious, 'letter'))).toBe(true)
  expect(existsSync(join(root, 'home'))).toBe(true)
})

test('files of .git that never end are not waited for', slow, async () => {
  const repository = testRepository({})
  const { root, top, git } = repository
  const worktrees = desk(repository)
  await worktrees.create(top, 'x', null)
  execFileSync('mkfifo', [join(root, 'pipe')])
  git('config', 'include.path', join(root, 'pipe'))
  expect(await worktrees.list(top)).toMatchObject({ problem: /within the time limit/ })
  expect(await worktrees.list(root)).toMatchObject({ problem: /is not in a git repository/ })
})

test('an index of very many folders is read up to a limit', slow, async () => {
  const repository = testRepository({})
  const { top, git, environment } = repository
  const worktrees = desk(repository)
  const made = await worktrees.create(top, 'x', null)
  assert('path' in made)
  const empty = git('hash-object', '-w', '-t', 'blob', '/dev/null').trim()
  const entries = Array.from(
    { length: 120 },
    (_, at) => `100644 ${empty}\t${at}/${'a/'.repeat(1_000)}f\n`,
  )
  execFileSync('git', ['-C', made.path, 'update-index', '--index-info'], {
    ...{ env: environment, input: entries.join('') },
  })
  expect(await worktrees.remove(top, 'x', rules, null)).toMatchObject({
    problem: /can't find out whether .* has changes/,
  })
})

test('many requests are refused after a bounded number', () => {
  const refused: string[] = []
  const git = {
    open: () => new Promise<never>(() => undefined),
    programsIn: () => Promise.resolve([]),
  }
  const worktrees = { git, pattern: () => '' }
  const { windows } = makeWindows({ shadows: false, worktrees })
  const all = Array.from({ length: 50 }, () => windows.worktrees.create('/src', 'x', null))
  for (const one of all) void one.then((made) => 'problem' in made && refused.push(made.problem))
  return vi.waitFor(() => {
    expect(refused).toHaveLength(30)
    expect(refused[0]).toContain('still waiting')
  })
})

const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0

const withMounts = mayMount ? test : test.skip
withMounts('files of a directory that is mounted into a worktree stay', async () => {
  const repository = testRepository({ '.gitignore': 'ignored*\n' })
  const { root, top, environment } = repository
  const made = await desk(repository).create(top, 'x', null)
  assert('path' in made, JSON.stringify(made))
  const [elsewhere, place] = [join(root, 'elsewhere'), join(made.path, 'ignored by git')]
  mkdirSync(elsewhere)
  mkdirSync(place)
  const inspects = `
    const { worktreeGit } = await import(process.argv[1])
    const { inspect, worktrees } = await worktreeGit(process.env).open(process.argv[2], false)
    console.log(JSON.stringify(await inspect(worktrees[1])))`
  const git = join(source, 'src/host/files/git/worktrees.ts')
  const mounts = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
  const said = execFileSync(
    'unshare',
    [
      ...['-rm', 'sh', '-c', mounts, 'sh', elsewhere, place],
      ...[process.execPath, '--input-type=module', '-e', inspects, git, top],
    ],
    { env: environment, encoding: 'utf8' },
  )
  expect(JSON.parse(said)).toEqual({ problem: expect.stringContaining('ignored by git') })
})
