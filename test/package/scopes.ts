/**
 * Runs in a system with a real systemd, as a user with a user manager: programs in scopes, their
 * numbers, their ends, and what happens if the manager does not answer. Each case prints a line.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Tools } from '../../src/agents/process/match.ts'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import { systemClock } from '../../src/host/clock.ts'
import { UserManager } from '../../src/host/desktop/session-bus/user-manager.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { Poller } from '../../src/host/proc/poller.ts'
import { pids } from '../../src/host/proc/process-facts.ts'
import { SystemProcReader } from '../../src/host/proc/reader.ts'
import type { TabScope } from '../../src/host/proc/scope.ts'
import { openKeeper } from '../../src/host/pty/keeper/open-keeper.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import type { ProcessWatch, ProgramLimits, ProgramExit, Pty } from '../../src/core/session/ports.ts'

const trials = Number(process.env['VIBEFLOW_RUNS'] ?? 25)
const keeper = openKeeper({
  environment: process.env,
  home: process.env['HOME'] ?? '/tmp',
  failed: (problem) => assert.fail(problem),
})
assert(keeper !== null)
const userManager = new UserManager(process.env['DBUS_SESSION_BUS_ADDRESS'])
let manager = userManager
const poller = new Poller(systemClock, new SystemProcReader(), new Tools([], shippedAgents()))
const looks = new PathProbe(systemClock, { programs: 4 })

interface Tab {
  readonly pty: Pty
  readonly watch: Required<ProcessWatch>
  /** Resolves once the manager has answered. */
  readonly scope: Promise<TabScope | null>
  readonly exit: Promise<ProgramExit>
  readonly mark: string
  readonly startMs: number
  kills: number
}

let count = 0

function later<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

