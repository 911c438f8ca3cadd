/** Files of session sockets: modes, folders, access, and those of a dead instance. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listenPrivately } from '../../../src/host/socket/listen.ts'
import { makeSockets } from '../../../src/host/socket/sockets.ts'
import { removeStale } from '../../../src/host/socket/stale.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { socketOptions } from '../../../src/core/clients/socket/socket-options.ts'
import { having } from '../../core/config/having.ts'
import { startInstance } from '../../support/instance.ts'
import { asSession } from '../../support/windows/ids.ts'
import { copier, instance, ready, reasons } from './live-clients.ts'

describe('files', () => {
  const facts = (environment: Record<string, string>) =>
    ({
      environment,
      home: instance.home,
      clock: systemClock,
      options: { access: 'full', evidence: true, version: '0' },
      log: () => undefined,
    }) as const
  const hub = undefined as never // no client connects

  test('belong to the user alone, and another user cannot open them', async () => {
    const { path } = copier('modes')
    const root = join(path, '../../..')
    expect([path, join(path, '..'), root].map((one) => lstatSync(one).mode & 0o777)).toEqual([
      0o600, 0o700, 0o700,
    ])
    expect(readdirSync(join(path, '..'))).toEqual(['ipc.sock'])
    if (process.getuid?.() !== 0) return
    // The folders opened up, the socket's own mode still holds.
    for (const folder of [join(path, '..'), root, join(root, '..'), instance.home])
      chmodSync(folder, 0o755)
    const stranger = spawnSync(
      'setpriv',
      [
        '--reuid=65534',
        '--regid=65534',
        '--clear-groups',
        process.execPath,
        '-e',
        `require('net').connect(${JSON.stringify(path)}).on('error', (error) => { ` +
          `console.log(error.code); process.exit(0) }).on('connect', () => { ` +
          `console.log('connected'); process.exit(0) })`,
      ],
      { encoding: 'utf8', cwd: '/' },
    )
    for (const folder of [join(path, '..'), root, join(root, '..'), instance.home])
      chmodSync(folder, 0o700)
    expect(stranger.stdout.trim()).toBe('EACCES')
  })

  test('a path that is too long, a folder of others or a link: no socket, and the reason', () => {
    const long = join(instance.home, 'x'.repeat(120))
    mkdirSync(long, { mode: 0o700 })
    const sockets = makeSockets(facts({ XDG_RUNTIME_DIR: long }))
    expect(sockets.open(asSession('abcdefghijkl'), hub)).toEqual({
      problem: expect.stringContaining('longer than 107 bytes') as string,
    })
    expect(existsSync(join(long, 'vibeflow/abcdefghijkl'))).toBe(false)

    const open = join(instance.home, 'open')
    mkdirSync(join(open, 'vibeflow'), { recursive: true })
    chmodSync(open, 0o700)
    chmodSync(join(open, 'vibeflow'), 0o755)
    expect(
      makeSockets(facts({ XDG_RUNTIME_DIR: open })).open(asSession('abcdefghijkl'), hub),
    ).toEqual({
      problem: expect.stringMatching(/^Other users can access .* \(mode 755\)\.$/) as string,
    })

    const linked = join(instance.home, 'linked')
    mkdirSync(linked, { mode: 0o700 })
    symlinkSync(instance.home, join(linked, 'vibeflow'))
    expect(
      makeSockets(facts({ XDG_RUNTIME_DIR: linked })).open(asSession('abcdefghijkl'), hub),
    ).toEqual({
      problem: expect.stringContaining('is not a directory') as string,
    })
  })

  test('socket.access decides which requests a client may send', async () => {
    let now = having({ 'socket.access': 'read' })
    const limited = startInstance({ options: socketOptions(() => now, '0.1.0') })
    const { path } = limited.open('/bin/sh', '-c', 'printf ready; exec cat')
    const first = await ready(path)
    first.send(2, { cmd: 'resize', cols: 100, rows: 30 })
    await first.barrier()
    now = having({}) // for the next client, of any tab
    const later = limited.open('/bin/sh', '-c', 'printf ready; exec cat')
    const [same, other] = [await ready(path), await ready(later.path)]
    for (const one of [same, other]) one.send(2, { cmd: 'resize', cols: 100, rows: 30 })
    await Promise.all([same.barrier(), other.barrier()])
    expect([reasons(first), reasons(same), reasons(other)]).toEqual([['access'], [], []])
    limited.close()
  })

  test("a dead instance's socket is removed, but not a live, young or foreign file", async () => {
    const root = join(instance.home, 'stale')
    mkdirSync(root, { mode: 0o700 })
    const make = (id: string) => {
      mkdirSync(join(root, id), { mode: 0o700 })
      return join(root, id, 'ipc.sock')
    }
    const control = [join(root, 'app-1.sock'), join(root, 'app-2.sock')] as const
    for (const path of [make('dead'), make('young'), control[0]]) {
      // a process that dies leaves its file behind
      spawnSync(process.execPath, [
        '-e',
        `require('net').createServer().listen(${JSON.stringify(path)}, () => ` +
          `process.kill(process.pid, 'SIGKILL'))`,
      ])
      expect(existsSync(path)).toBe(true)
    }
    const alive = createServer()
    await new Promise<void>((resolve) => {
      alive.listen(make('alive'), resolve)
    })
    const living = createServer().listen(control[1])
    await new Promise((resolve) => living.once('listening', resolve))
    writeFileSync(make('planted'), 'no socket')
    const now = Date.now() / 1_000
    for (const id of ['dead', 'alive', 'planted', 'app-1.sock', 'app-2.sock'])
      utimesSync(join(root, id), now - 60, now - 60)
    utimesSync(join(root, 'young'), now, now) // three programs have been started since it was made
    await removeStale(root, Date.now())
    expect(readdirSync(root).sort()).toEqual(['alive', 'app-2.sock', 'planted', 'young'])
    expect(listenPrivately(join(root, 'alive/ipc.sock'), () => undefined)).toEqual({
      problem: expect.stringContaining("Can't listen on") as string,
    }) // never taken over
    expect(existsSync(join(root, 'alive/ipc.sock'))).toBe(true)
    alive.close()
    living.close()
  })
})
