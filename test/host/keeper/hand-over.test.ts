/** Apps that die at each point of a hand-over. For the keeper, all their files are closed. */
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keeperBinary } from '../../../src/build/setup/keeper.mjs'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { ReplyReader, requests, type KeeperReply } from '../../../src/host/pty/keeper/messages.ts'
import { native } from '../../../src/host/pty/native.ts'
import { connected, take } from './programs.ts'

let folder = ''
let socket = ''
/** Keeps the keeper from ending without a session. */
let resident = -1

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-hand-over-'))
  socket = join(folder, 'keeper')
  spawn(keeperBinary, [socket], { stdio: 'ignore' }).unref()
  resident = await connected(socket)
})

afterEach(() => {
  native.close(resident)
  rmSync(folder, { recursive: true, force: true })
})

const command = 'stty -echo -onlcr; echo ready; while read x; do echo "line $x"; done'
const start = requests.start({
  ...{ sequence: 1, until: 0, hangUp: false, cols: 80, rows: 24, id: 'one', program: '/bin/sh' },
  ...{ directory: '/', facts: '{}', args: ['-c', command], variables: ['PATH=/usr/bin:/bin'] },
})

/** The files of an app. */
class App {
  readonly connection = native.connect(socket)
  /** Master, slave and memory, as they arrive. */
  readonly files: number[] = []
  readonly replies: KeeperReply[] = []
  readonly #reader = new ReplyReader()

  send(...parts: readonly Uint8Array[]): void {
    writeSync(this.connection, Buffer.concat(parts))
  }

  #receive(): void {
    const buffer = new Uint8Array(65_536)
    const [length, ...found] = native.receive(this.connection, buffer)
    this.files.push(...found)
    if (length > 0) this.replies.push(...this.#reader.take(buffer.subarray(0, length)))
  }

  async receives(last: KeeperReply['kind']): Promise<void> {
    await expect
      .poll(() => {
        this.#receive()
        return this.replies.at(-1)?.kind
      })
      .toBe(last)
  }

  async reads(text: string): Promise<void> {
    const buffer = new Uint8Array(4_096)
    let all = ''
    await expect
      .poll(() => {
        try {
          all += Buffer.from(buffer.subarray(0, readSync(this.files[0] ?? -1, buffer))).toString()
        } catch {
          // nothing more yet
        }
        return all
      })
      .toBe(text)
  }

  kill(): void {
    for (const file of [...this.files, this.connection]) native.close(file)
  }
}

/** Waits until an app has the program, whether or not it has read that. */
async function isTaken(): Promise<void> {
  const taken = async () => {
    const app = new App()
    app.send(requests.hello(), requests.list())
    await app.receives('listed')
    app.kill()
    return app.replies.flatMap((reply) => (reply.kind === 'session' ? [reply.program.taken] : []))
  }
  await expect.poll(taken).toEqual([true])
}

async function adopter(): Promise<Keeper> {
  const failed = (problem: string) => expect.unreachable(problem)
  const keeper = new Keeper({ socket, program: keeperBinary, failed })
  await expect.poll(async () => (await keeper.list()).map(({ id }) => id)).toEqual(['one'])
  return keeper
}

/** Adopts the program, which answers, and ends it. */
async function livesOn(expected: string): Promise<void> {
  const keeper = await adopter()
  const { pty, text } = await take(keeper, 'one')
  await expect.poll(text).toBe(expected)
  pty.write(Buffer.from('last\n'))
  await expect.poll(text).toBe(`${expected}line last\n`)
  pty.close()
  await expect.poll(() => existsSync(`/proc/${pty.pid}`)).toBe(false)
  keeper.dispose()
}

/** Starts the program in an app that ends, so that the next app can adopt it. */
async function isLeft(): Promise<void> {
  const app = new App()
  app.send(requests.hello(), start)
  await app.receives('started')
  app.kill()
  ;(await adopter()).dispose()
}

