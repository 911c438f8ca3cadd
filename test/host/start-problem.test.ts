/** Reasons for which no window can open, as sentences. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProblem } from '../../src/host/command/start-problem.ts'

test('a start reports what is missing, and nothing where all is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-problem-'))
  const limits = join(folder, 'limits')
  const open = (soft: string) =>
    writeFileSync(
      limits,
      `Limit  Soft Limit  Hard Limit  Units\nMax open files  ${soft}  64  files\n`,
    )
  expect(startProblem(join(folder, 'none'))).toContain('needs /proc')
  open('64')
  expect(startProblem(limits)).toContain('only 64 files may be open')
  for (const soft of ['1024', 'unlimited']) {
    open(soft)
    expect(startProblem(limits)).toBe(null)
  }
  expect(startProblem(limits, join(folder, 'gone\x1b[2J'))).toContain(
    `can't write to ${folder}/gone[2J, the directory for temporary files`,
  )
  rmSync(folder, { recursive: true })
})

test('a process with 64 files learns that from its own limits', () => {
  const source = join(import.meta.dirname, '../../src/host/command/start-problem.ts')
  const script = `console.log((await import(${JSON.stringify(source)})).startProblem())`
  const limited = ['-c', 'ulimit -n 64 && exec "$@"', 'sh', process.execPath]
  const ran = spawnSync('/bin/sh', [...limited, '--input-type=module', '-e', script])
  expect(ran.stdout.toString()).toContain('`ulimit -n 1024`')
})

test('a start by a click shows its problem as a notification, a start in a script does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-problem-'))
  const shown = join(folder, 'shown')
  writeFileSync(join(folder, 'notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${shown}'\n`, {
    mode: 0o755,
  })
  const source = join(import.meta.dirname, '../../src/host/command/start-problem.ts')
  const script = `const { reportStartProblem } = await import(${JSON.stringify(source)})
reportStartProblem('-x: no files', process, () => process.exit(1))`
  const start = (display: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: display },
    })
  const ran = [start(''), existsSync(shown), start(':1')] as const
  expect([ran[0].status, ran[0].stderr.toString(), ran[1]]).toEqual([1, '-x: no files\n', false])
  expect([ran[2].status, ran[2].stderr.toString()]).toEqual([1, '-x: no files\n'])
  expect(readFileSync(shown, 'utf8').split('\n').slice(-4)).toEqual([
    '--',
    'vibeflow',
    '-x: no files',
    '',
  ])
  rmSync(folder, { recursive: true })
})
