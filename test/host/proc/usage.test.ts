/** Real processes: what the programs of a tab use. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { biggestText, memoryText, portsText, usageText } from '../../../src/agents/process/usage.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { ProcessTable } from '../../../src/host/proc/process-table.ts'
import { UsageReader } from '../../../src/host/proc/usage.ts'

const started: ChildProcess[] = []

/** Starts a script as the first process of a session. */
function tab(script: string, ...args: string[]) {
  const child = spawn('sh', ['-c', script, 'sh', ...args], { detached: true, stdio: 'ignore' })
  started.push(child)
  return new UsageReader(systemClock, new ProcessTable(systemClock), child.pid ?? 0)
}

afterEach(() => {
  for (const { pid } of started.splice(0)) process.kill(-(pid ?? 0), 'SIGKILL')
})

const server = `const keep = Buffer.alloc(40e6, 1)
require('node:http').createServer(() => keep).listen(0, '127.0.0.1')`

test('the usage of a tab has the memory and ports of all its processes', async () => {
  const reader = tab(
    `"$1" -e "$2" & (sleep 60 & sleep 60 &); exec sleep 60`,
    process.execPath,
    server,
  )
  await expect.poll(() => reader.read()?.ports.length).toBe(1)
  const { processes, memory, biggest } = reader.read()!
  expect(processes).toBe(4)
  expect(biggest[0]).toMatchObject({ processes: 1 })
  expect(biggest.find(({ name }) => name === 'sleep')?.processes).toBe(3)
  expect(biggest[0]!.memory).toBeGreaterThan(40e6)
  expect(memory).toBeGreaterThanOrEqual(biggest[0]!.memory)
  expect(memory).toBeLessThan(400e6)
})

test('a port is found among thousands of open files', async () => {
  const many = `require('node:http').createServer().listen(0, '::1', () => {
    for (let at = 0; at < 3_000; at += 1) require('node:fs').openSync('/dev/null')
    require('node:fs').writeSync(1, 'ready')
  })`
  const child = spawn(process.execPath, ['-e', many], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(child)
  await once(child.stdout, 'data')
  const reader = new UsageReader(systemClock, new ProcessTable(systemClock), child.pid ?? 0)
  expect(reader.read()?.ports).toHaveLength(1)
})

test('processor time is that of the time between two readings', async () => {
  const busy = tab('while :; do :; done')
  const idle = tab('exec sleep 60')
  expect([busy.read()?.cores, idle.read()?.cores]).toEqual([null, null])
  const both = () => [(busy.read()?.cores ?? 0) > 0.05, idle.read()?.cores]
  await expect.poll(both, { interval: 600 }).toEqual([true, 0])
})

test('a tab whose first process has ended has no usage', async () => {
  const reader = tab('exit')
  await expect.poll(() => reader.read()).toBe(null)
  started.length = 0
})

test('usage is one line', () => {
  const usage = {
    ...{ processes: 12, memory: 1_440_000_000, cores: 0.84, ports: [3000, 5173], estimate: true },
    biggest: [
      { name: 'node', processes: 3, memory: 1_200_000_000 },
      { name: 'claude', processes: 1, memory: 180_000_000 },
    ],
  }
  expect(usageText(usage)).toBe('12 processes, about 1.4 GB, 0.8 cores')
  expect(usageText({ ...usage, processes: 1, cores: null })).toBe('1 process, about 1.4 GB')
  expect(usageText({ ...usage, estimate: false })).toBe('12 processes, 1.4 GB, 0.8 cores')
  expect(biggestText(usage)).toBe('node (3 processes) 1.2 GB, claude 180 MB')
  expect([portsText(usage), portsText({ ports: [80] }), portsText({ ports: [] })]).toEqual([
    'ports 3000, 5173',
    'port 80',
    '',
  ])
  expect(memoryText(0)).toBe('0 MB')
})
