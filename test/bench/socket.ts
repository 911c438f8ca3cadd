/**
 * Milliseconds between the message that changes a tab's stripe and the end of a `vibeflow wait`
 * that waited for it, as a process of its own; and of one round trip over the socket, a heartbeat
 * there and back. No window: the instance runs in this process. VIBEFLOW_BENCH_WAITS (20).
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startInstance } from '../support/instance.ts'
import { OutsideClient } from '../support/socket/outside-client.ts'
import type { Bench } from './parts/bench.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'

export const name = 'socket'

const bin = join(import.meta.dirname, '../../src/cli/bin/vibeflow.mjs')

export async function run({ log, measure }: Bench): Promise<void> {
  let changedAt = 0
  const instance = startInstance({
    reported: (message) => {
      if (message.kind === 'session/changed' && message.view.state === 'waiting')
        changedAt = performance.now()
    },
  })
  try {
    const { id, path } = instance.open('/bin/cat')
    const client = await OutsideClient.connect(path)
    client.send(0x40, { v: 1 })
    const waits: number[] = []
    const trips: number[] = []
    for (let round = 0; round < setting('VIBEFLOW_BENCH_WAITS', 20); round += 1) {
      client.send(3, { app: 'bench', status: 'working' })
      const child = spawn(process.execPath, [bin, 'wait', id, '--until', 'waiting'], {
        env: instance.environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = new Promise<number>((resolve) => {
        child.on('exit', () => resolve(performance.now()))
      })
      await watched(path)
      await new Promise((resolve) => setTimeout(resolve, 250)) // its subscription is answered
      client.send(3, { app: 'bench', status: 'waiting' })
      waits.push((await ended) - changedAt)
      const began = performance.now()
      await received(client)
      trips.push(performance.now() - began)
    }
    measure('wait, median', median(waits), 'ms')
    measure('wait, p95', percentile(waits, 0.95), 'ms')
    measure('round trip, median', median(trips), 'ms')
    log(
      table([
        ['stripe to end of wait', 'median ms', 'p95 ms', 'rounds'],
        [
          'vibeflow wait',
          median(waits).toFixed(1),
          percentile(waits, 0.95).toFixed(1),
          String(waits.length),
        ],
      ]),
    )
    client.close()
    await crowd(instance, { log, measure })
  } finally {
    instance.close()
  }
}

/**
 * A round trip while output floods: with one other client, then with 63, the first of which
 * subscribed to the output and never reads.
 */
async function crowd(
  instance: ReturnType<typeof startInstance>,
  { log, measure }: Pick<Bench, 'log' | 'measure'>,
): Promise<void> {
  const { path } = instance.open(
    '/bin/sh',
    '-c',
    'stty -echo; while read -r line; do seq 1 300000; done',
  )
  const others: OutsideClient[] = []
  const client = await OutsideClient.connect(path)
  const rows: string[][] = []
  const trips = async () => {
    const times: number[] = []
    for (let round = 0; round < 12; round += 1) {
      client.stdin('go\n') // 2 MB
      for (const began = performance.now(); performance.now() - began < 220; )
        await new Promise((resolve) => setTimeout(resolve, 20)) // five echoes a second are given
      const began = performance.now()
      await received(client)
      times.push(performance.now() - began)
    }
    return median(times)
  }
  const join = async () => {
    const other = await OutsideClient.connect(path)
    others.push(other)
    return other
  }
  await join()
  const few = await trips()
  const memory = process.memoryUsage().rss
  const [deaf] = others as [OutsideClient]
  deaf.send(0x40, { v: 1 })
  deaf.send(0x42, { output: true })
  await deaf.until(() => deaf.of(0x44).length === 1)
  deaf.socket.pause()
  while (others.length < 63) await join()
  const many = await trips()
  const grownMiB = (process.memoryUsage().rss - memory) / 1_048_576
  measure('round trip in a flood, 2 clients, median', few, 'ms')
  measure('round trip in a flood, 64 clients, one deaf, median', many, 'ms')
  rows.push(
    ['2', few.toFixed(1), '-'],
    ['64, one never reading', many.toFixed(1), grownMiB.toFixed(1)],
  )
  log(
    table([
      [
        'clients',
        'round trip in a flood, median ms',
        'resident memory more, MiB (clients of the bench included)',
      ],
      ...rows,
    ]),
  )
  for (const one of [client, ...others]) one.close()
}

/** A heartbeat there and back. */
function received(client: OutsideClient): Promise<void> {
  const before = client.of(4).length
  return new Promise((resolve) => {
    const look = () => {
      if (client.of(4).length > before) {
        client.socket.off('data', look)
        resolve()
      }
    }
    client.socket.on('data', look)
    client.send(4)
  })
}

/** The waiting process is connected, in addition to the client of this bench. */
async function watched(path: string): Promise<void> {
  for (let clients = 0; clients < 3; ) {
    const client = await OutsideClient.connect(path)
    client.send(0x40, { v: 1 })
    await client.until(() => client.json(0x41).length === 1)
    clients = (client.json(0x41)[0]?.['session'] as { clients: number }).clients
    client.close()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
