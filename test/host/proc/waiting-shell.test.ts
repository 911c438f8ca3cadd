/** Real shells in a real terminal: when the foreground shell waits for a command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Tools } from '../../../src/agents/process/match.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import type { WatchProcesses } from '../../../src/core/session/ports.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { Poller } from '../../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { forkPty } from '../../../src/host/pty/start-pty.ts'
import { slow } from '../../slow.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-waiting-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** A shell at its prompt, and what a tab learns of it. */
async function startShell() {
  writeFileSync(join(folder, 'script'), 'while :; do read -t 0.05 x </dev/null; done\n')
  const started = forkPty(
    systemClock,
    {
      program: '/bin/bash',
      args: ['--norc'],
      directory: folder,
      environment: { PATH: '/usr/bin:/bin', HOME: folder, TERM: 'xterm', PS1: '> ' },
      size: { cols: 80, rows: 24 },
    },
    { output: () => undefined, exit: () => undefined },
  )
  if ('problem' in started) throw new Error(started.problem)
  const { pty } = started
  let last: Parameters<Parameters<WatchProcesses>[0]['report']>[0] | undefined
  const tools = new Tools(['codex'], shippedAgents())
  const poller = new Poller(systemClock, new SystemProcReader(), tools, 100)
  poller.watch({
    pid: pty.pid,
    isUserShell: true,
    home: folder,
    terminal: () => pty.reader(),
    report: (evidence) => {
      last = evidence
    },
  })
  const type = (line: string) => pty.write(Buffer.from(line))
  const sees = (what: string) =>
    expect
      .poll(
        () => {
          const reads = last?.reads === undefined ? 'runs' : 'waits'
          return `${last?.foreground} ${reads}${last?.reads === pty.pid ? ' itself' : ''}`
        },
        { timeout: 15_000, interval: 50 },
      )
      .toBe(what)
  await sees('shell waits itself')
  return {
    sees,
    type,
    image: () => last?.image,
    dispose: () => {
      poller.dispose()
      pty.close()
    },
  }
}

test('a shell waits at its prompt, and not while it runs something', async () => {
  const { dispose, image, sees, type } = await startShell()
  const before = image()
  type('while :; do :; done\r')
  await sees('shell runs')
  type('\x03read x\r')
  await new Promise((done) => setTimeout(done, 600))
  await sees('shell runs')
  type('\r')
  await sees('shell waits itself')
  type('exec bash --norc\r')
  await expect.poll(image).not.toBe(before)
  await sees('shell waits itself')
  dispose()
})

const nestedTitle = 'a shell in a shell waits at its prompt: %s'
test.each(['dash', 'zsh -f', 'fish -N'])(nestedTitle, slow, runsNested)

async function runsNested(nested: string): Promise<void> {
  const { dispose, sees, type } = await startShell()
  type(`${nested}\r`)
  await sees('other waits')
  type('sleep 60\r')
  await sees('other runs')
  type('\x03')
  await sees('other waits')
  type('exit\r')
  await sees('shell waits itself')
  dispose()
}

// programs, scripts, and a shell that reads its commands from a file
const programTitle = 'a shell does not wait while a program reads: %s'
test.each(['cat'])(programTitle, runsProgram)
test.each(['bash <script', 'bash script', 'less script', 'sh -c "cat; :"'])(
  programTitle,
  slow,
  runsProgram,
)

async function runsProgram(program: string): Promise<void> {
  const { dispose, sees, type } = await startShell()
  type(`${program}\r`)
  await sees('other runs')
  await new Promise((done) => setTimeout(done, 300))
  await sees('other runs')
  type(program.startsWith('less') ? 'q' : '\x03')
  await sees('shell waits itself')
  dispose()
}
