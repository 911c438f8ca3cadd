/** `vibeflow restart` with apps that answer as the real ones do. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { socketRootOf } from '../../../src/host/pty/keeper/open-keeper.ts'
import { runVerb } from '../../support/run-verb.ts'
import { fakeApp } from '../../support/socket/fake-app.ts'

let home = ''
const environment = () => ({ HOME: home, XDG_RUNTIME_DIR: join(home, 'run') })
const restart = (...words: string[]) =>
  runVerb(['restart', ...words], { environment: environment(), directory: home })
const root = () => socketRootOf({ environment: environment(), home })
const apps: Server[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vibeflow-restart-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  mkdirSync(root(), { mode: 0o700 })
})

afterEach(() => {
  for (const app of apps.splice(0)) app.close()
  rmSync(home, { recursive: true, force: true })
})

const startApp = async (pid: number, restarted: (app: Server) => string | null) => {
  apps.push(await fakeApp(root(), pid, restarted))
}

test('restart waits until another app answers', async () => {
  await startApp(1, (app) => {
    app.close()
    setTimeout(() => void startApp(2, () => null), 50)
    return null
  })
  expect(await restart()).toEqual({
    ...{ exit: 0, err: '' },
    out: 'Restarted vibeflow. Its programs kept running.\n',
  })
})

test("restart reports why an app can't restart, or that none runs", async () => {
  expect(await restart()).toMatchObject({ exit: 1, err: expect.stringContaining("isn't running") })
  await startApp(1, () => "Can't restart: a program would end.")
  expect(await restart()).toEqual({
    ...{ exit: 1, out: '' },
    err: "vibeflow restart: Can't restart: a program would end.\n",
  })
})
