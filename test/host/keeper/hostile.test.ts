/** Clients that attack the keeper, which is built with AddressSanitizer here. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileKeeper } from '../../../src/build/setup/keeper.mjs'
import { ReplyReader, requests, type KeeperReply } from '../../../src/host/pty/keeper/messages.ts'
import { native } from '../../../src/host/pty/native.ts'
import { slow } from '../../slow.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { connected } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-hostile-keeper-'))
const socket = join(folder, 'keeper')
// else AddressSanitizer keeps 256 MiB of what is freed; a copy in memory has no options
const sanitized = { ...process.env, ASAN_OPTIONS: 'quarantine_size_mb=1', COPY: '1' }
let keeper: ChildProcess
/** Keeps it from ending without a session. */
let resident = -1
let errors = ''

beforeAll(async () => {
  const sanitizers = ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all']
  await compileKeeper(join(folder, 'vibeflow-keeper'), [...sanitizers, '-DREACH_MS=100'])
  keeper = spawn(join(folder, 'vibeflow-keeper'), [socket], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: sanitized,
  })
  keeper.stderr?.on('data', (data) => (errors += String(data)))
  resident = await connected(socket)
})

afterAll(() => {
  native.close(resident)
  keeper.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a keeper that no app can reach any more ends its programs', async () => {
  const lone = join(folder, 'lone')
  const child = spawn(join(folder, 'vibeflow-keeper'), [lone], { env: sanitized, stdio: 'ignore' })
  const pid = join(folder, 'pid')
  const fd = await connected(lone)
  const script = `echo $$ >${pid}; exec sleep 1000`
  const start = startRequest('a', '/bin/sh', ['-c', script], false)
  writeSync(fd, Buffer.concat([requests.hello(), start]))
  await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8')).toMatch(/\n/)
  native.close(fd)
  const program = Number(readFileSync(pid, 'utf8'))
  const isKept = { id: 'a', taken: false, exited: false }
  await expect.poll(() => programsAt(lone)).toMatchObject([isKept])
  process.kill(program, 0)
  rmSync(lone)
  await expect.poll(() => child.exitCode).toBe(0)
  await expect.poll(() => existsSync(`/proc/${program}`)).toBe(false)
})

const startRequest = (
  id: string,
  program = '/nonexistent/program',
  args: string[] = [],
  hangUp = true,
) =>
  requests.start({
    ...{ sequence: 7, until: 0, hangUp, cols: 80, rows: 24, id, program, directory: '/' },
    ...{ facts: 'facts', args, variables: ['PATH=/usr/bin:/bin', 'A=b'] },
  })

/** Sends bytes in these parts; its replies until the connection ends. */
function send(parts: readonly Uint8Array[], to = socket): Promise<readonly KeeperReply[]> {
  return new Promise((resolve) => {
    const reader = new ReplyReader()
    const replies: KeeperReply[] = []
    const client = createConnection(to)
    const done = () => {
      client.destroy()
      resolve(replies)
    }
    client.on('data', (data) => replies.push(...reader.take(data)))
    client.on('error', done)
    client.on('close', done)
    for (const part of parts) client.write(part)
    client.end()
  })
}

async function programsAt(path: string) {
  const replies = await send([requests.hello(), requests.list()], path)
  expect(replies.at(-1)?.kind).toBe('listed')
  return replies.flatMap((reply) => (reply.kind === 'session' ? [reply.program] : []))
}

const listed = async () => (await programsAt(socket)).map((program) => program.id)

/** Sends valid messages with random damage. */
async function storm(rounds: number, seed: number): Promise<void> {
  const random = seeded(seed)
  const valid = [
    requests.hello(),
    startRequest('fuzzed', '/nonexistent/program', ['one', '', 'three']),
    requests.list(),
    requests.adopt('fuzzed'),
    requests.end('fuzzed'),
    requests.policy(true),
  ]
  for (let round = 0; round < rounds; round += 1) {
    const messages = Array.from({ length: 1 + below(random, 5) }, () => pick(random, valid))
    const bytes = Buffer.concat([requests.hello(), ...messages])
    for (let count = below(random, 6); count > 0; count -= 1)
      bytes[below(random, bytes.length)] = below(random, 256)
    const cut = below(random, bytes.length)
    const whole = random() < 0.3 ? bytes.subarray(0, below(random, bytes.length)) : bytes
    await send([whole.subarray(0, cut), whole.subarray(cut)])
  }
}

async function isWell(): Promise<void> {
  await expect.poll(listed).toEqual([])
  expect({ errors, code: keeper.exitCode }).toEqual({ errors: '', code: null })
}

test('damaged messages end their connection and nothing else', async () => {
  await storm(400, 1)
  await isWell()
})

const lasting = { ...slow, timeout: 900_000 }

