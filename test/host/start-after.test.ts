/** The start that follows this process, and processes that a start ends. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandAgain } from '../../src/host/command/start-after.ts'
import { endWindowless } from '../../src/host/socket/windowless.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-after-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  [
    'a clone keeps its switches of the engine, and not what it was asked to run',
    ['/e/electron', '--no-sandbox', '--inspect=0', '--ozone-platform=x11', '/app', '-e', 'vim'],
    undefined,
    ['/e/electron', '--no-sandbox', '--ozone-platform=x11', '/app', '-o', 'a=1'],
  ],
  [
    'a package is started by its command',
    ['/opt/vibeflow/electron', '--no-sandbox', '--', '/opt/app', '-e', 'vim'],
    '/apps/my vibeflow.AppImage',
    ['/apps/my vibeflow.AppImage', '-o', 'a=1'],
  ],
])('%s', (_, argv, launcher, expected) => {
  expect(commandAgain(argv, { appPath: '/app', launcher, own: ['-o', 'a=1'] })).toEqual(expected)
})

test('a command starts when the process before it has ended', async () => {
  const file = join(folder, 'out')
  const source = join(import.meta.dirname, '../../src/host/command/start-after.ts')
  const script = `
    const { startAfterThis } = await import(${JSON.stringify(source)})
    const alive = 'kill -0 ' + process.pid + ' 2> /dev/null && echo alive; '
    startAfterThis(['/bin/sh', '-c', alive + 'echo "$1" >> "$2"', 'sh', 'a  b', process.argv[1]], {
      PATH: process.env.PATH,
    })
    await new Promise((resolve) => setTimeout(resolve, 200))`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script, file], {
    encoding: 'utf8',
  })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  const text = () => spawnSync('cat', [file], { encoding: 'utf8' }).stdout
  await expect.poll(text, { timeout: 10_000 }).toBe('a  b\n')
})

test('the next start has the variables from before the engine and the package', () => {
  const file = join(folder, 'out')
  const source = join(import.meta.dirname, '../../src/host/command/start-after.ts')
  const environment = {
    APPDIR: '/tmp/.mount_old',
    PATH: '/tmp/.mount_old/usr/bin:/usr/bin:/bin',
    LD_LIBRARY_PATH: '/tmp/.mount_old/usr/lib',
    NODE_OPTIONS: '',
    VIBEFLOW_SAVED_NODE_OPTIONS: '--use-system-ca',
    XDG_CURRENT_DESKTOP: 'Unity',
    ORIGINAL_XDG_CURRENT_DESKTOP: 'ubuntu:GNOME',
    XDG_ACTIVATION_TOKEN: 'used',
    VIBEFLOW_CONFIG: '/c',
  }
  const script = `
    const { startAfterThis } = await import(${JSON.stringify(source)})
    const command = ['/bin/sh', '-c', 'env > "$1.new"; mv "$1.new" "$1"', 'sh', process.argv[1]]
    startAfterThis(command, ${JSON.stringify(environment)})`
  spawnSync(process.execPath, ['--input-type=module', '-e', script, file])
  const lines = () =>
    spawnSync('cat', [file], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line !== '' && !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))
      .sort()
  return expect.poll(lines, { timeout: 10_000 }).toEqual([
    'NODE_OPTIONS=--use-system-ca',
    'PATH=/usr/bin:/bin',
    'VIBEFLOW_CONFIG=/c',
    'VIBEFLOW_SAVED_NODE_OPTIONS=--use-system-ca', // for a clone, which has no launcher
    'XDG_CURRENT_DESKTOP=ubuntu:GNOME',
  ])
})

test('a start ends only processes without a window whose sockets are in its folder', async () => {
  const script = join(folder, 'windowless.js')
  writeFileSync(script, 'setInterval(() => undefined, 1000); console.log("runs")')
  const start = async (root: string) => {
    const child = spawn(process.execPath, [script, '7'], {
      env: { ROOT: root },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    return child
  }
  const [ours, other] = await Promise.all([start('/one'), start('/two')])
  await endWindowless('/one', ({ ROOT = '' }) => ROOT)
  await expect.poll(() => ours.signalCode).toBe('SIGTERM')
  expect(readFileSync(`/proc/${other.pid}/cmdline`, 'utf8')).toContain('windowless.js')
  other.kill('SIGKILL')
})
