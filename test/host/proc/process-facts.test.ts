/** Facts from /proc. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  directoryOf,
  foregroundOf,
  groupsOfSession,
  processStat,
} from '../../../src/host/proc/process-facts.ts'

describe('process facts', () => {
  it('reads a living process', () => {
    expect(processStat(process.pid)).toMatchObject({
      group: expect.any(Number),
      session: expect.any(Number),
    })
    expect(directoryOf(process.pid)).toBe(process.cwd())
  })

  it('knows no directory of a process that does not run its own program yet', async () => {
    const child = spawn('sleep', ['60'], { cwd: '/' })
    await once(child, 'spawn')
    const { pid = 0 } = child
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    expect([directoryOf(pid), directoryOf(pid, commandLine)]).toEqual(['/', null])
    child.kill()
  })

  it('knows the groups of a session', () => {
    const own = processStat(process.pid)
    expect([...groupsOfSession(own?.session ?? 0)]).toContain(own?.group)
  })

  it('knows nothing of a process that is gone', () => {
    expect([processStat(2 ** 22 + 1), foregroundOf(2 ** 22 + 1), directoryOf(2 ** 22 + 1)]).toEqual(
      [null, null, null],
    )
  })
})
