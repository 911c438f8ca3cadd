/**
 * Tests when the setup has work to do: npm packages against the lock file, Debian's packages, npm's
 * variables.
 */
import { expect, test, vi } from 'vitest'
import { misfit } from '../../src/build/setup/dependencies.mjs'
import { installCommand, isDebian, purposes } from '../../src/build/setup/packages.mjs'
import { outsideEnvironment } from '../../src/build/project.mjs'
import { takeRetry } from '../../src/build/setup/setup.mjs'

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
