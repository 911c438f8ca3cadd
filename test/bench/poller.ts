/**
 * Measures the cost of finding agents: the poller on 60 real terminals, each with a shell, in % of
 * one core, by kind of tab (state-machine.md 8). `quiet`: prompts, nothing happens. `busy`: output
 * ten times a second. `asking`: each has an ordinary program that asks, looked at every 2 s.
 * `armed`: each has a tool in the foreground (a copy of sleep). 70 s.
 * VIBEFLOW_BENCH_TABS (60), VIBEFLOW_BENCH_IDLE_S (5).
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultTools } from '../../src/agents/rules/default-tools.ts'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import { Tools } from '../../src/agents/process/match.ts'
import { lookAgainMs } from '../../src/agents/state/limits.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { ProcessWatch } from '../../src/core/session/ports.ts'
import { Poller } from '../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../src/host/proc/reader.ts'
import { forkPty } from '../../src/host/pty/start-pty.ts'
import type { Bench } from './parts/bench.ts'
import { setting, table } from './parts/numbers.ts'

export const name = 'poller'

/** Longer than a tab takes to come down to one look in 2 s: 250, 500, 1,000. */
const settleMs = 2_500

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export async function run({ log, measure }: Bench): Promise<void> {
  const count = setting('VIBEFLOW_BENCH_TABS', 60)
  const spanMs = setting('VIBEFLOW_BENCH_IDLE_S', 5) * 1_000
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-poller-'))
  copyFileSync('/bin/sleep', join(folder, 'codex'))
  const ptys = Array.from({ length: count }, () => {
    const started = forkPty(
      systemClock,
      {
        program: '/bin/bash',
        args: ['--norc'],
        directory: folder,
        environment: { PATH: '/usr/bin:/bin' },
        size: { cols: 80, rows: 24 },
      },
      { output: () => undefined, exit: () => undefined },
    )
    if ('problem' in started) throw new Error(started.problem)
    return started.pty
  })
  const reader = new SystemProcReader()
  const poller = new Poller(systemClock, reader, new Tools(defaultTools, shippedAgents()))
  const rows: string[][] = []
  let tools = 0
  let own = 0
  let watches: Required<ProcessWatch>[] = []
  const look = (): Required<ProcessWatch>[] =>
    ptys.map((pty) =>
      poller.watch({
        pid: pty.pid,
        terminal: () => pty.reader(),
        isUserShell: true,
        home: folder,
        report: ({ foreground }) => {
          if (foreground === 'tool') tools += 1
        },
      }),
    )
  const span = async (what: string, during: () => void = () => undefined) => {
    await pause(settleMs)
    during()
    const [reads, spent, began] = [reader.reads, process.cpuUsage(), performance.now()]
    while (performance.now() - began < spanMs) {
      await pause(100)
      during()
    }
    const seconds = (performance.now() - began) / 1_000
    const used = process.cpuUsage(spent)
    const share = ((used.user + used.system) / 1e6 / seconds) * 100 - own
    measure(`${count} tabs, ${what}`, share, '% of one core')
    measure(`${count} tabs, ${what}, reads of /proc`, (reader.reads - reads) / seconds, '/s')
    rows.push([what, share.toFixed(2), ((reader.reads - reads) / seconds).toFixed(0)])
    log(rows.at(-1)?.join(': ') ?? '')
    return share
  }
  const demand = (one: Parameters<ProcessWatch['demand']>[0]) => {
    for (const watch of watches) watch.demand(one)
  }
  try {
    await pause(1_000)
    own = await span('the bench alone; taken off from here on')
    watches = look()
    await span('quiet shells')
    await span('busy shells', () => {
      for (const watch of watches) watch.stirred()
    })
    const ask = `bash -c 'read -p "Continue? [y/N] " x'\r`
    for (const pty of ptys) pty.write(Buffer.from(ask))
    let turn = 0
    const asked = new Set<ProcessWatch>()
    await span('asking', () => {
      turn += 1
      if (turn % Math.round(lookAgainMs / 100) !== 0) return
      for (const watch of watches) if (watch.waits()?.reads === true) asked.add(watch)
    })
    if (asked.size !== count) throw new Error(`${asked.size} of ${count} ask`)
    for (const pty of ptys) pty.write(Buffer.from('\r./codex 600\r'))
    for (const watch of watches) watch.stirred()
    await span('armed')
    if (tools === 0) throw new Error('no tool was seen')
    demand({ claim: null, marked: false, usesCpu: true })
    await span('armed, guessed working')
    demand({ claim: 'tool', marked: false, usesCpu: false })
    await span('claim of the tool')
    demand({ claim: 'session', marked: false, usesCpu: false })
    await span('claim of the session')
    log(table([['tabs', '% of one core', 'reads/s'], ...rows]))
  } finally {
    poller.dispose()
    for (const pty of ptys) pty.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
