/**
 * An update while programs run: another build replaces the build that has them. The environment
 * variable VIBEFLOW_TEST_PREVIOUS names the app folder of an older build to update from.
 */
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SessionClient } from '../../../src/cli/client/session-client.ts'
import { slow } from '../../slow.ts'
import { expect, makeHome, startApp, test, vibeflow } from '../app.ts'
import { enginesOf } from './keeper-process.ts'
import { startPrograms } from './programs.ts'

const root = resolve(import.meta.dirname, '../../..')
const previous = process.env['VIBEFLOW_TEST_PREVIOUS'] ?? root

/** Puts a build into an app folder, with a version of its own. */
function putBuild(folder: string, from: string, version: string): void {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
  mkdirSync(folder, { recursive: true })
  for (const part of ['main', 'preload', 'renderer', 'integrations'])
    cpSync(join(from, 'out', part), join(folder, 'out', part), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
}

interface Listed {
  readonly id: string
  readonly socket: string
  readonly state: string
  readonly startedAt: number
}

const sessions = async (home: string) =>
  (JSON.parse(await vibeflow(home, 'ls', '--json')) as { readonly sessions: readonly Listed[] })
    .sessions

/** Returns the version of the vibeflow that has a session. */
async function versionOf({ socket }: Listed): Promise<string | undefined> {
  const client = await SessionClient.connect(socket)
  client.close()
  return client.welcome?.server
}

test('five programs outlive an update, with their output and states', slow, async () => {
  const home = makeHome()
  const folder = join(home, 'app')
  putBuild(folder, previous, '0.0.1')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const env = { VIBEFLOW_HEADLESS: '1' }
  const { first, leaves } = await startPrograms(await startApp({ home, folder, env }))
  const before = await sessions(home)
  expect(await versionOf(before[0]!)).toBe('vibeflow/0.0.1')
  renameSync(join(folder, 'out'), join(folder, 'old'))
  putBuild(folder, root, '0.0.2')

  const left = await leaves()
  const ended = new Promise((done) => first.app.process().once('exit', done))
  if (previous === root) expect(await vibeflow(home, 'restart')).toContain('Restarted vibeflow.')
  else first.app.process().kill('SIGKILL') // it may not know the command
  await ended
  left.live()
  if (previous === root) {
    await expect.poll(async () => (await sessions(home)).map(({ id }) => id)).toEqual(left.ids)
    await expect.poll(async () => (await sessions(home)).at(-1)?.state).toBe('waiting')
    expect(await versionOf((await sessions(home))[0]!)).toBe('vibeflow/0.0.2')
    // a busy session reports no start
    const oldest = async () => Math.min(...(await sessions(home)).map((one) => one.startedAt))
    await expect.poll(oldest).toBeLessThan(Math.min(...before.map((one) => one.startedAt)) + 2_000)
    // the new build is killed, so that a driven start can show its windows
    for (const pid of enginesOf(home)) process.kill(pid, 'SIGKILL')
  }
  await left.checkIn(await startApp({ home, folder, env }))
})
