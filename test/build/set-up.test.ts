/**
 * Tests when the setup has work to do: npm packages against the lock file, Debian's packages, npm's
 * variables.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { misfit } from '../../src/build/setup/dependencies.mjs'
import {
  ensurePackages,
  installCommand,
  isDebian,
  purposes,
} from '../../src/build/setup/packages.mjs'
import { outsideEnvironment } from '../../src/build/project.mjs'
import { purposesFor, takeRetry } from '../../src/build/setup/setup.mjs'

const there = () => true
const lock = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/native-darwin': { version: '1.0.0', optional: true, os: ['darwin'] },
    'node_modules/native-linux': { version: '1.0.0', optional: true, os: ['linux'] },
    'node_modules/native-musl': { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] },
    'node_modules/wasm-needs': { version: '1.0.0', optional: true },
    'src/protocol': { version: '0.1.0' },
    'node_modules/vibeflow-protocol': { link: true },
  },
}
const installed = {
  packages: {
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/native-linux': { version: '1.0.0' },
    'node_modules/vibeflow-protocol': { link: true },
  },
}

test('an installation is complete without the packages of other machines', () => {
  expect(misfit(lock, installed, there)).toBeUndefined()
})

test('a missing, an outdated and a changed package are found', () => {
  const without = (changes: object) => ({ packages: { ...installed.packages, ...changes } })
  expect(misfit(lock, undefined, there)).toBe('no complete installation')
  expect(misfit(lock, { packages: {} }, there)).toBe('node_modules/a is missing')
  expect(misfit(lock, without({ 'node_modules/a': { version: '0.9.0' } }), there)).toBe(
    'node_modules/a is 0.9.0, not 1.0.0',
  )
  expect(
    misfit(lock, without({ 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }), there),
  ).toBe('node_modules/a has another content')
  expect(
    misfit(
      { packages: { '': { dependencies: { a: '1.0.0' } } as object } },
      installed,
      () => false,
    ),
  ).toBe('node_modules/a has been removed')
})

test('Debian and its derivatives are distinguished from the others', () => {
  expect(
    ['ID=debian\n', 'NAME=x\nID=ubuntu\nID_LIKE=debian\n', 'ID_LIKE="ubuntu debian"\n'].map(
      isDebian,
    ),
  ).toEqual([true, true, true])
  expect(['ID=fedora\n', 'NAME="not debian"\nID=arch\n', ''].map(isDebian)).toEqual([
    false,
    false,
    false,
  ])
})

test('each system package can be looked for, and the command names it', () => {
  const items = Object.values(purposes).flat()
  expect(
    items.filter(
      ({ program, library, files }) =>
        program === undefined && library === undefined && files === undefined,
    ),
  ).toEqual([])
  expect(installCommand(['a', 'b'])).toBe('apt-get install --no-install-recommends a b')
})

test("npm's variables reach neither npm nor the terminal's shells", () => {
  // not `process.env = ...`: of another object the rest of the process, such as tmpdir(), sees none
  vi.stubEnv('npm_config_nodedir', '/usr')
  vi.stubEnv('NPM_CONFIG_TARGET', '1')
  vi.stubEnv('INIT_CWD', '/')
  vi.stubEnv('PATH', '/p/node_modules/.bin:/usr/bin')
  try {
    const { npm_config_nodedir, NPM_CONFIG_TARGET, INIT_CWD, PATH } = outsideEnvironment()
    expect({ npm_config_nodedir, NPM_CONFIG_TARGET, INIT_CWD, PATH }).toEqual({
      npm_config_nodedir: undefined,
      NPM_CONFIG_TARGET: undefined,
      INIT_CWD: undefined,
      PATH: '/usr/bin',
    })
  } finally {
    vi.unstubAllEnvs()
  }
})

test("--retry-electron is the script's as the first word, and the app's later", () => {
  expect(takeRetry(['--retry-electron', '-e', 'sh'])).toEqual({ retry: true, args: ['-e', 'sh'] })
  expect(takeRetry(['-e', 'echo', '--retry-electron'])).toEqual({
    retry: false,
    args: ['-e', 'echo', '--retry-electron'],
  })
})

test('a machine with a Chromium needs no other one, whatever else is missing', () => {
  const chromium = () => '/usr/bin/chromium'
  expect(purposesFor({ engine: 'shim', built: true, chromium })).toEqual([])
  expect(purposesFor({ engine: 'shim', built: false, tests: true, chromium })).toEqual([
    'building',
    'tests',
  ])
  expect(purposesFor({ engine: 'shim', built: true, chromium: () => undefined })).toEqual(['shim'])
})

describe('installing packages', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vibeflow-apt-'))
    // Found first, and writes its arguments down.
    for (const name of ['apt-get', 'sudo']) {
      writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n`)
      chmodSync(join(folder, name), 0o755)
    }
    writeFileSync(join(folder, 'calls'), '')
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8')
  const lacking = [{ package: 'vibeflow-sample', program: 'vibeflow-sample' }]

  test('a test that lacks packages installs none and gets the command', async ({ skip }) => {
    skip(!isDebian(readFileSync('/etc/os-release', 'utf8')), 'only Debian has apt-get')
    expect(process.env['VIBEFLOW_INSTALL']).toBe('0')
    await expect(ensurePackages([], () => lacking)).rejects.toThrow(
      'apt-get install --no-install-recommends vibeflow-sample',
    )
    expect(calls()).toBe('')
  })

  test('setup installs only missing packages and upgrades none', async ({ skip }) => {
    skip(!isDebian(readFileSync('/etc/os-release', 'utf8')), 'only Debian has apt-get')
    vi.stubEnv('VIBEFLOW_INSTALL', '')
    let looks = 0
    await ensurePackages([], () => (looks++ === 0 ? lacking : []))
    const install = calls()
      .split('\n')
      .filter((line) => / install /.test(line))
    expect(install).toHaveLength(1)
    expect(install[0]).toMatch(/ --no-upgrade vibeflow-sample$/)
    expect(looks).toBe(2)
  })

  test('a complete machine runs no apt-get', async () => {
    vi.stubEnv('VIBEFLOW_INSTALL', '')
    await ensurePackages([], () => [])
    expect(calls()).toBe('')
  })
})
