/** Tests which systems packages run on, from the requirements of node-pty's addon. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { checkGlibc, glibcNeeded, newestGlibc } from '../../src/build/package/glibc.mjs'
import { control } from '../../src/build/package/deb.mjs'
import { spec } from '../../src/build/package/rpm.mjs'
import { findProgram } from '../../src/build/project.mjs'
import { keeperBinary } from '../../src/build/setup/keeper.mjs'
import { root } from '../tidy/tree.ts'

const addon = join(root, 'node_modules/node-pty/build/Release/pty.node')

test('the addon compiled on Debian 12 needs the glibc that packages name', ({ skip }) => {
  const system = readFileSync('/etc/os-release', 'utf8')
  skip(!/^VERSION_CODENAME=bookworm$/m.test(system), 'compiled on another system, as no release is')
  expect(newestGlibc(addon)).toBe(glibcNeeded)
  expect([addon, keeperBinary].map(checkGlibc)).toEqual([null, null])
})

test('packages require that glibc, and the page on building lists the systems', () => {
  const facts = { name: 'x', version: '1.0.0', engine: 'shim', arch: 'x64', epoch: 0 } as const
  expect(control(facts, 5)).toContain(`libc6 (>= ${glibcNeeded})`)
  expect(spec(facts, join(root, 'src/packaging'))).toContain(
    `\nRequires: glibc >= ${glibcNeeded}\n`,
  )
  expect(readFileSync(join(root, 'docs/get-started/install.md'), 'utf8')).toContain(
    `glibc ${glibcNeeded}`,
  )
})

test('reads what readelf reads, and compares versions as numbers', ({ skip }) => {
  skip(findProgram('readelf') === undefined, 'there is no readelf')
  for (const file of [addon, '/bin/bash']) {
    const { stdout } = spawnSync('readelf', ['--version-info', '--wide', file], {
      encoding: 'utf8',
    })
    const minors = [...stdout.matchAll(/Name: GLIBC_2\.(\d+)\S* {2}Flags/g)].map(([, minor]) =>
      Number(minor),
    )
    expect(minors.length).toBeGreaterThan(1)
    expect(newestGlibc(file)).toBe(`2.${Math.max(...minors)}`)
  }
  expect(newestGlibc(join(root, 'package.json'))).toBe('2.0')
})
