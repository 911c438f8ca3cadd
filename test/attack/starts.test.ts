/**
 * Starts vibeflow several times: together, one after the other and overlapping. Each command runs
 * once, in one vibeflow, and no instance takes over what another one holds.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LaunchRequest } from '../../src/core/windows/workspace/launch-request.ts'
import { app } from '../../src/electron-shim/api/app.ts'
import { takeProfile } from '../../src/electron-shim/chromium/profile.ts'
import { startTime } from '../../src/electron-shim/process/owners.ts'
import {
  deliveries,
  releaseLock,
  takeLock,
} from '../../src/electron-shim/process/single-instance.ts'
import { handOver } from '../../src/main/instance/second-start.ts'

const reported = {
  isFirst: true,
  later: (_event: unknown, _argv: readonly string[], _directory: string, _data: unknown): void =>
    undefined,
}
/** Chromium's lock. */
const locking = {
  requestSingleInstanceLock: () => reported.isFirst,
  on: (_name: string, listener: typeof reported.later) => {
    reported.later = listener
  },
}

const shim = resolve(import.meta.dirname, '../../src/electron-shim')
const children: ChildProcess[] = []
let home: string
let locks: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'starts-'))
  locks = join(home, 'run/vibeflow-shim')
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  for (const [name, folder] of [
    ['XDG_RUNTIME_DIR', 'run'],
    ['XDG_STATE_HOME', 'state'],
    ['TMPDIR', ''],
  ] as const)
    vi.stubEnv(name, join(home, folder))
})
afterEach(async () => {
  reported.isFirst = true
  releaseLock()
  await Promise.all(deliveries.splice(0))
  for (const child of children.splice(0)) child.kill('SIGKILL')
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

const request = (program: string): LaunchRequest => ({
  command: { program, args: [] },
  directory: null,
  callerDirectory: '/',
  environment: {},
  title: null,
  profile: null,
  layout: null,
  background: false,
  hold: false,
  target: 'tab',
  geometry: null,
  startup: null,
})

test("the lock creates the app's directory and its parents for its user alone", () => {
  const mask = process.umask(0o022)
  try {
    app.setPath('userData', join(home, 'state/vibeflow/app'))
    expect(app.requestSingleInstanceLock()).toBe(true)
    expect(
      ['state', 'state/vibeflow', 'state/vibeflow/app'].map(
        (folder) => lstatSync(join(home, folder)).mode & 0o777,
      ),
    ).toEqual([0o700, 0o700, 0o700])
  } finally {
    process.umask(mask)
  }
})

test('a second start during the first one opens its windows in turn', () => {
  const later = handOver(locking, request('first'), home)
  if (typeof later === 'number') throw new Error(`not the first, exit code ${later}`)
  const second = (program: string) => {
    reported.later({}, [], '/', { request: request(program) })
  }
  const opened: unknown[] = []
  for (const program of ['second', 'third']) second(program)
  later?.open(({ command }) => opened.push(command?.program))
  expect(opened).toEqual(['second', 'third'])
  second('fourth')
  expect(opened).toEqual(['second', 'third', 'fourth'])
})

test('a start that cannot take the lock runs alone, unless a living instance has it', () => {
  const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const lock = join(home, 'SingletonLock')
  const next = () => handOver(locking, request('next'), home)
  reported.isFirst = false
  try {
    expect(next()).toHaveProperty('problem', expect.any(String)) // no lock
    symlinkSync('elsewhere-1', lock)
    // of another machine: this process ID belongs to another program here
    expect(next()).toHaveProperty('problem', expect.any(String))
    expect(error.mock.calls.join()).toContain("Can't check whether vibeflow is already running")
    error.mockClear()
    rmSync(lock)
    symlinkSync(`former-name-${process.pid}`, lock)
    expect(next()).toBe(0)
    expect(error).not.toHaveBeenCalled()
  } finally {
    error.mockRestore()
  }
})

test('a start does not ask an instance that is stopped: Chromium would kill it', async () => {
  const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stop = 'process.kill(process.pid, "SIGSTOP")'
  const instance = spawn(process.execPath, ['-e', stop], { stdio: 'ignore' })
  children.push(instance)
  const other = spawn('sh', ['-c', 'kill -STOP $$'], { stdio: 'ignore' })
  children.push(other)
  try {
    symlinkSync(`host-${other.pid}`, join(home, 'SingletonLock'))
    await delay(200)
    expect(handOver(locking, request('next'), home)).not.toBe(1) // a stale lock
    rmSync(join(home, 'SingletonLock'))
    symlinkSync(`host-${instance.pid}`, join(home, 'SingletonLock'))
    await expect.poll(() => handOver(locking, request('next'), home)).toBe(1)
    expect(error.mock.calls.join()).toContain(`run \`kill -CONT ${instance.pid}\``)
  } finally {
    error.mockRestore()
  }
})

/**
 * Takes each of several locks at the same moment as the other processes, holds it for a while, and
 * prints when it had which lock.
 */
const twin = `
  import { takeLock, releaseLock } from '${shim}/process/single-instance.ts'
  const now = () => performance.timeOrigin + performance.now()
  const [rounds, start] = process.argv.slice(1).map(Number)
  const held = []
  for (let round = 0; round < rounds; round += 1) {
    while (now() < start + round * 8);
    const got = takeLock('/user/' + round, {}, () => undefined)
    const from = now()
    while (now() < start + round * 8 + 5);
    if (got) held.push([round, from, now()])
    releaseLock()
  }
  console.log(JSON.stringify(held))
  process.exit(0)`

test("one of several simultaneous starts gets the lock, free or a dead one's", async () => {
  const rounds = 100
  takeLock('/user/0', {}, () => undefined)
  releaseLock()
  const name = (readdirSync(locks)[0] ?? '').replace(/\d$/, '')
  expect(name).toMatch(/\.owner\.$/)
  rmSync(locks, { recursive: true })
  const start = Date.now() + 400
  const words = await Promise.all(
    [1, 2].map(async () => {
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', twin, String(rounds), String(start)],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      )
      children.push(child)
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      return JSON.parse(chunk.toString()) as readonly (readonly [number, number, number])[]
    }),
  )
  const [one = [], other = []] = words
  expect(new Set([...one, ...other].map(([round]) => round)).size).toBe(rounds)
  expect(
    one.filter(([round, from, to]) =>
      other.some(([its, itsFrom, itsTo]) => its === round && from < itsTo && itsFrom < to),
    ),
  ).toEqual([])
})

test('a lock belongs to its living owner, and is free after its death or release', () => {
  const child = spawn('sleep', ['60'])
  children.push(child)
  expect(takeLock('/user', {}, () => undefined)).toBe(true)
  releaseLock()
  const [first = ''] = readdirSync(locks)
  const turn = (number: number) => join(locks, first.replace(/\d$/, String(number)))
  symlinkSync(`${child.pid} ${startTime(child.pid ?? 0)}`, turn(2))
  expect(takeLock('/user', {}, () => undefined)).toBe(false)
  symlinkSync(`${child.pid} 1`, turn(3)) // the same number, and another process
  for (let time = 0; time < 20; time += 1) {
    expect(takeLock('/user', {}, () => undefined)).toBe(true)
    releaseLock()
  }
  expect(readdirSync(locks)).toHaveLength(2)
})

test('a first vibeflow that does not listen yet still gets the second start', async () => {
  expect(takeLock('/user', {}, () => undefined)).toBe(true)
  releaseLock()
  const child = spawn('sleep', ['60'])
  children.push(child)
  const base = join(locks, (readdirSync(locks)[0] ?? '').replace(/\.owner\.\d$/, ''))
  symlinkSync(`${child.pid} ${startTime(child.pid ?? 0)}`, `${base}.owner.2`)
  expect(takeLock('/user', { request: 'mine' }, () => undefined)).toBe(false)
  await new Promise((done) => {
    setTimeout(done, 60)
  })
  const received = new Promise<string>((done) => {
    const server = createServer((socket) => {
      socket.on('data', (chunk) => {
        done(chunk.toString())
        socket.destroy()
        server.close()
      })
    }).listen(`${base}.sock`)
  })
  expect(JSON.parse(await received)).toMatchObject({ data: { request: 'mine' } })
})

test('a start that the ending first vibeflow did not read reaches the next one', async () => {
  expect(takeLock('/user', {}, () => undefined)).toBe(true)
  releaseLock()
  const base = join(locks, (readdirSync(locks)[0] ?? '').replace(/\.owner\.\d$/, ''))
  const deaf = `
    require('net').createServer().listen('${base}.sock')
    console.log('listens')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
  const child = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  await once(child.stdout, 'data')
  symlinkSync(`${child.pid} ${startTime(child.pid ?? 0)}`, `${base}.owner.2`)
  expect(takeLock('/user', { request: 'mine' }, () => undefined)).toBe(false)
  await new Promise((done) => {
    setTimeout(done, 60)
  })
  child.kill('SIGKILL')
  await once(child, 'exit')
  rmSync(`${base}.sock`)
  const received = new Promise<string>((done) => {
    const server = createServer((socket) => {
      socket.on('data', (chunk) => {
        done(chunk.toString())
        socket.destroy()
        server.close()
      })
    }).listen(`${base}.sock`)
  })
  expect(JSON.parse(await received)).toMatchObject({ data: { request: 'mine' } })
})

test.each<[string, () => void]>([
  [
    'a folder of another user',
    () => {
      mkdirSync(locks, { mode: 0o755 })
      chmodSync(locks, 0o777)
    },
  ],
  [
    'a link',
    () => {
      mkdirSync(join(home, 'elsewhere'), { mode: 0o700 })
      symlinkSync('../elsewhere', locks)
    },
  ],
  [
    'a file system that is gone',
    () => {
      vi.stubEnv('XDG_RUNTIME_DIR', join(home, 'none'))
    },
  ],
  [
    'a path that is too long',
    () => {
      vi.stubEnv('XDG_RUNTIME_DIR', join(home, 'long'.repeat(20)))
    },
  ],
])('%s at the path of the lock is not used, and stops no start', (_what, plant) => {
  plant()
  const temporary = join(home, `vibeflow-shim-${process.getuid?.()}`)
  expect(takeLock('/user', {}, () => undefined)).toBe(true)
  expect(readdirSync(temporary)).toHaveLength(2)
  releaseLock()
  rmSync(temporary, { recursive: true })
  mkdirSync(temporary, { mode: 0o755 }) // planted by another user, who knows its name
  expect(takeLock('/user', {}, () => undefined)).toBe(true)
  expect(readdirSync(join(home, 'state/vibeflow/shim-lock'))).toHaveLength(2)
})

test("another user's link named as a forgotten profile removes no file of the user", () => {
  const theirs = join(home, 'org.chromium.Chromium.abc')
  const profile = join(home, 'config/chromium')
  for (const folder of [theirs, profile]) mkdirSync(folder, { recursive: true })
  symlinkSync(join(theirs, 'SingletonSocket'), join(profile, 'SingletonSocket'))
  symlinkSync(profile, join(home, 'electron-shim-profile-1-1-x'))
  takeProfile(true)
  expect(lstatSync(theirs).isDirectory()).toBe(true)
})

test('a profile taken by another start is not taken too, and returns to the user', () => {
  const own = { folder: join(home, 'state/vibeflow/shim-profile'), temporary: false }
  expect(takeProfile(false)).toEqual(own)
  const child = spawn('sleep', ['60'])
  children.push(child)
  const turn = (number: number) => join(own.folder, `shim.owner.${number}`)
  symlinkSync(`${child.pid} ${startTime(child.pid ?? 0)}`, turn(1))
  expect(takeProfile(false).temporary).toBe(true)
  symlinkSync(`${child.pid} 1`, turn(2)) // the same number, and another process
  expect(takeProfile(false)).toEqual(own)
})

test('a missing directory for temporary files stops no daily start', () => {
  vi.stubEnv('TMPDIR', join(home, 'none'))
  expect(takeProfile(false)).toEqual({
    folder: join(home, 'state/vibeflow/shim-profile'),
    temporary: false,
  })
})

test('a missing directory of locks after a logout lets everyone quit', () => {
  expect(takeLock('/user', {}, () => undefined)).toBe(true)
  rmSync(join(home, 'run'), { recursive: true })
  expect(releaseLock).not.toThrow()
})
