/** Real processes that left the session of their tab: found, named, and ended only on request. */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { outlivesTerminals } from '../../../src/agents/process/lasting.ts'
import { Tools } from '../../../src/agents/process/match.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { countedName } from '../../../src/agents/process/counted-name.ts'
import { leftoversOf } from '../../../src/host/proc/leftovers.ts'
import { endDelayMs, leftLinesMax } from '../../../src/host/proc/limits.ts'
import { pids, processStat } from '../../../src/host/proc/process-facts.ts'
import { Poller } from '../../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { ProcessTable } from '../../../src/host/proc/process-table.ts'
import { TabScope } from '../../../src/host/proc/scope.ts'
import { UsageReader } from '../../../src/host/proc/usage.ts'
import { slow } from '../../slow.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

const home = mkdtempSync(join(tmpdir(), 'vibeflow-left-'))
const path = process.env['PATH'] ?? ''
const clock = new FakeClock()
const table = new ProcessTable(clock)
let sockets = 0
const marks: string[] = []

/** Processes whose variables have this mark. */
const marked = (mark: string): number[] =>
  pids().filter((pid) => {
    try {
      const isAlive = processStat(pid)?.isDead === false
      return isAlive && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`MARK=${mark}`)
    } catch {
      return false
    }
  })

const readArguments = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Starts a script as the first process of a tab, whose readings are always new. */
function tab(script: string, { env = {}, socket = `/run/${sockets + 1}/sock` } = {}) {
  const mark = `${process.pid}-${++sockets}.`
  marks.push(mark)
  const variables = {
    PATH: path,
    MARK: mark,
    ...(socket === '' ? {} : { VIBEFLOW_SOCKET: socket }),
  }
  const child = spawn('sh', ['-c', script], {
    ...{ detached: true, stdio: 'ignore', cwd: home, env: { ...variables, ...env } },
  })
  const first = child.pid ?? 0
  const reader = new UsageReader(clock, table, first)
  const members = () => {
    table.forget()
    return reader.members()
  }
  /** The tab in a scope with these processes. */
  const leftIn = (inside: readonly number[]) => {
    const folder = mkdtempSync(join(home, 'scope-'))
    const scope = new TabScope(folder)
    writeFileSync(join(folder, 'cgroup.procs'), inside.join('\n'))
    return { folder, left: leftoversOf(clock, table, first, { scope, members }) }
  }
  return {
    first,
    leftIn,
    count: () => members().length,
    left: () => leftoversOf(clock, table, first, { scope: null, members }),
    alive: () => marked(mark),
    hangUp: () => process.kill(-first, 'SIGHUP'),
  }
}

afterEach(() => {
  for (const mark of marks.splice(0))
    for (const pid of marked(mark)) if (pid !== process.pid) process.kill(pid, 'SIGKILL')
})
afterAll(() => rmSync(home, { recursive: true }))

/** Forks twice and leaves the session, as daemons do. */
const daemon = (command: string) => `(setsid sh -c '${command} & exec ${command}' &) ; `

test('a daemon is counted, named, and ended with its children when the user asks', async () => {
  const one = tab(`${daemon('sleep 600')} exec sleep 601`)
  await expect.poll(one.count).toBe(3)
  const left = one.left()
  expect(left?.lines).toEqual([expect.stringMatching(/^sleep \(2 processes\), \d MB$/)])
  one.hangUp()
  await expect.poll(() => one.alive().length).toBe(2)
  left?.end(clock.now())
  await expect.poll(one.alive).toEqual([])
})