function open(command: string, limits: ProgramLimits = {}): Promise<Tab> {
  const mark = `${process.pid}-${(count += 1)}.`
  const began = performance.now()
  let tab: Tab | null = null
  const enclosed = later<TabScope | null>()
  const exit = later<ProgramExit>()
  const start = makeStartPty(systemClock, looks, null, keeper, (pid, own, ranOut) => {
    void manager.enclose(pid, own, ranOut).then(enclosed.resolve)
  })
  return new Promise((resolve, reject) => {
    start(
      {
        program: '/bin/bash',
        args: ['-c', command],
        directory: '/',
        environment: {
          ...{ PATH: process.env['PATH'] ?? '/usr/bin:/bin', TERM: 'xterm-256color', MARK: mark },
          VIBEFLOW_SOCKET: `/run/${mark}/sock`,
        },
        size: { cols: 80, rows: 24 },
        keep: { id: `session${count}`, facts: '{}' },
        limits,
      },
      {
        output: () => undefined,
        outOfMemory: (sure) => {
          if (tab !== null) tab.kills += sure ? 1 : 0.5
        },
        exit: exit.resolve,
      },
      (outcome) => {
        if ('problem' in outcome) {
          // this system is slow, and its disk is a folder of another
          if (outcome.problem.includes("doesn't respond")) resolve(open(command, limits))
          else reject(new Error(outcome.problem))
          return
        }
        const { pty } = outcome
        const watch = poller.watch({
          ...{ pid: pty.pid, isUserShell: true, home: '/', terminal: () => pty.reader() },
          report: () => undefined,
        })
        const startMs = performance.now() - began
        tab = { pty, watch, scope: enclosed.promise, exit: exit.promise, mark, startMs, kills: 0 }
        resolve(tab)
      },
    )
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(what: () => boolean, ms = 20_000): Promise<void> {
  const end = performance.now() + ms
  while (!what()) {
    assert(performance.now() < end, `did not come true: ${String(what)}`)
    await pause(20)
  }
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** Living processes with the tab's variables. */
const marked = ({ mark }: Tab): number[] =>
  pids().filter(
    (pid) =>
      read(`/proc/${pid}/environ`).includes(`MARK=${mark}`) &&
      !/^State:\s+[ZX]/m.test(read(`/proc/${pid}/status`)),
  )

function close(tab: Tab): void {
  tab.watch.dispose()
  tab.pty.close()
}

function clear(tab: Tab): void {
  close(tab)
  for (const pid of marked(tab))
    try {
      process.kill(pid, 9)
    } catch {
      // it has just ended
    }
}

/** Forks twice and leaves the session. */
const daemon = (command: string): string => `(setsid bash -c '${command}' &) ; `
const isSleep = (pid: number) => read(`/proc/${pid}/comm`).startsWith('sleep')
/** A process that starts the next one and ends, for ever. */
const comet = `comet() { (sleep 0.0$((RANDOM % 9 + 1)); comet) & }; trap "" TERM; comet; sleep 1`
/** Clears its variables, so that only its scope shows its tab. */
const stranger = 'exec env -i /bin/sleep 1234'

const cases: Record<string, () => Promise<string>> = {
  'numbers are those of the control group': async () => {
    const node = `"${process.execPath}" -e "const keep = Buffer.alloc(60e6, 1); for (;;) keep[0]++"`
    const tab = await open(`sleep 0.5; ${daemon(node)} exec sleep 600`)
    const scope = await tab.scope
    assert(scope !== null, 'no scope')
    await until(() => (scope.memory ?? 0) > 60e6)
    tab.watch.usage()
    const [from, at] = [scope.cpuTime, performance.now()]
    await pause(2_000)
    const usage = tab.watch.usage()
    const spent = (scope.cpuTime - from) / 1_000 / (performance.now() - at)
    assert(usage !== null && !usage.estimate)
    const processes = read(`${scope.folder}/cgroup.procs`).trim().split('\n').length
    assert.equal(usage.processes, processes)
    assert(Math.abs((usage.cores ?? -1) - spent) < 0.1, `${usage.cores} cores, ${spent} spent`)
    const stat = (name: string) =>
      Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(read(`${scope.folder}/memory.stat`))?.[1])
    const all = Number(read(`${scope.folder}/memory.current`))
    const own = all - stat('file') + stat('shmem') - stat('slab_reclaimable')
    assert(Math.abs(usage.memory - own) < 2e6, `${usage.memory} and ${own}`)
    const options = ['-b', '-n', '2', '-d', '1s', '--raw', '-P', '--depth=10']
    const top = execFileSync('systemd-cgtop', options, { encoding: 'utf8' })
    const name = scope.folder.split('/').at(-1) ?? ''
    const row = top.split('\n').findLast((line) => line.includes(name))
    clear(tab)
    return `${JSON.stringify(usage)}; memory.current ${all}; cgtop: ${row?.replace(/\s+/g, ' ')}`
  },

  'children that start first are moved too': async () => {
    const first = Array.from({ length: 5 }, () => daemon('exec sleep 777')).join('')
    let all = 0
    for (let trial = 0; trial < 10; trial += 1) {
      const tab = await open(`${first} exec sleep 600`)
      const scope = await tab.scope
      assert(scope !== null)
      await until(() => marked(tab).length === 6)
      await until(() => marked(tab).every((pid) => scope.pids.includes(pid)))
      all += marked(tab).length
      clear(tab)
    }
    return `${all} processes of 10 tabs`
  },

  [`no process is left in ${trials} closed tabs`]: async () => {
    let ended = 0
    for (let trial = 0; trial < trials; trial += 1) {
      const tab = await open(
        `sleep 0.2; ${daemon(comet)} ${daemon(stranger)} ${daemon('trap "" TERM; sleep 999')} ` +
          `${daemon('(exec sleep 998) & exec sleep 997')} exec sleep 600`,
      )
      const scope = await tab.scope
      assert(scope !== null)
      await until(() => scope.pids.length >= 7)
      const left = tab.watch.leftovers(systemClock.now())
      assert(left !== null && left.lines.length > 0)
      ended += scope.pids.length
      close(tab)
      left.end(systemClock.now())
      await until(() => scope.pids.length === 0 && marked(tab).length === 0)
      await pause(50)
      assert.deepEqual([scope.pids, marked(tab)], [[], []])
      await until(() => !existsSync(scope.folder))
    }
    return `${ended} processes ended`
  },

  'processes that the user keeps live on, and so does what outlives terminals': async () => {
    const tab = await open(
      `sleep 0.2; ${daemon('exec sleep 555')} ${daemon('exec -a tmux sleep 556')} exec sleep 600`,
    )
    const scope = await tab.scope
    assert(scope !== null)
    await until(() => read(`/proc/${tab.pty.pid}/cmdline`) === 'sleep\x00600\x00')
    await until(() => scope.pids.length === 3 && scope.pids.every(isSleep))
    const left = tab.watch.leftovers(systemClock.now())
    close(tab)
    await until(() => scope.pids.length === 2)
    left?.end(systemClock.now())
    await until(() => scope.pids.length === 1)
    await pause(3_500)
    const [kept = 0] = scope.pids
    assert.match(read(`/proc/${kept}/cmdline`), /^tmux/)
    process.kill(kept)
    return left?.lines.join('; ') ?? ''
  },

  'memory from before the move is not counted': async () => {
    const tab = await open(`exec "${process.execPath}" -e "setInterval(() => 0, 1000)"`)
    const scope = await tab.scope
    assert(scope !== null)
    await pause(2_000)
    const usage = tab.watch.usage()
    const [biggest] = usage?.biggest ?? []
    close(tab)
    return `${scope.memory ?? 0} bytes in the scope, the process has ${biggest?.memory}`
  },

  'limits of a profile are set': async () => {
    const limits = { memoryHigh: 200_000_000, memoryMax: 300_003_328, cpuWeight: 42 }
    const tab = await open('exec sleep 600', limits)
    const { folder = '' } = (await tab.scope) ?? {}
    const set = ['memory.high', 'memory.max', 'cpu.weight'].map((name) =>
      read(`${folder}/${name}`).trim(),
    )
    close(tab)
    assert.deepEqual(
      set.map((one) => Math.round(Number(one) / 1e5)),
      [2_000, 3_000, 0],
    )
    return set.join(', ')
  },

  'memory that runs out in one tab ends a program of it, and is reported there': async () => {
    const hog = `"${process.execPath}" -e 'const all = []; for (;;) all.push(Buffer.alloc(8e6, 1))'`
    const limits = { memoryMax: 150_000_000 }
    const other = await open('exec sleep 600', limits)
    const shell = await open(`sleep 0.3; ${hog}; echo "$?"; exec sleep 600`, limits)
    assert((await shell.scope) !== null && (await other.scope) !== null)
    await until(() => shell.kills === 1, 60_000)
    assert.deepEqual([marked(other).length, other.kills], [1, 0])
    await until(() => marked(shell).length === 1)
    let [reported, unsure] = [0, 0]
    for (let trial = 0; trial < 10; trial += 1) {
      const first = await open(`sleep 0.3; exec ${hog}`, limits)
      const { signal } = await first.exit
      await pause(100)
      assert.equal(signal, 'SIGKILL')
      if (first.kills > 0) reported += 1
      unsure += first.kills % 1
    }
    close(other)
    close(shell)
    return `first programs: ${reported} of 10 kills reported, ${unsure * 2} by the end of the scope`
  },

  'sixty tabs': async () => {
    const openAll = async () => {
      const [began, tabs] = [performance.now(), [] as Tab[]]
      for (let batch = 0; batch < 10; batch += 1)
        tabs.push(...(await Promise.all(Array.from({ length: 6 }, () => open('exec sleep 600')))))
      return { tabs, ms: Math.round(performance.now() - began) }
    }
    const { tabs, ms } = await openAll()
    const scopes = await Promise.all(tabs.map(({ scope }) => scope))
    assert.equal(scopes.filter((one) => one !== null).length, 60)
    for (const tab of tabs) close(tab)
    manager = new UserManager(undefined)
    const others = await openAll()
    for (const tab of others.tabs) close(tab)
    manager = userManager
    return `started in ${ms} ms, without a manager in ${others.ms} ms`
  },

  'the manager is executed again': async () => {
    execFileSync('systemctl', ['--user', 'daemon-reexec'])
    const end = performance.now() + 90_000 // a manager that was late rests for a minute
    for (let tabs = 1; ; tabs += 1) {
      const tab = await open('exec sleep 600')
      const scope = await tab.scope
      close(tab)
      if (scope !== null) return `tab ${tabs} has a scope`
      assert(performance.now() < end)
      await pause(300)
    }
  },

  'a stopped manager costs nothing': async () => {
    const [systemd] = pids().filter((one) =>
      read(`/proc/${one}/cmdline`).startsWith('/lib/systemd/systemd\0--user'),
    )
    assert(systemd !== undefined)
    process.kill(systemd, 'SIGSTOP')
    try {
      const tab = await open('exec sleep 600')
      await until(() => tab.watch.usage()?.estimate === true)
      assert.equal(await tab.scope, null)
      const next = await open('exec sleep 600')
      assert.equal(await next.scope, null)
      close(tab)
      close(next)
      return `started in ${tab.startMs.toFixed(0)} and ${next.startMs.toFixed(0)} ms`
    } finally {
      process.kill(systemd, 'SIGCONT')
    }
  },
}

const chosen = process.argv[2] ?? ''
let failed = 0
for (const [name, run] of Object.entries(cases)) {
  if (!name.includes(chosen)) continue
  const began = performance.now()
  try {
    const found = await run()
    const ms = Math.round(performance.now() - began)
    process.stdout.write(`ok     ${name} (${ms} ms): ${found}\n`)
  } catch (error) {
    failed += 1
    process.stdout.write(
      `FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}\n`,
    )
  }
}
const scopes = readdirSync('/sys/fs/cgroup/user.slice', { recursive: true }).filter((name) =>
  /vibeflow-tab-[^/]*$/.test(String(name)),
)
process.stdout.write(`${scopes.length} scopes are left\n`)
process.stdout.write(failed === 0 ? 'all cases passed\n' : `${failed} cases failed\n`)
process.exit(failed === 0 ? 0 : 1)
