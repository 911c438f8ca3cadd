/** Tests that programs are moved to scopes, and that no manager can delay or mislead vibeflow. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/host/clock.ts'
import { SessionBus } from '../../../src/host/desktop/session-bus/session-bus.ts'
import { UserManager } from '../../../src/host/desktop/session-bus/user-manager.ts'
import { ProcessTable } from '../../../src/host/proc/process-table.ts'
import { processStat } from '../../../src/host/proc/process-facts.ts'
import { UsageReader } from '../../../src/host/proc/usage.ts'
import { startFakeUserManager } from '../../support/fake/fake-user-manager.ts'
import { slow } from '../../slow.ts'

const cleanUp: (() => unknown)[] = []
const started: ChildProcess[] = []
afterEach(async () => {
  for (const { pid } of started.splice(0))
    try {
      process.kill(-(pid ?? 0), 'SIGKILL')
    } catch {
      // it has ended
    }
  for (const act of cleanUp.splice(0).reverse()) await act()
})

/** Starts a program as a tab does, and returns its process ID. */
function program(script = 'exec sleep 600'): number {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' })
  started.push(child)
  return child.pid ?? 0
}

async function world(...answer: Parameters<typeof startFakeUserManager>) {
  const systemd = await startFakeUserManager(...answer)
  const manager = new UserManager(systemd.address, systemd.groups)
  cleanUp.push(systemd.close, () => manager.dispose())
  return { systemd, manager }
}

test('a program is moved to a scope with its name, with the limits of its profile', async () => {
  const { systemd, manager } = await world()
  const pid = program()
  const scope = await manager.enclose(pid, { memoryMax: 2_000_000_000, cpuWeight: 50 })
  expect(scope?.folder).toBe(systemd.folderOf(pid))
  expect(systemd.asked).toEqual([
    expect.objectContaining({
      ...{ scope: `vibeflow-tab-${pid}-${processStat(pid)?.startTime}.scope`, PIDs: [pid] },
      CollectMode: 'inactive-or-failed',
      DelegateControllers: ['memory', 'pids'],
    }),
  ])
  const [properties = {}] = systemd.asked
  expect([Number(properties['MemoryMax']), Number(properties['CPUWeight'])]).toEqual([2e9, 50])
  expect(properties).not.toHaveProperty('MemoryHigh')
  // an app that adopts the program finds the same scope without asking
  expect((await manager.enclose(pid, null))?.folder).toBe(scope?.folder)
  expect(systemd.asked).toHaveLength(1)
})

test('the numbers of a tab are those of its scope', async () => {
  const { systemd, manager } = await world()
  const pid = program()
  const reader = new UsageReader(systemClock, new ProcessTable(systemClock), pid, systemd.groups)
  expect(reader.read()).toMatchObject({ processes: 1, estimate: true })
  const scope = await manager.enclose(pid, {})
  const other = program() // of another session, as a daemon
  for (const one of [pid, other]) await expect.poll(() => processStat(one)?.comm).toBe('sleep')
  systemd.write(pid, 'cgroup.procs', `${pid}\n${other}\n`)
  systemd.write(pid, 'memory.current', '1400000000\n')
  systemd.write(
    pid,
    'memory.stat',
    'anon 900000000\nfile 500000000\nshmem 100000000\nslab_reclaimable 50000000\n',
  )
  systemd.write(pid, 'cpu.stat', 'usage_usec 7000000\nuser_usec 1\n')
  const usage = reader.read()
  expect(usage).toMatchObject({ processes: 2, memory: 950_000_000, estimate: false, cores: null })
  expect(usage?.biggest).toMatchObject([{ name: 'sleep', processes: 2 }])
  expect([scope?.cpuTime, scope?.killed]).toEqual([7e6, 0])
})

test('a tab whose scope has no numbers has an estimate', async () => {
  const { systemd, manager } = await world()
  const pid = program()
  const reader = new UsageReader(systemClock, new ProcessTable(systemClock), pid, systemd.groups)
  expect(await manager.enclose(pid, {})).not.toBeNull()
  expect(reader.read()).toMatchObject({ processes: 1, estimate: true })
})