test('the question names a daemon that has started since the processes were read', async () => {
  const noTools = new Tools([], shippedAgents())
  const poller = new Poller(clock, new SystemProcReader(), noTools)
  const one = tab(`until [ -e go ]; do sleep 0.01; done; ${daemon('sleep 600')} exec sleep 601`)
  const report = () => undefined
  const watch = poller.watch({ pid: one.first, isUserShell: true, home, report })
  try {
    expect(watch.leftovers(clock.now())).toBe(null)
    writeFileSync(join(home, 'go'), '')
    await expect.poll(() => one.left()?.lines[0]).toMatch(/^sleep \(2 processes\)/)
    clock.advance(1)
    expect(watch.leftovers(clock.now())?.lines).toEqual(one.left()?.lines)
  } finally {
    poller.dispose()
  }
})

test('100 tabs leave no named process, even if it ignores SIGTERM', {
  ...slow,
  timeout: 60_000,
}, async () => {
  const script = `${daemon('sleep 600')} (setsid sh -c "trap \\"\\" TERM; sleep 602 & wait" &); `
  const tabs = Array.from({ length: 100 }, () => tab(`${script} exec sleep 601`))
  await expect.poll(() => tabs[99]?.count(), { timeout: 20_000 }).toBe(5)
  for (const one of tabs) await expect.poll(one.count, { timeout: 20_000 }).toBe(5)
  const left = tabs.map((one) => one.left())
  expect(left.every((one) => one?.lines.length === 2)).toBe(true)
  for (const one of tabs) one.hangUp()
  for (const one of left) one?.end(clock.now())
  clock.advance(endDelayMs)
  const rest = () => marked(`${process.pid}-`)
  await expect.poll(rest, { timeout: 20_000 }).toEqual([])
})

test('it names nothing that belongs elsewhere or that the user detached', async () => {
  for (const name of ['tmux', 'vibeflow-1.0-x86_64.AppImage'])
    copyFileSync('/bin/sleep', join(home, name))
  const spared = [
    '(trap "" HUP; sleep 610 & ) ; ',
    daemon('./tmux 611'),
    '(VIBEFLOW_SOCKET=/run/other/sock setsid sleep 612 &) ; ',
    '(TMUX=/tmp/tmux-0/default,1,0 setsid sleep 613 &) ; ',
    '(script -qc "sleep 614" /dev/null &) ; ',
    '(TERM_PROGRAM=vscode setsid sleep 616 &) ; ',
    daemon('./vibeflow-1.0-x86_64.AppImage 617'),
    '(setsid sh -c "exec 9<>/dev/fuse; exec sleep 618" &) ; ', // ends if it may not open it
    'long=$(printf %0100000d 0); (env -i VIBEFLOW_SOCKET=$VIBEFLOW_SOCKET MARK=$MARK ' +
      'A=$long B=$long TMUX=/tmp/tmux-0/default,1,0 setsid sleep 619 &) ; unset long; ',
  ]
  const one = tab(`${spared.join('')} exec sleep 615`)
  const isStarted = (seconds: number) =>
    one.alive().some((pid) => {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      return words.includes(`sleep\0${seconds}`)
    })
  for (const seconds of [610, 612, 613, 616, 619])
    await expect.poll(() => isStarted(seconds)).toBe(true)
  await expect.poll(() => one.alive().length).toBeGreaterThanOrEqual(12)
  expect(one.left()).toBe(null)
})

test('children of a named process that another terminal started keep running', async () => {
  const inner = 'TMUX=/tmp/tmux-0/default,1,0 setsid sleep 620'
  const other = 'script -qc "trap \\"\\" HUP TERM; exec sleep 621" /dev/null'
  const one = tab(`(setsid sh -c '${inner} & ${other} & exec sleep 622' &); exec sleep 623`)
  const runs = (seconds: number) =>
    one.alive().some((pid) => {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      return words === `sleep\0${seconds}\0`
    })
  const running = () => [620, 621, 622, 623].filter(runs)
  await expect.poll(running).toEqual([620, 621, 622, 623])
  await expect.poll(one.count).toBeGreaterThanOrEqual(4)
  const left = one.left()
  expect(left?.lines.some((line) => line.startsWith('sleep, '))).toBe(true)
  left?.end(clock.now())
  await expect.poll(() => runs(622)).toBe(false)
  clock.advance(endDelayMs)
  await expect.poll(running).toEqual([620, 621, 623])
})

