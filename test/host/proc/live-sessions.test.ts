/** Tests whether a process still runs the session of a hint. Real processes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import type { ResumeHint } from '../../../src/agents/resume/hint.ts'
import { commandLinesAgeMs } from '../../../src/host/proc/limits.ts'
import { LiveSessions } from '../../../src/host/proc/live-sessions.ts'
import { processStat } from '../../../src/host/proc/process-facts.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

const session = `s-${process.pid}-${process.hrtime.bigint()}`
const hint: ResumeHint = {
  agent: 'sleep',
  program: '/bin/sleep',
  directory: '/',
  session,
  process: { pid: 2 ** 22 + 1, startTime: 1 },
}

let child: ChildProcess | null = null
afterEach(() => child?.kill('SIGKILL'))

async function started(words: readonly string[]): Promise<number> {
  child = spawn('sh', ['-c', 'echo; exec sleep 60', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => child?.stdout?.once('data', resolve))
  return child.pid ?? 0
}

async function ended(): Promise<void> {
  const gone = new Promise((resolve) => child?.once('exit', resolve))
  child?.kill('SIGKILL')
  await gone
}

test('a session is live while its own process is, not a later one with its number', async () => {
  const pid = await started([])
  const startTime = processStat(pid)?.startTime ?? 0
  const live = new LiveSessions(new FakeClock(), new SystemProcReader())
  const has = (start: number) => live.has({ ...hint, process: { pid, startTime: start } }, [])
  expect([has(startTime), has(startTime + 1)]).toEqual([true, false])
  await ended()
  expect(has(startTime)).toBe(false)
})

test('a session is live in another process that has its name', async () => {
  const clock = new FakeClock()
  const live = new LiveSessions(clock, new SystemProcReader())
  const has = (session: string, ...names: string[]) => live.has({ ...hint, session }, names)
  expect(has(session, 'sleep')).toBe(false)
  // as a script of the program's name would be seen: interpreter, script, words
  child = spawn('tail', ['-f', '/dev/null', `--pid=${process.pid}`], { stdio: 'ignore' })
  await new Promise((resolve) => child?.once('spawn', resolve))
  clock.advance(commandLinesAgeMs)
  const word = String(process.pid)
  await expect
    .poll(() => {
      clock.advance(commandLinesAgeMs)
      return has(word, 'cat', 'tail')
    })
    .toBe(true)
  expect([has(word, 'claude'), has(word), has(session, 'tail')]).toEqual([false, false, false])
  await ended()
  clock.advance(commandLinesAgeMs)
  expect(has(word, 'tail')).toBe(false)
})
