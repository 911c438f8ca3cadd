/**
 * The scripts by which debs are installed and removed, in a root of their own, with an
 * `apparmor_parser` that writes down what it is asked for.
 *
 * @module-tag slow
 */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProgram } from '../../src/build/project.mjs'
import { root as repository } from '../tidy/tree.ts'

const scripts = join(repository, 'src/packaging/deb')
let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vibeflow-deb-'))
  for (const folder of ['path', 'usr/bin', 'usr/share', 'opt/vibeflow', 'etc/apparmor.d'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['sh', 'cat', 'chmod', 'ln', 'rm'])
    symlinkSync(findProgram(name) ?? '', join(root, 'path', name))
  for (const name of ['update-desktop-database', 'update-alternatives'])
    program(name, `printf '%s\\n' "${name} $*" >> "$LOG"`)
  // as packages are unpacked: without the right
  writeFileSync(join(root, 'opt/vibeflow/chrome-sandbox'), '', { mode: 0o755 })
})
afterEach(() => rmSync(root, { recursive: true }))

function program(name: string, body: string): void {
  writeFileSync(join(root, 'path', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
}
/** A fake AppArmor parser that knows `userns`, or does not. */
const apparmor = (knows: boolean) =>
  program(
    'apparmor_parser',
    `printf '%s\\n' "$*" >> "$LOG"\n` +
      (knows ? '' : 'case "$1" in --skip-kernel-load) exit 1 ;; esac'),
  )

/** As electron-builder makes it of the template, below our root. */
function scriptOf(name: string): string {
  return readFileSync(join(scripts, name), 'utf8')
    .replaceAll('${sanitizedProductName}', 'vibeflow')
    .replaceAll('${executable}', 'vibeflow')
    .replace(/(?<![\w}])\/(?=opt\/|usr\/|etc\/)/g, `${root}/`)
}

/** Runs it; what it asked of the system's programs, without our root. */
function run(name: string, ...words: string[]): string {
  const log = join(root, 'log')
  writeFileSync(log, '')
  const { status, stderr } = spawnSync('/bin/sh', ['-c', scriptOf(name), name, ...words], {
    encoding: 'utf8',
    env: { PATH: join(root, 'path'), LOG: log },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return readFileSync(log, 'utf8').replaceAll(root, '')
}
const at = (path: string) => join(root, path)
const mode = (path: string) => (statSync(at(path)).mode & 0o7777).toString(8)
const isThere = (path: string) => lstatSync(at(path), { throwIfNoEntry: false }) !== undefined
const profile = 'etc/apparmor.d/vibeflow'

test.each(['after-install.tpl', 'after-remove.tpl', 'postinst', 'prerm'])('%s is sh', (name) => {
  writeFileSync(at('script'), scriptOf(name))
  const { status, stderr } = spawnSync('/bin/sh', ['-n', at('script')], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('an installation gives the sandbox helper its right, and both programs a profile', () => {
  apparmor(true)
  const asked = run('after-install.tpl', 'configure')
  expect(mode('opt/vibeflow/chrome-sandbox')).toBe('4755')
  expect(readlinkSync(at('usr/bin/vibeflow'))).toBe(at('opt/vibeflow/vibeflow'))
  const text = readFileSync(at(profile), 'utf8').replaceAll(root, '')
  expect(text).toContain(
    'profile vibeflow "/opt/vibeflow/{vibeflow,vibeflow.bin}" flags=(unconfined) {\n  userns,\n',
  )
  expect(asked).toContain('--replace --write-cache --skip-read-cache /etc/apparmor.d/vibeflow\n')
  expect(asked).toMatch(/update-alternatives --install \/usr\/bin\/x-terminal-emulator /)
  // an update does the same again
  expect(run('after-install.tpl', 'configure', '1.0.0')).toBe(asked)
})

test('an AppArmor without the rule, or a missing one, is not changed and causes no error', () => {
  apparmor(false)
  expect(run('after-install.tpl', 'configure')).not.toContain('--replace')
  expect(existsSync(at(profile))).toBe(false)
  rmSync(at('path/apparmor_parser'))
  run('after-install.tpl', 'configure')
  expect([existsSync(at(profile)), mode('opt/vibeflow/chrome-sandbox')]).toEqual([false, '4755'])
  run('after-remove.tpl', 'remove')
})

// dpkg calls it twice: `remove`, and `purge` later
test('a removal unloads and takes away the profile, the command and its name', () => {
  apparmor(true)
  run('after-install.tpl', 'configure')
  // before the command is gone, of which update-alternatives would warn
  expect(run('prerm', 'remove')).toBe(
    'update-alternatives --remove x-terminal-emulator /usr/bin/vibeflow\n',
  )
  expect(run('prerm', 'upgrade')).toBe('')
  expect(run('after-remove.tpl', 'remove')).toContain('--remove /etc/apparmor.d/vibeflow\n')
  expect([isThere(profile), isThere('usr/bin/vibeflow')]).toEqual([false, false])
  expect(run('after-remove.tpl', 'purge')).not.toContain('apparmor')
})

test.each([['upgrade', '2.0.0'], ['failed-upgrade', '1.0.0'], ['abort-upgrade', '2.0.0'], ['1']])(
  'nothing is removed for the version that stays: %s',
  (...words) => {
    apparmor(true)
    run('after-install.tpl', 'configure')
    expect(run('after-remove.tpl', ...words)).toBe('')
    expect([isThere(profile), isThere('usr/bin/vibeflow')]).toEqual([true, true])
  },
)

test("the Chromium build's deb is a terminal alternative until it is removed", () => {
  expect(run('postinst', 'configure')).toMatch(/^update-alternatives --install /)
  expect(run('prerm', 'upgrade', '2.0.0')).toBe('')
  expect(run('prerm', 'remove')).toBe(
    'update-alternatives --remove x-terminal-emulator /usr/bin/vibeflow\n',
  )
})