test('only processes that have a line are ended', async () => {
  const names = Array.from({ length: leftLinesMax + 2 }, (_, index) => `tool-${index}`)
  for (const name of names) copyFileSync('/bin/sleep', join(home, name))
  const one = tab(`${names.map((name) => `(setsid ./${name} 630 &); `).join('')} exec sleep 631`)
  await expect.poll(() => one.left()?.lines.at(-1)).toBe('2 more, which keep running')
  const left = one.left()
  expect(left?.lines).toHaveLength(leftLinesMax + 1)
  left?.end(clock.now())
  clock.advance(endDelayMs)
  await expect.poll(() => one.alive().length).toBe(3)
})

test('a tab whose first process has the number of another one has no processes', async () => {
  const { first } = tab('exec sleep 600')
  const reader = new UsageReader(clock, table, first)
  const now = processStat(first)
  table.forget()
  expect(reader.members().map(({ pid }) => pid)).toEqual([first])
  const other = new Map([[first, { ...now, startTime: (now?.startTime ?? 0) + 1 }]])
  const stats = vi.spyOn(table, 'stats', 'get').mockReturnValue(other as typeof table.stats)
  expect(reader.members()).toEqual([])
  stats.mockRestore()
})

test('a daemon without variables is known if it was seen before its parent ended', async () => {
  const late = tab('sleep 0.6 && setsid sh -c "sleep 1; exec sleep 600" & exec sleep 601', {
    socket: '',
  })
  const seen = new Set<number>()
  await expect.poll(() => seen.add(late.count()).size).toBeGreaterThan(1)
  await expect.poll(() => late.left()?.lines[0]).toMatch(/^sleep, /)
})

test('a process with the number of another one is not found', async () => {
  const { first } = tab('exec sleep 600')
  await expect.poll(() => processStat(first)?.comm).toBe('sleep')
  const startTime = processStat(first)?.startTime ?? 0
  table.forget()
  expect(table.familyOf([{ pid: first, startTime }], '')).toHaveLength(1)
  expect(table.familyOf([{ pid: first, startTime: startTime - 1 }], '')).toEqual([])
})

test('a process of a tab before, with the same socket, is not found', async () => {
  const before = tab(`${daemon('sleep 600')} exit`)
  await expect.poll(() => before.alive().length).toBe(2)
  await expect.poll(() => processStat(before.first)).toBe(null)
  const after = tab('exec sleep 601', { socket: `/run/${sockets}/sock` })
  await expect.poll(after.count).toBe(1)
  expect(after.left()).toBe(null)
})

test('hostile names and endless arguments give short safe lines', async () => {
  const name = '\x1b]0;x\x07\u202eevil'.slice(0, 12)
  copyFileSync('/bin/sleep', join(home, name))
  const words = Array.from({ length: 10 }, () => '$long').join(' ')
  const one = tab(
    `long=$(printf %0100000d 0); (setsid "./${name}" 600 &); ` +
      `(setsid sh -c 'sleep 600 & wait' ${words} &); exec sleep 601`,
  )
  await expect.poll(one.count).toBe(4)
  const began = performance.now()
  const lines = one.left()?.lines ?? []
  expect(performance.now() - began).toBeLessThan(500)
  expect(lines).toHaveLength(3)
  expect(lines.join('\n')).not.toMatch(/[^ -~\n]/)
  expect(lines.join('')).toContain('evil')
})

