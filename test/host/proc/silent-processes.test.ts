/**
 * A process whose disk does not respond can make readers of its /proc wait for ever, `ps` too. Main
 * waits once, and briefly.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { procLink, procText, readProc, silent } from '../../../src/host/proc/files.ts'
import { directoryOf, isFree, pids, processStat } from '../../../src/host/proc/process-facts.ts'
import { ProcessTable } from '../../../src/host/proc/process-table.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { clientProcess } from '../../../src/host/pty/tmux/client-process.ts'
import { mountHungOnClose, type DeadMount } from '../../support/fake/dead-mount.ts'
import { slow } from '../../slow.ts'

let folder: string
let mount: DeadMount | null
let child: ChildProcess | null = null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'silent-processes-'))
  mkdirSync(join(folder, 'disk'))
  mount = await mountHungOnClose(join(folder, 'disk'))
})
afterEach(() => {
  mount?.end()
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a process that hangs while it starts another program. */
async function hang(): Promise<number> {
  const script = 'open F, "+<", $ARGV[0]; open G, ">", $ARGV[1]; sleep 1; exec "sleep", "60"'
  const begun = join(folder, 'begun')
  child = spawn('perl', ['-e', script, join(folder, 'disk/file'), begun], { stdio: 'ignore' })
  await expect.poll(() => existsSync(begun)).toBe(true)
  return child.pid ?? 0
}

test('a process that hangs in the kernel is not waited for', slow, async ({ skip }) => {
  if (mount === null) skip('a file system that hangs takes root and /dev/fuse')
  const reader = new SystemProcReader()
  const pid = await hang()
  const before = reader.stat(pid, true)
  expect(before?.comm).toBe('perl')
  const bytes = new Uint8Array(100)
  await expect.poll(() => readProc(pid, 'environ', bytes)).toBe(silent)
  // from here on, each of these would wait for the end of the process
  expect(reader.stat(pid, true)).toEqual(before)
  expect([processStat(pid), procText(pid, 'io'), procLink(pid, 'exe')]).toEqual([null, null, null])
  expect([directoryOf(pid), clientProcess(pid), isFree(pid)]).toEqual([null, null, false])
  expect(reader.threads(pid, 2)).toEqual([pid])
  const table = new ProcessTable(systemClock)
  expect(table.stats.has(process.pid)).toBe(true)
  expect(table.membersOf(process.pid).length).toBeGreaterThan(0)
  expect(pids()).toContain(pid)
  expect(processStat(process.pid)?.isDead).toBe(false)
  mount?.end()
  await expect.poll(() => processStat(pid)?.comm).toBe('sleep')
  expect(reader.stat(pid, true)?.comm).toBe('sleep')
})
