/**
 * SECURITY.md: without free file descriptors, running programs continue. faults.spec.ts tests the
 * rest of that promise in the running app.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a program lookup with no free file descriptors answers nothing and survives', () => {
  const programs = mkdtempSync(join(tmpdir(), 'vibeflow-programs-'))
  for (const name of ['xclip', 'systemd-inhibit']) {
    writeFileSync(join(programs, name), '#!/bin/sh\nexit 1\n')
    chmodSync(join(programs, name), 0o755)
  }
  const { stdout, stderr } = spawnSync(
    '/bin/sh',
    [
      '-c',
      'ulimit -n 128; exec "$0" "$1"',
      process.execPath,
      join(import.meta.dirname, '../support/fake/without-files.ts'),
    ],
    {
      encoding: 'utf8',
      env: { PATH: programs, DISPLAY: ':none' },
    },
  )
  rmSync(programs, { recursive: true })
  expect([stdout, stderr]).toEqual([
    JSON.stringify([[['silent', 'silent', null], '', 'refused', true], 'folder', 1]),
    '',
  ])
})
