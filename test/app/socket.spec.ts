/**
 * The running application as those outside of it see it: its standard error, its session sockets
 * with an outside client and the `vibeflow` command (test/host/socket/session-socket.test.ts has
 * the rest of the `live` list), its end while a program lives that does not want to.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, picture, startApp, test, type Started } from './app.ts'
import { OutsideClient } from '../support/socket/outside-client.ts'
import { slow } from '../slow.ts'

const run = promisify(execFile)
const bin = resolve(import.meta.dirname, '../../src/cli/bin/vibeflow.mjs')
const sessions = (home: string) =>
  readdirSync(join(home, 'run/vibeflow'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const socketOf = (home: string, id: string) => join(home, 'run/vibeflow', id, 'ipc.sock')

let app: Started
/** The app's standard error. */
let errors = ''

test.beforeAll(async () => {
  app = await startApp({ args: ['--debug-frames'] })
  app.app.process().stderr?.on('data', (data: Buffer) => {
    errors += data.toString()
  })
  await app.shows('ready$')
})

test.afterAll(async () => {
  await app.close().catch(() => undefined) // its end is a test
  rmSync(app.home, { recursive: true, force: true, maxRetries: 5 })
})

test('a socket client types, sees and resizes, and the window restores its size', async () => {
  const [id = ''] = sessions(app.home)
  const client = await OutsideClient.connect(socketOf(app.home, id))
  client.stdin('echo $((6 * 7))$((1 + 2)) 你好 é; echo "$VIBEFLOW_SOCKET"\r')
  await app.shows('423 你好 é')
  await app.shows('ipc.sock')

  // A status that does not report a state is shown for a while. A status with a state drives the
  // stripe.
  client.send(3, { app: 'claude', status: '✻ Reading files' })
  await expect.poll(async () => (await app.tabs())[0]?.subtitle).toBe('✻ Reading files')
  client.send(3, {
    app: 'claude',
    status: 'approve npm test?',
    state: 'waiting',
    kind: 'permission',
  })
  await expect.poll(async () => (await app.tabs())[0]?.state).toBe('waiting')
  await client.until(() => client.json(3).length === 1)
  expect(client.json(3)[0]).toMatchObject({
    app: 'claude',
    status: 'approve npm test?',
    state: 'waiting',
    kind: 'permission',
    source: 'socket',
    origin: 'vibeflow',
  })
  client.send(3, { app: 'claude', status: '' })

  // The size: the grid follows, the rest is dimmed, and a click restores the size.
  const before = await app.page.evaluate(() => window.vibeflowTest!.stats())
  client.send(2, { cmd: 'resize', cols: 60, rows: 20 })
  client.stdin('clear; stty size\r')
  await app.shows('20 60')
  const held = await app.page.evaluate(() => window.vibeflowTest!.stats())
  expect([held.cols, held.rows]).toEqual([60, 20])
  const mark = app.page.getByRole('button', { name: '60x20, set by another client' })
  await expect(mark).toBeVisible()
  await picture(app.page, 'socket-size')
  await mark.click()
  await expect(mark).toBeHidden()
  await app.type('stty size\r')
  await app.shows(`${before.rows} ${before.cols}`)

  // The command, from outside the app.
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: app.home,
    XDG_RUNTIME_DIR: join(app.home, 'run'),
    XDG_STATE_HOME: join(app.home, 'state'),
  }
  const vibeflow = async (...words: string[]) =>
    (await run(process.execPath, [bin, ...words], { env: environment, cwd: app.home })).stdout
  const made = (await vibeflow('new', '-e', 'cat')).trim()
  await expect
    .poll(async () => (await app.tabs()).map((tab) => [tab.id, tab.active]))
    .toEqual([
      [id, false],
      [made, true],
    ])
  await vibeflow('focus', id)
  await expect.poll(async () => (await app.tabs()).map((tab) => tab.active)).toEqual([true, false])
  expect(JSON.parse(await vibeflow('ls', '--json'))).toMatchObject({
    v: 1,
    sessions: expect.arrayContaining([expect.objectContaining({ id: made, command: 'cat' })]),
  })

  // The screen without looking: the shadow terminal's, in a thread of its own, is what the window
  // shows.
  const shown = await app.page.evaluate(() => window.vibeflowTest!.screen())
  expect((await vibeflow('snapshot', id)).trimEnd().split('\n')).toEqual(
    shown.join('\n').trimEnd().split('\n'),
  )

  // Turned off while it runs, sockets are gone and programs are not; turned on again, they are
  // there at the same places.
  mkdirSync(join(app.home, 'config/vibeflow'), { recursive: true })
  writeFileSync(join(app.home, 'config/vibeflow/config.toml'), '[socket]\nenabled = false\n')
  await client.until(() => client.closed !== null)
  expect([client.closed, await vibeflow('ls')]).toEqual(['end', ''])
  writeFileSync(join(app.home, 'config/vibeflow/config.toml'), '[socket]\nenabled = true\n')
  await expect.poll(() => sessions(app.home).sort()).toEqual([id, made].sort())
  const again = await OutsideClient.connect(socketOf(app.home, id))
  again.socket.destroy()
})

test('--debug-frames prints seen and dropped reports', async () => {
  await app.type('printf "\\033]1338;state=zonk\\007\\033]1338;state=working\\007"\n')
  await expect
    .poll(() => errors)
    .toMatch(
      new RegExp(
        String.raw`tab \w+ @\d+ OSC 1338 dropped \(unknown-state\): state=zonk\ntab \w+ @\d+ ` +
          String.raw`OSC 1338 seen: state=working\n`,
      ),
    )
})

test('quit kills a program that ignores SIGHUP and exits with 0 within 5 s', slow, async () => {
  const { page, home, shows, tabs, type } = app
  const count = (await tabs()).length
  await page.keyboard.press('Control+Shift+T')
  await page.waitForFunction((old) => window.vibeflowTest!.tabs().length > old, count)
  await shows('ready$')
  const file = join(home, 'pid')
  await type(
    `exec sh -c 'trap "" HUP; echo $$ > ${file}; echo be"gun"; while :; do sleep 60; done'\n`,
  )
  await shows('begun')
  const pid = Number(readFileSync(file, 'utf8'))
  const [id = ''] = sessions(home)
  const client = await OutsideClient.connect(socketOf(home, id))
  const child = app.app.process()
  const ended = new Promise<unknown>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const began = performance.now()
  await app.app.evaluate((electron) => electron.app.quit()).catch(() => {}) // it may be gone
  expect(await ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(20_000)
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  const folder = join(app.home, 'run/vibeflow')
  // the keeper's lock stays: another one may wait for it
  await expect
    .poll(() =>
      existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'keeper.lock') : [],
    )
    .toEqual([])
  await client.until(() => client.closed !== null)
  expect(client.json(3).at(-1)).toMatchObject({ state: 'exited' })
})
