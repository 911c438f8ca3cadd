/**
 * Processor time of main for a MiB of each kind of report, through a whole session with a client of
 * its socket that follows the state; pty, page and /proc are fakes. No window. VIBEFLOW_BENCH_MIB
 * (1 4), VIBEFLOW_BENCH_ONLY: floods whose name holds this.
 */
import { setImmediate } from 'node:timers/promises'
import type { ProcessWatch } from '../../src/core/session/ports.ts'
import { Session } from '../../src/core/session/session.ts'
import { systemClock } from '../../src/host/clock.ts'
import { fakeStart } from '../support/fake/fake-pty.ts'
import { flood, reportFloods } from '../support/report-floods.ts'
import type { Bench } from './parts/bench.ts'
import { table } from './parts/numbers.ts'
import { bashTab } from '../support/fake/bash-tab.ts'
import { asSession } from '../support/windows/ids.ts'

export const name = 'reports'

/** A read of a pty that is full, and the least that one gives. */
const chunkSizes = [65_536, 4_095] as const

export async function run({ log, measure }: Bench): Promise<void> {
  const sizes = (process.env['VIBEFLOW_BENCH_MIB'] ?? '1 4').split(' ').map(Number)
  const only = process.env['VIBEFLOW_BENCH_ONLY'] ?? ''
  const columns = chunkSizes.flatMap((chunk) => sizes.map((mib) => ({ chunk, mib })))
  const rows: string[][] = []
  for (const kind of Object.keys(reportFloods).filter((one) => one.includes(only))) {
    const row = [kind]
    for (const { chunk, mib } of columns) {
      const spent = await cost(flood(kind, mib * 1_048_576).bytes, chunk)
      measure(`${kind}, ${mib} MiB in reads of ${chunk} B`, spent.ms / mib, 'ms a MiB')
      row.push((spent.ms / mib).toFixed(0))
      if (chunk === 4_095 && mib === sizes.at(-1))
        row.push(String(spent.messages), String(spent.reads))
    }
    rows.push(row)
  }
  log(
    table([
      [
        'main, ms a MiB',
        ...columns.map(({ chunk, mib }) => `${mib} MiB, reads of ${chunk}`),
        'messages',
        'reads',
      ],
      ...rows,
    ]),
  )
}

/** Messages are messages to the page other than output; reads are reads of /proc. */
async function cost(
  bytes: Uint8Array,
  chunk: number,
): Promise<{ readonly ms: number; readonly messages: number; readonly reads: number }> {
  const { start, ptys } = fakeStart()
  let messages = 0
  let reads = 0
  const watch: ProcessWatch = {
    stirred: () => undefined,
    foregroundNow: () => {
      reads += 1
      return 'shell'
    },
    look: () => {
      reads += 1
    },
    demand: () => undefined,
    front: { foreground: 'shell', name: 'bash', agent: null },
    dispose: () => undefined,
  }
  const session = new Session(
    {
      ...bashTab,
      id: asSession('bench'),
      directory: '/home/u',
    },
    {
      clock: systemClock,
      start,
      watch: () => watch,
      writeClipboard: () => undefined,
      send: () => {
        messages += 1
      },
    },
  )
  session.attach()
  const pty = ptys[0]
  if (pty === undefined) throw new Error('the session has started no program')
  const began = process.cpuUsage()
  for (let at = 0; at < bytes.length; at += chunk) {
    pty.print(bytes.subarray(at, at + chunk))
    await setImmediate() // timers ring
  }
  const { user, system } = process.cpuUsage(began)
  session.dispose()
  return { ms: (user + system) / 1_000, messages, reads }
}
