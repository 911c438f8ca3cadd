/**
 * Tests checks of real files, which must block no other work. Files that never answer:
 * test/attack/folders.test.ts.
 */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { RealPaths } from '../../src/host/files/real-paths.ts'

const looks = new PathProbe(systemClock, { programs: 1 })
afterAll(() => looks.dispose())

it("names the folder with .git, a folder or a work tree's file, from anywhere inside", async () => {
  const root = mkdtempSync(join(tmpdir(), 'vibeflow-repositories-'))
  mkdirSync(join(root, 'api/.git'), { recursive: true })
  mkdirSync(join(root, 'api/src/deep'), { recursive: true })
  mkdirSync(join(root, 'tree/src'), { recursive: true })
  writeFileSync(join(root, 'tree/.git'), 'gitdir: /elsewhere\n')
  mkdirSync(join(root, 'notes'))
  const names = await Promise.all(
    ['api/src/deep', 'api', 'tree/src', 'notes', 'gone/too'].map((path) =>
      looks.repository(join(root, path)),
    ),
  )
  expect(names.map((found) => found?.name ?? null)).toEqual(['api', 'api', 'tree', null, null])
  expect(await looks.repository('relative/path')).toBe(null)
  rmSync(root, { recursive: true })
})

it('reads the branch of a repository, a work tree and a submodule', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vibeflow-branches-'))
  const commit = '0123456789abcdef0123456789abcdef01234567'
  const file = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  file('named/.git/HEAD', 'ref: refs/heads/fix/größe\n')
  file('detached/.git/HEAD', `${commit}\n`)
  file('odd/.git/HEAD', `${'x'.repeat(50_000)}`)
  file('none/.git/config', '')
  file('tree/.git', `gitdir: ${join(root, 'named/.git/worktrees/tree')}\n`)
  file('named/.git/worktrees/tree/HEAD', 'ref: refs/heads/tree\n')
  file('of-bare/.git', `gitdir: ${join(root, 'bare.git/worktrees/of-bare')}\n`)
  file('named/sub/.git', 'gitdir: ../.git/modules/sub\n')
  file('named/.git/modules/sub/HEAD', 'ref: refs/heads/sub\n')
  mkdirSync(join(root, 'pipe/.git'), { recursive: true })
  execFileSync('mkfifo', [join(root, 'pipe/.git/HEAD')])
  const found = await Promise.all(
    ['named', 'detached', 'odd', 'none', 'tree', 'of-bare', 'named/sub', 'pipe'].map(
      async (path) => {
        const { name, branch, worktreeOf } = (await looks.repository(join(root, path))) ?? {}
        return [name, branch, ...(worktreeOf == null ? [] : [worktreeOf])]
      },
    ),
  )
  expect(found).toEqual([
    ['named', 'fix/größe'],
    ['detached', commit.slice(0, 7)],
    ['odd', null],
    ['none', null],
    ['tree', 'tree', 'named'],
    ['of-bare', null, 'bare'],
    ['sub', 'sub'],
    ['pipe', null],
  ])
  rmSync(root, { recursive: true })
})

it('names the repository of a worktree by a relative path, inside or outside it', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vibeflow-relative-')))
  for (const [at, to] of [
    ['main/inside', '../.git'],
    ['main/deep/er', '../../.git'],
    ['beside', '../main/.git'],
    ['of-bare', '../store/bare.git'],
  ] as const) {
    mkdirSync(join(root, at), { recursive: true })
    mkdirSync(join(root, at, to, 'worktrees/one'), { recursive: true })
    writeFileSync(join(root, at, '.git'), `gitdir: ${to}/worktrees/one\n`)
  }
  const found = await Promise.all(
    ['main/inside', 'main/deep/er', 'beside', 'of-bare'].map((at) =>
      looks.repository(join(root, at)),
    ),
  )
  expect(found.map((one) => one?.worktreeOf)).toEqual(['main', 'main', 'main', 'bare'])
  rmSync(root, { recursive: true })
})

it('gives no answer of a directory with line ends to another question', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vibeflow-lines-')))
  const folder = join(root, 'a\nfile')
  mkdirSync(folder)
  writeFileSync(join(folder, '.git'), 'gitdir: .git/worktrees/one\n')
  writeFileSync(join(root, 'run'), '', { mode: 0o755 })
  const [found, kind] = await Promise.all([looks.repository(folder), looks.look(join(root, 'run'))])
  expect(found).toEqual({ name: 'a\nfile', worktreeOf: null, branch: null })
  expect(kind).toBe('executable')
  rmSync(root, { recursive: true })
})

it('reports where links lead, once known, and again when they lead elsewhere', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vibeflow-links-')))
  const link = join(root, 'tool')
  let found = 0
  const paths = new RealPaths(looks, () => {
    found += 1
  })
  const reported = async (at: number) => {
    await expect.poll(() => found).toBe(at)
    return paths.at(link)
  }
  writeFileSync(join(root, 'é.js'), '')
  writeFileSync(join(root, 'two.js'), '')
  symlinkSync(join(root, 'é.js'), link)
  expect([paths.at(link), paths.at(join(root, 'none/such')), await reported(1)]).toEqual([
    null,
    null,
    join(root, 'é.js'),
  ])
  rmSync(link)
  symlinkSync(join(root, 'two.js'), link)
  paths.at(link)
  expect(await reported(2)).toBe(join(root, 'two.js'))
  expect([
    await looks.realPath('relative'),
    await looks.realPath(`${root}/a\nb/c`),
    await looks.realPath('/'),
  ]).toEqual([null, null, '/'])
  rmSync(root, { recursive: true })
})

it('reports the kind of a path, whatever its name is', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vibeflow-looks-'))
  const names = ["it's", 'two\nlines', ' blanks ', '$(touch no)', '-d', 'back\\slash', 'é', '*']
  for (const name of names) mkdirSync(join(root, name))
  writeFileSync(join(root, 'plain'), '')
  writeFileSync(join(root, 'tool'), '', { mode: 0o755 })
  const at = (...paths: readonly string[]) => Promise.all(paths.map((path) => looks.look(path)))
  expect(await at(...names.map((name) => join(root, name)))).toEqual(names.map(() => 'folder'))
  expect(
    await at(
      join(root, 'plain'),
      join(root, 'tool'),
      '/dev/null',
      join(root, 'no/such'),
      join(root, 'plain/below'),
      '/',
      `${root}/.`,
      'relative',
      '',
      `${root}/a\0b`,
    ),
  ).toEqual([
    ...['file', 'executable', 'other', 'missing', 'missing', 'folder', 'folder', 'missing'],
    ...['missing', 'missing'],
  ])
  expect(readdirSync(root).length).toBe(names.length + 2)
  rmSync(root, { recursive: true })
})
