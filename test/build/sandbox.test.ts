/**
 * Tests whether Electron gets `--no-sandbox`, with a fake `unshare` before the system's in PATH.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxFlags } from '../../src/build/setup/sandbox.mjs'
import { sandboxStarts } from '../engine.ts'

let folder = ''
const path = process.env['PATH']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-sandbox-'))
  mkdirSync(join(folder, 'profiles'))
})
afterEach(() => {
  process.env['PATH'] = path
  rmSync(folder, { recursive: true, force: true })
})

/** As on Ubuntu 24.04: `--user` alone succeeds, the map of users is refused. */
function unshare(condition: string): void {
  writeFileSync(join(folder, 'unshare'), `#!/bin/sh\n${condition}\n`)
  chmodSync(join(folder, 'unshare'), 0o755)
  process.env['PATH'] = `${folder}:${path}`
}
const restricted = 'case "$*" in *-Ur*) exit 1 ;; esac; exit 0'

function flags(uid = 1000) {
  return sandboxFlags(join(folder, 'electron'), { uid, profileFolder: join(folder, 'profiles') })
}

test('user namespaces need no switch and no message', () => {
  unshare('exit 0')
  expect(flags()).toEqual({ flags: [], warning: null })
})

test('restricted user namespaces start without a sandbox and print both remedies', () => {
  unshare(restricted)
  const { flags: words, warning } = flags()
  expect(words).toEqual(['--no-sandbox'])
  expect(warning).toContain('runs without its sandbox')
  expect(warning).toContain(`profile vibeflow-clone "${join(folder, 'electron')}"`)
  expect(warning).toContain('sysctl kernel.apparmor_restrict_unprivileged_userns=0')
})

test('an AppArmor profile that names the program counts', () => {
  unshare(restricted)
  writeFileSync(join(folder, 'profiles/mine'), `profile x "${join(folder, 'electron')}" {}`)
  expect(flags()).toEqual({ flags: [], warning: null })
})

test('root gets its own warning in any case', () => {
  unshare('exit 0')
  const { flags: words, warning } = flags(0)
  expect(words).toEqual(['--no-sandbox'])
  expect(warning).toContain('started as root')
})

test('specs start Electron without a sandbox where user namespaces are restricted', () => {
  const starts = (electron: boolean, uid: number) =>
    sandboxStarts(join(folder, 'electron'), uid, electron)
  unshare('exit 0')
  expect([starts(true, 1000), starts(true, 0), starts(false, 0)]).toEqual([true, false, false])
  unshare(restricted)
  expect([starts(true, 1000), starts(false, 1000)]).toEqual([false, true])
})
