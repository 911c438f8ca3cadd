/** Requests while the newest of several apps hangs, or the app of a session. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askAnyApp } from '../../../src/cli/sessions/ask-app.ts'
import { joinTabs } from '../../../src/cli/sessions/worktrees.ts'
import { FrameParser } from '../../../src/core/clients/socket/frame.ts'
import { messageType } from '../../../src/core/clients/socket/message-types.ts'
import { socketRootOf } from '../../../src/host/pty/keeper/open-keeper.ts'
import { slow } from '../../slow.ts'
import { fakeApp } from '../../support/socket/fake-app.ts'
import { runVerb } from '../../support/run-verb.ts'
import { asSession } from '../../support/windows/ids.ts'

let home = ''
const environment = () => ({ HOME: home, XDG_RUNTIME_DIR: join(home, 'run') })
const apps: Server[] = []

async function startApp(pid: number, hangs: boolean): Promise<void> {
  const root = socketRootOf({ environment: environment(), home })
  apps.push(await fakeApp(root, pid, undefined, () => [{ pid }], { hangs }))
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vibeflow-hung-app-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  mkdirSync(socketRootOf({ environment: environment(), home }), { mode: 0o700 })
})
afterEach(() => {
  for (const app of apps.splice(0)) app.close()
  rmSync(home, { recursive: true, force: true })
})

test('worktrees have the tabs of all apps, each once', () => {
  const tab = (session: string) => ({
    ...{ session: asSession(session), title: session, state: 'idle', place: '1.1' },
  })
  const row = (path: string, ...sessions: string[]) => ({
    ...{ path, branch: path, head: '', main: false, current: false },
    tabs: sessions.map(tab),
  })
  const list = (...worktrees: ReturnType<typeof row>[]) => ({
    ...{ repository: 'api', more: 0, worktrees },
  })
  const own = list(row('/a', 'one'), row('/b'))
  const others = [list(row('/a', 'one', 'two'), row('/c', 'three'))]
  expect(joinTabs(own, others)).toEqual([row('/a', 'one', 'two'), row('/b')])
})

test('another app answers if the newest one hangs', slow, async () => {
  await startApp(1, false)
  await startApp(2, true)
  const found = await askAnyApp(environment(), { cmd: 'panes' }, { withinMs: 600_000 })
  expect(found?.answer).toEqual({ v: 1, panes: [{ pid: 1 }] })
})

test('the only app is not asked twice', async () => {
  await startApp(1, true)
  await expect(askAnyApp(environment(), { cmd: 'panes' }, { withinMs: 1 })).rejects.toThrow(
    'does not answer',
  )
})

describe('a session whose app hangs', slow, () => {
  const id = 'abcdefghijkl'
  /** Starts one; returns a function that reads what is in its socket, as an app that continues. */
  function hungSession(): () => Promise<string[]> {
    const folder = join(socketRootOf({ environment: environment(), home }), id)
    mkdirSync(folder, { mode: 0o700 })
    const sockets: Socket[] = []
    const session = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket))
    session.listen(join(folder, 'ipc.sock'))
    apps.push(session)
    return async () => {
      const got: string[] = []
      for (const socket of sockets) {
        const parser = new FrameParser()
        for await (const bytes of socket) parser.push(bytes as Buffer)
        for (let frame = parser.next(); frame !== null; frame = parser.next())
          if (!('refused' in frame) && frame.type !== messageType.heartbeat)
            got.push(`${frame.type} ${String(Buffer.from(frame.payload)).replace(/\d{9,}/, 'T')}`)
      }
      return got
    }
  }

  test.each([
    [['send', id, '--enter', 'rm -r build']],
    [['resize', id, '100x30']],
    [['kill', id]],
    [['status', id, '--set', 'done']],
  ])('%s ends with an error, and sends nothing', async (words) => {
    const goOn = hungSession()
    const ran = await runVerb(words, { environment: environment(), directory: home })
    expect([ran.exit, ran.err]).toEqual([
      1,
      `vibeflow ${words[0]}: session ${id} does not answer: its vibeflow hangs or is stopped. ` +
        'It refuses this request when it continues. Then run this again.\n',
    ])
    expect(await goOn()).toEqual(['2 {"cmd":"until","until":T}'])
  })
})
