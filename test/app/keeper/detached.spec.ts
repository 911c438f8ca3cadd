/** Sessions without a window, in a process of their own and in the app. */
import { expect, makeHome, startApp, test, vibeflow, type Started } from '../app.ts'
import { enginesOf, keepersOf, removeHome } from './keeper-process.ts'

const counter = 'n=0; while :; do n=$((n+1)); echo "count $n"; sleep 0.1; done'

const start = async (home: string, ...command: readonly string[]) =>
  (await vibeflow(home, 'new', '--detached', '--', ...command)).trim()

interface Listed {
  readonly id: string
  readonly tab?: string
  readonly state: string
  readonly startedAt: number
}

const sessions = async (home: string) =>
  (JSON.parse(await vibeflow(home, 'ls', '--json')) as { readonly sessions: readonly Listed[] })
    .sessions

const listed = async (home: string) => (await sessions(home)).map(({ id, tab = '-' }) => [id, tab])

const startOf = async (home: string, id: string) =>
  (await sessions(home)).find((one) => one.id === id)?.startedAt ?? Number.NaN

const lastCount = async (home: string, id: string) =>
  Number(/count (\d+)\s*$/.exec((await vibeflow(home, 'snapshot', id)).trim())?.[1])

/** Resolves when the app is gone. */
function gone({ app }: Started): Promise<unknown> {
  const child = app.process()
  return new Promise((resolve) => child.once('exit', resolve))
}

test('a session without a window outlives kill -9 and the app, and opens as a tab', async () => {
  const home = makeHome()
  const id = await start(home, 'sh', '-c', counter)
  expect(await listed(home)).toEqual([[id, '-']])
  const startedAt = await startOf(home, id)
  for (const pid of enginesOf(home)) process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await sessions(home)).map(({ state }) => state)).toEqual(['kept'])
  // a command brings it back, whatever else it can't do
  const opened = await vibeflow(home, 'open', id).catch((error: unknown) => error)
  expect(opened).toMatchObject({ code: 1, stderr: expect.stringContaining('without a window') })
  const again = await start(home, 'cat')
  const ids = async () => (await listed(home)).map(([one]) => one).sort()
  await expect.poll(ids).toEqual([id, again].sort())
  const then = await lastCount(home, id)
  await expect.poll(() => lastCount(home, id)).toBeGreaterThan(then)

  // the app takes them over, without a tab
  const app = await startApp({ home })
  await expect
    .poll(async () => (await listed(home)).map(([, tab]) => tab).sort())
    .toEqual(['-', '-', '1.1'])
  expect((await app.tabs()).map((tab) => tab.id)).not.toContain(id)
  const own = await start(home, 'sleep', '1000')
  expect(await app.tabs()).toHaveLength(1)
  await vibeflow(home, 'open', id)
  await expect.poll(async () => (await app.tabs()).map((tab) => tab.id)).toContain(id)
  await app.shows(/count \d+/)
  // but for the time that the keeper takes to start it
  expect(Math.abs((await startOf(home, id)) - startedAt)).toBeLessThan(5_000)

  // it leaves the others to a process without a window, and ends the tab without a question
  const ended = gone(app)
  app.app.process().kill('SIGTERM')
  await ended
  await expect.poll(ids).toEqual([again, own].sort())
  await vibeflow(home, 'send', again, '--enter', '--', 'still here')
  await expect.poll(() => vibeflow(home, 'snapshot', again)).toContain('still here')
  for (const one of [again, own]) await vibeflow(home, 'kill', one)
  await expect.poll(() => enginesOf(home)).toEqual([])
  await expect.poll(() => keepersOf(home)).toEqual([])
  removeHome(home)
})
