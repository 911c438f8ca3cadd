/** Files that are pasted into the tab of a `vibeflow ssh` or `vibeflow enter`, and the socket. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { copyPath } from '../../../src/core/clients/socket/paths.ts'
import { childrenOf } from '../../../src/host/proc/process-facts.ts'
import { copyPort, serveCopies } from '../../../src/host/socket/copy-socket.ts'
import { fakeContainers } from '../../support/fake-containers.ts'
import { PtyRun } from '../../support/pty-run.ts'
import { noServer, startSshServer } from '../../support/ssh-server.ts'
import { root } from '../../tidy/tree.ts'
import { slow } from '../../slow.ts'

const vibeflow = [process.execPath, join(root, 'src/cli/bin/vibeflow.mjs')]
const folder = mkdtempSync(join(tmpdir(), 'vf-copies-'))
const containers = fakeContainers(folder)
const socket = join(folder, 'session/ipc.sock')
const environment = {
  PATH: `${containers.bin}:${process.env['PATH'] ?? ''}`,
  HOME: folder,
  TERM: 'xterm-256color',
  TERM_PROGRAM: 'vibeflow',
  VIBEFLOW_SOCKET: socket,
}
const copies = copyPort()
const image = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) & 255)
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

async function removed(directory: string): Promise<void> {
  const left = () => readdirSync(directory).filter((name) => name.startsWith('vibeflow.'))
  for (let turn = 0; turn < 200 && left().length > 0; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(left()).toEqual([])
}

/** Copies an image and a file, and looks at both. Then the login ends. */
async function copiesTwice(
  run: PtyRun,
  temporary: string,
  copied = () => undefined as unknown,
): Promise<void> {
  const prompt = await run.shows('\x1b]133;B')
  const connection = copies.connection(socket, run.pty.pid) ?? ''
  expect(statSync(connection).mode & 0o777).toBe(0o600)
  const path = await copies.image(connection, image, 'png')
  expect(path).toMatch(/\/vibeflow\.\w{8}\/files\/[0-9a-f]{6}-image\.png$/)
  expect(path.startsWith(`${temporary}/`)).toBe(true)
  expect(Buffer.compare(readFileSync(path), image)).toBe(0)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const file = join(folder, "it's a $(touch file).txt")
  writeFileSync(file, 'words')
  const other = await copies.file(connection, file)
  expect(other).toMatch(/files\/[0-9a-f]{6}-it_s_a_touch_file_\.txt$/)
  expect(readFileSync(other, 'utf8')).toBe('words')
  copied()
  await expect(copies.file(connection, folder)).rejects.toThrow('is not a file')
  run.type('echo still $((40+2)); exit 4\r')
  await run.shows('still 42', prompt)
  expect(await run.exit()).toBe(4)
  expect(copies.connection(socket, process.pid)).toBe(null)
  await removed(temporary)
  expect(readdirSync(folder).filter((name) => name.includes('.copy-'))).toEqual([])
}

describe('two logins of one script', () => {
  test('get a file only while one of them runs', async () => {
    const run = new PtyRun(['sh', '-c', 'sleep 60 & sleep 61 & wait'], environment)
    const started = () => childrenOf(run.pty.pid)
    await expect.poll(() => started().length).toBe(2)
    const logins = await Promise.all(
      started().map(async (pid) => {
        const server = createServer()
        await new Promise<void>((done) => server.listen(copyPath(socket, pid), done))
        chmodSync(copyPath(socket, pid), 0o600)
        return { pid, server }
      }),
    )
    const [first, second] = logins
    expect(copies.connection(socket, run.pty.pid)).toBe(null)
    await new Promise((done) => first?.server.close(done))
    expect(copies.connection(socket, run.pty.pid)).toBe(copyPath(socket, second?.pid ?? 0))
    await new Promise((done) => second?.server.close(done))
    expect(copies.connection(socket, run.pty.pid)).toBe(null)
    run.pty.kill('SIGKILL')
  })
})

