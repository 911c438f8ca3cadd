/** The commands that every tab finds, written for each kind of installation and run by a shell. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeOwnCommands } from '../../../src/host/pty/own-commands.ts'
import { childEnvironment } from '../../../src/core/session/launch/environment.ts'
import { root } from '../../tidy/tree.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "own commands' "))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

/** Runs a line in a shell whose environment is that of a tab. */
const inTab = (commands: string | null, line: string) =>
  execFileSync('/bin/sh', ['-c', line], {
    env: childEnvironment({ PATH: '/usr/bin:/bin' }, { term: 'xterm', version: '1', commands }),
    encoding: 'utf8',
  })

test('a tab of a clone finds both commands', () => {
  const folder = writeOwnCommands({ environment: {}, home, appFolder: root })
  expect(folder).toBe(join(home, '.local/share/vibeflow/bin'))
  expect(inTab(folder, 'vibeflow-emit --version')).toMatch(/^vibeflow-emit \d/)
  expect(inTab(folder, 'vibeflow ls --help')).toContain('vibeflow ls')
})

test('a tab of an AppImage finds both commands after the mount is gone', () => {
  const mount = join(home, 'mount')
  const image = join(home, 'vibe flow.AppImage')
  write(image, '#!/bin/sh\necho "image $*"\n')
  const emit = join(mount, 'usr/share/vibeflow/emit')
  write(join(emit, 'bin/vibeflow-emit.sh'), '#!/bin/sh\necho "emit $*"\n')
  for (const file of ['package.json', 'dist/bin/main.js', 'bin/vibeflow-emit.mjs'])
    write(join(emit, file), file)
  const environment = {
    APPDIR: mount,
    VIBEFLOW_LAUNCHER: image,
    VIBEFLOW_SHARE: join(mount, 'usr/share'),
    XDG_DATA_HOME: join(home, 'data'),
  }
  const facts = { environment, home, appFolder: join(mount, 'usr/lib/app.asar') }
  const folder = writeOwnCommands(facts)
  const { ino } = statSync(join(String(folder), 'vibeflow'))
  expect(writeOwnCommands(facts)).toBe(folder)
  expect(statSync(join(String(folder), 'vibeflow')).ino).toBe(ino)
  rmSync(mount, { recursive: true })
  expect(inTab(folder, 'vibeflow "a  b"; vibeflow-emit working')).toBe('image a  b\nemit working\n')
})

test('nothing is added without commands, a PATH or a place to write to', () => {
  expect(writeOwnCommands({ environment: {}, home, appFolder: home })).toBeNull()
  write(join(home, 'file'), '')
  const environment = { XDG_DATA_HOME: join(home, 'file') }
  expect(writeOwnCommands({ environment, home, appFolder: root })).toBeNull()
  const facts = { term: 'xterm', version: '1', commands: '/data/bin' }
  expect(childEnvironment({}, facts)).not.toHaveProperty('PATH')
  expect(childEnvironment({ PATH: '/data/bin:/bin' }, facts)['PATH']).toBe('/data/bin:/bin')
  expect(childEnvironment({ PATH: '/bin' }, facts)['PATH']).toBe('/bin:/data/bin')
  const nested = childEnvironment(
    { PATH: '/bin', VIBEFLOW_BIN: '/x' },
    { ...facts, commands: null },
  )
  expect(nested).not.toHaveProperty('VIBEFLOW_BIN')
  expect(existsSync(join(home, '.local'))).toBe(false)
})
