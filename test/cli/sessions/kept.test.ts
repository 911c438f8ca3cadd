/** The `vibeflow` command after a `kill -9` of vibeflow: the keeper has the programs. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnSync } from 'node:child_process'
import { keeperBinary } from '../../../src/build/setup/keeper.mjs'
import { encodePacket, FrameParser } from '../../../src/core/clients/socket/frame.ts'
import { messageType } from '../../../src/core/clients/socket/message-types.ts'
import { socketPath } from '../../../src/core/clients/socket/paths.ts'
import { Keeper } from '../../../src/host/pty/keeper/keeper.ts'
import { socketRootOf } from '../../../src/host/pty/keeper/open-keeper.ts'
import { runWith, take } from '../../host/keeper/programs.ts'
import { runVerb } from '../../support/run-verb.ts'
import { fakeApp } from '../../support/socket/fake-app.ts'

let home = ''
let keeper: Keeper
const environment = () => ({ HOME: home, XDG_RUNTIME_DIR: join(home, 'run') })
const vibeflow = (...words: string[]) =>
  runVerb(words, { environment: environment(), directory: home })

function connect(): void {
  const socket = join(root(), 'keeper')
  keeper = new Keeper({ socket, program: keeperBinary, failed: (text) => expect(text).toBe('') })
}

const root = () => socketRootOf({ environment: environment(), home })

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vibeflow-kept-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  mkdirSync(root(), { mode: 0o700 })
  connect()
})

afterEach(async () => {
  keeper.setHangUp(true)
  for (const { id } of await keeper.list()) await take(keeper, id)
  keeper.dispose()
  rmSync(home, { recursive: true, force: true })
})

/** Leaves a program and the socket of its session, as a killed vibeflow does. */
async function leave(id: string, facts: object): Promise<void> {
  await runWith(keeper, id, 'exec sleep 1000', facts)
  deadSocket(id)
}

function deadSocket(id: string): void {
  mkdirSync(join(root(), id), { mode: 0o700 })
  const listen = `require('node:net').createServer().listen(process.argv[1], () => process.kill(
    process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', listen, socketPath(root(), id)])
}

/** Ends the connection, which is what the end of a process does. */
async function killed(...ids: readonly string[]): Promise<void> {
  keeper.dispose()
  connect()
  const free = async () => (await keeper.list()).map(({ id }) => id).sort()
  await expect.poll(free).toEqual([...ids].sort())
}

const facts = {
  command: { program: 'sleep', args: ['1000'] },
  ...{ directory: '/srv', title: 'build' },
}

test('ls lists a session that outlives its vibeflow, and commands explain it', async () => {
  await leave('keptabcdefgh', facts)
  deadSocket('goneabcdefgh')
  await killed('keptabcdefgh')
  const listed = JSON.parse((await vibeflow('ls', '--json')).out)
  expect(listed.sessions).toEqual([
    {
      ...{ id: 'keptabcdefgh', state: 'kept', cols: 91, rows: 23 },
      ...{ title: 'build', cwd: '/srv', command: 'sleep 1000' },
      ...{ pid: expect.any(Number), startedAt: expect.any(Number) },
    },
  ])
  expect((await vibeflow('ls')).out).toMatch(
    /\nkeptabcdefgh {2}- +kept +(?:\d+|under 1) s .* \/srv +build\n/,
  )
  for (const verb of ['open', 'snapshot', 'kill'])
    expect(await vibeflow(verb, 'keptabc')).toEqual({
      ...{ exit: 1, out: '' },
      err:
        `vibeflow ${verb}: session keptabcdefgh still runs, but its vibeflow was killed. Start ` +
        'vibeflow to show it again.\n',
    })
  const gone = await vibeflow('open', 'goneabc')
  expect([gone.exit, gone.err]).toEqual([4, expect.stringContaining('it has ended')])
})

test('a command has another process take a session without a window over', async () => {
  await leave('keptabcdefgh', { ...facts, detached: true })
  await killed('keptabcdefgh')
  const calls: string[] = []
  // an app answers, so that no process is started
  const app = createServer((socket) => {
    socket.on('data', (bytes) => calls.push(bytes.toString('latin1')))
    socket.on('error', () => undefined)
    socket.end(Buffer.from(''))
  })
  await new Promise<void>((resolve) => {
    app.listen(join(root(), 'app-1.sock'), resolve)
  })
  const ran = await vibeflow('status', 'keptabc')
  app.close()
  expect([ran.exit, calls.join()]).toEqual([1, expect.stringContaining('"panes"')])
})

test('a command waits for a session that a vibeflow is taking over', async () => {
  deadSocket('keptabcdefgh')
  const session = createServer((socket) => socket.end())
  const pane = { window: 'a', state: 'idle', title: 'sh', directory: '/', tab: null, active: false }
  const app = await fakeApp(root(), 1, undefined, () => {
    rmSync(socketPath(root(), 'keptabcdefgh'), { force: true })
    session.listen(socketPath(root(), 'keptabcdefgh'))
    return [{ ...pane, id: 'keptabcdefgh' }]
  })
  const ran = await vibeflow('snapshot', 'keptabc')
  session.close()
  expect(ran.err).toContain('before it answered') // so it has connected
  const ended = { ...pane, id: 'keptabcdefgh', state: 'ended' }
  app.close()
  rmSync(join(root(), 'keptabcdefgh'), { recursive: true })
  deadSocket('keptabcdefgh')
  const other = await fakeApp(root(), 2, undefined, () => [ended])
  expect((await vibeflow('snapshot', 'keptabc')).err).toContain('has ended')
  other.close()
})

test('a session that another vibeflow is taking over is reached', async () => {
  const id = 'takenabcdefg'
  deadSocket(id)
  let typed = ''
  const session = createServer((socket) => {
    const parser = new FrameParser()
    socket.on('data', (bytes) => {
      parser.push(bytes)
      for (let frame = parser.next(); frame !== null; frame = parser.next()) {
        if ('refused' in frame) throw new Error(frame.refused)
        if (frame.type === messageType.stdin) typed += Buffer.from(frame.payload).toString()
        if (frame.type === messageType.heartbeat) socket.write(encodePacket(frame.type))
      }
    })
  })
  // It has the program, and lists no pane yet.
  const app = await fakeApp(root(), 1, undefined, () => {
    rmSync(socketPath(root(), id))
    session.listen(socketPath(root(), id))
    return []
  })
  expect([await vibeflow('send', id, 'text'), typed]).toEqual([
    { exit: 0, out: '', err: '' },
    'text',
  ])
  app.close()
  session.close()
})
