/** Keepers that stop, refuse or answer badly, and starts that the keeper cannot take. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keeperBinary } from '../../../src/build/setup/keeper.mjs'
import type { Launch } from '../../../src/core/session/ports.ts'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { requests } from '../../../src/host/pty/keeper/messages.ts'
import { native } from '../../../src/host/pty/native.ts'
import { connected, run, take } from './programs.ts'

let [folder, socket] = ['', '']
let keeperProcess: ChildProcess | null = null
/** For each test: the keeper that one has killed may be reported as ended during the next. */
let problems: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-troubles-'))
  socket = join(folder, 'keeper')
  problems = []
})

afterEach(() => {
  keeperProcess?.kill('SIGKILL')
  keeperProcess = null
  rmSync(folder, { recursive: true, force: true })
})

async function startKeeper(): Promise<ChildProcess> {
  keeperProcess = spawn(keeperBinary, [socket], { stdio: 'ignore' })
  await expect.poll(() => existsSync(socket)).toBe(true)
  return keeperProcess
}

function connect(): Keeper {
  const mine = problems
  return new Keeper({ socket, program: keeperBinary, failed: (text) => mine.push(text) })
}

const launch: Launch = {
  ...{ program: '/bin/sh', args: ['-c', 'cat'], directory: '/' },
  ...{ environment: { PATH: '/usr/bin:/bin' }, size: { cols: 80, rows: 24 } },
}

const tooMuch: readonly (readonly [string, Partial<Launch>])[] = [
  ['too many words', { args: Array.from({ length: 70_000 }, () => 'x') }],
  ['a long word', { args: ['x'.repeat(5_000_000)] }],
]

test.for(tooMuch)('a start with %s is refused, and other programs live on', async ([, change]) => {
  await startKeeper()
  const keeper = connect()
  const { pty, text } = await run(keeper, 'lives', 'stty -echo; echo on; cat')
  await expect.poll(text).toBe('on\r\n')
  expect(await keeper.start({ ...launch, ...change }, 'more', '{}')).toEqual({
    problem: 'argument list too long',
  })
  pty.write(Buffer.from('still here\n'))
  await expect.poll(text).toBe('on\r\nstill here\r\n')
  expect(problems).toEqual([])
  pty.close()
})

test('a start that the keeper cannot read is refused, and other programs live on', async () => {
  await startKeeper()
  const keeper = connect()
  const { pty, text } = await run(keeper, 'lives', 'stty -echo; echo on; cat')
  await expect.poll(text).toBe('on\r\n')
  expect(await keeper.start(launch, 'more', 'x'.repeat(20_000))).toEqual({
    problem: 'invalid argument',
  })
  pty.write(Buffer.from('still here\n'))
  await expect.poll(text).toBe('on\r\nstill here\r\n')
  expect(problems).toEqual([])
  pty.close()
})

test('a variable ends at a NUL, as for the kernel', async () => {
  await startKeeper()
  const keeper = connect()
  const { pty, text } = await run(keeper, 'nul', 'echo "<$NUL>"; cat', '/', { NUL: 'one\0two' })
  await expect.poll(text).toBe('<one>\r\n')
  pty.close()
})

/** A keeper that answers each message by its kind, and the kinds it was sent. */
async function fakeKeeper(
  answers: Readonly<Record<number, (client: Socket) => void>>,
): Promise<{ readonly kinds: number[]; readonly close: () => Promise<void> }> {
  const kinds: number[] = []
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('data', (data) => {
      for (let at = 0; at < data.length; at += 4 + data.readUInt32LE(at)) {
        const kind = data[at + 4] ?? 0
        kinds.push(kind)
        answers[kind]?.(client)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const client of clients) client.destroy()
      server.close(() => resolve())
    })
  return { kinds, close }
}

const welcome = (client: Socket) => client.write(Uint8Array.of(7, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0))

test('an adoption without its descriptors does not end the program', async () => {
  const adopted = Buffer.concat([
    Uint8Array.of(12, 0, 0, 0, 6, 3, 0, 0, 0),
    Buffer.from('one'),
    Uint8Array.of(99, 0, 0, 0),
  ])
  const fake = await fakeKeeper({
    1: welcome,
    3: (client) => client.write(Uint8Array.of(1, 0, 0, 0, 5)),
    4: (client) => client.write(adopted),
  })
  const keeper = connect()
  await keeper.list()
  expect(await keeper.adopt('one')).toEqual({
    problem: expect.stringContaining('too many open files'),
  })
  keeper.setHangUp(true) // the last message
  await expect.poll(() => fake.kinds).toEqual([1, 3, 4, 6])
  keeper.dispose()
  await fake.close()
})