const before: readonly (readonly [string, (app: App) => void])[] = [
  ['connecting', () => undefined],
  ['half of the greeting', (app) => app.send(requests.hello().subarray(0, 6))],
  ['the greeting', (app) => app.send(requests.hello())],
  ['half of a start', (app) => app.send(requests.hello(), start.subarray(0, start.length - 1))],
  ['a list', (app) => app.send(requests.hello(), requests.list())],
  [
    'half of an adoption',
    (app) => app.send(requests.hello(), requests.adopt('one').subarray(0, 7)),
  ],
  ['a policy', (app) => app.send(requests.hello(), requests.policy(true))],
]

test.for(before)('a program is untouched by an app that dies after %s', async ([, act]) => {
  await isLeft()
  const app = new App()
  act(app)
  app.kill()
  await livesOn('ready\n')
})

test('a start whose app dies before it reads the answer continues in the keeper', async () => {
  const app = new App()
  app.send(requests.hello(), start)
  await isTaken()
  app.kill()
  await livesOn('ready\n')
})

test('a start whose app dies after the descriptors have arrived continues', async () => {
  const app = new App()
  app.send(requests.hello(), start)
  await app.receives('started')
  app.kill()
  await livesOn('ready\n')
})

test('an adoption is made again when its app dies around the answer', async () => {
  await isLeft()
  for (const arrives of [false, true, false]) {
    const app = new App()
    app.send(requests.hello(), requests.adopt('one'))
    await (arrives ? app.receives('adopted') : isTaken())
    app.kill()
  }
  await livesOn('ready\n')
})

test('an adoption with the wish to end programs hangs the program up', async () => {
  await isLeft()
  const app = new App()
  app.send(requests.hello(), requests.policy(true), requests.adopt('one'))
  await app.receives('adopted')
  app.kill()
  const keeper = new Keeper({ socket, program: keeperBinary, failed: () => undefined })
  await expect.poll(() => keeper.list()).toEqual([])
  keeper.dispose()
})

/** Places in the shared memory (src/keeper/keeper.h). */
const fields = { head: 16, zeroed: 24, stored: 32, floor: 40 }
const [stageAt, ringAt, ringBytes] = [65_536, 131_072, 8_388_608]
const line = Buffer.from('line 1\n')

/** Steps of `take`, one after the other. The program has printed a line. */
function stepsOfRead(
  app: App,
  memory: number,
  from: number,
): readonly (() => void | Promise<void>)[] {
  const set = (field: keyof typeof fields, value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(value))
    writeSync(memory, bytes, 0, 8, fields[field])
  }
  const store = (length: number) => {
    for (let at = 0; at < length; at += 1)
      writeSync(memory, line, at, 1, ringAt + ((from + at) % ringBytes))
  }
  return [
    () => void writeSync(memory, Buffer.alloc(4_096), 0, 4_096, stageAt),
    () => set('zeroed', from + 4_096),
    async () => {
      await app.reads(line.toString())
      writeSync(memory, line, 0, line.length, stageAt)
    },
    () => set('head', from + line.length),
    () => set('zeroed', from + line.length),
    () => store(3),
    () => store(line.length),
    () => set('stored', from + line.length),
    // the next read
    () => void writeSync(memory, Buffer.alloc(4_096), 0, 4_096, stageAt),
    () => set('zeroed', from + line.length + 4_096),
  ]
}

const points = Array.from({ length: 11 }, (_, count) =>
  [6, ringBytes - 3].map((from) => [count, from] as const),
).flat()

test.for(points)(
  'output is neither lost nor doubled when its reader dies after step %i of a read at %i',
  async ([count, from]) => {
    const app = new App()
    app.send(requests.hello(), start)
    await app.receives('started')
    await app.reads('ready\n')
    const memory = openSync(`/proc/self/fd/${app.files[2]}`, 'r+')
    const first = Buffer.alloc(32)
    for (const place of [0, 8, 16, 24]) first.writeBigUInt64LE(BigInt(from), place)
    writeSync(memory, first, 0, 32, fields.head)
    writeSync(app.files[0] ?? -1, '1\n')
    for (const step of stepsOfRead(app, memory, from).slice(0, count)) await step()
    app.kill()
    closeSync(memory)
    await livesOn(line.toString())
  },
)