describe('a file for the program of a tab', () => {
  const enters = async (tool: string) => {
    // another user could make this link, and change it later
    const link = join(containers.temporary, 'vibeflow.0')
    const options = tool === 'distrobox' ? [] : ['-it', '-t', '--tty']
    const run = new PtyRun([...vibeflow, 'enter', tool, ...options, 'web'], environment)
    await run.shows('\x1b]133;B')
    const own = readdirSync(containers.temporary).find((name) => name.startsWith('vibeflow.'))
    symlinkSync(own ?? '', link)
    await copiesTwice(run, containers.temporary, () => rmSync(link))
  }
  test.each(['podman'])('%s: is copied into the container, until its login ends', enters)
  test.each(['docker', 'distrobox'])('%s: is copied into the container', slow, enters)

  const withServer = noServer === null ? test : test.skip
  withServer(
    'is copied to a host, and a second login that would ask is an error',
    slow,
    async () => {
      const server = await startSshServer()
      try {
        writeFileSync(join(server.home, '.bashrc'), 'echo noise of a start-up file\n')
        const login = () =>
          new PtyRun([...vibeflow, 'ssh', ...server.words(), '-tt', 'box'], environment)
        await copiesTwice(login(), server.temporary)
        const run = login()
        await run.shows('\x1b]133;B')
        rmSync(join(server.folder, 'user'))
        const connection = copies.connection(socket, run.pty.pid) ?? ''
        await expect(copies.image(connection, image, 'png')).rejects.toThrow(
          /Permission denied.*use a key, or ControlMaster/,
        )
        run.type('exit\r')
        expect(await run.exit()).toBe(0)
      } finally {
        server.close()
      }
    },
  )
})

describe('the socket of copies', () => {
  const path = (name: string) => join(folder, name)
  const replies = async (name: string, bytes: string) => {
    const server = createServer((client) => {
      client.on('error', () => undefined)
      client.once('data', (sent: Buffer) => {
        const own = /"name":"([^"]+)"/.exec(sent.toString())?.[1] ?? ''
        client.end(bytes.replace('IMAGE', own))
      })
    })
    await new Promise<void>((resolve) => server.listen(path(name), resolve))
    return copies.image(path(name), image, 'png').finally(() => server.close())
  }

  test.each([
    ['nothing', '', 'did not take the file'],
    ['no JSON', '/tmp/IMAGE\n', 'unusable'],
    ['a relative path', '{"path":"tmp/IMAGE"}\n', 'unusable'],
    ['control characters', '{"path":"/tmp/\\u001b[200~/IMAGE"}\n', 'unusable'],
    ['a path and more', '{"path":"/tmp/IMAGE","run":"ls"}\n', 'unusable'],
    ['a path with a quote', JSON.stringify({ path: "/tmp/'; reboot #/IMAGE" }), 'unusable'],
    ['a path with a backslash', JSON.stringify({ path: '/tmp/\\/IMAGE' }), 'unusable'],
    ['another path', '{"path":"/home/me/.ssh/id_ed25519"}\n', 'unusable'],
    ['an endless answer', 'x'.repeat(100_000), 'did not take the file'],
    ['a problem', '{"problem":"the disk is full."}\n', 'the disk is full.'],
  ])('refuses %s as an answer', async (name, bytes, problem) => {
    await expect(replies(`${name.replaceAll(' ', '-')}.sock`, bytes)).rejects.toThrow(problem)
  })

  test('refuses other names, wrong lengths and other texts', async () => {
    const taken: string[] = []
    const stop = serveCopies(path('own/ipc.sock'), (name) => {
      taken.push(name)
      return Promise.resolve(`/there/${name}`)
    })
    const own = readdirSync(folder).find((name) => name.startsWith('own.copy-')) ?? ''
    const ask = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let answer = ''
        const client = connect({ path: path(own), allowHalfOpen: true })
        client.on('error', () => resolve('destroyed'))
        client.on('data', (bytes) => {
          answer += bytes.toString()
        })
        client.on('close', () => resolve(answer))
        client.end(text)
      })
    for (const text of [
      '',
      'x'.repeat(5_000),
      '{"name":"../x","bytes":0}\n',
      '{"name":"-rf","bytes":0}\n',
      '{"name":"a/b","bytes":0}\n',
      '{"name":"x","bytes":2}\nx',
      '{"name":"x","bytes":1}\nxx',
      `${'['.repeat(900)}\n`,
    ])
      expect(await ask(text), text.slice(0, 40)).toMatch(/^\{"problem":/)
    expect(taken).toEqual([])
    expect(await ask('{"name":"x.png","bytes":2}\nab')).toBe('{"path":"/there/x.png"}\n')
    const many = await Promise.all(
      Array.from({ length: 5 }, () => ask('{"name":"x.png","bytes":0}\n')),
    )
    expect(many.filter((answer) => answer.startsWith('{"path"')).length).toBeGreaterThan(0)
    stop()
    expect(readdirSync(folder)).not.toContain(own)
  })
})
