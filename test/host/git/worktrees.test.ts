/** Worktrees of real repositories: what is created, and what is never removed. */
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { assert, expect, onTestFinished, test } from 'vitest'
import { parseWorktrees, worktreeGit } from '../../../src/host/files/git/worktrees.ts'
import { slow } from '../../slow.ts'
import { testRepository } from '../../support/fake/test-repository.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'

const asks = { mayClose: true }

/** A repository with one commit, and the desk for its worktrees. */
function setUp({ pattern = '../{repo}-{branch}', empty = false } = {}) {
  const files = { '.gitignore': 'ignored*\n', 'code.txt': 'line\n' }
  const repository = testRepository(empty ? null : files)
  const { root, top, git, environment } = repository
  const { windows, open, world } = makeWindows({
    shadows: false,
    worktrees: { git: worktreeGit(environment), pattern: () => pattern },
  })
  const { worktrees } = windows
  const create = async (branch: string | null, directory = top, program: string | null = null) => {
    const made = await worktrees.create(directory, branch, program)
    return 'problem' in made ? made.problem : made
  }
  const made = async (branch: string) => {
    const found = await create(branch)
    assert(typeof found !== 'string', String(found))
    return found.path
  }
  const inside = (path: string, ...args: readonly string[]) => git('-C', path, ...args)
  const commit = (path: string) => {
    writeFileSync(join(path, 'more.txt'), 'more\n')
    inside(path, 'add', '.')
    inside(path, 'commit', '-qm', 'more')
  }
  const check = async (name: string) => {
    const found = await worktrees.check(top, name, asks)
    return 'problem' in found ? found.problem : found.sentences.join('\n')
  }
  const remove = async (name: string, agreed: string | null = null) => {
    const found = await worktrees.remove(top, name, asks, agreed)
    return 'problem' in found ? found.problem : found.removed.join('\n')
  }
  const branches = () => git('branch', '--format=%(refname:short)').trim().split('\n')
  return {
    ...{ ...repository, root, worktrees, windows, open, world, create, made, inside, commit },
    ...{ check, remove, branches },
  }
}

test('a new branch is created from the current commit, next to the repository', async () => {
  const { top, root, create, branches, inside } = setUp()
  mkdirSync(join(top, 'src'))
  expect(await create('fix/login', join(top, 'src'))).toEqual({
    path: join(root, 'repository-fix-login'),
    branch: 'fix/login',
    isNew: true,
    notes: [],
  })
  expect(readFileSync(join(root, 'repository-fix-login', 'code.txt'), 'utf8')).toBe('line\n')
  expect(branches()).toEqual(['fix/login', 'main'])
  expect(inside(join(root, 'repository-fix-login'), 'status', '--porcelain')).toBe('')
})

test('an existing branch is checked out, and a remote one is followed', slow, async () => {
  const { top, root, git, create, inside } = setUp()
  git('branch', 'old')
  expect(await create('old')).toMatchObject({ isNew: false })
  execFileSync('git', ['clone', '-q', top, join(root, 'clone')], { stdio: 'ignore' })
  const clone = join(root, 'clone')
  expect(await create('old', clone)).toMatchObject({ path: join(root, 'clone-old'), isNew: true })
  expect(inside(join(root, 'clone-old'), 'rev-parse', '--abbrev-ref', '@{u}').trim()).toBe(
    'origin/old',
  )
})

test(
  'a free name has the first free number, also for requests at the same time',
  slow,
  async () => {
    const { root, top, git, create } = setUp()
    git('branch', 'claude-1')
    mkdirSync(join(root, 'repository-claude-2'))
    const made = await Promise.all([null, null].map(() => create(null, top, '/usr/bin/claude')))
    expect(made).toMatchObject([{ branch: 'claude-3' }, { branch: 'claude-4' }])
    expect(await create(null)).toMatchObject({ branch: 'agent-1' })
  },
)

test('names of directories are those of the option, also in the repository', async () => {
  const { top, create } = setUp({ pattern: '.worktrees/{branch}' })
  expect(await create('x')).toMatchObject({ path: join(top, '.worktrees/x') })
})

