/**
 * A directory that output names and that never answers delays no tab:
 * docs/contributing/decisions/file-looks.md. Two ways to hang are tried: a stopped shell, on any
 * machine, and a mount without a server, which needs root.
 */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFile,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import type { StartOutcome } from '../../src/core/session/ports.ts'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { busyTurnsMax, stuckMax, waitingLooksMax } from '../../src/host/files/limits.ts'
import { conversationOf } from '../../src/host/proc/conversations.ts'
import { conversationsMs } from '../../src/host/proc/limits.ts'
import { processStat } from '../../src/host/proc/process-facts.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import { pictureHost } from '../../src/host/shadow/pictures.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { mountDead } from '../support/fake/dead-mount.ts'
import { slow } from '../slow.ts'

const root = mkdtempSync(join(tmpdir(), 'vibeflow-attack-'))
const dead = join(root, 'dead')
mkdirSync(dead)
mkdirSync(join(root, 'good'))
const mount = await mountDead(dead)
afterAll(() => {
  mount?.end()
  rmSync(root, { recursive: true, force: true })
})

/** Returns vibeflow's helper processes that check files, found by their command. */
const lookers = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, parent] =
          /^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('read -r verb')
        )
      } catch {
        return false // gone
      }
    })

/** Stops the helpers that have started since. */
const stopNew = (before: readonly number[]) => {
  for (const pid of lookers()) if (!before.includes(pid)) process.kill(pid, 'SIGSTOP')
}

const tick = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5)
  })

describe('an unanswered path check', () => {
  it('ends at its timeout, and the next one is made', async () => {
    const clock = new FakeClock()
    const before = lookers()
    const looks = new PathProbe(clock, { programs: 1 })
    expect(await looks.look('/')).toBe('folder')
    stopNew(before)
    const [hung, waits] = [looks.look(join(root, 'good')), looks.look(join(root, 'good'))]
    await tick()
    clock.advance(1_000)
    expect([await hung, await waits]).toEqual(['silent', 'folder'])
    looks.dispose()
  })

  it('starts neither programs nor checks without end, however many are requested', async () => {
    const clock = new FakeClock()
    const looks = new PathProbe(clock, {
      programs: 2,
      shell: join(import.meta.dirname, '../support/silent-shell.sh'),
    })
    let most = 0
    const answers: Promise<string>[] = []
    for (let round = 0; round < 40; round += 1) {
      for (let count = 0; count < 100; count += 1)
        answers.push(looks.look(`/dead/${round}/${count}`))
      most = Math.max(most, looks.lives)
      clock.advance(1_000)
    }
    for (let round = 0; round <= waitingLooksMax * (busyTurnsMax + 1); round += 1)
      clock.advance(1_000)
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['silent']))
    expect(most).toBeLessThanOrEqual(2 + stuckMax)
    looks.dispose()
  })

  it('gets more time while its program waits for a CPU', async () => {
    const clock = new FakeClock()
    const [shell, free] = [join(root, 'busy-shell'), join(root, 'free')]
    writeFileSync(shell, `#!/bin/sh\nuntil [ -e '${free}' ]; do :; done\nexec /bin/sh "$@"\n`)
    chmodSync(shell, 0o755)
    const before = lookers()
    const looks = new PathProbe(clock, { programs: 1, shell })
    const look = looks.look(root)
    const busy = () => lookers().find((pid) => !before.includes(pid)) ?? 0
    await expect.poll(() => processStat(busy())?.comm).toBe('busy-shell')
    clock.advance(1_000)
    writeFileSync(free, '')
    expect(await look).toBe('folder')
    looks.dispose()
  })

  it('does not wait for a helper that never starts', async () => {
    const looks = new PathProbe(systemClock, { programs: 1, shell: '/no/such/shell' })
    expect([await looks.look('/'), await looks.repository('/')]).toEqual(['silent', null])
  })
})

const noMount = 'a file system that hangs takes root and /dev/fuse'

