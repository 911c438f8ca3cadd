/**
 * docs/contributing/internals/security.md, other users: another user cannot reach a
 * session's socket, plant its folder, or take the places of the shim's port server.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { unprovenMax } from '../../src/electron-shim/limits.ts'
import { joinPort } from '../../src/electron-shim/page/port.ts'
import { PortServer } from '../../src/electron-shim/chromium/port-server.ts'
import { systemClock } from '../../src/host/clock.ts'
import { makeSockets } from '../../src/host/socket/sockets.ts'
import { defaults } from '../../src/core/config/table.ts'
import { socketOptions } from '../../src/core/clients/socket/socket-options.ts'
import { startInstance } from '../support/instance.ts'
import { fakeAppCalls } from '../support/fake/fake-app-calls.ts'
import { slow } from '../slow.ts'

const nobody = 65_534
/** Only root can become another user. */
const others = process.getuid?.() === 0 ? describe : describe.skip

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const act of cleanUp.splice(0).reverse()) await act()
})

/** Node, as this user: `script` is a function body. */
function as(uid: number, script: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', script], {
    uid,
    gid: uid,
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  return child
}

/** The first words that it prints. */
function said(child: ChildProcess): Promise<string> {
  return new Promise((resolve) =>
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  )
}

const origin = 'http://app.vibeflow.localhost'

/** The one page that has the secret, by its own code. */
async function pageConnects(server: PortServer): Promise<string> {
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: string) {
        super(address, { origin })
        this.on('error', () => undefined)
      }
    },
  )
  cleanUp.push(() => vi.unstubAllGlobals())
  const { port1, port2 } = new MessageChannel()
  cleanUp.push(() => port1.close())
  return new Promise((resolve) => {
    joinPort(
      port1,
      server.offer(origin, (socket) => {
        resolve(socket === undefined ? 'late' : 'connected')
      }),
    )
    port2.addEventListener('close', () => resolve('closed'))
    port2.start()
  })
}

async function portServer(places?: number): Promise<{ server: PortServer; port: number }> {
  const server = new PortServer(places)
  await server.listen()
  cleanUp.push(() => server.close())
  return { server, port: Number(new URL(server.source).port) }
}

/**
 * Opens this number of connections, and opens each again when it is closed. Prints a line when half
 * of them are open.
 */
const holds = (port: number, count: number) => `
  const { connect } = require('node:net')
  let open = 0
  const hold = () => {
    const socket = connect(${port}, '127.0.0.1')
    socket.on('connect', () => { if (++open === ${count / 2}) console.log('open') })
    socket.on('error', () => {})
    socket.on('close', () => setTimeout(hold, 1))
  }
  for (let at = 0; at < ${count}; at += 1) hold()`

others('another user on the port server', () => {
  test('connection floods above the limit do not keep the page out', slow, async () => {
    // more connections do not make the attack stronger, and only load the machine
    const { server, port } = await portServer(100)
    expect(await said(as(nobody, holds(port, 300)))).toBe('open\n')
    expect(await Promise.all([1, 2, 3].map(() => pageConnects(server)))).toEqual([
      'connected',
      'connected',
      'connected',
    ])
  })

  test('another user gets no byte, not even with the secret', async () => {
    const { server, port } = await portServer()
    const secret = new URL(server.offer(origin, () => undefined)).pathname
    const child = as(
      nobody,
      `
      const socket = require('node:net').connect(${port}, '127.0.0.1')
      socket.write([
        'GET ${secret} HTTP/1.1', 'Host: 127.0.0.1:${port}', 'Origin: ${origin}',
        'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', '', ''
      ].join('\\r\\n'))
      let got = 0
      socket.on('data', (chunk) => { got += chunk.length })
      socket.on('error', () => {})
      socket.on('close', () => console.log('bytes', got))`,
    )
    expect(await said(child)).toBe('bytes 0\n')
  })
})

test('own connections without the secret hold few places, and not for long', slow, async () => {
  const { server, port } = await portServer()
  // a connection while none is expected does not even get this far
  server.offer(origin, () => undefined)
  const sockets = Array.from({ length: unprovenMax * 2 }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  )
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  await expect
    .poll(() => sockets.filter(({ closed }) => closed).length)
    .toBeGreaterThanOrEqual(unprovenMax)
  await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(sockets.length)
  expect(await pageConnects(server)).toBe('connected')
})

others("another user on a session's socket", () => {
  test('another user finds no way in, though he knows the path', async () => {
    const instance = startInstance()
    cleanUp.push(() => instance.close())
    for (let folder = instance.home; folder !== '/tmp' && folder !== '/'; folder = dirname(folder))
      chmodSync(folder, 0o755)
    chmodSync(join(instance.home, 'run'), 0o755)
    const { path } = instance.open('/bin/cat')
    const child = as(
      nobody,
      `
      const socket = require('node:net').connect(${JSON.stringify(path)})
      socket.on('connect', () => console.log('connected'))
      socket.on('error', (error) => console.log(error.code))`,
    )
    expect(await said(child)).toBe('EACCES\n')
    expect([statSync(dirname(path)).mode & 0o777, statSync(path).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
  })

  test.each<[string, (folder: string, home: string) => void]>([
    [
      'a folder of another user',
      (folder) => {
        mkdirSync(folder, { mode: 0o700 })
        chownSync(folder, nobody, nobody)
      },
    ],
    [
      'a folder that others may enter',
      (folder) => {
        mkdirSync(folder, { mode: 0o700 })
        chmodSync(folder, 0o755)
      },
    ],
    [
      'a link to a folder',
      (folder, home) => {
        mkdirSync(join(home, 'elsewhere'), { mode: 0o700 })
        symlinkSync(join(home, 'elsewhere'), folder)
      },
    ],
  ])('%s, planted where sockets are made, is not used', (_what, plant) => {
    const home = mkdtempSync(join(tmpdir(), 'planted-'))
    cleanUp.push(() => rmSync(home, { recursive: true, force: true }))
    mkdirSync(join(home, 'run'), { mode: 0o700 })
    plant(join(home, 'run/vibeflow'), home)
    const problems: string[] = []
    const sockets = makeSockets({
      environment: { XDG_RUNTIME_DIR: join(home, 'run'), HOME: home },
      home,
      clock: systemClock,
      options: socketOptions(() => defaults, '0.1.0'),
      log: (_level, text) => problems.push(text),
    })
    const stop = sockets.listenForApp(fakeAppCalls())
    cleanUp.push(stop)
    const { stdout } = spawnSync('find', ['-L', home, '-type', 's'], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(lstatSync(join(home, 'run/vibeflow')).mode & 0o777).not.toBe(0)
  })
})
