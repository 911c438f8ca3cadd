/**
 * Small programs of the system hang. vibeflow waits for none of them longer than its limit, and
 * they do not pile up.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askWithin } from '../../../src/host/desktop/query-program.ts'
import { fallbackFonts } from '../../../src/host/desktop/fallback-fonts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'asking-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** A program that first writes its process ID into a file. */
function program(name: string, body: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\necho $$ >> ${folder}/pids\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

const pids = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)

test.each([
  ['heeds no signal', 'trap "" TERM HUP INT; while :; do sleep 0.1; done'],
  ['leaves one behind that holds its output open', 'sleep 20 & exit 0'],
])('a program that %s does not hold up the first window', async (_what, body) => {
  const file = program('fc-match', body)
  expect(
    await Promise.race([
      fallbackFonts(file),
      new Promise((resolve) => {
        setTimeout(resolve, 8_000, 'late')
      }),
    ]),
  ).toEqual([])
  const [pid = 0] = pids()
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
    .toBe(false)
})

test('a killed program that has not ended is not started again', async () => {
  const file = program('busctl', 'trap "" TERM; while :; do sleep 0.1; done')
  const answers = await Promise.all([
    askWithin(50, file, []),
    askWithin(50, file, []).then(() => askWithin(50, file, [])),
  ])
  expect(answers).toEqual([null, null])
  await expect
    .poll(async () => {
      await askWithin(200, file, [])
      return pids().length
    })
    .toBeGreaterThan(2) // and is as soon as it has
})
