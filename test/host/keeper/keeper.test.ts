/** Programs in the keeper, and apps that are killed. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { requests, ReplyReader } from '../../../src/host/pty/keeper/messages.ts'
import { endPrograms } from '../../../src/host/pty/live-children.ts'
import { keeperBinary } from '../../../src/build/setup/keeper.mjs'
import { slow } from '../../slow.ts'
import type { PastScreen } from '../../../src/core/session/ports.ts'
import { run, take } from './programs.ts'

const app = join(import.meta.dirname, 'app.ts')
let folder = ''
let socket = ''
const keepers: Keeper[] = []
const problems: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-keeper-'))
  socket = join(folder, 'keeper')
  problems.length = 0
})

afterEach(async () => {
  for (const keeper of keepers.splice(0)) {
    keeper.setHangUp(true)
    for (const { id } of await keeper.list()) await take(keeper, id)
    keeper.dispose()
  }
  await expect.poll(() => keeperPids().length).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

/** Process ids of keepers at this test's socket. */
function keeperPids(): number[] {
  try {
    const found = execFileSync('pgrep', ['-f', '-x', `${keeperBinary} ${socket}`])
    return String(found).trim().split('\n').map(Number)
  } catch {
    return []
  }
}

function connect(program = keeperBinary): Keeper {
  const keeper = new Keeper({ socket, program, failed: (text) => problems.push(text) })
  keepers.push(keeper)
  return keeper
}