test('children that started before their program was moved are moved too', async () => {
  const { systemd, manager } = await world()
  const pid = program('sleep 600 & sleep 600 & wait')
  const table = new ProcessTable(systemClock)
  const members = () => {
    table.forget()
    return table.membersOf(pid).map((one) => one.pid)
  }
  await expect.poll(members).toHaveLength(3)
  await manager.enclose(pid, {})
  await expect.poll(() => systemd.attached.flat().sort()).toEqual(members().slice(1).sort())
})

test('a kill for memory is reported for one tab, and a forged signal is not', async () => {
  const { systemd, manager } = await world()
  const pid = program()
  const reported: boolean[] = []
  await manager.enclose(pid, {}, (sure) => reported.push(sure))
  const [other, others] = [program(), [] as boolean[]]
  await manager.enclose(other, {}, (sure) => others.push(sure))
  const stranger = await systemd.stranger()
  cleanUp.push(() => stranger.connection.end())
  stranger.sendSignal(
    '/org/freedesktop/systemd1/unit/all',
    'org.freedesktop.DBus.Properties',
    'PropertiesChanged',
    'sa{sv}as',
    ['org.freedesktop.systemd1.Scope', [['Result', ['s', 'oom-kill']]], []],
  )
  systemd.write(pid, 'memory.events', 'max 4\noom 0\noom_kill 0\n')
  systemd.write(pid, '../memory.events', 'max 4\noom 0\noom_kill 0\n')
  systemd.write(other, 'memory.events', 'max 5\noom 1\noom_kill 1\n')
  systemd.write(other, '../memory.events', 'max 5\noom 1\noom_kill 1\n')
  await expect.poll(() => others).toEqual([true])
  // a scope that has ended at the same time
  rmSync(systemd.folderOf(pid), { recursive: true })
  systemd.write(other, '../memory.events', 'max 5\noom 2\noom_kill 2\n')
  await expect.poll(() => reported).toEqual([false])
  expect(others).toEqual([true])
})

test('a scope that the manager refuses, as for a used name, leaves an estimate', async () => {
  let refuses = true
  const { systemd, manager } = await world(() => (refuses ? 'refuses' : 'moves'))
  expect(await manager.enclose(program(), {})).toBeNull()
  expect(systemd.asked).toHaveLength(2) // asked again: it may have been restarted
  refuses = false
  expect(await manager.enclose(program(), {})).not.toBeNull()
})

test('a manager that was executed again is found again', async () => {
  const { systemd, manager } = await world()
  expect(await manager.enclose(program(), {})).not.toBeNull()
  await systemd.leave()
  expect(await manager.enclose(program(), {})).toBeNull()
  await systemd.enter()
  expect(await manager.enclose(program(), {})).not.toBeNull()
  await systemd.leave()
  await systemd.enter()
  expect(await manager.enclose(program(), {})).not.toBeNull()
})

test('no manager is asked for a process that has ended', async () => {
  const { systemd, manager } = await world()
  const child = spawn('true')
  await once(child, 'exit')
  expect(await manager.enclose(child.pid ?? 0, {})).toBeNull()
  expect(systemd.asked).toEqual([])
})

test('sixty programs get their scopes, one after the other', async () => {
  const { systemd, manager } = await world()
  const all = Array.from({ length: 60 }, () => manager.enclose(program(), {}))
  const folders = (await Promise.all(all)).map((scope) => scope?.folder)
  expect(new Set(folders).size).toBe(60)
  expect(folders).not.toContain(undefined)
  expect(systemd.most()).toBe(1)
})

test('without control groups of version 2, or without a bus, nothing is asked', async () => {
  const { systemd, manager } = await world()
  const groups = { ...systemd.groups, root: join(systemd.groups.root, 'none') }
  const old = new UserManager(systemd.address, groups)
  cleanUp.push(() => old.dispose())
  expect(await old.enclose(program(), {})).toBeNull()
  for (const address of [undefined, 'unix:path=/nonexistent/bus', 'nonsense']) {
    const alone = new UserManager(address, systemd.groups)
    expect(await alone.enclose(program(), {})).toBeNull()
    alone.dispose()
  }
  expect(systemd.asked).toEqual([])
  manager.dispose()
  expect(await manager.enclose(program(), {})).toBeNull()
})