test('a worktree is also made from another worktree, and of a bare repository', slow, async () => {
  const { root, top, create, made, commit, inside } = setUp()
  const first = await made('first')
  commit(first)
  expect(await create('second', first)).toMatchObject({ path: join(root, 'repository-second') })
  expect(existsSync(join(root, 'repository-second', 'more.txt'))).toBe(true)
  execFileSync('git', ['clone', '-q', '--bare', top, join(root, 'bare.git')], { stdio: 'ignore' })
  inside(join(root, 'bare.git'), 'worktree', 'add', '-q', join(root, 'one'), 'first')
  expect(await create('two', join(root, 'one'))).toMatchObject({ path: join(root, 'bare-two') })
})

test('a worktree that exists has a reason, and nothing changes', async () => {
  const { root, create, made, branches, open, world } = setUp()
  const path = await made('fix')
  world.directory = path
  open()
  mkdirSync(join(root, 'repository-there'))
  const before = [branches(), readdirSync(root)]
  expect(await create('fix')).toMatch(`is already checked out in ${path}, in the tab "`)
  expect(await create('there')).toMatch('repository-there already exists.')
  expect(await create('x', root)).toMatch('is not in a git repository.')
  expect([branches(), readdirSync(root)]).toEqual(before)
})

test('a worktree that cannot be made has a reason, and nothing changes', slow, async () => {
  const { root, top, git, environment, create, made, branches, open, world, windows } = setUp()
  const path = await made('fix')
  world.directory = path
  open()
  mkdirSync(join(root, 'repository-there'))
  symlinkSync('nowhere', join(root, 'repository-link'))
  git('clone', '-q', '--bare', top, join(root, 'bare.git'))
  git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', top, 'sub')
  const before = [branches(), readdirSync(root)]
  expect(await create('fix')).toMatch(
    `The branch fix is already checked out in ${path}, in the tab "`,
  )
  expect(await create('main')).toMatch(`already checked out in ${top}. To show it`)
  expect(await create('there')).toMatch('repository-there already exists.')
  expect(await create('link')).toMatch('repository-link already exists.')
  expect(await create('main/x')).toMatch(/^git did not create the worktree .*'refs\/heads\/main'/)
  expect(await create('x', root)).toMatch('is not in a git repository.')
  expect(await create('x', join(root, 'gone'))).toMatch("git can't use the repository in")
  expect(await create('x', join(root, 'bare.git'))).toMatch('is a bare repository')
  expect(await create('x', join(top, '.git'))).toMatch(
    "is a bare repository, or git's own directory.",
  )
  expect(await create('x', join(top, 'sub'))).toMatch(`sub is a submodule of ${top}.`)
  expect([branches(), readdirSync(root)]).toEqual(before)
  const git_ = worktreeGit({ ...environment, PATH: join(root, 'run') })
  expect(await git_.open(top, true)).toMatchObject({ problem: /git was not found/ })
  expect(windows.all).toHaveLength(1)
})

test('a branch that git or a reader could misread is refused', async () => {
  const { root, create, branches } = setUp()
  const before = readdirSync(root)
  for (const name of ['-b', '--', '../x', 'refs/heads/x', 'a\nb', 'a\u202eb', 'HEAD', ''])
    expect(await create(name), name).toMatch(/another name|Write one/)
  expect([branches(), readdirSync(root)]).toEqual([['main'], before])
})

test('a repository without a commit, and an old git, are named', async () => {
  const { root, top, environment, create } = setUp({ empty: true })
  expect(await create('x')).toMatch('has no commit yet.')
  const old = join(root, 'run', 'git')
  writeFileSync(old, '#!/bin/sh\necho git version 2.30.2\n')
  chmodSync(old, 0o700)
  const git = worktreeGit({ ...environment, PATH: join(root, 'run') })
  expect(await git.open(top, true)).toMatchObject({ problem: /need git 2.36 or newer.*2.30/ })
})

