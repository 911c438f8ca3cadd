/** The `/proc/PID/stat` files that stay open, and processes that have ended. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { tryOr } from '../../../src/host/files/try-or.ts'

/** Returns the number of open files of processes in /proc. */
function openStats(): number {
  return readdirSync('/proc/self/fd').filter((number) =>
    /^\/proc\/\d+\/stat$/.test(tryOr(() => readlinkSync(`/proc/self/fd/${number}`), '')),
  ).length
}

async function started(count: number): Promise<ChildProcess[]> {
  const children = Array.from({ length: count }, () => spawn('sleep', ['60']))
  await Promise.all(children.map((child) => once(child, 'spawn')))
  return children
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
}

test('files of ended processes are closed with new ones, and others stay open', async () => {
  const reader = new SystemProcReader()
  const before = openStats()
  const living = await started(5)
  for (const { pid } of living) reader.stat(pid!, true)
  for (let turn = 0; turn < 6; turn += 1) {
    const ending = await started(5)
    for (const { pid } of ending) expect(reader.stat(pid!, true)).not.toBeNull()
    await end(ending)
  }
  expect(openStats() - before).toBeLessThan(20)
  reader.sweep()
  expect(openStats() - before).toBe(5)
  await end(living)
  reader.sweep()
  expect([openStats() - before, reader.stat(living[0]!.pid!, true)]).toEqual([0, null])
})
