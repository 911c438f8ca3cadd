/** Facts from /proc. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PtyRun } from '../../support/pty-run.ts'
import {
  directoryOf,
  foregroundOf,
  groupsOfSession,
  nestedDirectoryOf,
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

  it('knows no directory of a program that the keeper is starting', async () => {
    const child = spawn('sleep', ['60'], { cwd: '/', argv0: '/opt/vibeflow-keeper' })
    await once(child, 'spawn')
    expect(directoryOf(child.pid ?? 0)).toBeNull()
    child.kill()
  })

  it('names a job that the shell in the foreground has suspended', async () => {
    const run = new PtyRun(['/bin/bash', '--norc', '--noprofile'], { PS1: 'ready$ ', TERM: 'dumb' })
    const { pid } = run.pty
    const prompt = await run.shows('ready$ ')
    expect(foregroundOf(pid)).toMatchObject({ name: 'bash', isFirst: true, stopped: null })
    // bash waits for a part of the job that it starts after Ctrl+Z has stopped the others
    run.type(`sleep 60 | { printf 'bo%s\\n' th >&2; exec cat; }\n`)
    await run.shows('both', prompt)
    run.type('\x1a')
    await run.shows('ready$ ', prompt)
    await expect.poll(() => foregroundOf(pid)).toMatchObject({ isFirst: true, stopped: 'sleep' })
    run.pty.kill('SIGKILL')
  })

  it('finds the directory of a nested shell, also while it runs a program', async () => {
    const run = new PtyRun(['/bin/bash', '--norc', '--noprofile'], { PS1: 'ready$ ', TERM: 'dumb' })
    const { pid } = run.pty
    await run.shows('ready$ ')
    const directory = () => nestedDirectoryOf(pid)
    expect(directory()).toBe(null)
    run.type('dash\ncd /usr\n')
    await expect.poll(directory).toBe('/usr')
    run.type('zsh -f\ncd /etc; sleep 60\n')
    await expect.poll(() => [directory(), foregroundOf(pid)?.name]).toEqual(['/etc', 'sleep'])
    run.type('\x03exit\n')
    await expect.poll(directory).toBe('/usr')
    // neither a script nor a command is a shell to type into
    run.type("exit\ncd /var; sh -c 'cd /srv; sleep 60; :'\n")
    await expect.poll(() => [directory(), foregroundOf(pid)?.name]).toEqual([null, 'sh'])
    run.pty.kill('SIGKILL')
  })

  it('knows the groups of a session', () => {
    const own = processStat(process.pid)
    expect([...groupsOfSession(own?.session ?? 0)]).toContain(own?.group)
  })

  it('knows nothing, and does not throw, when no file can be opened any more', () => {
    const facts = new URL('../../../src/host/proc/process-facts.ts', import.meta.url)
    const code = `
      const { openSync } = await import('node:fs')
      const facts = await import(${JSON.stringify(facts.href)})
      const own = facts.processStat(process.pid)
      try {
        for (;;) openSync('/dev/null')
      } catch {}
      process.stdout.write(JSON.stringify([
        [...facts.groupsOfSession(own.session)],
        facts.livingInSession(own.session),
        facts.childrenOf(process.ppid),
        facts.isForeground(process.pid, null),
        facts.foregroundOf(process.pid),
      ]))`
    const limited = ['-c', 'ulimit -n 64 && exec "$@"', 'sh', process.execPath]
    const { stdout, stderr } = spawnSync('sh', [...limited, '--input-type=module', '-e', code], {
      encoding: 'utf8',
    })
    expect({ stdout, stderr }).toEqual({ stdout: '[[],[],[],false,null]', stderr: '' })
  })

  it('returns nothing for a process that is gone', () => {
    expect([processStat(2 ** 22 + 1), foregroundOf(2 ** 22 + 1), directoryOf(2 ** 22 + 1)]).toEqual(
      [null, null, null],
    )
  })
})