describe('a mount that never answers', () => {
  it(
    'blocks neither this thread nor the four that Node reads files with',
    slow,
    async ({ skip }) => {
      if (mount === null) skip(noMount)
      const looks = new PathProbe(systemClock, { programs: 4 })
      const hung = Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? looks.look(join(dead, `src${at}`))
          : looks.repository(join(dead, `src${at}/deep`)),
      )
      const read = await new Promise((resolve) => {
        readFile('/proc/self/comm', (error) => resolve(error))
      })
      expect(read).toBeNull() // while all of them hang
      expect(await Promise.all(hung)).toEqual([
        'silent',
        null,
        'silent',
        null,
        'silent',
        null,
        'silent',
        null,
      ])
      expect(await looks.look(join(root, 'good'))).toBe('folder')
      looks.dispose()
    },
  )

  it('leaves nothing of a link that was followed', async ({ skip }) => {
    if (mount === null) skip(noMount)
    const looks = new PathProbe(systemClock, { programs: 1 })
    expect(await looks.realPath(join(dead, 'tool.js'))).toBeNull()
    const following = () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .some((pid) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(join(dead, 'tool.js'))
          } catch {
            return false /* gone */
          }
        })
    await expect.poll(following).toBe(false)
    looks.dispose()
  })

  it('makes the conversation of an agent unknown', async ({ skip }) => {
    if (mount === null) skip(noMount)
    const agent = spawn('/bin/sleep', ['60'], { env: { CLAUDE_CONFIG_DIR: dead } })
    const pid = agent.pid ?? 0
    await expect.poll(() => processStat(pid)?.comm).toBe('sleep')
    const begun = performance.now()
    const asked = conversationOf({
      ...{ agent: 'claude', names: ['sleep'], directory: root, promptAgeMs: 0 },
      process: { pid, startTime: processStat(pid)?.startTime ?? 0 },
    })
    expect(performance.now() - begun).toBeLessThan(conversationsMs)
    expect(await asked).toBeNull()
    agent.kill('SIGKILL')
  })

  it('makes a shell start at home, and a command explain why it cannot', async ({ skip }) => {
    if (mount === null) skip(noMount)
    const looks = new PathProbe(systemClock, { programs: 2 })
    const start = makeStartPty(systemClock, looks)
    const outcomes = await Promise.all(
      [{ instead: [dead, join(root, 'good')] }, {}].map(
        (extra) =>
          new Promise<StartOutcome>((resolve) => {
            start(
              {
                program: 'true',
                args: [],
                directory: join(dead, 'src'),
                environment: { PATH: '/usr/bin:/bin' },
                size: { cols: 80, rows: 24 },
                ...extra,
              },
              { output: () => undefined, exit: () => undefined },
              resolve,
            )
          }),
      ),
    )
    expect(
      outcomes.map((outcome) =>
        'problem' in outcome ? outcome.problem : [outcome.directory, outcome.silent],
      ),
    ).toEqual([
      [join(root, 'good'), true],
      `Can't start in ${join(dead, 'src')}: the directory doesn't respond. It may be on a ` +
        'disconnected network drive.',
    ])
    for (const outcome of outcomes) if ('pty' in outcome) outcome.pty.close()
    looks.dispose()
  })
})

test('directories of other machines are refused in all four dialects', () => {
  const paths: string[] = []
  const elsewhere: string[] = []
  const dispatcher = new Dispatcher('thishost', {
    evidence: (found) => {
      if (found.type === 'cwd' && found.value.host !== undefined)
        elsewhere.push(`${found.value.host}:${found.value.path}`) // shown, and never opened
      else if (found.type === 'cwd') paths.push(found.value.path)
      else if (found.type === 'prompt' && found.value.kind === 'cwd') paths.push(found.value.path)
    },
    query: () => undefined,
  })
  const dialects = ['7;', '9;9;', '1337;CurrentDir=', '633;P;Cwd=']
  const say = (...texts: readonly string[]) => {
    for (const dialect of dialects)
      for (const text of texts)
        dispatcher.feed(new TextEncoder().encode(`\x1b]${dialect}${text}\x07`))
  }
  say(
    'file://evil.example/srv',
    'file://u@thishost/srv',
    'file://thishost.evil.example/srv',
    'smb://thishost/srv',
    '//evil.example/srv',
    'srv',
    './srv',
    '~/srv',
    'file:srv',
    'file:///srv%00x',
    'file:////evil.example/srv',
    `/${'x'.repeat(5_000)}`,
  )
  expect(paths).toEqual([])
  expect(elsewhere).toEqual(['evil.example:/srv', 'thishost.evil.example:/srv'])
  say('/plain', 'file:///a', 'file://localhost/b', 'file://THISHOST/c')
  // addresses are OSC 7's, plain paths the others'
  expect(paths).toEqual(['/a', '/b', '/c', '/plain', '/plain', '/plain'])
})

test('an image in shared memory is never deleted if it existed before', () => {
  const name = `vibeflow-attack-${process.pid}`
  const path = join('/dev/shm', name)
  const range = { offset: 0, size: 4, most: 4 }
  try {
    for (const [ageMs, isThere] of [
      [0, false],
      [3_600_000, true],
    ] as const) {
      writeFileSync(path, 'four', { mode: 0o600 })
      const host = pictureHost(
        () => [],
        () => Date.now() + ageMs,
      )
      expect(host.read('shared', name, range)).toHaveLength(4)
      expect(existsSync(path), `${ageMs} ms old`).toBe(isThere)
    }
  } finally {
    rmSync(path, { force: true })
  }
})