test('from inside a container, no manager outside is asked', async () => {
  // the numbers of its processes belong to others outside
  const { systemd, manager } = await world()
  const spy = vi.spyOn(SessionBus.prototype, 'processOf').mockResolvedValue(7)
  cleanUp.push(() => spy.mockRestore())
  expect(await manager.enclose(program(), {})).toBeNull()
  // with the same numbers, it shows no groups but its own
  const inside = await world(undefined, '')
  spy.mockRestore()
  expect(await inside.manager.enclose(program(), {})).toBeNull()
  expect([systemd.asked, inside.systemd.asked]).toEqual([[], []])
})

test('a scope whose folder is not here is not believed', async () => {
  const { systemd, manager } = await world()
  const pid = program()
  expect(await manager.enclose(pid, {})).not.toBeNull()
  const elsewhere = { ...systemd.groups, root: join(systemd.groups.root, 'none') }
  expect(
    new UsageReader(systemClock, new ProcessTable(systemClock), pid, elsewhere).scope,
  ).toBeNull()
})

test('a kill is reported in a group that was removed and made again', async () => {
  const { systemd, manager } = await world()
  const first = program()
  await manager.enclose(first, {})
  rmSync(join(systemd.groups.root, 'app.slice'), { recursive: true })
  const [pid, reported] = [program(), [] as boolean[]]
  await manager.enclose(pid, {}, (sure) => reported.push(sure))
  systemd.write(pid, 'memory.events', 'oom_kill 1\n')
  systemd.write(pid, '../memory.events', 'oom_kill 1\n')
  await expect.poll(() => reported).toEqual([true])
})

test('a kill is reported to a scope that is gone when the next one starts', async () => {
  const { systemd, manager } = await world()
  const [pid, reported] = [program(), [] as boolean[]]
  await manager.enclose(pid, {}, (sure) => reported.push(sure))
  const next = program()
  await manager.enclose(next, {})
  rmSync(systemd.folderOf(pid), { recursive: true })
  systemd.write(next, '../memory.events', 'oom_kill 1\n')
  const other = manager.enclose(next, {})
  expect(reported).toEqual([false]) // before the kernel tells it
  await other
})

test('the memory of a tab with very many processes is counted without reading each', async () => {
  const { systemd, manager } = await world()
  const table = new ProcessTable(systemClock)
  const pid = program()
  const reader = new UsageReader(systemClock, table, pid, systemd.groups)
  await manager.enclose(pid, {})
  const many = [pid, ...Array.from({ length: 2_000 }, (_, at) => 5_000_000 + at)]
  systemd.write(pid, 'cgroup.procs', `${many.join('\n')}\n`)
  systemd.write(pid, 'memory.current', '1000\n')
  const read = vi.spyOn(table, 'processesOf')
  expect(reader.read()).toMatchObject({ processes: 2_001, memory: 1_000, estimate: false })
  expect(read.mock.calls.map(([numbers]) => numbers.length)).toEqual([512])
})

test('a program that the manager moves late has a scope, with its children', {
  ...slow,
  timeout: 20_000,
}, async () => {
  let hangs = true
  const { systemd, manager } = await world(() => (hangs ? 'hangs' : 'moves'))
  const [pid, reported] = [program('sleep 600 & wait'), [] as boolean[]]
  expect(await manager.enclose(pid, {}, (sure) => reported.push(sure))).toBeNull()
  hangs = false
  systemd.catchUp()
  await expect.poll(() => systemd.attached.length, { timeout: 10_000 }).toBe(1)
  systemd.write(pid, 'memory.events', 'oom_kill 1\n')
  systemd.write(pid, '../memory.events', 'oom_kill 1\n')
  await expect.poll(() => reported).toEqual([true])
  // it answers again, so the next program is not left out
  expect(await manager.enclose(program(), {})).not.toBeNull()
})

test('a manager that does not answer is not asked again for a time', {
  ...slow,
  timeout: 20_000,
}, async () => {
  const { systemd, manager } = await world(() => 'hangs')
  const [one, other] = [manager.enclose(program(), {}), manager.enclose(program(), {})]
  expect([await one, await other]).toEqual([null, null])
  expect(await manager.enclose(program(), {})).toBeNull()
  expect(systemd.asked).toHaveLength(1)
})
