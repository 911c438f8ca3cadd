/**
 * Answers that meet the end of the program that they are for: what follows it in the terminal gets
 * none of them. `VIBEFLOW_ENDS=10000 npx vitest run ... test/host/pty/ends` for a long run.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { processStat } from '../../../src/host/proc/process-facts.ts'
import { drainMaxMs } from '../../../src/host/pty/limits.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { forkPty } from '../../../src/host/pty/start-pty.ts'
import { childEnvironment } from '../../../src/core/session/launch/environment.ts'
import type { Pty } from '../../../src/core/session/ports.ts'

const ends = Number(process.env['VIBEFLOW_ENDS'] ?? 30)
const program = join(import.meta.dirname, '../../support/dialogs/ends.pl')

interface Sent {
  readonly to: number
  readonly key: string
  readonly outcome: ReturnType<Pty['writeIfRead']>
}

/**
 * Answers each job once, when it reports that it is in the foreground, and resolves after `ends`
 * jobs.
 */
function answered(within: string, before: (pid: number) => void) {
  const sent: Sent[] = []
  const got: { readonly key: string; readonly after: number }[] = []
  return new Promise<{ readonly sent: readonly Sent[]; readonly got: typeof got }>((resolve) => {
    let pty: Pty | null = null
    let rest = ''
    const forked = forkPty(
      systemClock,
      {
        program: '/usr/bin/perl',
        args: [program, within],
        directory: '/',
        environment: childEnvironment(process.env, { term: 'xterm-256color', version: '1.0' }),
        size: { cols: 80, rows: 24 },
      },
      {
        output: (bytes) => {
          const lines = `${rest}${Buffer.from(bytes).toString('latin1')}`.split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) {
            const [, key] = /^\d+ got (.)$/.exec(line) ?? []
            if (key !== undefined) got.push({ key, after: sent.length })
            const [, pid] = /^(\d+) in front$/.exec(line) ?? []
            if (pid !== undefined) queueMicrotask(() => answer(Number(pid)))
          }
        },
        exit: () => undefined,
      },
    )
    if ('problem' in forked) throw new Error(forked.problem)
    pty = forked.pty
    const answer = (to: number): void => {
      if (pty === null) return
      const key = String.fromCharCode(0x41 + (sent.length % 26))
      before(to)
      sent.push({ to, key, outcome: pty.writeIfRead(Buffer.from(key), to, to) })
      if (sent.length < ends) return
      const last = pty
      pty = null
      setTimeout(() => {
        last.close()
        resolve({ sent, got })
      }, 200)
    }
  })
}

it(`a key reaches nothing that follows a killed program, in ${ends} ends`, {
  timeout: 600_000,
}, async () => {
  const { sent, got } = await answered('', (pid) => process.kill(pid, 'SIGKILL'))
  const { ended = 0, printed = 0, ...others } = count(sent)
  expect([others, ended + printed]).toEqual([{}, ends])
  expect(got).toEqual([])
})

it(`a key that was not sent is read by no program, in ${ends} ends`, {
  timeout: 600_000,
}, async () => {
  const { sent, got } = await answered('600', () => {
    const end = performance.now() + Math.random() * 0.8
    while (performance.now() < end);
  })
  const outcomes = count(sent)
  expect(outcomes['ended'] ?? 0).toBeGreaterThan(0)
  // a job never reads: every read key was sent to the program after it
  for (const { key, after } of got) {
    const of = sent.slice(0, after).findLast((one) => one.key === key)
    expect(of?.outcome, `${key} of ${of?.to}`).toBe('written')
  }
})

function count(sent: readonly Sent[]): Readonly<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  for (const { outcome } of sent) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  if (process.env['VIBEFLOW_ENDS'] !== undefined) console.info(outcomes)
  return outcomes
}

it.each([
  ['the quiet time has passed', 150],
  ['the longest time has passed', drainMaxMs],
])('the last words of a program are read although %s before the main loop could', async (_, ms) => {
  const clock = new FakeClock()
  const read: Uint8Array[] = []
  let ended = false
  const forked = forkPty(
    clock,
    {
      program: '/bin/sh',
      args: ['-c', 'printf %9999s last'],
      directory: '/',
      environment: childEnvironment(process.env, { term: 'xterm-256color', version: '1.0' }),
      size: { cols: 80, rows: 24 },
    },
    { output: (bytes) => void read.push(bytes.slice()), exit: () => void (ended = true) },
  )
  if ('problem' in forked) throw new Error(forked.problem)
  const { pty } = forked
  pty.pause()
  await expect.poll(() => processStat(pty.pid)).toBe(null)
  await new Promise((resolve) => setTimeout(resolve, 50)) // its end has been reported
  pty.resume()
  clock.advance(ms)
  clock.advance(drainMaxMs)
  expect(Buffer.concat(read).toString().trimStart()).toBe('last')
  expect([Buffer.concat(read).length, ended]).toEqual([9_999, true])
})
