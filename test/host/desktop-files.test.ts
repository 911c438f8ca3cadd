/**
 * `--install-desktop`: into the user's data folder and out again, and nothing of anybody else is
 * touched.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  execWord,
  installDesktop,
  uninstallDesktop,
  withLauncher,
} from '../../src/host/desktop/desktop-files.ts'
import { root } from '../tidy/tree.ts'

let home: string
let share: string
let dataFolder: string
let binFolder: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desktop-'))
  share = join(home, 'package/share')
  dataFolder = join(home, 'data')
  binFolder = join(home, 'bin')
  for (const [path, text] of [
    [
      'applications/vibeflow.desktop',
      readFileSync(join(root, 'src/packaging/vibeflow.desktop'), 'utf8'),
    ],
    ['applications/other.desktop', 'not ours'],
    ['icons/hicolor/48x48/apps/vibeflow.png', 'png'],
    ['man/man1/vibeflow-emit.1.gz', 'man'],
    ['man/man1/vibeflow-ls.1.gz', 'man'],
    ['man/man1/vibeflow.1.gz', 'man'],
    ['bash-completion/completions/vibeflow', 'complete'],
    ['vibeflow/emit/bin/vibeflow-emit.sh', '#!/bin/sh\n'],
    ['vibeflow/emit/bin/node', 'too large to be copied'],
  ] as const) {
    mkdirSync(dirname(join(share, path)), { recursive: true })
    writeFileSync(join(share, path), text)
  }
  chmodSync(join(share, 'vibeflow/emit/bin/vibeflow-emit.sh'), 0o755)
  mkdirSync(join(home, 'my apps'))
  writeFileSync(join(home, 'my apps/vibeflow.AppImage'), '')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const files = () =>
  existsSync(dataFolder)
    ? readdirSync(dataFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dataFolder.length + 1))
        .sort()
    : []
const facts = () => ({
  dataFolder,
  binFolder,
  path: `/usr/bin:${binFolder}`,
  share,
  launcher: join(home, 'my apps/vibeflow.AppImage'),
})

test('installs, installs again, and removes everything', () => {
  const first = installDesktop(facts())
  const written = [
    ...['applications/vibeflow.desktop', 'icons/hicolor/48x48/apps/vibeflow.png'],
    ...['man/man1/vibeflow-emit.1.gz', 'man/man1/vibeflow-ls.1.gz', 'man/man1/vibeflow.1.gz'],
    ...['bash-completion/completions/vibeflow', 'vibeflow/emit/bin/vibeflow-emit.sh'],
  ]
  expect(first).toEqual({
    lines: [
      ...written.map((path) => `wrote ${join(dataFolder, path)}`),
      `linked ${binFolder}/vibeflow`,
      `linked ${binFolder}/vibeflow-emit`,
    ],
  })
  expect([
    readlinkSync(join(binFolder, 'vibeflow')),
    statSync(join(binFolder, 'vibeflow-emit')).mode & 0o777,
    statSync(dataFolder).mode & 0o777,
  ]).toEqual([facts().launcher, 0o755, 0o700])
  expect(installDesktop(facts())).toEqual(first)
  expect(readFileSync(join(dataFolder, 'applications/vibeflow.desktop'), 'utf8')).toContain(
    `Exec="${home}/my apps/vibeflow.AppImage" --new-window\n`,
  )
  expect(uninstallDesktop({ dataFolder, binFolder })).toEqual({
    lines: expect.arrayContaining([`removed ${join(dataFolder, 'man/man1/vibeflow.1.gz')}`]),
  })
  // its data and bin folders were not there before
  expect(readdirSync(home).sort()).toEqual(['my apps', 'package'])
  expect(uninstallDesktop({ dataFolder, binFolder })).toEqual({
    lines: ['--install-desktop has installed nothing. Nothing was changed.'],
  })
})

test("leaves directories and others' files as they were, and no stale cache", () => {
  for (const folder of [
    join(dataFolder, 'applications'),
    join(dataFolder, 'icons/hicolor/48x48/apps'),
    binFolder,
  ])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(dataFolder, 'applications/other.desktop'), '[Desktop Entry]\n')
  writeFileSync(join(dataFolder, 'icons/hicolor/48x48/apps/other.png'), '')
  const tree = () => readdirSync(home, { recursive: true, encoding: 'utf8' }).sort()
  const before = tree()
  installDesktop(facts())
  // As the desktop's programs leave them, whether or not they are on this machine.
  const made = [
    ['applications/mimeinfo.cache', '[MIME Cache]\n'],
    ['icons/hicolor/icon-theme.cache', 'x'],
  ] as const
  for (const [path, text] of made) writeFileSync(join(dataFolder, path), text)
  const note = join(dataFolder, 'vibeflow/desktop-files.txt')
  writeFileSync(
    note,
    [...new Set([...readFileSync(note, 'utf8').split('\n'), ...made.map(([path]) => path)])].join(
      '\n',
    ),
  )
  uninstallDesktop({ dataFolder, binFolder })
  expect(tree()).toEqual(before)
})

test("neither replaces nor removes others' files, and follows no path out", () => {
  const theirs = join(dataFolder, 'bash-completion/completions/vibeflow')
  mkdirSync(dirname(theirs), { recursive: true })
  writeFileSync(theirs, 'theirs')
  mkdirSync(binFolder)
  writeFileSync(join(binFolder, 'vibeflow-emit'), 'theirs')
  expect(installDesktop({ ...facts(), path: '/usr/bin' })).toEqual({
    lines: expect.arrayContaining([
      `not changed, because vibeflow did not create it: ${theirs}`,
      `not changed, because vibeflow did not create it: ${binFolder}/vibeflow-emit`,
      `Add ${binFolder} to your PATH so that shells find vibeflow and vibeflow-emit.`,
    ]),
  })
  // A file that the user has put at the link's path belongs to the user.
  rmSync(join(binFolder, 'vibeflow'))
  writeFileSync(join(binFolder, 'vibeflow'), 'theirs too')
  writeFileSync(join(home, 'outside'), 'stays')
  writeFileSync(
    join(dataFolder, 'vibeflow/desktop-files.txt'),
    `${readFileSync(join(dataFolder, 'vibeflow/desktop-files.txt'), 'utf8')}` +
      '../outside\n/etc/hostname\n',
  )
  uninstallDesktop({ dataFolder, binFolder })
  expect(readdirSync(binFolder)).toEqual(['vibeflow', 'vibeflow-emit'])
  expect([
    files().filter((file) => !/cache$/.test(file)),
    readFileSync(theirs, 'utf8'),
    readFileSync(join(home, 'outside'), 'utf8'),
  ]).toEqual([['bash-completion/completions/vibeflow'], 'theirs', 'stays'])
})

test('reports where there is nothing to install', () => {
  expect(installDesktop({ ...facts(), share: undefined, launcher: undefined })).toEqual({
    problem: expect.stringMatching(/runs from a source checkout$/),
  })
  expect(installDesktop({ ...facts(), share, launcher: '/usr/bin/vibeflow' })).toEqual({
    lines: ['/usr/bin/vibeflow is already installed for all users. Nothing was changed.'],
  })
  writeFileSync(dataFolder, 'no folder')
  expect(installDesktop(facts())).toEqual({
    problem: expect.stringMatching(/^couldn't write the other files: /),
  })
})

test('quotes the path of the file as desktop entries want it', () => {
  expect(execWord('/a b/$x`"\\%f')).toBe('"/a b/\\\\$x\\\\`\\\\"\\\\\\\\%%f"')
  expect(
    withLauncher('TryExec=vibeflow\nExec=vibeflow\nExec=vibeflow --tab\nExec=vibeflows\n', '/a b'),
  ).toBe('TryExec=/a b\nExec="/a b"\nExec="/a b" --tab\nExec=vibeflows\n')
})
