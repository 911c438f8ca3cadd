/**
 * Measures the cost of a report for an agent: start to end of vibeflow-emit, in the shell version
 * and the Node version. The baseline is the least that any program, any shell and any Node costs on
 * this machine. Contestants take turns, so that a busy moment affects all of them. In the
 * repository the Node version runs from its sources, whose types are removed at each start; the
 * package starts faster. VIBEFLOW_BENCH_STARTS (200).
 */
import { spawnSync } from 'node:child_process'
import { otherTerminal, programs } from '../support/emit-places.ts'
import type { Bench } from './parts/bench.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'

export const name = 'emit'

export async function run({ log, measure }: Bench): Promise<void> {
  const starts = setting('VIBEFLOW_BENCH_STARTS', 200)
  const terminal = await otherTerminal()
  const [sh, script] = programs.sh
  const [node, launcher] = programs.node
  const contestants: readonly (readonly [
    string,
    readonly string[],
    Readonly<Record<string, string>>,
  ])[] = [
    ['/bin/true', ['/bin/true'], {}],
    ['sh -c :', ['/bin/sh', '-c', ':'], {}],
    [
      'shell version, to standard output',
      [sh, script, 'working', '--tool=claude'],
      { VIBEFLOW_EMIT_STDOUT: '1' },
    ],
    ['setsid /bin/true', ['setsid', '-w', '/bin/true'], {}],
    [
      'shell version, to VIBEFLOW_TTY, under setsid',
      ['setsid', '-w', sh, script, 'working', '--tool=claude'],
      { VIBEFLOW_TTY: terminal.path },
    ],
    ["node -e ''", [node, '-e', ''], {}],
    [
      'Node version, from its sources, to standard output',
      [node, launcher, 'working', '--tool=claude'],
      { VIBEFLOW_EMIT_STDOUT: '1' },
    ],
  ]
  const times = new Map<string, number[]>(contestants.map(([what]) => [what, []]))
  for (let round = 0; round < starts; round += 1) {
    for (const [what, [program = '', ...args], more] of contestants) {
      const began = performance.now()
      const { status } = spawnSync(program, args, {
        env: { PATH: process.env['PATH'] ?? '', ...more },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      times.get(what)?.push(performance.now() - began)
      if (status !== 0) throw new Error(`${what} ended with ${status}`)
    }
  }
  terminal.close()
  for (const [what, values] of times) measure(what, median(values), 'ms')
  log(
    table([
      ['start to end', 'median ms', 'p95 ms'],
      ...[...times].map(([what, values]) => [
        what,
        median(values).toFixed(2),
        percentile(values, 0.95).toFixed(2),
      ]),
    ]),
  )
}
