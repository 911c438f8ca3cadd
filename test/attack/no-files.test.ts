/**
 * SECURITY.md: without free file descriptors, running programs continue. faults.spec.ts tests the
 * rest of that promise in the running app.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slow } from '../slow.ts'

test('a program lookup with no free file descriptors answers nothing and survives', slow, () => {
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

test.each(['prepared', 'unprepared'])(
  'a start with too few file descriptors reports them, and closing some cures it (%s)',
  (probe) => {
    const { stdout, stderr } = spawnSync(
      '/bin/sh',
      [
        '-c',
        'ulimit -n 128; exec "$0" "$@"',
        process.execPath,
        join(import.meta.dirname, '../support/fake/start-without-files.ts'),
        probe,
      ],
      { encoding: 'utf8' },
    )
    const reason = 'too many open files. Close some tabs or raise the limit (ulimit -n).'
    const [problems, last] = JSON.parse(stdout) as [string[], string | null]
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems)
      expect([`Can't start /bin/true: ${reason}`, `Can't start in /: ${reason}`]).toContain(problem)
    expect([last, stderr]).toEqual([null, ''])
  },
)