test("memory that is not a keeper's is a problem of its program alone", async () => {
  await startKeeper()
  const fd = await connected(socket)
  const start = requests.start({
    ...{ sequence: 1, until: 0, hangUp: false, cols: 80, rows: 24, id: 'one', program: '/bin/sh' },
    ...{ directory: '/', facts: '', args: ['-c', 'read x; cat'], variables: [] },
  })
  writeSync(fd, Buffer.concat([requests.hello(), start]))
  const parcel: number[] = []
  await expect
    .poll(() => {
      parcel.push(...native.receive(fd, new Uint8Array(1_000)).slice(1))
      return parcel.length
    })
    .toBe(3)
  native.close(fd)
  const keeper = connect()
  await expect.poll(async () => (await keeper.list()).length).toBe(1)
  writeSync(parcel[2] ?? -1, Uint8Array.of(99), 0, 1, 4)
  await expect(take(keeper, 'one')).rejects.toThrow("Can't continue")
  for (const one of parcel) native.close(one)
  keeper.setHangUp(true)
  keeper.dispose()
})

test('a start is not made up for after the app has given up waiting', async () => {
  await startKeeper()
  const keeper = connect()
  const { pty } = await run(keeper, 'lives', 'cat')
  const file = join(folder, 'started')
  keeperProcess?.kill('SIGSTOP')
  const late = { ...launch, args: ['-c', `echo > ${file}`] }
  expect(await keeper.start(late, 'late', '{}', 300)).toBe(null)
  expect(problems).toEqual([
    "vibeflow-keeper doesn't answer. Programs that start now end if vibeflow crashes.",
  ])
  const began = performance.now()
  expect(await keeper.start(late, 'later', '{}')).toBe(null)
  expect(performance.now() - began).toBeLessThan(1_000)
  keeperProcess?.kill('SIGCONT')
  const { text, exit } = await run(keeper, 'next', 'echo next')
  expect(await exit).toEqual({ code: 0, signal: null })
  expect(text()).toContain('next')
  expect(existsSync(file)).toBe(false)
  expect(problems.length).toBe(1)
  pty.close()
})

test('messages count whose app has ended before the keeper reads them', async () => {
  await startKeeper()
  const resident = await connected(socket)
  const request = requests.start({
    ...{ sequence: 1, until: 0, hangUp: false, cols: 80, rows: 24, id: 'one', program: '/bin/sh' },
    ...{ directory: '/', facts: '', args: ['-c', 'exec sleep 1000'], variables: [] },
  })
  const fd = native.connect(socket)
  writeSync(fd, requests.hello())
  await expect.poll(() => native.receive(fd, new Uint8Array(100))[0]).toBeGreaterThan(0)
  keeperProcess?.kill('SIGSTOP')
  writeSync(fd, Buffer.concat([request, requests.policy(true)]))
  native.close(fd)
  keeperProcess?.kill('SIGCONT')
  const keeper = connect()
  expect(await keeper.list()).toEqual([])
  keeper.dispose()
  native.close(resident)
  await expect.poll(() => keeperProcess?.exitCode).toBe(0)
})

test('a keeper that does not answer at the start is reported as such', async () => {
  await startKeeper()
  keeperProcess?.kill('SIGSTOP')
  const keeper = connect()
  expect(await keeper.start(launch, 'one', '{}')).toBe(null)
  expect(problems).toEqual([
    "vibeflow-keeper doesn't answer. Programs that start now end if vibeflow crashes.",
  ])
})

test.for(['none', 'file/none', 'file'])('a keeper at %s is missing immediately', async (name) => {
  writeFileSync(join(folder, 'file'), '')
  const began = performance.now()
  const failed = (text: string) => problems.push(text)
  const keeper = new Keeper({ socket, program: join(folder, name), failed })
  expect(await keeper.start(launch, 'one', '{}')).toBe(null)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(problems).toEqual([expect.stringContaining("vibeflow-keeper doesn't start")])
})

const numbers = [
  [11, 'too many processes for this user. Quit some or raise the limit (ulimit -u)'],
  [
    28,
    'all terminals of the system are in use. Close some or raise the limit (sysctl kernel.pty.max)',
  ],
] as const

test.for(numbers)("the keeper's error %i is a sentence", async ([number, problem]) => {
  const failed = Uint8Array.of(9, 0, 0, 0, 3, 1, 0, 0, 0, number, 0, 0, 0)
  const fake = await fakeKeeper({ 1: welcome, 2: (client) => client.write(failed) })
  const keeper = connect()
  expect(await keeper.start(launch, 'one', '{}')).toEqual({ problem })
  keeper.dispose()
  await fake.close()
})