/** `VIBEFLOW_RUNS=150` takes some three minutes. */
const seeds = Number(process.env['VIBEFLOW_RUNS'] ?? 20)

test(`damaged messages of ${seeds} seeds end their connection alone`, lasting, async () => {
  for (let seed = 2; seed < seeds + 2; seed += 1) await storm(1_000, seed)
  await isWell()
})

test('messages that claim to be long, or to have many words, cost nothing', async () => {
  const claim = (length: number, ...rest: number[]) => {
    const bytes = new Uint8Array(4 + rest.length)
    new DataView(bytes.buffer).setUint32(0, length, true)
    bytes.set(rest, 4)
    return bytes
  }
  const words = Uint8Array.from(startRequest('words'))
  // the number of arguments follows six texts and numbers
  words.set([255, 255, 0, 0], words.length - 39)
  await send([requests.hello(), claim(4_194_304, 2)])
  await send([requests.hello(), claim(4_194_305, 2)])
  await send([requests.hello(), words])
  for (let count = 0; count < 20; count += 1) await send([requests.hello(), claim(4_000_000, 2, 0)])
  await isWell()
})

/** A client that has read the descriptors of a started program. */
async function started(id: string, command: string): Promise<{ fd: number; parcel: number[] }> {
  const fd = native.connect(socket)
  writeSync(fd, Buffer.concat([requests.hello(), startRequest(id, '/bin/sh', ['-c', command])]))
  const parcel: number[] = []
  await expect
    .poll(() => {
      const [, ...descriptors] = native.receive(fd, new Uint8Array(1_000))
      parcel.push(...descriptors)
      return parcel.length
    })
    .toBe(3)
  return { fd, parcel }
}

test('a client that destroys the shared memory loses output of its own session alone', async () => {
  const random = seeded(3)
  for (let round = 0; round < 30; round += 1) {
    const { fd, parcel } = await started('torn', 'echo before; exec cat')
    writeSync(fd, requests.policy(false))
    const garbage = Uint8Array.from({ length: 48 }, () => below(random, 256))
    writeSync(parcel[2] ?? -1, garbage, 0, 8 + below(random, 40), below(random, 48))
    for (const one of [...parcel, fd]) native.close(one)
    await expect.poll(listed).toEqual(['torn'])
    const again = native.connect(socket)
    writeSync(
      again,
      Buffer.concat([requests.hello(), requests.adopt('torn'), requests.end('torn')]),
    )
    await expect.poll(listed).toEqual([])
    native.close(again)
  }
  await isWell()
})

test('a client that reads nothing is cut off, and others are served', async () => {
  const mute = native.connect(socket)
  let sent = 0
  writeSync(mute, requests.hello())
  const asks = Buffer.concat(Array.from({ length: 1_000 }, () => requests.list()))
  // the socket takes no more, or is closed
  try {
    for (; sent < 100; sent += 1) writeSync(mute, asks)
  } catch {
    expect(await listed()).toEqual([])
  }
  expect(await listed()).toEqual([])
  native.close(mute)
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${keeper.pid}/status`, 'utf8'))?.[1])
  expect(rss).toBeLessThan(100_000)
  await isWell()
})

test('another user is not served', async ({ skip }) => {
  const asOther = ['--reuid=65534', '--regid=65534', '--clear-groups']
  if (process.geteuid?.() !== 0 || spawnSync('setpriv', [...asOther, 'true']).status !== 0)
    skip('needs root and setpriv')
  chmodSync(folder, 0o755)
  chmodSync(socket, 0o666)
  const hello = Buffer.from(requests.hello()).toString('base64')
  const script = `require('net').connect(${JSON.stringify(socket)}, function () {
    this.write(Buffer.from('${hello}', 'base64')) })
    .on('data', () => console.log('served'))
    .on('error', () => {})
    .on('close', () => console.log('closed'))`
  const { stdout } = spawnSync('setpriv', [...asOther, process.execPath, '-e', script])
  chmodSync(folder, 0o700)
  expect(String(stdout)).toBe('closed\n')
  await isWell()
})

test('a keeper lists and ends a thousand sessions', slow, async () => {
  const fd = native.connect(socket)
  writeSync(fd, requests.hello())
  for (let number = 0; number < 1_000; number += 1) {
    writeSync(fd, startRequest(`many${number}`, '/bin/sleep', ['1000']))
    for (let waits = true; waits; ) {
      await new Promise(setImmediate)
      const [, ...descriptors] = native.receive(fd, new Uint8Array(1_000))
      for (const one of descriptors) native.close(one)
      waits = descriptors.length === 0
    }
  }
  await expect.poll(async () => (await listed()).length).toBe(1_000)
  writeSync(fd, requests.policy(true))
  native.close(fd)
  await isWell()
})