test('a worktree that git cannot fill leaves no branch', slow, async () => {
  const { root, top, git, create, branches } = setUp()
  const blob = git('rev-parse', 'HEAD:code.txt').trim()
  rmSync(join(top, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  expect(await create('broken')).toMatch('git did not create the worktree')
  expect(branches()).toEqual(['main'])
  expect(existsSync(join(root, 'repository-broken'))).toBe(false)
})

test(
  'the list has each worktree with its tabs, and marks locked and missing ones',
  slow,
  async () => {
    const { root, top, git, worktrees, made, open, world } = setUp()
    const [one, two, three] = [await made('one'), await made('two'), await made('three')]
    git('worktree', 'lock', '--reason', 'on a disk\x1b[31m', two)
    rmSync(three, { recursive: true })
    git('worktree', 'add', '-q', '--detach', join(root, 'loose'))
    world.directory = join(one, 'src')
    mkdirSync(world.directory)
    open()
    const list = await worktrees.list(one)
    assert('worktrees' in list, 'a list')
    expect(list).toMatchObject({ repository: 'repository', more: 0 })
    expect(
      list.worktrees.map(({ path, branch, main, current, note, tabs }) => [
        ...[path.slice(root.length + 1), branch, main, current, note],
        tabs.map(({ place, state }) => `${place}: ${state}`).join(),
      ]),
    ).toEqual([
      ['repository', 'main', true, false, undefined, ''],
      ['loose', null, false, false, undefined, ''],
      ['repository-one', 'one', false, true, undefined, 'Window 1, tab 1: active'],
      ['repository-three', 'three', false, false, 'missing', ''],
      ['repository-two', 'two', false, false, 'locked', ''],
    ])
    expect(await worktrees.find(top, two)).toMatchObject({ branch: 'two' })
    expect(await worktrees.find(top, 'three')).toMatchObject({ problem: /is gone/ })
  },
)

test('a clean worktree is removed with its merged branch', async () => {
  const { made, remove, branches, git } = setUp()
  const path = await made('fix')
  writeFileSync(join(path, 'ignored.env'), 'SECRET=1\n')
  const sentences = [
    `Deletes the directory ${path}.`,
    'Files in it that git ignores are also deleted: ignored.env.',
    'Deletes the branch fix, which is merged into main.',
  ].join('\n')
  expect(await remove('fix', 'another question')).toMatch('has changed since the question')
  expect(await remove('fix', sentences)).toBe(sentences)
  expect(existsSync(path)).toBe(false)
  expect(branches()).toEqual(['main'])
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
})

test('a branch that is not merged stays', slow, async () => {
  const { made, commit, remove, branches } = setUp()
  const path = await made('fix')
  commit(path)
  expect(await remove(path)).toMatch('The branch fix stays, with 1 commit that are not merged.')
  expect(existsSync(path)).toBe(false)
  expect(branches()).toEqual(['fix', 'main'])
})

test('a branch that is pushed but not merged stays, as the default branch does', slow, async () => {
  const { root, top, git, create, commit, worktrees, inside } = setUp()
  git('branch', 'topic')
  const clone = join(root, 'clone')
  execFileSync('git', ['clone', '-q', top, clone], { stdio: 'ignore' })
  await create('topic', clone)
  const path = join(root, 'clone-topic')
  commit(path)
  inside(path, 'push', '-q', 'origin', 'topic')
  const answer = await worktrees.remove(clone, 'topic', asks, null)
  expect(answer).toMatchObject({ removed: [expect.anything(), /The branch topic stays, with 1/] })
  inside(clone, 'checkout', '-q', '--detach')
  await create('main', clone)
  expect(await worktrees.remove(clone, 'main', asks, null)).toMatchObject({
    removed: [expect.anything(), 'The branch main stays.'],
  })
})

test('changes, and commits without a branch, are never removed', async () => {
  const { inside, made, commit, remove } = setUp()
  const path = await made('fix')
  appendFileSync(join(path, 'code.txt'), 'x')
  writeFileSync(join(path, 'new'), '')
  expect(await remove('fix')).toMatch('2 changed or untracked files: code.txt, new.')
  rmSync(join(path, 'new'))
  inside(path, 'checkout', '-q', '--detach')
  commit(path)
  expect(await remove(path)).toMatch('has 1 commit that no branch has.')
  expect(existsSync(join(path, 'more.txt'))).toBe(true)
  expect(await remove('main')).toMatch('main worktree, which is never removed.')
  expect(await remove('nothing')).toMatch('No worktree of this repository has the branch or path')
})

test('what only the worktree has is never removed', slow, async () => {
  const { top, git, inside, made, remove } = setUp()
  const path = await made('fix')
  const refused = async (why: string): Promise<void> => {
    const before = readdirSync(path)
    expect(await remove('fix')).toMatch(why)
    expect(readdirSync(path)).toEqual(before)
  }
  appendFileSync(join(path, 'code.txt'), 'x')
  writeFileSync(join(path, 'new'), '')
  await refused('2 changed or untracked files: code.txt, new.')
  inside(path, 'update-index', '--assume-unchanged', 'code.txt')
  rmSync(join(path, 'new'))
  await refused('has 1 file that git does not compare')
  inside(path, 'update-index', '--no-assume-unchanged', 'code.txt')
  inside(path, 'update-index', '--skip-worktree', 'code.txt')
  await refused('has 1 file that git does not compare')
  inside(path, 'update-index', '--no-skip-worktree', 'code.txt')
  inside(path, 'checkout', '-q', '.')
  git('init', '-q', join(path, 'ignored/deep/clone'))
  await refused('contains another repository: ignored/deep/clone/.')
  git('init', '-q', '--bare', join(path, 'ignored/deep/bare.git'))
  rmSync(join(path, 'ignored/deep/clone'), { recursive: true })
  await refused('contains another repository: ignored/deep/bare.git/.')
  rmSync(join(path, 'ignored/deep/bare.git'), { recursive: true })
  git('worktree', 'add', '-q', join(path, 'ignored/deep/far/away/too'))
  await refused('contains another worktree: ')
  git('worktree', 'remove', join(path, 'ignored/deep/far/away/too'))
  rmSync(join(path, 'ignored'), { recursive: true })
  inside(path, 'bisect', 'start')
  await refused('has an unfinished bisect.')
  inside(path, 'bisect', 'reset')
  git('worktree', 'lock', '--reason', 'usb\x1b[2J', path)
  await refused('is locked (usb[2J).')
  git('worktree', 'unlock', path)
  inside(path, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', top, 'inner')
  inside(path, 'commit', '-qm', 'submodule')
  await refused('has submodules.')
})

test(
  'without a name, the worktree of the directory is found, not a detached one',
  slow,
  async () => {
    const { root, top, git, made, worktrees } = setUp()
    git('worktree', 'add', '-q', '--detach', join(root, 'detached'))
    const path = await made('fix')
    expect(await worktrees.check(path, null, asks)).toMatchObject({ path, branch: 'fix' })
    expect(await worktrees.check(top, null, asks)).toMatchObject({ problem: /main worktree/ })
  },
)

test(
  'picks that are left, and a repository among files of git, are not removed',
  slow,
  async () => {
    const { git, inside, made, commit, remove, top } = setUp()
    git('checkout', '-q', '-b', 'source')
    for (const text of ['one\n', 'two\n', 'three\n']) {
      writeFileSync(join(top, 'code.txt'), text)
      git('commit', '-qam', text)
    }
    git('checkout', '-q', 'main')
    const path = await made('fix')
    writeFileSync(join(path, 'code.txt'), 'own\n')
    inside(path, 'commit', '-qam', 'own')
    expect(() => inside(path, 'cherry-pick', 'main..source')).toThrow('cherry-pick')
    writeFileSync(join(path, 'code.txt'), 'both\n')
    inside(path, 'commit', '-qam', 'both')
    expect(await remove('fix')).toMatch('has an unfinished cherry-pick or revert.')
    inside(path, 'cherry-pick', '--quit')
    mkdirSync(join(path, 'deep/src'), { recursive: true })
    writeFileSync(join(path, 'deep/src/a.txt'), 'text\n')
    commit(path)
    inside(join(path, 'deep'), 'init', '-q')
    expect(inside(path, 'status', '--porcelain')).toBe('')
    expect(await remove('fix')).toMatch('contains another repository: deep/.')
    expect(existsSync(join(path, 'deep/.git'))).toBe(true)
  },
)

test('a repository is found at any depth of an ignored directory', async () => {
  const { git, made, remove } = setUp()
  const path = await made('fix')
  const deep = join(path, 'ignored', ...'abcdef', "-it's here\n")
  git('init', '-q', deep)
  expect(await remove('fix')).toMatch(/contains another repository: ignored\/a\/b\/c\/d\/e\/f\/-it/)
  expect(existsSync(join(deep, '.git'))).toBe(true)
  rmSync(join(deep, '.git'), { recursive: true })
  mkdirSync(join(deep, 'objects'))
  expect(await remove('fix')).toMatch('Deletes the directory')
})

test('a name that is a branch and the path of another worktree removes neither', async () => {
  const { top, git, made, remove } = setUp()
  const path = await made('other')
  git('worktree', 'add', '-q', '-b', 'x', join(top, 'other'))
  expect(await remove('other')).toMatch(`"other" is the branch of ${path}, and the path of another`)
  for (const kept of [path, join(top, 'other')]) expect(existsSync(kept)).toBe(true)
})

test('settings of the repository hide no untracked file, also from git itself', slow, async () => {
  const { top, git, made, remove, environment } = setUp()
  const path = await made('fix')
  git('config', 'core.ignoreCase', 'true')
  git('config', 'status.showUntrackedFiles', 'no')
  const file = join(path, 'Code.txt')
  writeFileSync(file, 'other\n')
  expect(await remove('fix')).toMatch('1 changed or untracked file: Code.txt.')
  const repository = await worktreeGit(environment).open(top, false)
  assert('worktrees' in repository && repository.worktrees[1] !== undefined)
  expect(await repository.remove(repository.worktrees[1])).toMatchObject({ problem: /untracked/ })
  expect(existsSync(file)).toBe(true)
})

test('a worktree in which a program runs is not removed', async () => {
  const { made, remove } = setUp()
  const path = await made('busy')
  const child = spawn('sleep', ['600'], { cwd: path })
  const ended = new Promise((done) => child.once('exit', done))
  onTestFinished(() => void child.kill())
  await expect
    .poll(() => remove('busy'))
    .toBe(`Not removed: sleep (process ${child.pid}) runs in ${path}. Quit it first.`)
  child.kill()
  await ended
  expect(await remove('busy')).toMatch('Deletes the directory')
})

test('a tab with a program is named, an idle one is closed after the question', slow, async () => {
  const { made, windows, open, world, check, remove, worktrees, top } = setUp()
  const path = await made('fix')
  world.directory = path
  world.foreground = 'vim'
  const workspace = open()
  expect(await remove('fix')).toMatch(/^Not removed: the tab ".*" \(Window 1, tab 1\) is open/)
  world.foreground = 'bash'
  expect(await worktrees.remove(top, 'fix', { mayClose: false }, null)).toMatchObject({
    problem: /^Not removed: the tab/,
  })
  expect(existsSync(path)).toBe(true)
  const question = await check('fix')
  expect(question).toMatch(/^Closes the tab ".*" \(Window 1, tab 1\)\.\nDeletes the directory/)
  const [before] = workspace.strip.sessions.all
  expect(await remove('fix', question)).toBe(question)
  expect(existsSync(path)).toBe(false)
  // the window stays, with a tab in the main worktree
  const [now] = windows.all[0]?.strip.sessions.all ?? []
  expect(now?.id).not.toBe(before?.id)
  expect(now?.program.facts().directory).toBe(top)
})

test('a worktree whose directory is gone loses only its entry', slow, async () => {
  const { made, remove, git } = setUp()
  const path = await made('gone')
  rmSync(path, { recursive: true })
  expect(await remove('gone')).toMatch(`Removes git's entry for ${path}`)
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
})

test('a directory without its .git is not called gone, and stays', slow, async () => {
  const { made, check } = setUp()
  const path = await made('fix')
  rmSync(join(path, '.git'))
  expect(await check('fix')).toBe(
    `${path} has no \`.git\` any longer. Run \`git worktree repair\` first.`,
  )
})

test('the list of git is read with any path and reason', () => {
  const text = [
    ...['worktree /a b\nworktree /x', 'HEAD 1', 'branch refs/heads/refs/heads/y', ''],
    ...['worktree /c', 'bare', ''],
    ...['worktree /d', 'HEAD 2', 'detached', 'locked', 'prunable gitdir file points', ''],
    '',
  ].join('\0')
  expect(parseWorktrees(text)).toMatchObject([
    { path: '/a b\nworktree /x', branch: 'refs/heads/y', locked: null, isMissing: false },
    { path: '/c', isBare: true, branch: null, head: '' },
    { path: '/d', branch: null, locked: '', isMissing: true },
  ])
  expect(parseWorktrees('')).toEqual([])
})