/** Starts an app and waits for its programs. */
async function startApp(count: number, command: string, env = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [app, socket, keeperBinary, String(count), command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

test('a program of the keeper has the usual terminal, environment and end', async () => {
  const keeper = connect()
  const { text, exit, pty } = await run(
    keeper,
    'one',
    'stty size; echo "$MARK"; pwd; tty; echo "$VIBEFLOW_TTY"; ls /proc/self/fd | wc -l; ' +
      'ps -o sid= $$; umask; exit 7',
    folder,
  )
  expect(await exit).toEqual({ code: 7, signal: null })
  const [size, mark, directory, tty, named, files, session, mask] = text().split('\r\n')
  expect({ size, mark, directory }).toEqual({
    size: '23 91',
    mark: 'of the app',
    directory: folder,
  })
  expect(tty).toMatch(/^\/dev\/pts\/\d+$/)
  expect({ named, files: Number(files), session: Number(session), mask: Number(mask) }).toEqual({
    named: tty,
    files: 4,
    session: pty.pid,
    mask: Number(process.umask().toString(8)),
  })
})

test('a signal ends a program of the keeper, and closing hangs it up', async () => {
  const keeper = connect()
  const killed = await run(keeper, 'killed', 'kill -TERM $$')
  expect(await killed.exit).toEqual({ code: 0, signal: 'SIGTERM' })
  const file = join(folder, 'hung-up')
  const closed = await run(
    keeper,
    'closed',
    `trap 'echo > ${file}; exit' HUP; echo on; while :; do sleep 0.05; done`,
  )
  await expect.poll(closed.text).toContain('on')
  closed.pty.close()
  await expect.poll(() => existsSync(file)).toBe(true)
  expect(await keeper.list()).toEqual([])
})

test('a program that prints much and ends loses nothing', async () => {
  const keeper = connect()
  const { text, exit } = await run(keeper, 'much', 'seq 1 400000')
  expect(await exit).toEqual({ code: 0, signal: null })
  const lines = text().split('\r\n')
  expect(lines.length).toBe(400_001)
  expect(lines.at(-2)).toBe('400000')
})

test('a prepared keeper has started before the first program', async () => {
  const keeper = connect()
  keeper.prepare()
  await expect.poll(() => existsSync(socket)).toBe(true)
  const pids = keeperPids()
  expect(pids).toHaveLength(1)
  const { text, exit } = await run(keeper, 'one', 'echo on')
  await exit
  expect([text().trim(), keeperPids()]).toEqual(['on', pids])
})

test('the keeper ends with its last session and app, and starts again', async () => {
  const keeper = connect()
  await (await run(keeper, 'short', 'true')).exit
  expect(keeperPids().length).toBe(1)
  keeper.dispose()
  await expect.poll(() => keeperPids().length).toBe(0)
  expect(await (await run(keeper, 'again', 'exit 3')).exit).toEqual({ code: 3, signal: null })
})

/** Numbers of whole lines, in order. */
function numbersIn(text: string): number[] {
  const lines = text.split('\r\n').slice(1, -1)
  const wrong = lines.findIndex((line) => !/^line \d+$/.test(line))
  expect(wrong === -1 ? [] : lines.slice(Math.max(0, wrong - 2), wrong + 3)).toEqual([])
  return lines.map((line) => Number(line.slice(5)))
}

/**
 * Kills an app while a program floods it, and compares what the next one gets.
 * @param waitMs `null`: until it has moved its checkpoint twice
 * @param env with `SCREENS`, checkpoints have screens
 */
async function floodOnce(waitMs: number | null, env = {}): Promise<PastScreen | null> {
  const child = await startApp(1, 'exec seq -f "line %.0f" 1 2000000000', env)
  if (waitMs === null) await new Promise((resolve) => child.stdout?.once('data', resolve))
  else await new Promise((resolve) => setTimeout(resolve, waitMs))
  await kill(child)
  const keeper = connect()
  const { pty, past, text, exit, present } = await take(keeper, 'session0')
  await expect.poll(present).toBeGreaterThan(300_000)
  pty.pause()
  const numbers = numbersIn(text())
  const first = numbers[0] ?? Number.NaN
  if (past?.at === 0) expect(first).toBe(2)
  const wrong = numbers.findIndex((number, index) => number !== first + index)
  expect({ wrong, around: numbers.slice(Math.max(0, wrong - 2), wrong + 2) }).toEqual({
    wrong: -1,
    around: numbers.slice(0, 1),
  })
  pty.resume()
  pty.signal(9)
  expect(await exit).toEqual({ code: 0, signal: 'SIGKILL' })
  keeper.dispose()
  const { screen = null } = past ?? {}
  if (screen !== null)
    expect(Buffer.from(screen.bytes).toString() === `${screen.at} `.repeat(50_000)).toBe(true)
  return screen
}

test('a flood has no gap and no double after its app was killed', async () => {
  for (const waitMs of [0, 170]) await floodOnce(waitMs)
})

const lasting = { ...slow, timeout: 900_000 }

test('a flood has no gap and no double at 60 random moments of a kill', lasting, async () => {
  for (let run = 0; run < 60; run += 1)
    await floodOnce(Math.random() * 500, run % 2 === 0 ? {} : { SCREENS: '1' })
})

test('the screen of a checkpoint is whole after its app was killed', async () => {
  const screens: (PastScreen | null)[] = []
  for (let run = 0; run < 2; run += 1) screens.push(await floodOnce(null, { SCREENS: '1' }))
  expect(screens).not.toEqual([null, null]) // a kill while one is written leaves none
})

const seq = 'seq -f line %.0f 1 1200000'
const findSeq = () => String(spawnSync('pgrep', ['-f', '-x', seq]).stdout).trim()

test(
  'a program without an app blocks when its memory is full, and loses nothing',
  slow,
  async () => {
    const child = await startApp(1, 'sleep 0.3; exec seq -f "line %.0f" 1 1200000')
    await kill(child)
    const keeper = connect()
    await expect.poll(() => findSeq()).toMatch(/^\d+$/)
    expect(await standstill(seq)).toBe('S')
    const { text, exit } = await take(keeper, 'session0')
    expect(text().length).toBeGreaterThan(8_000_000)
    expect(await exit).toEqual({ code: 0, signal: null })
    const numbers = numbersIn(text())
    expect(numbers.length).toBe(1_199_999)
    expect(numbers.every((number, index) => number === index + 2)).toBe(true)
  },
)

/** Returns the CPU time of a program and its state, once the time no longer rises. */
async function standstill(command: string): Promise<string> {
  const pid = execFileSync('pgrep', ['-f', '-x', command], { encoding: 'utf8' }).trim()
  const look = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  let [before, same] = ['', 0]
  return await vi.waitUntil(
    () => {
      const [, , state = ''] = look()
      const spent = look().slice(13, 15).join(' ')
      same = spent === before && state === 'S' ? same + 1 : 0
      before = spent
      return same > 10 && state
    },
    { timeout: 60_000 },
  )
}

test('exits while no app lives are reported to the next one', async () => {
  const child = await startApp(1, 'read x; echo last words; exit 5')
  const other = connect()
  await kill(child)
  await expect.poll(async () => (await other.list()).length).toBe(1)
  const { text, pty, exit } = await take(other, 'session0')
  pty.write(new TextEncoder().encode('go\r'))
  expect(await exit).toEqual({ code: 5, signal: null })
  expect(text()).toContain('last words')
})

test('sixty sessions are handed over', async () => {
  const child = await startApp(60, 'echo ready; cat')
  await kill(child)
  const keeper = connect()
  const began = performance.now()
  const found = await keeper.list()
  const taken = await Promise.all(found.map(({ id }) => take(keeper, id)))
  const ms = performance.now() - began
  const texts = () => [...new Set(taken.map(({ text }) => text()))]
  await expect.poll(texts).toEqual(['ready\r\n']) // on a busy machine some print it only now
  expect(taken.length).toBe(60)
  process.stdout.write(`60 sessions: ${ms.toFixed(1)} ms\n`)
  const [keeperPid = 0] = keeperPids()
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${keeperPid}/status`, 'utf8'))?.[1])
  expect(rss).toBeLessThan(5_000)
  for (const { pty } of taken) pty.close()
})

test('an adopted program that ignores SIGHUP is killed after its tab is closed', async () => {
  const child = await startApp(1, 'trap "" HUP; echo on; while :; do sleep 0.05; done')
  await kill(child)
  const keeper = connect()
  const { pty } = await take(keeper, 'session0')
  pty.close()
  await endPrograms()
  expect(existsSync(`/proc/${pty.pid}`)).toBe(false)
})

test('a kill of an app that wants no survivors ends its programs', async () => {
  const [on, file] = [join(folder, 'on'), join(folder, 'hung-up')]
  const command = `trap 'echo > ${file}; exit' HUP; echo > ${on}; while :; do sleep 0.05; done`
  const child = await startApp(1, command, { HANG_UP: '1' })
  await expect.poll(() => existsSync(on)).toBe(true)
  await kill(child)
  await expect.poll(() => existsSync(file)).toBe(true)
  await expect.poll(() => keeperPids()).toEqual([])
})

test('programs keep running when the keeper is killed, and their end is noticed', async () => {
  const keeper = connect()
  const { pty, text, exit } = await run(keeper, 'orphan', 'echo on; read x; echo "got $x"; exit 3')
  await expect.poll(text).toContain('on')
  // on a busy machine a second keeper may have started, which ends by itself
  spawnSync('kill', ['-9', ...keeperPids().map(String)])
  await expect.poll(() => problems).toEqual([expect.stringContaining('vibeflow-keeper has ended')])
  pty.write(new TextEncoder().encode('it\r'))
  expect(await exit).toEqual({ code: null, signal: null })
  expect(text()).toContain('got it')
  expect(await (await run(keeper, 'next', 'exit 4')).exit).toEqual({ code: 4, signal: null })
})

test('without a keeper, programs start directly and a sentence reports that', async () => {
  const keeper = connect('/nonexistent/vibeflow-keeper')
  const { exit } = await run(keeper, 'direct', 'exit 6')
  expect(await exit).toEqual({ code: 6, signal: null })
  expect(problems).toEqual([expect.stringContaining("vibeflow-keeper doesn't start")])
})

/** Sends bytes to the keeper as a client; its replies until it closes the connection or answers. */
function talk(bytes: Uint8Array, until: number): Promise<string> {
  return new Promise((resolve) => {
    const kinds: string[] = []
    const reader = new ReplyReader()
    const client = createConnection(socket)
    const done = () => {
      client.destroy()
      resolve(kinds.join(' '))
    }
    client.on('data', (data) => {
      for (const { kind } of reader.take(data)) kinds.push(kind)
      if (kinds.length >= until) done()
    })
    client.on('error', done)
    client.on('close', done)
    client.write(bytes)
  })
}

const joined = (...parts: Uint8Array[]) => Buffer.concat(parts)
const otherVersion = () => requests.hello(99)

test('the keeper refuses other versions and ends connections that break the protocol', async () => {
  const keeper = connect()
  const { text, pty } = await run(keeper, 'lives', 'echo on; cat')
  await expect.poll(text).toContain('on')
  const hello = requests.hello()
  expect(await talk(joined(hello, requests.list()), 3)).toBe('welcome session listed')
  expect(await talk(otherVersion(), 1)).toBe('version')
  expect(await talk(requests.hello(0), 1)).toBe('version')
  expect(await talk(joined(otherVersion(), hello, requests.list()), 4)).toBe(
    'version welcome session listed',
  )
  expect(await talk(requests.list(), 1)).toBe('')
  expect(await talk(joined(otherVersion(), requests.list()), 2)).toBe('version')
  expect(await talk(joined(hello, Uint8Array.of(255, 255, 255, 255, 2)), 2)).toBe('welcome')
  expect(await talk(joined(hello, Uint8Array.of(0, 0, 0, 0)), 2)).toBe('welcome')
  expect(await talk(joined(hello, Uint8Array.of(1, 0, 0, 0, 77)), 2)).toBe('welcome')
  expect(await talk(joined(hello, requests.adopt('../x')), 2)).toBe('welcome')
  expect(await talk(joined(hello, requests.adopt('lives')), 2)).toBe('welcome refused')
  expect(await talk(joined(hello, requests.end('lives'), requests.list()), 3)).toBe(
    'welcome session listed',
  )
  pty.write(new TextEncoder().encode('still here\r'))
  await expect.poll(text).toContain('still here\r\nstill here')
  pty.close()
})

/** Starts a keeper with few file descriptors. */
async function keeperWithFiles(count: number): Promise<number> {
  const script = `ulimit -n ${count}; exec "$0" "$1"`
  spawn('/bin/sh', ['-c', script, keeperBinary, socket], { stdio: 'ignore' }).unref()
  await expect.poll(() => keeperPids().length).toBe(1)
  return keeperPids()[0] ?? 0
}

test('a keeper without free file descriptors reports it, and its programs live', async () => {
  const pid = await keeperWithFiles(32)
  const keeper = connect()
  const first = await run(keeper, 'first', 'echo on; cat')
  const [taken, refused] = [[first], [] as string[]]
  for (let count = 0; count < 12; count += 1)
    await run(keeper, `more${count}`, 'cat').then(
      (one) => taken.push(one),
      (error: unknown) => refused.push(String(error)),
    )
  expect(taken.length).toBeGreaterThan(3)
  expect(refused.length).toBeGreaterThan(3)
  expect(new Set(refused)).toEqual(
    new Set([
      "Error: Can't start /bin/sh: too many open files. Close some tabs or raise the limit " +
        '(ulimit -n).',
    ]),
  )
  first.pty.write(new TextEncoder().encode('still here\r'))
  await expect.poll(first.text).toContain('still here\r\nstill here')
  expect(problems).toEqual([])
  for (const { pty } of taken.slice(1)) pty.close()
  expect(await (await run(keeper, 'later', 'exit 3')).exit).toEqual({ code: 3, signal: null })
  expect(keeperPids()).toEqual([pid])
  first.pty.close()
})

test('a keeper without free file descriptors refuses apps without working', async () => {
  const pid = await keeperWithFiles(12)
  const clients = Array.from({ length: 12 }, () => createConnection(socket))
  let closed = 0
  for (const client of clients) client.on('close', () => (closed += 1)).on('error', () => undefined)
  await expect.poll(() => closed).toBeGreaterThan(3)
  const spent = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).join()
  const before = spent()
  await new Promise((resolve) => setTimeout(resolve, 300)) // time in which it could work
  expect(spent()).toBe(before)
  for (const client of clients) client.destroy()
  await expect.poll(() => keeperPids()).toEqual([])
})

test('with a keeper of another version, programs start directly', async () => {
  for (const version of [0, 2, 65_535]) {
    const old = createServer((client) => {
      client.once('data', () =>
        client.write(Uint8Array.of(7, 0, 0, 0, 9, version & 255, version >> 8, 1, 0, 0, 0)),
      )
      client.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => old.listen(socket, resolve))
    problems.length = 0
    const keeper = connect()
    expect(await keeper.list()).toEqual([])
    expect(await (await run(keeper, 'direct', 'exit 6')).exit).toEqual({ code: 6, signal: null })
    expect(problems).toEqual([expect.stringContaining('A newer vibeflow keeps programs')])
    expect(keeperPids()).toEqual([])
    keeper.dispose()
    await new Promise((resolve) => old.close(resolve))
  }
})