test('a program is counted by its script, and an MCP server as one', () => {
  expect(countedName('node', ['node', '/srv/api/server.js'])).toBe('node server')
  expect(countedName('node', ['node', '/x/node_modules/@acme/mcp-files/dist/index.js'])).toBe(
    'MCP server',
  )
  expect(countedName('python3', ['python3', '-m', 'mcp_server_git'])).toBe('MCP server')
  expect(countedName('npm exec @model', ['npm exec @modelcontextprotocol/server-fs'])).toBe(
    'MCP server',
  )
  expect(countedName('claude', ['claude', '--mcp-config', 'mcp.json'])).toBe('claude')
  expect(countedName('bash', ['bash', '-c', 'echo mcp'])).toBe('bash')
})

test('multiplexers, key agents, editors and browsers last, unless a program drives them', () => {
  const lasting = ['tmux: server', 'ssh-agent', 'gpg-agent', 'code', 'firefox', 'chrome', 'conmon']
  lasting.push('vibeflow-keeper', 'catatonit', 'sshfs', 'App-1.AppImage')
  expect(lasting.filter((comm) => !outlivesTerminals(comm, [comm]))).toEqual([])
  expect(outlivesTerminals('Some-App-1.2.3-', ['./Some-App-1.2.3-x86_64.AppImage'])).toBe(true)
  expect(
    ['node', 'python3', 'sleep', 'vite', 'encode'].filter((comm) =>
      outlivesTerminals(comm, [comm]),
    ),
  ).toEqual([])
  expect(outlivesTerminals('chrome', ['/opt/chrome', '--headless', '--no-sandbox'])).toBe(false)
})

test('in a scope, daemons without variables are named and ended', async () => {
  const command = `/bin/sleep 602.${sockets}${process.pid}`
  const strangers = () => pids().filter((pid) => readArguments(pid) === command)
  const one = tab(
    `${daemon('sleep 600')} (setsid sh -c 'exec env -i ${command}' &) ; exec sleep 601`,
  )
  await expect.poll(() => [one.alive().length, strangers().length]).toEqual([3, 1])
  const { folder, left } = one.leftIn([...one.alive(), ...strangers()])
  expect(left?.lines).toEqual([expect.stringMatching(/^sleep \(3 processes\), \d MB$/)])
  one.hangUp()
  left?.end(clock.now())
  await expect.poll(() => [...one.alive(), ...strangers()]).toEqual([])
  // what they start later is in this group too
  expect(readFileSync(join(folder, 'ending/cgroup.procs'), 'latin1')).not.toBe('')
  clock.advance(endDelayMs)
  expect(readFileSync(join(folder, 'ending/cgroup.kill'), 'latin1')).toBe('1')
})

test('in a scope, what is older than the tab is not named: it was moved there', async () => {
  const script = '(exec setsid sleep 600 &) ; exec sleep 601'
  const names = (made: ReturnType<typeof tab>) => made.alive().map((pid) => processStat(pid)?.comm)
  const older = tab(script)
  await expect.poll(() => names(older)).toEqual(['sleep', 'sleep'])
  const [daemonOf = 0] = older.alive().filter((pid) => pid !== older.first)
  const startOf = (pid: number) => processStat(pid)?.startTime ?? 0
  // start times are in ticks
  await expect.poll(() => startOf(spawn('true').pid ?? 0)).toBeGreaterThan(startOf(daemonOf))
  const one = tab(script, { socket: `/run/${sockets}/sock` })
  await expect.poll(() => names(one)).toEqual(['sleep', 'sleep'])
  const { left } = one.leftIn([...one.alive(), daemonOf])
  expect(left?.lines).toEqual([expect.stringMatching(/^sleep, \d MB$/)])
  left?.end(clock.now())
  await expect.poll(() => one.alive()).toEqual([one.first])
  expect(older.alive()).toContain(daemonOf)
})

test('in a scope, programs that outlive terminals are not named, nor their children', async () => {
  copyFileSync('/bin/sh', join(home, 'conmon'))
  const one = tab(`(setsid ${home}/conmon -c 'sleep 600 & wait' &) ; exec sleep 601`)
  await expect.poll(() => one.alive().length).toBe(3)
  const { left } = one.leftIn(one.alive())
  expect(left).toBeNull()
})
